"""What changed between two releases: for a terminal, and as Markdown for a changelog."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from app.commands.terminal import Output, one_line
from app.domain.drift import CHANGES, Change, Drift
from app.services.reply_markdown import code_span, prose

__all__ = ["drift_markdown", "write_drift"]

_TITLES: Final[Mapping[str, str]] = {
    "gone": "No longer raised",
    "relaxed": "Raised in fewer cases",
    "reworded": "Reworded",
    "moved": "Moved",
    "tightened": "Raised in more cases",
    "conditions": "Raised under other conditions",
    "added": "New",
}
_MOST_ON_TERMINAL = 40
_MESSAGE_CHARS = 160
_CONDITION_CHARS = 200


def write_drift(out: Output, drift: Drift) -> None:
    """Write the changes by kind; of a long list the first, as --json has all."""
    out.prose((f"{drift.name} {drift.old} → {drift.new}", "bold"))
    out.prose(_summary(drift))
    for kind in CHANGES:
        changes = drift.of(kind)
        if not changes:
            continue
        out.heading(f"{_TITLES[kind]} ({len(changes)})")
        for one in changes[:_MOST_ON_TERMINAL]:
            out.prose((_name(one), "bold"), indent=2, hang=2)
            out.prose((one_line(_place(one)), "dim"), indent=4)
            for words in _details(one, lambda text: f"`{text}`"):
                out.prose(words, indent=4)
        if len(changes) > _MOST_ON_TERMINAL:
            out.prose(f"… and {len(changes) - _MOST_ON_TERMINAL} more; --json lists all of them.", indent=2)


def drift_markdown(drift: Drift) -> str:
    """Return the changes as Markdown, all of them."""
    lines = [
        f"## {prose(drift.name)}: errors from {prose(drift.old)} to {prose(drift.new)}",
        "",
        prose(_summary(drift)),
    ]
    for kind in CHANGES:
        changes = drift.of(kind)
        if changes:
            lines += ["", f"### {_TITLES[kind]} ({len(changes)})", ""]
            for one in changes:
                lines.append(f"- {code_span(_name(one))} in {code_span(_place(one))}")
                lines += [f"  - {words}" for words in _details(one, code_span)]
    return "\n".join(lines) + "\n"


def _summary(drift: Drift) -> str:
    counts = [f"{number:,} {_TITLES[kind].lower()}" for kind, number in drift.counts().items() if number]
    return (
        f"{drift.old_sites:,} raise sites before, {drift.new_sites:,} now, {drift.unchanged:,} unchanged"
        + (f"; {', '.join(counts)}" if counts else "")
        + "."
    )


def _name(one: Change) -> str:
    text = one_line(one.message or "", _MESSAGE_CHARS) or "(no message)"
    return f"{one.error_class}: {text}" if one.error_class else text


def _place(one: Change) -> str:
    return f"{one.file_path}:{one.line_number}" + (f" {one.function}" if one.function else "")


def _details(one: Change, code: Callable[[str], str]) -> list[str]:
    words = []
    if one.old_message is not None:
        words.append(f"was {code(one_line(one.old_message, _MESSAGE_CHARS))}")
    if one.old_file_path is not None:
        function = f" {one.old_function}" if one.old_function else ""
        words.append(f"was in {code(f'{one.old_file_path}:{one.old_line_number}{function}')}")
    if one.kind in {"gone", "added"}:
        conditions = one.was or one.now
        words += [f"when {code(one_line(text, _CONDITION_CHARS))}" for text in conditions]
        if one.function_stands:
            words.append("its function is still there")
    else:
        words += [f"no longer asks for {code(one_line(text, _CONDITION_CHARS))}" for text in one.was]
        words += [f"now asks for {code(one_line(text, _CONDITION_CHARS))}" for text in one.now]
    return words
