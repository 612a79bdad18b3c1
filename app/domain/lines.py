"""Lines of a file of JSON Lines: where they stand, and pieces of whole lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["SPACE", "LineText", "line_places"]

SPACE = " \t\r\n"


@dataclass(frozen=True, slots=True)
class LineText:
    """Lines of a file of JSON Lines: their text, and the number of the first."""

    text: str
    first: int = 1

    def places(self) -> dict[int, tuple[int, int]]:
        """Return number to start and end of each line that is not blank, space at its ends left out."""
        return {number: (start, end) for number, start, end in line_places(self.text, self.first - 1)}

    def pieces(self, most_chars: int) -> Iterator[LineText]:
        """Part it behind line ends, into pieces of about so many characters."""
        start, number = 0, self.first
        while start < len(self.text):
            end = self.text.find("\n", start + most_chars) + 1 or len(self.text)
            piece = self.text[start:end]
            yield LineText(piece, number)
            number += piece.count("\n")
            start = end


def line_places(text: str, number: int = 0) -> Iterator[tuple[int, int, int]]:
    """Yield number, start and end of each line that is not blank, space at its ends left out; `number` lines are before."""
    start = 0
    while start < len(text):
        number += 1
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        first, last = start, end
        while first < last and text[first] in SPACE:
            first += 1
        while last > first and text[last - 1] in SPACE:
            last -= 1
        if first < last:
            yield number, first, last
        start = end + 1
