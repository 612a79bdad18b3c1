"""What the frame that raised shows of its source: a `raise` of its own, or a call that another piece of code failed in.

The echoed line is never matched as a message. It tells whether a record's place can be the one: a place
that reads `return self._rows[key]` raised nothing itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from app.domain.answer import Frame

__all__ = ["Statement", "echoed_statement"]

_MAX_CHARS = 2_000
# Source that an arrow points at: pytest's `>   `, a notebook's `----> 33 `, Rich's `❱ 33 │ `.
_ARROW = re.compile(r"(?:^|[\s│|])(?:-+>|❱|→|►|>)(?!>)\s*(?:\d+)?[\s│|:]*(\S.*)$")
_POINTS = re.compile(r"\s*(?:-+>|❱|→|►)\s")
_MAX_LINES_ABOVE = 3
_RAISES = re.compile(r"(?:^|[^\w.\"'`])(raise|assert)(?=\s|$|\()")
_DRESSED = re.compile(r"(?:.*?\s)?(?=(?:raise|assert)\b)")
# What may be the rest of a statement over several lines: its last argument, a closing bracket.
_REST = re.compile(r"[\"')\]}%.+]|[rbfuRBFU]{1,2}[\"']|(?:and|or|if|else)\s|\^|~|…")
_CODE = re.compile(r"[\w\]\)]\s*\(|\s=\s|\breturn\b|\bawait\b|\byield\b|\[|\bwith\b|\bfor\b|\bimport\b")
_ERROR = re.compile(r"(?:\w+\.)*[A-Z]\w*(?:\([\w.]+\))?(?::\s|:?$)")
# The first literal of the line alone: behind it, what stands between two quotes is code.
_SAYS = re.compile(r"[^\"']*[\"']([^\"'{%]{4,200})")
_FRAME = re.compile(r"[Ff]ile \S|\bline \d+, in ")


@dataclass(frozen=True, slots=True)
class Statement:
    """The echoed source of the frame that raised; `kind` is `raise` for a raise or an assert of its own."""

    kind: Literal["raise", "other"]
    text: str

    @property
    def says(self) -> str:
        """The beginning of the text that it prints, as far as the line has it."""
        found = _SAYS.match(self.text) if self.kind == "raise" else None
        return found.group(1) if found else ""


def echoed_statement(lines: Sequence[str], frame: Frame) -> Statement | None:
    """Find the source that was printed for the frame that raised.

    Args:
        lines: the raw lines of the error, prefixes and all.
        frame: the one that raised.

    Returns:
        None where none was printed, or where it cannot be told what it is.
    """
    at = _place(lines, frame)
    arrows = [found.group(1) for line in lines[max(at, 0) :] if (found := _ARROW.search(line[:_MAX_CHARS]))]
    if not arrows and at == len(lines) - 1:
        # pytest names the place behind the source.
        arrows = [found.group(1) for line in lines[:at] if (found := _ARROW.search(line[:_MAX_CHARS]))]
    if arrows:
        return _statement(arrows[-1]) or _opened_above(lines)
    if at < 0:
        return None
    below = next((line for line in lines[at + 1 : at + 3] if line.strip()), "")
    return _statement(below[:_MAX_CHARS])


def _opened_above(lines: Sequence[str]) -> Statement | None:
    """Find the statement that goes on in the line that the last arrow points at: what is left there is its end."""
    arrow = next((at for at in range(len(lines) - 1, -1, -1) if _POINTS.match(lines[at][:_MAX_CHARS])), 0)
    for line in reversed(lines[max(0, arrow - _MAX_LINES_ABOVE) : arrow]):
        found = _statement(line[:_MAX_CHARS])
        if found is not None:
            return found if found.kind == "raise" else None
    return None


def _place(lines: Sequence[str], frame: Frame) -> int:
    """Return the index of the line that names the frame, the last such, or -1."""
    name = frame.file.replace("\\", "/").rpartition("/")[2]
    number = str(frame.line) if frame.line is not None else ""
    for index in range(len(lines) - 1, -1, -1):
        if name in lines[index] and number in lines[index]:
            return index
    return -1


def _statement(text: str) -> Statement | None:
    stripped = text.strip().strip("│|").strip()
    if _RAISES.search(stripped):
        return Statement("raise", _DRESSED.sub("", stripped, count=1))
    if not stripped or _REST.match(stripped) or _FRAME.search(stripped) or _ERROR.match(stripped):
        return None
    if stripped.count(")") > stripped.count("("):
        return None
    return Statement("other", stripped) if _CODE.search(stripped) else None
