"""Do a text and a pattern agree, and how: whole, inside, or up to where the text was cut.

The candidates come from look-up keys (`keys.py`), so that a base of any size costs the same;
what is found here depends on text and pattern alone. `find_all` over every pattern gives the same hits as
over the candidates: the keys never lose one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.domain.answer import Tier
from app.domain.keys import words_of
from app.domain.linear import RefusedPatternError
from app.domain.ordered import Searched
from app.domain.pattern_syntax import is_word
from app.domain.patterns import MAX_PATTERN_CHARS, CompiledPattern, PatternHit, compile_pattern

__all__ = [
    "Candidate",
    "Hit",
    "find_all",
    "find_truncated",
    "least_literal_chars",
    "most_literal_chars",
]

_MAX_REPEATS = 50
# A cut text agrees with a pattern by chance unless this much of its literals is there.
_MIN_AGREED_CHARS = 16
_MIN_AGREED_WORDS = 3
_ELLIPSIS = re.compile(r"\s*(?:\.{2,}|…|\[(?:\.{3}|…|truncated)[^\]]*\]?)\s*$")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pattern that a key led to."""

    pattern_id: int
    pattern: str
    template: str
    words: int
    generic: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """A pattern that agrees with a text.

    `start` and `end` are places in the text, `groups` those of the wildcards; `words` counts the distinct
    words of the pattern's literals that agreed; `ratio` (0 to 100) is there for the fuzzy tier alone.
    """

    candidate: Candidate
    tier: Tier
    start: int
    end: int
    groups: tuple[tuple[int, int], ...]
    words: int
    ratio: float | None = None


def find_all(text: str, candidates: Iterable[Candidate], *, repeats: bool = False) -> list[Hit]:
    """Return the exact and contained hits of the candidates, in their order.

    A generic pattern must match the whole text. With `repeats` (text that is no parsed error) a pattern
    may stand several times, and is whole where it fills its lines; a generic one counts only where its
    literals are at least half of them, since a line is no message: `(.*) for (.*)` fills every second one.
    """
    hits: list[Hit] = []
    searched = Searched(text)
    least = _least_chars(searched) if repeats else 0
    for candidate in candidates:
        try:
            compiled = compile_pattern(candidate.pattern)
        except RefusedPatternError:
            continue
        if repeats:
            if candidate.generic and compiled.shape.template and compiled.literal_chars < least:
                continue
            found = _repeated(compiled, candidate, searched)
            hits.extend(hit for hit in found if not candidate.generic or _fills_its_lines(hit))
        elif place := compiled.find_whole(searched):
            hits.append(_hit(candidate, Tier.EXACT, place))
        elif not candidate.generic and (place := compiled.find_inside(searched)):
            hits.append(_hit(candidate, Tier.CONTAINED, place))
    return hits


def least_literal_chars(text: str) -> int:
    """Return how many characters the literals of a generic template need to count in a text that is no parsed error."""
    return _least_chars(Searched(text))


def most_literal_chars(candidate: Candidate) -> int:
    """Return how many characters the literals of a generic pattern can have in a text of one line."""
    compiled = _usable(candidate)
    return compiled.literal_chars if compiled is not None and compiled.shape.template else MAX_PATTERN_CHARS


def _least_chars(searched: Searched) -> int:
    # A plain text is one line, which a generic template has to fill by half; of others it is hard to say.
    return (len(searched.text.strip()) + 1) // 2 if searched.plain else 0


def _fills_its_lines(hit: Hit) -> bool:
    held = sum(end - start for start, end in hit.groups)
    return hit.tier is Tier.EXACT and 2 * held <= hit.end - hit.start


def _usable(candidate: Candidate) -> CompiledPattern | None:
    try:
        return compile_pattern(candidate.pattern)
    except RefusedPatternError:
        return None


def _hit(candidate: Candidate, tier: Tier, place: PatternHit) -> Hit:
    return Hit(candidate, tier, place.start, place.end, place.groups, candidate.words)


def _repeated(compiled: CompiledPattern, candidate: Candidate, searched: Searched) -> list[Hit]:
    hits: list[Hit] = []
    text = searched.text
    position = 0
    while len(hits) < _MAX_REPEATS and (found := compiled.find_inside(searched, position)):
        start, end = found.start, found.end
        line_start = text.rfind("\n", 0, start) + 1
        line_end = text.find("\n", end)
        outside = text[line_start:start] + text[end : line_end if line_end >= 0 else len(text)]
        tier = Tier.CONTAINED if outside.strip() else Tier.EXACT
        hits.append(_hit(candidate, tier, found))
        position = max(end, position + 1)
    return hits


def find_truncated(text: str, candidates: Iterable[Candidate]) -> list[Hit]:
    """Return the hits of a text that ends early: what there is agrees with the pattern up to its end.

    The pattern's literals must stand in order, from the text's beginning or from a word boundary; the last
    one may be cut. Where only a wildcard is left, the text must show that it was cut, by an ellipsis.
    """
    cut = _ELLIPSIS.search(text)
    body = text[: cut.start()] if cut else text.rstrip()
    folded, places = _fold(body)
    hits: list[Hit] = []
    for candidate in candidates:
        compiled = _usable(candidate)
        if compiled is None or not compiled.literals or not compiled.literals[0].strip():
            continue
        agreed = _agreement(folded, compiled.literals, shown_cut=bool(cut))
        if agreed is None:
            continue
        start, literal_text = agreed
        words = len({word for word in words_of(literal_text) if len(word) > 1})
        if len(literal_text) >= _MIN_AGREED_CHARS and words >= _MIN_AGREED_WORDS:
            hits.append(Hit(candidate, Tier.TRUNCATED, places[start], len(body), (), words))
    return hits


def _fold(text: str) -> tuple[str, list[int]]:
    """Fold runs of white space to one blank; `places[i]` is where folded character `i` stood."""
    folded: list[str] = []
    places: list[int] = []
    blank = False
    for index, char in enumerate(text):
        if char.isspace():
            blank = True
            continue
        if blank and folded:
            folded.append(" ")
            places.append(index - 1)
        blank = False
        folded.append(char)
        places.append(index)
    return "".join(folded), places


def _agreement(text: str, literals: Sequence[str], *, shown_cut: bool) -> tuple[int, str] | None:
    """Return (start, the literal text that agreed) where the text ends within the pattern, else None."""
    first = literals[0].lstrip()
    start = text.find(first)
    whole = start >= 0
    if not whole:
        start = _cut_prefix(text, first, 0)
    if start < 0 or (start > 0 and is_word(text[start - 1]) and is_word(first[0])):
        return None
    if not whole:
        return start, text[start:]
    agreed = [first]
    position = start + len(first)
    for index, literal in enumerate(literals[1:], 1):
        found = text.find(literal, position)
        if found < 0:
            tail = _cut_prefix(text, literal, position)
            if tail >= 0 and (len(text) - tail >= 2 or tail == position):
                return start, " ".join([*agreed, text[tail:]])
            return (start, " ".join(agreed)) if shown_cut and index < len(literals) else None
        agreed.append(literal)
        position = found + len(literal)
    return None


def _cut_prefix(text: str, literal: str, position: int) -> int:
    """Return where the text's end is a proper beginning of the literal, the longest such, or -1."""
    for length in range(min(len(literal) - 1, len(text) - position), 0, -1):
        if text.endswith(literal[:length]):
            return len(text) - length
    return -1
