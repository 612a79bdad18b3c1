r"""A record as a Markdown file that a project keeps beside its source: how its lines are written and read.

The head names the record and its site, the sections are those of the record's page. A line of prose that would be
taken for a part of the form starts with `\`, which Markdown shows as the line itself; code stands in fences.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.page_form import COMMON, TRIGGER

__all__ = [
    "COMMON_HEADING",
    "EXTENSION_MEMBERS",
    "LIST_MEMBERS",
    "PROVENANCE_MEMBERS",
    "RECORD_MEMBERS",
    "TRIGGER_HEADING",
    "closes",
    "decode_text",
    "encode_text",
    "fence_after",
    "fenced",
    "opens",
    "with_line_feeds",
]

# Name in the head to the field that it holds, in their order.
RECORD_MEMBERS = {
    "id": "id",
    "repo": "repo",
    "class": "errorClass",
    "file": "filePath",
    "line": "lineNumber",
    "commit": "analyzedSha",
    "template": "errorMessage",
    "pattern": "messagePattern",
    "slug": "slug",
    "severity": "severity",
    "code": "errorCode",
    "type": "errorType",
    "status": "httpStatus",
    "strategy": "handlingStrategy",
    "background": "backgroundTag",
    "tags": "tags",
    "analyzed": "analyzedAt",
}
EXTENSION_MEMBERS = {"function": "function", "license": "license", "from": "source"}
PROVENANCE_MEMBERS = ("verified", "reviewed")
LIST_MEMBERS = frozenset({"tags", *PROVENANCE_MEMBERS})
TRIGGER_HEADING, COMMON_HEADING = TRIGGER.rstrip(":"), COMMON.rstrip(":")

_SPECIAL = re.compile(r"(?:##(?:\s|$)|###\s|```|~~~|<!--)")
_ESCAPED = re.compile(r"\\+(?:##(?:\s|$)|###\s|```|~~~|<!--|\s*$)")
_OPENS = re.compile(r"(`{3,})[^`]*|(~{3,}).*")
_BACKTICKS = re.compile(r"`{3,}")


def opens(line: str) -> str | None:
    """Return the marks that open a fence, None where the line opens none."""
    found = _OPENS.fullmatch(line)
    return (found[1] or found[2]) if found else None


def closes(line: str, marks: str) -> bool:
    """Tell whether a line closes the fence that these marks opened."""
    text = line.rstrip()
    return len(text) >= len(marks) and text == marks[0] * len(text)


def fence_after(line: str, marks: str | None) -> str | None:
    """Return the marks of the fence that is open behind a line; `marks` is the one before it."""
    if marks is None:
        return opens(line)
    return None if closes(line, marks) else marks


def with_line_feeds(text: str) -> str:
    """Return a text with one kind of line break, as files of text have it."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def fenced(code: str, language: str) -> list[str]:
    """Write code in a fence that nothing in it closes."""
    code = with_line_feeds(code)
    longest = max((len(run) for run in _BACKTICKS.findall(code)), default=2)
    marks = "`" * (longest + 1)
    return [marks + language, *code.split("\n"), marks]


def encode_text(text: str) -> list[str]:
    """Write prose of any number of lines; fences in it stay what they are where they are closed."""
    lines = with_line_feeds(text).split("\n")
    bare = set[int]()
    while (left_open := _left_open(lines, bare)) is not None:
        bare.add(left_open)
    outside = _outside(lines, bare)
    encoded = [
        f"\\{line}" if at in outside and (at in bare or _needs_escape(line)) else line
        for at, line in enumerate(lines)
    ]
    for ends in (range(len(lines)), range(len(lines) - 1, -1, -1)):
        for at in ends:
            if lines[at].strip():
                break
            if encoded[at] == lines[at]:
                encoded[at] = f"\\{lines[at]}"
    return encoded


def decode_text(lines: Sequence[str]) -> str:
    """Undo `encode_text`."""
    outside = _outside(lines, ())
    return "\n".join(
        line[1:] if at in outside and _ESCAPED.match(line) else line for at, line in enumerate(lines)
    )


def _needs_escape(line: str) -> bool:
    bare = line.lstrip("\\")
    special = _SPECIAL.match(bare) is not None and opens(line) is None
    return special or (line != bare and not bare.strip())


def _outside(lines: Sequence[str], bare: set[int] | tuple[()]) -> set[int]:
    """Return the positions of the lines that are in no fence and open none."""
    found: set[int] = set()
    marks: str | None = None
    for at, line in enumerate(lines):
        if marks is not None:
            marks = None if closes(line, marks) else marks
        elif (marks := opens(line) if at not in bare else None) is None:
            found.add(at)
    return found


def _left_open(lines: Sequence[str], bare: set[int]) -> int | None:
    """Return the position of the line whose fence nothing closes."""
    opened, marks = 0, None
    for at, line in enumerate(lines):
        if marks is not None:
            marks = None if closes(line, marks) else marks
        elif at not in bare and (marks := opens(line)) is not None:
            opened = at
    return opened if marks is not None else None
