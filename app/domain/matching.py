"""Do a text and a pattern agree, and how: whole, inside, or up to where the text was cut.

The candidates come from look-up keys (`keys.py`), so that a base of any size costs the same;
what is found here depends on text and pattern alone. `find_all` over every pattern gives the same hits as
over the candidates: the keys never lose one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from app.domain.alignment import Alignment
from app.domain.answer import Tier
from app.domain.keys import words_of
from app.domain.linear import RefusedPatternError
from app.domain.ordered import Searched
from app.domain.pattern_syntax import is_word
from app.domain.patterns import MAX_PATTERN_CHARS, CompiledPattern, PatternHit, compile_pattern
from app.domain.shapes import lower_case

__all__ = [
    "Candidate",
    "Hit",
    "find_all",
    "find_in_any_case",
    "find_truncated",
    "least_literal_chars",
    "most_literal_chars",
]

_MAX_REPEATS = 50
# A cut text agrees with a pattern by chance unless this much of its literals is there.
_MIN_AGREED_CHARS = 16
_MIN_AGREED_WORDS = 3
# Where it ends in a wildcard nothing shows that it was cut, and it needs this much, and to be so great a part of it.
_MIN_OPEN_CHARS, _MIN_OPEN_WORDS, _MIN_OPEN_PART = 20, 4, 0.35
# How a class prints a message that it holds as a value: `KeyError: 'no shard'`, `ValidationError: ['no shard']`.
_QUOTES = " \t\n\r'\"`[]"
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
    words of the pattern's literals that agreed; `ratio` (0 to 100) and `alignment` are there for the fuzzy
    tier alone. `any_case` tells that the letters agree, and upper and lower case do not; `open_end` that a cut
    text ends where a wildcard stands.
    """

    candidate: Candidate
    tier: Tier
    start: int
    end: int
    groups: tuple[tuple[int, int], ...]
    words: int
    ratio: float | None = None
    alignment: Alignment | None = None
    any_case: bool = False
    open_end: bool = False


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
            quoted = _only_quotes(text[: place.start] + text[place.end :])
            hits.append(_hit(candidate, Tier.EXACT if quoted else Tier.CONTAINED, place))
    return hits


def find_in_any_case(text: str, candidates: Iterable[Candidate]) -> list[Hit]:
    """Return the hits of a text that was retyped in another case, exact where they fill it; generic patterns have none."""
    searched = Searched(lower_case(text))
    return [
        replace(
            _hit(
                candidate,
                Tier.EXACT if _only_quotes(text[: place.start] + text[place.end :]) else Tier.CONTAINED,
                place,
            ),
            any_case=True,
        )
        for candidate in candidates
        if not candidate.generic
        and (compiled := _usable(candidate)) is not None
        and (place := compiled.find_in_any_case(searched))
    ]


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
        line_end = line_end if line_end >= 0 else len(text)
        outside = text[line_start:start] + text[end:line_end]
        if _mostly_taken(found, text):
            hits.append(_hit(candidate, Tier.CONTAINED, found))
        elif _only_quotes(outside):
            hits.append(_hit(candidate, Tier.EXACT, found))
        elif whole := _fills(compiled, text[line_start:line_end]):
            # Its last wildcard ended at the first place that it could, and may hold the rest of the line.
            groups = tuple((one + line_start, other + line_start) for one, other in whole.groups)
            place = replace(whole, start=whole.start + line_start, end=whole.end + line_start, groups=groups)
            hits.append(_hit(candidate, Tier.EXACT, place))
            end = line_end
        else:
            hits.append(_hit(candidate, Tier.CONTAINED, found))
        position = max(end, position + 1)
    return hits


def _mostly_taken(found: PatternHit, text: str) -> bool:
    """Tell whether wildcards took lines of a text, and most of what was matched: they may be any program's."""
    held = sum(end - start for start, end in found.groups if start >= 0)
    return 2 * held > found.end - found.start and "\n" in text[found.start : found.end]


def _fills(compiled: CompiledPattern, line: str) -> PatternHit | None:
    """Find a pattern as a whole line; one that is mostly wildcard would fill any."""
    found = compiled.find_whole(Searched(line)) if compiled.shape.template else None
    if found is None or sum(end - start for start, end in found.groups) > len(line) / 2:
        return None
    return found


def _only_quotes(outside: str) -> bool:
    """Tell whether nothing but quotation marks or brackets of a list stands round a pattern."""
    return not outside.strip(_QUOTES)


def find_truncated(text: str, candidates: Iterable[Candidate]) -> list[Hit]:
    """Return the hits of a text that ends early: what there is agrees with the pattern up to its end.

    The pattern's literals must stand in order, from the text's beginning or from a word boundary; the last
    one may be cut. Where it ends in a wildcard, the text must show that it was cut, by an ellipsis, or agree
    with much of the pattern from its beginning on.
    """
    cut = _ELLIPSIS.search(text)
    body = text[: cut.start()] if cut else text.rstrip()
    folded, places = _fold(body)
    hits: list[Hit] = []
    for candidate in candidates:
        compiled = _usable(candidate)
        if compiled is None or not compiled.literals or not compiled.literals[0].strip():
            continue
        agreed = _agreement(folded, compiled.literals)
        if agreed is None:
            continue
        start, literal_text, open_end = agreed
        words = len({word for word in words_of(literal_text) if len(word) > 1})
        unshown = open_end and not cut
        if unshown and (
            candidate.generic
            or start
            or words < _MIN_OPEN_WORDS
            or len(literal_text) < max(_MIN_OPEN_CHARS, _MIN_OPEN_PART * len(folded))
        ):
            continue
        if len(literal_text) >= _MIN_AGREED_CHARS and words >= _MIN_AGREED_WORDS:
            hits.append(Hit(candidate, Tier.TRUNCATED, places[start], len(body), (), words, open_end=unshown))
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


def _agreement(text: str, literals: Sequence[str]) -> tuple[int, str, bool] | None:
    """Return (start, the literal text that agreed, it ends in a wildcard) where the text ends within the pattern, else None."""
    first = literals[0].lstrip()
    start = text.find(first)
    whole = start >= 0
    if not whole:
        start = _cut_prefix(text, first, 0)
    if start < 0 or (start > 0 and is_word(text[start - 1]) and is_word(first[0])):
        return None
    if not whole:
        return start, text[start:], False
    agreed = [first]
    position = start + len(first)
    for literal in literals[1:]:
        found = text.find(literal, position)
        if found < 0:
            tail = _cut_prefix(text, literal, position)
            if tail >= 0 and (len(text) - tail >= 2 or tail == position):
                return start, " ".join([*agreed, text[tail:]]), False
            return start, " ".join(agreed), True
        agreed.append(literal)
        position = found + len(literal)
    return None


def _cut_prefix(text: str, literal: str, position: int) -> int:
    """Return where the text's end is a proper beginning of the literal, the longest such, or -1."""
    for length in range(min(len(literal) - 1, len(text) - position), 0, -1):
        if text.endswith(literal[:length]):
            return len(text) - length
    return -1
