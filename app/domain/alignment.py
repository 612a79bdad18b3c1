"""A message laid beside a record's literals, word by word: what agrees in order, what is missing, what is too much.

What a wildcard may hold is neither: the values of a message say nothing of how near its wording is. A word
that was mistyped agrees with the one it was, and of a name in parts (`attn_tp_size`) each part counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import OSA, LCSseq

from app.domain.linear import RefusedPatternError
from app.domain.patterns import compile_pattern
from app.domain.rarity import is_common

__all__ = ["Alignment", "Part", "Template", "align", "literal_words", "parts_of"]

_PART = re.compile(r"[^\W_]+")
_WORD = re.compile(r"\w+|\.{3,}|…")
_ELLIPSIS = re.compile(r"\.{3,}|…")
ELLIPSIS = "…"
# From so many letters on a word may have one slip, or two.
_ONE_SLIP, _TWO_SLIPS = 4, 8
# A literal that runs into a value (`argument{plural}`) agrees with a word that begins or ends with it.
_MIN_GLUED = 3
# What a word counts that stands elsewhere.
_MOVED = 0.6


@dataclass(frozen=True, slots=True)
class Template:
    """A pattern's literals as parts of words.

    Attributes:
        parts: in order, case-folded.
        words: for each part, the whole word that it is of.
        gaps: places between parts, 0 to their number, where a wildcard may stand.
        glued: parts that run into a wildcard, at their beginning or end.
    """

    parts: tuple[str, ...]
    words: tuple[str, ...]
    gaps: frozenset[int]
    glued: frozenset[int]
    chars: int
    distinct: frozenset[str]


@dataclass(frozen=True, slots=True)
class Alignment:
    """How far a text agrees with a template.

    Attributes:
        agreed: for each word of the template, what part of it the text has in its place, 0 to 1.
        further: words of the text that are neither the template's nor in a wildcard.
        ratio: 0 to 100, by characters: those of both that agree among all that are not in wildcards.
        whole_ratio: the same with what is in wildcards; it says which of two templates explains more of a text.
        cut: the text leaves a part of the template out, which is not among `agreed`.
    """

    agreed: dict[str, float]
    further: tuple[str, ...]
    ratio: float
    whole_ratio: float = 0.0
    cut: bool = False


class Part(NamedTuple):
    """A part of a word, case-folded: itself, the whole word, and which word of its text that is."""

    part: str
    word: str
    number: int


def parts_of(text: str) -> list[Part]:
    """Cut a text into parts of words; an ellipsis is one of its own."""
    found: list[Part] = []
    for number, word in enumerate(_WORD.findall(text.casefold())):
        if _ELLIPSIS.fullmatch(word):
            found.append(Part(ELLIPSIS, ELLIPSIS, number))
        else:
            found.extend(Part(part, word, number) for part in _PART.findall(word))
    return found


@lru_cache(maxsize=4096)
def literal_words(pattern: str, template: str) -> Template:
    """Read a pattern's literals; of one that cannot be used the template's text, with wildcards nowhere.

    Args:
        pattern: of the record.
        template: its literals as one text.
    """
    try:
        compiled = compile_pattern(pattern)
    except RefusedPatternError:
        literals: Sequence[str] = (template,)
    else:
        literals = compiled.shape.literals if compiled.shape.template else ("", *compiled.literals, "")
    parts: list[str] = []
    words: list[str] = []
    gaps: set[int] = set()
    glued: set[int] = set()
    last = len(literals) - 1
    for index, literal in enumerate(literals):
        found = parts_of(literal)
        if index:
            gaps.add(len(parts))
            if found and _PART.match(literal):
                glued.add(len(parts))
        parts.extend(one.part for one in found)
        words.extend(one.word for one in found)
        if index < last and found and _PART.match(literal[-1]):
            glued.add(len(parts) - 1)
    return Template(
        tuple(parts), tuple(words), frozenset(gaps), frozenset(glued), sum(map(len, parts)), frozenset(parts)
    )


def align(template: Template, text: Sequence[Part]) -> Alignment:
    """Lay a text beside a template.

    Args:
        template: from `literal_words`.
        text: from `parts_of`.
    """
    own = [one.part for one in text]
    read = _as_meant(template, own)
    pairs = [
        (left + step, right + step)
        for block in LCSseq.opcodes(template.parts, read)
        if block.tag == "equal"
        for left, right, step in [
            (block.src_start, block.dest_start, at) for at in range(block.src_end - block.src_start)
        ]
    ]
    matched = _matched(text, pairs)
    moved = _moved(template, read, matched, {right for _, right in pairs})
    left_out = _left_out(template, read, pairs)
    shares: dict[str, list[float]] = {}
    wanted = 0
    for at, (part, word) in enumerate(zip(template.parts, template.words, strict=True)):
        if at not in left_out:
            share = shares.setdefault(word, [0.0, 0.0])
            share[0] += matched.get(at, _MOVED if at in moved else 0.0)
            share[1] += 1
            wanted += len(part)
    same = sum(len(template.parts[at]) * share for at, share in sorted(matched.items()))
    further: list[str] = []
    beyond = 0
    before = (-1, -1)
    for left, right in [*pairs, (len(template.parts), len(own))]:
        if not any(before[0] < gap <= left for gap in template.gaps):
            extra = [at for at in range(before[1] + 1, right) if own[at] != ELLIPSIS]
            further.extend(text[at].word for at in extra if at not in moved.values())
            beyond += sum(len(own[at]) for at in extra)
        before = left, right
    total = wanted + same + beyond
    return Alignment(
        {word: there / count for word, (there, count) in shares.items()},
        tuple(further),
        200 * same / total if total else 0.0,
        200 * same / (wanted + sum(map(len, own)) or 1),
        cut=bool(left_out),
    )


def _matched(text: Sequence[Part], pairs: Sequence[tuple[int, int]]) -> dict[int, float]:
    """Return for each part of the template that the text has how much of the text's word agrees: `validator` is half of `field_validator`."""
    whole = Counter(one.number for one in text)
    there = Counter(text[right].number for _, right in pairs)
    return {left: there[text[right].number] / whole[text[right].number] for left, right in pairs}


