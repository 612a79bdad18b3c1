"""Messages whose beginning was not copied: what there is agrees with a pattern from somewhere within it to its end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from app.domain.answer import Tier
from app.domain.keys import words_of
from app.domain.linear import RefusedPatternError
from app.domain.matching import Candidate, Hit
from app.domain.patterns import compile_pattern

__all__ = ["find_beheaded"]

# As for a text that is cut at its end: less than this agrees by chance.
_MIN_AGREED_CHARS = 24
_MIN_AGREED_WORDS = 4
_MAX_CHARS = 2_000
_MAX_BEFORE = 80
# What may stand before it: nothing, or what ends in a mark (`[Bug]: `, `…`). Amid a sentence it is a sentence's words.
_OPENING = re.compile(r"(?:\A|\n|[:>*|-]\s|[\]…])\s*\Z|(?<!\S)[\"'`]\Z")
_MAX_WORDS_BEFORE = 2
_WORD_START = re.compile(r"(?<!\w)\w")


def find_beheaded(text: str, candidates: Iterable[Candidate]) -> list[Hit]:
    """Return hits of the tier `truncated` for patterns whose literals stand in the text from one of their words on."""
    if len(text) > _MAX_CHARS:
        return []
    hits: list[Hit] = []
    for candidate in candidates:
        if candidate.generic:
            continue
        try:
            compiled = compile_pattern(candidate.pattern)
        except RefusedPatternError:
            continue
        if compiled.shape.template and (found := _agreement(text, compiled.literals)):
            start, end, agreed = found
            words = len({word for word in words_of(agreed) if len(word) > 1})
            if len(agreed) >= _MIN_AGREED_CHARS and words >= _MIN_AGREED_WORDS:
                hits.append(Hit(candidate, Tier.TRUNCATED, start, end, (), words))
    return hits


def _agreement(text: str, literals: Sequence[str]) -> tuple[int, int, str] | None:
    """Return (start, end, the literal text that agreed) of the longest tail of the literals that stands in order."""
    for index, literal in enumerate(literals):
        for begin in [found.start() for found in _WORD_START.finditer(literal)]:
            if index == 0 and begin == 0:
                continue  # that is the whole pattern
            tail = literal[begin:].rstrip()
            start = text.find(tail)
            if start < 0:
                continue
            if start > _MAX_BEFORE or not _opens(text[:start]):
                continue
            end = _follow(text, start + len(tail), literals[index + 1 :])
            if end is not None:
                return start, end, " ".join([tail, *literals[index + 1 :]])
    return None


def _opens(before: str) -> bool:
    """Tell whether a message may begin behind a text: what goes on from a sentence is that sentence's."""
    line = before.rpartition("\n")[2]
    return _OPENING.search(before) is not None and len(line.split()) <= _MAX_WORDS_BEFORE


def _follow(text: str, position: int, literals: Sequence[str]) -> int | None:
    for literal in literals:
        found = text.find(literal.strip(), position)
        if found < 0:
            return None
        position = found + len(literal.strip())
    return position
