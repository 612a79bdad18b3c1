"""An answer for a GitHub Actions job: annotations as workflow commands, and the summary of the job as Markdown.

A line that begins with `::` is a command to the runner, so what a log or a record says is escaped as the runner's own
toolkit does it, and stands in one line.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from typing import Final

from app.domain.answer import Answer, EventAnswer
from app.services.places import place_of
from app.services.replies import reply_of
from app.services.reply_markdown import markdown
from app.services.single import alone, recognised
from app.services.visible import one_line, shortened, visible

__all__ = ["MAX_ANNOTATIONS", "MAX_SUMMARY_CHARS", "annotation_lines", "job_summary"]

MAX_ANNOTATIONS: Final = 10  # the runner shows no more of a kind in a step
MAX_SUMMARY_CHARS: Final = 200_000  # the runner takes 1 MiB
_MAX_TITLE_CHARS: Final = 120
_MAX_MESSAGE_CHARS: Final = 2_000
_MAX_DETAILS: Final = 20


def annotation_lines(answer: Answer, *, folder: str, exists: Callable[[str], bool]) -> Iterator[str]:
    """Yield a workflow command for each recognised error, the one to fix first as an error, others as warnings.

    Args:
        answer: what was found.
        folder: absolute path of the reader's code.
        exists: tells whether a relative path is a file there.
    """
    first = answer.best.event if answer.best else -1
    chosen = sorted(
        (one for one in answer.events if recognised(one)), key=lambda one: (one.index != first, one.index)
    )
    for event in chosen[:MAX_ANNOTATIONS]:
        yield _annotation(answer, event, "error" if event.index == first else "warning", folder, exists)


def _annotation(
    answer: Answer, event: EventAnswer, level: str, folder: str, exists: Callable[[str], bool]
) -> str:
    reply = reply_of(alone(answer, event), public_url=None)
    match = event.matches[0]
    place = place_of(event, folder=folder, exists=exists)
    properties = {"title": shortened(one_line(reply.headline), _MAX_TITLE_CHARS)}
    if place is not None:
        properties = {"file": place.path, "line": str(place.line), **properties}
    lines = [": ".join(part for part in (event.error_class, one_line(event.message or "")) if part)]
    lines += [f"{number}. {one_line(step)}" for number, step in enumerate(reply.next_steps, 1)]
    lines.append(match.url if "://" in match.url else f"Record {match.id}")
    text = shortened("\n".join(line for line in lines if line), _MAX_MESSAGE_CHARS)
    given = ",".join(f"{name}={_property(visible(value))}" for name, value in properties.items())
    return f"::{level} {given}::{_data(visible(text))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def job_summary(answer: Answer, *, public_url: str | None) -> str:
    """Return the summary of a job as Markdown: the error to fix first in full, the others folded.

    Args:
        answer: what was found.
        public_url: address of the server; makes links absolute.
    """
    known = [event for event in answer.events if recognised(event)]
    first = answer.best.event if answer.best else None
    parts = [
        f"## errdex: {len(known):,} of {_count(len(answer.events), 'error')} recognised",
        markdown(reply_of(answer, public_url=public_url)),
    ]
    others = [event for event in known if event.index != first]
    room = MAX_SUMMARY_CHARS
    shown = 0
    for event in others[:_MAX_DETAILS]:
        reply = reply_of(alone(answer, event), public_url=public_url)
        title = html.escape(visible(shortened(one_line(reply.headline), _MAX_TITLE_CHARS)))
        part = f"<details><summary>{title}</summary>\n\n{markdown(reply)}\n</details>"
        room -= len(part)
        if room < 0:
            break
        parts.append(part)
        shown += 1
    if shown < len(others):
        parts.append(f"… and {_count(len(others) - shown, 'more error')}.")
    return "\n\n".join(parts) + "\n"


def _count(number: int, words: str) -> str:
    return f"{number:,} {words}" if number == 1 else f"{number:,} {words}s"