def _moved(
    template: Template, read: Sequence[str], matched: Collection[int], used: Collection[int]
) -> dict[int, int]:
    """Return which parts of the template stand elsewhere in the text, and where."""
    places: dict[str, list[int]] = {}
    for at in range(len(read) - 1, -1, -1):
        if at not in used:
            places.setdefault(read[at], []).append(at)
    return {
        at: places[part].pop()
        for at, part in enumerate(template.parts)
        if at not in matched and places.get(part)
    }


def _left_out(template: Template, read: Sequence[str], pairs: Sequence[tuple[int, int]]) -> set[int]:
    """Return the parts of the template that the text leaves out: for an ellipsis, or since it ends with what is before them."""
    left_out: set[int] = set()
    for (left, right), (next_left, next_right) in pairwise(pairs):
        if ELLIPSIS in read[right + 1 : next_right]:
            left_out.update(range(left + 1, next_left))
    if pairs:
        left, right = pairs[-1]
        # It ends there, or in the value behind it.
        if right == len(read) - 1 or left + 1 in template.gaps or ELLIPSIS in read[right + 1 :]:
            left_out.update(range(left + 1, len(template.parts)))
    return left_out


def _as_meant(template: Template, own: Sequence[str]) -> list[str]:
    """Return a text's parts as the template's where they are one of them mistyped, or one that ran into a value."""
    known = set(template.parts)
    wanted = list(dict.fromkeys(template.parts))
    runs_on = {template.parts[at] for at in template.glued if len(template.parts[at]) >= _MIN_GLUED}
    meant: dict[str, str] = {}
    for part in set(own) - known:
        nearest = _mistyped(part, wanted) or next(
            (one for one in runs_on if part.startswith(one) or part.endswith(one)), None
        )
        if nearest is not None:
            meant[part] = nearest
    return [meant.get(part, part) for part in own]


def _mistyped(part: str, wanted: Sequence[str]) -> str | None:
    """Return the wanted part that this one is with a slip of the hand, or two in a long one; None for a common word."""
    if len(part) < _ONE_SLIP - 1 or is_common(part):
        return None
    best: tuple[int, str] | None = None
    for one in wanted:
        slips = 2 if len(one) >= _TWO_SLIPS else 1 if len(one) >= _ONE_SLIP else 0
        if not slips or abs(len(one) - len(part)) > slips:
            continue
        distance = OSA.distance(part, one, score_cutoff=slips)
        if distance <= slips and (best is None or (distance, one) < best):
            best = (distance, one)
    return best[1] if best else None
