"""Cuts the text of a page into header, sections, code blocks and footer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.page_form import (
    COMMON,
    FOOTER,
    HEADINGS,
    RELATED,
    SOLUTIONS,
    SOURCE,
    THROWN,
    TRIGGER,
    WHEN,
    window_start,
)

__all__ = [
    "cut_footer",
    "escaped_sections",
    "field_of",
    "plain_sections",
    "raises_at",
    "split_blocks",
    "stripped",
]

_DEFINITION = re.compile(r"(async\s+)?def\b")
_HANDLER = re.compile(r"try:|except\b")


def cut_footer(lines: list[str]) -> tuple[list[str], str]:
    """Split the footer off: from the last line that begins one to the end, as one line."""
    for begins in (FOOTER.match, re.compile("Data as JSON:").match):
        for at in range(len(lines) - 1, -1, -1):
            if begins(lines[at].strip()):
                return lines[:at], " ".join(line.strip() for line in lines[at:] if line.strip())
    return lines, ""


def escaped_sections(lines: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Split at every line that is a heading; such lines within a text are escaped."""
    top: list[str] = []
    sections: dict[str, list[str]] = {}
    current = top
    for line in lines:
        if line in HEADINGS:
            current = sections.setdefault(line, [])
        else:
            current.append(line)
    return top, sections


# How the first line under a heading begins, where that is known.
_BEGINS = {
    SOURCE: re.compile(re.escape(THROWN.strip())),
    SOLUTIONS: re.compile(r"1\.|[•*-] "),
    WHEN: re.compile(f"{re.escape(TRIGGER)}|{re.escape(COMMON)}"),
    RELATED: re.compile("[•*-]"),
}


def plain_sections(lines: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Split at the headings in their order; a line in a text that only looks like one is passed over."""
    starts: list[tuple[int, str]] = []
    after = 0
    for heading in HEADINGS:
        found = [
            at
            for at in range(after, len(lines))
            if lines[at].strip() == heading and _begins(lines, at, _BEGINS.get(heading))
        ]
        if found:
            at = next((at for at in found if at == 0 or not lines[at - 1]), found[0])
            starts.append((at, heading))
            after = at + 1
    if not starts:
        return list(lines), {}
    ends = [at for at, _ in starts[1:]] + [len(lines)]
    sections = {heading: list(lines[at + 1 : end]) for (at, heading), end in zip(starts, ends, strict=True)}
    return list(lines[: starts[0][0]]), sections


def _begins(lines: Sequence[str], at: int, pattern: re.Pattern[str] | None) -> bool:
    if pattern is None:
        return True
    following = ""
    for index in range(at + 1, len(lines)):
        if lines[index]:
            following = lines[index]
            break
    return pattern.match(following.strip()) is not None


def stripped(lines: Sequence[str]) -> list[str]:
    """Drop blank lines at the ends."""
    kept = [at for at, line in enumerate(lines) if line]
    return list(lines[kept[0] : kept[-1] + 1]) if kept else []


def split_blocks(lines: Sequence[str]) -> list[str]:
    """Split code into blocks: one ends at a blank line before unindented code."""
    blocks: list[list[str]] = []
    for line in stripped(lines):
        if not blocks or (line and not line[0].isspace() and not blocks[-1][-1]):
            blocks.append([line])
        else:
            blocks[-1].append(line)
    return ["\n".join(stripped(block)) for block in blocks]


def field_of(block: str) -> str:
    """Return the field of an unlabelled block, by how it starts."""
    if _HANDLER.match(block):
        return "tryCatchPattern"
    return "typeGuard" if _DEFINITION.match(block) else "validationCode"


def raises_at(code: Sequence[str], line_number: int) -> bool:
    """Tell whether the window's line of that number has the raise keyword."""
    at = line_number - window_start(line_number)
    return at < len(code) and "raise" in code[at]
