"""Words that were meant: for each typed word that the base does not know, the nearest one that it does. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rapidfuzz import fuzz, process

__all__ = ["corrected", "word_counts"]

_WORD = re.compile(r"[^\W_]+")
# One wrong letter in six, or two that changed places, stay above it.
_ALIKE = 75.0
_CANDIDATES = 20
_MIN_CHARS = 3
_MAX_CHARS = 60
_MAX_WORDS = 12


def word_counts(names: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the words of these names, in lower case, each with the sum of what is counted."""
    counts: dict[str, int] = {}
    for name, count in names:
        for word in _WORD.findall(name.lower()):
            if not word.isdigit():
                counts[word] = counts.get(word, 0) + count
    return counts


def corrected(text: str, known: Mapping[str, int]) -> str | None:
    """Return a text with its unknown words put right; None where there is nothing to put right.

    Args:
        text: as typed.
        known: words in lower case, each with how many records have it: among equally near ones the most used wins.
    """
    changed = False
    pieces: list[str] = []
    end = 0
    for number, found in enumerate(_WORD.finditer(text)):
        word = found[0].lower()
        if number == _MAX_WORDS:
            break
        better = _nearest(word, known)
        if better is not None:
            pieces += (text[end : found.start()], better)
            end = found.end()
            changed = True
    return "".join([*pieces, text[end:]]) if changed else None


def _nearest(word: str, known: Mapping[str, int]) -> str | None:
    if word in known or not _MIN_CHARS <= len(word) <= _MAX_CHARS or word.isdigit():
        return None
    found = process.extract(word, known.keys(), scorer=fuzz.ratio, score_cutoff=_ALIKE, limit=_CANDIDATES)
    if not found:
        return None
    return min(found, key=lambda one: (-round(one[1]), -known[one[0]], one[0]))[0]
