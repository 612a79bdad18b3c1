"""What changed between two releases in words: the same on a terminal, on the page and as Markdown for a changelog."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from app.domain.drift import CHANGES, Change, Drift
from app.services.reply_markdown import code_span, prose
from app.services.visible import one_line, shortened

__all__ = ["DRIFT_TITLES", "DriftDetail", "details_of", "drift_markdown", "name_of", "place_of", "summary_of"]

DRIFT_TITLES: Final[Mapping[str, str]] = {
    "gone": "No longer raised",
    "relaxed": "Raised in fewer cases",
    "reworded": "Reworded",
    "moved": "Moved",
    "tightened": "Raised in more cases",
    "conditions": "Raised under other conditions",
    "added": "New",
}
_MESSAGE_CHARS = 160
_CONDITION_CHARS = 200


@dataclass(frozen=True, slots=True)
class DriftDetail:
    """One thing to say of a change: words, and the piece of source that they are about."""

    words: str
    code: str | None = None

    def text(self, code: Callable[[str], str]) -> str:
        """Return both as one text, the source as `code` writes it."""
        return self.words if self.code is None else f"{self.words} {code(self.code)}"


def summary_of(drift: Drift) -> str:
    """Say how many sites there are and what became of them."""
    counts = [f"{number:,} {DRIFT_TITLES[kind].lower()}" for kind, number in drift.counts().items() if number]
    return (
        f"{drift.old_sites:,} raise sites before, {drift.new_sites:,} now, {drift.unchanged:,} unchanged"
        + (f"; {', '.join(counts)}" if counts else "")
        + "."
    )


def name_of(one: Change) -> str:
    """Return class and message of the site."""
    text = shortened(one_line(one.message or ""), _MESSAGE_CHARS) or "(no message)"
    return f"{one.error_class}: {text}" if one.error_class else text


def place_of(one: Change) -> str:
    """Return file, line and function of the site."""
    return f"{one.file_path}:{one.line_number}" + (f" {one.function}" if one.function else "")


def details_of(one: Change) -> Iterator[DriftDetail]:
    """Say what it was before and what it is now."""
    if one.old_message is not None:
        yield DriftDetail("was", shortened(one_line(one.old_message), _MESSAGE_CHARS))
    if one.old_file_path is not None:
        function = f" {one.old_function}" if one.old_function else ""
        yield DriftDetail("was in", f"{one.old_file_path}:{one.old_line_number}{function}")
    if one.kind in {"gone", "added"}:
        yield from (DriftDetail("when", _condition(text)) for text in one.was or one.now)
        if one.function_stands:
            yield DriftDetail("its function is still there")
    else:
        yield from (DriftDetail("no longer asks for", _condition(text)) for text in one.was)
        yield from (DriftDetail("now asks for", _condition(text)) for text in one.now)


def drift_markdown(drift: Drift) -> str:
    """Return the changes as Markdown, all of them."""
    lines = [
        f"## {prose(drift.name)}: errors from {prose(drift.old)} to {prose(drift.new)}",
        "",
        prose(summary_of(drift)),
    ]
    for kind in CHANGES:
        changes = drift.of(kind)
        if changes:
            lines += ["", f"### {DRIFT_TITLES[kind]} ({len(changes)})", ""]
            for one in changes:
                lines.append(f"- {code_span(name_of(one))} in {code_span(place_of(one))}")
                lines += [f"  - {detail.text(code_span)}" for detail in details_of(one)]
    return "\n".join(lines) + "\n"


def _condition(text: str) -> str:
    return shortened(one_line(text), _CONDITION_CHARS)
