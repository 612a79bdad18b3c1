"""What readers of a stream of lines give back: an error as it stands, or lines that are none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from app.domain.answer import Frame
from app.domain.prefixes import Line
from app.domain.text import Passage

__all__ = ["Block", "Found", "Link", "ParsedError", "Reading", "kept_frames", "made"]

# How an error hangs together with the one before it: not at all; it was raised while that one was handled
# (`outer`); it is that one's cause, or a part of it (`inner`).
Link = Literal["none", "outer", "inner"]

# Of an endless recursion the outermost and innermost frames are kept.
_KEPT_OUTER_FRAMES, _KEPT_INNER_FRAMES = 50, 150


@dataclass(frozen=True, slots=True)
class ParsedError:
    """One error as it stands: class, message, frames (raising one last) and its raw lines.

    `depth` is how many exception groups it stands in. `beyond` is the message with the paragraphs, or a wrapped rest, below it, which may be
    its own: only a record's pattern can tell.
    """

    error_class: str | None
    message: Passage | None
    frames: tuple[Frame, ...]
    first_line: int
    last_line: int
    link: Link = "none"
    depth: int = 0
    in_traceback: bool = True
    complete: bool = True
    beyond: Passage | None = None


@dataclass(slots=True)
class Block:
    """Lines that are no traceback: neighbours without a blank line between them. `code` is source, not output."""

    lines: list[Line] = field(default_factory=list)
    code: bool = False

    @property
    def passage(self) -> Passage:
        """Return the block as one text."""
        return Passage.join([line.passage for line in self.lines])


Found = ParsedError | Block


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found from one line on, and the index of the line behind it."""

    found: tuple[Found, ...]
    end: int


def kept_frames(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """Return the frames, of a very long list its ends."""
    if len(frames) <= _KEPT_OUTER_FRAMES + _KEPT_INNER_FRAMES:
        return tuple(frames)
    return (*frames[:_KEPT_OUTER_FRAMES], *frames[-_KEPT_INNER_FRAMES:])


def made(
    lines: Sequence[Line],
    span: tuple[int, int],
    error_class: str | None,
    message: Passage | None,
    frames: Sequence[Frame] = (),
    *,
    in_traceback: bool = True,
    link: Link = "none",
    beyond: Passage | None = None,
) -> ParsedError:
    """Make an error of the lines from `span[0]` up to, not including, `span[1]`."""
    first, end = span
    return ParsedError(
        error_class=error_class,
        message=message if message is not None and message.text else None,
        frames=kept_frames(frames),
        first_line=lines[first].number,
        last_line=lines[max(first, end - 1)].number,
        link=link,
        depth=lines[first].depth,
        in_traceback=in_traceback,
        complete=error_class is not None,
        beyond=beyond,
    )
