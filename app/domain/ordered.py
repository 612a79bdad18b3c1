"""Ordered search: does a text hold a pattern's literals in their order, and where.

For a template in a text whose blanks are all single it is the whole answer, the very one that RE2 gives:
a lazy wildcard ends where the next literal first stands, so the first places are the right ones. Elsewhere
it says no quickly, and leaves the yes to RE2.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.pattern_syntax import is_word
from app.domain.shapes import Shape, fold

__all__ = ["Place", "Searched", "could_stand", "find_inside", "find_whole"]

Groups = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a template stands in a text, and what its wildcards hold."""

    start: int
    end: int
    groups: Groups


class Searched:
    """A text that patterns are searched for in; `plain` tells that its blanks are single, so that it needs no engine."""

    __slots__ = ("folded", "plain", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        folded = " ".join(text.split())
        if len(folded) != len(text):
            folded = fold(text)
        self.folded = folded
        self.plain = folded == text


def could_stand(shape: Shape, searched: Searched, *, whole: bool) -> bool:
    """Tell whether the literals stand in the text in order; where they do not, no match is possible.

    Args:
        shape: of the pattern.
        searched: the text.
        whole: the match has to begin where the text does, but for white space.
    """
    text = searched.folded
    position = 0
    literals = shape.literals
    if whole and shape.template and literals[0]:
        return text.lstrip(" ").startswith(literals[0].lstrip(" "))
    blank = False
    for literal in literals:
        if not literal:
            continue
        # Two blanks may share a run of white space, which is one blank here.
        wanted = literal[1:] if blank and literal[0] == " " else literal
        blank = literal[-1] == " "
        position = text.find(wanted, position)
        if position < 0:
            return False
        position += len(wanted)
    return True


def find_inside(shape: Shape, text: str, position: int) -> Place | None:
    """Find a template in a plain text from a position on, as RE2 would.

    Where the template's own edge is a word character, a boundary stands there: the text's beginning, or a
    character from `position` on that belongs to no word; its end, or such a character.
    """
    first = shape.literals[0]
    if shape.wildcards == 0:
        start = _start(shape, text, position)
        while start >= 0 and not _ends(shape, text, start + len(first)):
            start = _start(shape, text, start + 1, since=position)
        return Place(start, start + len(first), ()) if start >= 0 else None
    start = _start(shape, text, position) if first else position
    if start < 0:
        return None
    end = start + len(first)
    groups: list[tuple[int, int]] = []
    for literal in shape.literals[1:-1]:
        found = text.find(literal, end)
        if found < 0:
            return None
        groups.append((end, found))
        end = found + len(literal)
    last = shape.literals[-1]
    if not last:
        until = len(text) if shape.ending == "greedy" else end
        return Place(start, until, (*groups, (end, until)))
    found = text.find(last, end)
    while found >= 0 and not _ends(shape, text, found + len(last)):
        found = text.find(last, found + 1)
    if found < 0:
        return None
    return Place(start, found + len(last), (*groups, (end, found)))


def _start(shape: Shape, text: str, position: int, since: int | None = None) -> int:
    """Return the next place of the first literal from a position on, at a word boundary where it needs one, or -1."""
    first = shape.literals[0]
    begin = position if since is None else since
    start = text.find(first, position)
    if not shape.starts_in_word:
        return start
    while start > 0 and (start == begin or is_word(text[start - 1])):
        start = text.find(first, start + 1)
    return start


def _ends(shape: Shape, text: str, end: int) -> bool:
    return not shape.ends_in_word or end == len(text) or not is_word(text[end])


def find_whole(shape: Shape, text: str) -> Place | None:
    """Find a template as the whole of a plain text of one line, but for a blank at its ends, as RE2 would."""
    starts = (1, 0) if text.startswith(" ") else (0,)
    for start in starts:
        if place := _whole_from(shape, text, start):
            return place
    return None


def _whole_from(shape: Shape, text: str, start: int) -> Place | None:
    if not text.startswith(shape.literals[0], start):
        return None
    end = start + len(shape.literals[0])
    ends = (len(text) - 1, len(text)) if text.endswith(" ") else (len(text),)
    if shape.wildcards == 0:
        return Place(start, end, ()) if end in ends else None
    groups: list[tuple[int, int]] = []
    for literal in shape.literals[1:-1]:
        found = text.find(literal, end)
        if found < 0:
            return None
        groups.append((end, found))
        end = found + len(literal)
    last = shape.literals[-1]
    if not last and shape.ending == "greedy":
        return Place(start, len(text), (*groups, (end, len(text))))
    for until in ends:
        found = until - len(last)
        if found >= end and text.startswith(last, found):
            return Place(start, until, (*groups, (end, found)))
    return None
