"""The few lines of a record's source that say most: those round the line that raises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["LINES_AFTER", "LINES_BEFORE", "Excerpt", "excerpt"]

# Guards stand above a raise, its message below it.
LINES_BEFORE: Final = 8
LINES_AFTER: Final = 4


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Consecutive lines of a file.

    Attributes:
        text: the lines, without the indentation that all of them have.
        start: number of the first one, from 1.
        line: the one that raises.
    """

    text: str
    start: int
    line: int

    def numbered(self) -> str:
        """Return the lines with their numbers, and an arrow at the one that raises."""
        lines = self.text.split("\n")
        return "\n".join(
            f"{label} {line}".rstrip() for label, line in zip(self.labels(len(lines)), lines, strict=True)
        )

    def labels(self, count: int) -> list[str]:
        """Return what stands before each of the first `count` lines, all of one width."""
        digits = len(str(self.start + count))
        return [
            f"{'→' if number == self.line else ' '} {number:>{digits}} "
            for number in range(self.start, self.start + count)
        ]


def excerpt(code: str, start: int, line: int) -> Excerpt:
    """Cut consecutive lines to those round one of them.

    Args:
        code: the lines.
        start: number of the first one.
        line: number of the one that raises; where it is not among them, all are kept.
    """
    lines = code.rstrip("\n").split("\n")
    if start <= line < start + len(lines):
        first = max(start, line - LINES_BEFORE)
        lines = lines[first - start : line - start + LINES_AFTER + 1]
        start = first
    # What is common to all lines; textwrap would rewrite lines of nothing but blanks too.
    indents = [len(text) - len(text.lstrip(" ")) for text in lines if text.strip()]
    common = min(indents, default=0)
    return Excerpt("\n".join(text[common:] if text.strip() else "" for text in lines), start, line)
