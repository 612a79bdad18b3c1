"""Similarity, the last resort: a reworded, mistyped or mangled message against the templates that share its words.

Bounded on every side: only candidates that shared words brought, at most `MAX_TEXT_CHARS` of each text.
rapidfuzz's plain ratio: measured on damaged lines it names the right template in .97 to .98, where
partial_ratio and token_set_ratio name it in .20.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log

from rapidfuzz import fuzz, process

from app.domain.answer import Tier
from app.domain.keys import words_of
from app.domain.matching import Candidate, Hit
from app.domain.readings import STRAIGHT

__all__ = ["MAX_TEXT_CHARS", "MIN_RATIO", "most_promising", "similar"]

MAX_TEXT_CHARS = 400
MIN_RATIO = 60.0
_MIN_WORDS = 3
_MAX_HITS = 10


def most_promising(postings: Mapping[str, Iterable[int]], records: int, limit: int = 100) -> list[int]:
    """Return the pattern ids with the greatest sum of word rarity, best first.

    Args:
        postings: word to the ids of the patterns that hold it.
        records: how many patterns there are.
        limit: so many at least, as far as there are; of those that are equal to the last one all, since ids
            say nothing but when a pattern was written.
    """
    sums: dict[int, float] = {}
    for word in sorted(postings):
        members = list(postings[word])
        rarity = log((records + 1) / (len(members) + 0.5))
        for pattern_id in members:
            sums[pattern_id] = sums.get(pattern_id, 0.0) + rarity
    ordered = sorted(sums, key=lambda pattern_id: (-sums[pattern_id], pattern_id))
    if len(ordered) <= limit:
        return ordered
    least = sums[ordered[limit - 1]]
    return [pattern_id for pattern_id in ordered if sums[pattern_id] >= least]


def similar(text: str, candidates: Iterable[Candidate]) -> list[Hit]:
    """Return fuzzy hits over `MIN_RATIO`, best first; case, white space and the form of quotation marks do not count.

    A generic pattern has no hits: what is like an ordinary message is ordinary too.
    """
    folded = _fold(text)
    own_words = set(words_of(folded))
    if len(own_words) < _MIN_WORDS:
        return []
    pool = [candidate for candidate in candidates if candidate.words >= _MIN_WORDS and not candidate.generic]
    scored = process.extract(
        folded,
        [_fold(candidate.template) for candidate in pool],
        scorer=fuzz.ratio,
        score_cutoff=MIN_RATIO,
        limit=None,
    )
    hits = [
        Hit(
            candidate=pool[index],
            tier=Tier.FUZZY,
            start=0,
            end=len(text),
            groups=(),
            words=len(own_words & set(words_of(pool[index].template))),
            ratio=round(ratio, 2),
        )
        for _, ratio, index in scored
    ]
    hits.sort(key=lambda hit: (-(hit.ratio or 0), hit.candidate.pattern))
    return hits[:_MAX_HITS]


def _fold(text: str) -> str:
    return " ".join(text.lower().translate(STRAIGHT).split())[:MAX_TEXT_CHARS]
