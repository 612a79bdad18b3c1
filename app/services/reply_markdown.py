"""A reply as Markdown that is safe to post: pasted and record text cannot format, link, mention or end a block.

Chats disagree on Markdown, so nothing relies on one dialect alone. Code stands in fences whose content holds no
run of three backticks. In prose, all that could become a link, a mention or a tag (`@everyone`, `<!channel>`,
`https://…`) becomes a code span, where it is inert and can still be copied; the rest is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from app.domain.answer import DERIVED_STEPS
from app.services.visible import one_line, shortened, shortened_code, visible

if TYPE_CHECKING:
    from app.services.replies import Candidate, Reply

__all__ = ["DEFAULT_CHARS", "LEAST_CHARS", "markdown"]

DEFAULT_CHARS = 8_000
LEAST_CHARS = 500

_ZERO_WIDTH_SPACE = "\u200b"
_ACTIVE = re.compile(r"<[!@#/?A-Za-z]|@|://|www\.|mailto:|`", re.IGNORECASE)
_MARKUP = re.compile(r"[\\*_\[\]<>&~|#]")
_BLOCK_START = re.compile(r"^(?:([-+=])|(\d{1,9})([.)]))")
_CODE_SPAN = re.compile(r"(?<!`)`([^`\n]{1,500})`(?!`)")
_SPECIAL_MENTION = re.compile(r"<(?=[!@#])")


class _Room(NamedTuple):
    """How many characters, lines or items each part may have."""

    message: int
    reasons: int
    prose: int
    steps: int
    fix: int
    captures: int
    candidates: int


# From all there is to the least that still helps; the first that fits is taken.
_ROOMS = (
    _Room(message=1_000, reasons=6, prose=1_500, steps=3, fix=3_000, captures=10, candidates=5),
    _Room(message=600, reasons=4, prose=800, steps=3, fix=1_500, captures=10, candidates=5),
    _Room(message=300, reasons=3, prose=400, steps=3, fix=800, captures=5, candidates=3),
    _Room(message=200, reasons=2, prose=200, steps=2, fix=400, captures=3, candidates=2),
    _Room(message=120, reasons=1, prose=120, steps=1, fix=0, captures=0, candidates=1),
    _Room(message=0, reasons=0, prose=60, steps=0, fix=0, captures=0, candidates=0),
)


def markdown(reply: Reply, max_chars: int = DEFAULT_CHARS) -> str:
    """Render a reply.

    Args:
        reply: what to say.
        max_chars: most characters of the result, at least 500; less important parts are shortened or left out.

    Raises:
        ValueError: `max_chars` is under 500.
    """
    if max_chars < LEAST_CHARS:
        raise ValueError(f"max_chars is {max_chars}; a reply needs at least {LEAST_CHARS}")
    for room in _ROOMS:
        text = "\n\n".join(_parts(reply, room)) + "\n"
        if len(text) <= max_chars:
            return text
    return f"**{prose(shortened(one_line(reply.headline), 60))}**\n"


def prose(text: str) -> str:
    """Escape one paragraph: back-quoted pieces and all that could become a link, mention or tag become code."""
    escaped = ""
    for at, piece in enumerate(_CODE_SPAN.split(one_line(text))):
        part = code_span(piece) if at % 2 else _plain(piece)
        # Two code spans side by side would read as one.
        escaped += _ZERO_WIDTH_SPACE + part if escaped.endswith("`") and part.startswith("`") else part
    return _BLOCK_START.sub(lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", escaped)


def code_span(text: str) -> str:
    """Write a text as inline code, behind as many backticks as it needs."""
    text = _SPECIAL_MENTION.sub("<" + _ZERO_WIDTH_SPACE, one_line(text))
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}" if text.strip() else "(empty)"


def code_block(code: str) -> str:
    """Write a text as a fenced block; zero-width spaces part backticks that would end it."""
    code = _SPECIAL_MENTION.sub("<" + _ZERO_WIDTH_SPACE, visible(code))
    code = re.sub("`{3,}", lambda run: _ZERO_WIDTH_SPACE.join(run[0]), code)
    return f"```\n{code}\n```"


def _plain(text: str) -> str:
    return " ".join(
        code_span(word) if _ACTIVE.search(word) else _MARKUP.sub(r"\\\g<0>", word) for word in text.split(" ")
    )


def _parts(reply: Reply, room: _Room) -> Iterator[str]:
    yield f"**{prose(shortened(reply.headline, max(room.prose, 60)))}**"
    if reply.message and room.message:
        message = shortened(reply.message, room.message)
        yield code_block(f"{reply.error_class}: {message}" if reply.error_class else message)
    if reply.record_id:
        yield _record(reply, room)
    bare = bool(reply.when or reply.code)
    if reply.lifted and room.steps:
        yield prose(shortened(reply.lifted, room.prose))
    if bare:
        yield from _derived(reply, room)
        yield from _facts(reply, room)
    if reply.meaning and room.steps:
        yield f"**What it means**: {prose(shortened(reply.meaning, room.prose))}"
    steps = reply.next_steps[: room.steps]
    if steps:
        lines = [f"{number}. {prose(shortened(step, room.prose))}" for number, step in enumerate(steps, 1)]
        yield "\n".join(["**Next steps**" if len(lines) > 1 else "**Next step**", "", *lines])
    if reply.fix and room.fix:
        yield f"**Example fix**\n\n{code_block(shortened_code(reply.fix, room.fix))}"
    if not bare:
        yield from _derived(reply, room)
        yield from _values(reply, room)
    yield from _people(reply, room)
    yield from _candidates(reply, room)
    if reply.hint:
        yield prose(shortened(reply.hint, max(room.prose, 200)) if room.steps else shortened(reply.hint, 120))
    if room.reasons:
        yield from (f"*{prose(note)}*" for note in reply.notes)
    if more := _more(reply):
        yield more


def _derived(reply: Reply, room: _Room) -> Iterator[str]:
    """What follows from source and paste, beside what somebody has written."""
    steps = reply.derived_steps[: room.steps]
    if steps:
        yield "\n".join(
            [f"**{DERIVED_STEPS}**", "", *(f"- {prose(shortened(step, room.prose))}" for step in steps)]
        )


def _facts(reply: Reply, room: _Room) -> Iterator[str]:
    """What the source says of a record that nobody has explained."""
    if reply.when and room.steps:
        yield f"**When it happens**: {prose(shortened(reply.when, room.prose))}"
    yield from _values(reply, room)
    if reply.code and room.fix:
        yield f"**Code**\n\n{code_block(shortened_code(reply.code, room.fix))}"


def _people(reply: Reply, room: _Room) -> Iterator[str]:
    """What people say of the record; their Markdown is text here."""
    shown = reply.people[: room.steps]
    if shown:
        lines = [f"- {prose(shortened(one.text, room.prose))} ({prose(one.byline)})" for one in shown]
        yield "\n".join(["**Notes from people**", "", *lines])


def _values(reply: Reply, room: _Room) -> Iterator[str]:
    captures = list(reply.captures.items())[: room.captures]
    if captures:
        yield "**Values**: " + ", ".join(
            f"{code_span(name)} = {code_span(value)}" for name, value in captures
        )


def _record(reply: Reply, room: _Room) -> str:
    place = f" in {code_span(reply.repo)}" if reply.repo and room.reasons else ""
    where = f", {code_span(reply.where)}" if reply.where and room.reasons else ""
    lines = [f"Record {_link(reply.record_id or '', reply.link)}{place}{where}"]
    if reply.how:
        lines.append(f"Match: {prose(reply.how)}")
        lines += ["", *(f"- {prose(shortened(reason, 200))}" for reason in reply.why[: room.reasons])]
    return "\n".join(lines).rstrip()


def _candidates(reply: Reply, room: _Room) -> Iterator[str]:
    shown = reply.candidates[: room.candidates]
    if not shown:
        return
    title = "Just as likely" if reply.status == "ambiguous" else "Nearest records"
    yield "\n".join([f"**{title}**", "", *(_candidate(candidate, room) for candidate in shown)])


def _candidate(candidate: Candidate, room: _Room) -> str:
    name = f"{candidate.error_class}: {candidate.title}" if candidate.error_class else candidate.title
    line = (
        f"- {_link(candidate.id, candidate.link)} {prose(shortened(name, 120))}, {code_span(candidate.where)}"
    )
    reasons = [candidate.how, *candidate.differs] if room.reasons > 1 else []
    if candidate.next_step and room.reasons > 1:
        reasons.append(f"Next step: {candidate.next_step}")
    return "\n".join([line, *(f"  - {prose(shortened(reason, room.prose))}" for reason in reasons)])


def _more(reply: Reply) -> str:
    words = []
    if reply.count > 1:
        words.append(f"it stands {reply.count:,} times in the text")
    if reply.more_matches:
        words.append(f"{reply.more_matches:,} more {'match' if reply.more_matches == 1 else 'matches'}")
    if reply.more_events:
        words.append(
            f"{reply.more_events:,} other {'error' if reply.more_events == 1 else 'errors'} in the text"
        )
    line = "; ".join(words)
    return f"{line[0].upper()}{line[1:]}." if line else ""


def _link(record_id: str, url: str | None) -> str:
    """Link where the address is a whole one; a path alone leads nowhere in a chat, so it is shown as it is."""
    if url is None or url == "":
        return code_span(record_id)
    if not url.startswith(("http://", "https://")):
        return f"{code_span(record_id)} ({code_span(url)})"
    return f"[{code_span(record_id)}]({quote(url, safe='/:?#@!$&*+,;=%-._~')})"
