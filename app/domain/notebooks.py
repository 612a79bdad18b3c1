"""Tracebacks whose source lines carry their numbers: IPython, Colab, VS Code notebooks, Rich, stack viewers.

`File path:33, in load(…)` or `path:42 in load` names a frame, an arrow its line, and the final line stands
behind a blank line or below the box. Rich wraps a long path over several lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.domain.answer import Frame
from app.domain.frames import boxed_frame, is_numbered, numbered_arrow, read_frame
from app.domain.grammar import CARETS, ELIDED, FINAL, JOINER, NAME, STRICT_CLASS, TRACEBACK
from app.domain.messages import message_beyond, message_end, message_from
from app.domain.parsed import Reading, made
from app.domain.prefixes import Line

__all__ = ["begins_numbered", "begins_wrapped", "heading_class", "read_numbered"]

_HEADING = re.compile(rf"\s*({NAME})\s{{2,}}Traceback \(most recent call last\)")
_LOOK_AHEAD = 3
_PATH_PIECE = re.compile(r"\s*(?:[~/.\\]|[A-Za-z]:[\\/])\S*\s*$")


def heading_class(text: str) -> str | None:
    """Return the class in a notebook's header: `ValueError          Traceback (most recent call last)`."""
    found = _HEADING.match(text)
    return found.group(1) if found else None


def begins_numbered(lines: Sequence[Line], at: int) -> bool:
    """Tell whether a cut traceback with numbered source begins here: its frame, and a numbered line below it."""
    if boxed_frame(lines[at].text) is None:
        return False
    return any(
        (is_numbered(line.text) and numbered_arrow(line.text) is not None) or line.text.strip()[:1].isdigit()
        for line in lines[at + 1 : at + 1 + _LOOK_AHEAD]
    )


def begins_wrapped(lines: Sequence[Line], at: int) -> bool:
    """Tell whether a frame begins in a box whose path goes on in the next lines."""
    if not lines[at].boxed or not _PATH_PIECE.match(lines[at].text):
        return False
    pieces = [line.text.strip() for line in lines[at : at + 1 + _LOOK_AHEAD] if line.boxed]
    return any(boxed_frame(_rejoined(pieces[:count])) for count in range(2, len(pieces) + 1))


@dataclass(slots=True)
class _Frames:
    """The frames so far, and the pieces of a path that a box wrapped."""

    frames: list[Frame] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    def take(self, line: Line) -> bool:
        """Take a frame, or a piece of one."""
        text = line.text
        frame = None
        if line.boxed and not is_numbered(text):
            self.pieces.append(text.strip())
            frame = boxed_frame(_rejoined(self.pieces))
        if frame is None:
            known = read_frame(text)
            frame = known.frame if known else boxed_frame(text)
        if frame is None:
            return line.boxed
        self.frames.append(frame)
        self.pieces.clear()
        return True

    def number(self, text: str) -> None:
        """Take the line number that an arrow points at."""
        self.pieces.clear()
        line = numbered_arrow(text)
        if line is not None and self.frames and self.frames[-1].line is None:
            self.frames[-1] = self.frames[-1].model_copy(update={"line": line})


def _rejoined(pieces: Sequence[str]) -> str:
    """Join what a box wrapped: words at blanks, a long path anywhere."""
    text = ""
    for piece in pieces[-8:]:
        apart = piece.startswith("in ") or piece == "in" or text.endswith(" in")
        text += f" {piece}" if text and apart else piece
    return text


def read_numbered(
    lines: Sequence[Line],
    first: int,
    at: int,
    *,
    frames: list[Frame] | None = None,
    error_class: str | None = None,
) -> Reading:
    """Read a traceback with numbered source; `error_class` is the one its header names."""
    found = _Frames(list(frames or ()))
    last = first
    while at < len(lines) and lines[at].depth == lines[first].depth:
        line = lines[at]
        text = line.text
        if not text.strip():
            found.pieces.clear()
            while at < len(lines) and not lines[at].text.strip():
                at += 1
            if at >= len(lines) or not _goes_on(lines[at], error_class):
                break
            continue
        if not line.boxed and (JOINER.match(text) or TRACEBACK.search(text)):
            break
        if is_numbered(text):
            found.number(text)
        elif ELIDED.match(text) or CARETS.match(text) or found.take(line):
            pass
        elif final := _final(line, error_class):
            end = message_end(lines, at)
            message = message_from(lines, at, final.end(), end)
            beyond = message_beyond(lines, at, final.end(), end)
            error = made(lines, (first, end), final.group(1), message, found.frames, beyond=beyond)
            return Reading((error,), end)
        else:
            break
        last = at
        at += 1
    error = made(lines, (first, last + 1), error_class, None, found.frames)
    return Reading((error,), max(at, last + 1, first + 1))


def _goes_on(line: Line, error_class: str | None) -> bool:
    text = line.text
    return bool(
        line.boxed
        or is_numbered(text)
        or ELIDED.match(text)
        or read_frame(text)
        or boxed_frame(text)
        or _final(line, error_class)
    )


def _final(line: Line, error_class: str | None) -> re.Match[str] | None:
    """Read the final line: it repeats the header's class, or its class is named as one."""
    if line.boxed:
        return None
    final = FINAL.match(line.text)
    if final is None:
        return None
    name = final.group(1)
    if error_class is not None:
        return final if name.rsplit(".", 1)[-1] == error_class.rsplit(".", 1)[-1] else None
    named = STRICT_CLASS.fullmatch(name) or "." in name or (name[:1].isupper() and ":" in line.text)
    return final if named else None
