"""Similarity, the last resort: a reworded, mistyped or mangled message against the templates that share its words.

Bounded on every side: only candidates that shared words brought, at most `MAX_TEXT_CHARS` of each text, and the words
of `MAX_ALIGNED_CHARS`.
rapidfuzz's plain ratio: measured on damaged lines it names the right template in .97 to .98, where
partial_ratio and token_set_ratio name it in .20.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import log

from rapidfuzz import fuzz, process

from app.domain.alignment import Template, align, literal_words, parts_of
from app.domain.answer import Tier
from app.domain.matching import Candidate, Hit
from app.domain.readings import STRAIGHT

__all__ = ["MAX_TEXT_CHARS", "MIN_RATIO", "most_promising", "similar"]

MAX_TEXT_CHARS = 400
MAX_ALIGNED_CHARS = 1_500
MIN_RATIO = 60.0
_MIN_WORDS = 3
_MAX_HITS = 10
_MAX_ALIGNED = 20
_HALF = 0.5


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

    The ratio is that of the wording: what stands where a pattern has a wildcard is left out of it
    (`alignment.py`). A generic pattern has no hits: what is like an ordinary message is ordinary too.
    """
    folded = _fold(text)
    own = parts_of(text[:MAX_ALIGNED_CHARS])
    own_words = {one.word for one in own}
    if len(own_words) < _MIN_WORDS:
        return []
    pool = [candidate for candidate in candidates if candidate.words >= _MIN_WORDS and not candidate.generic]
    plain = {
        index: ratio
        for _, ratio, index in process.extract(
            folded,
            [_fold(candidate.template) for candidate in pool],
            scorer=fuzz.ratio,
            score_cutoff=MIN_RATIO,
            limit=None,
        )
    }
    hits: list[Hit] = []
    templates = [literal_words(candidate.pattern, candidate.template) for candidate in pool]
    for index in sorted({*plain, *_worth_aligning(templates, {one.part for one in own})}):
        candidate = pool[index]
        alignment = align(templates[index], own)
        ratio = max(alignment.ratio, plain.get(index, 0.0))
        if ratio >= MIN_RATIO:
            hits.append(
                Hit(
                    candidate=candidate,
                    tier=Tier.FUZZY,
                    start=0,
                    end=len(text),
                    groups=(),
                    words=sum(1 for share in alignment.agreed.values() if share >= _HALF),
                    ratio=round(ratio, 2),
                    alignment=alignment,
                )
            )
    hits.sort(key=lambda hit: (-(hit.ratio or 0), hit.candidate.pattern))
    return hits[:_MAX_HITS]


def _worth_aligning(templates: Sequence[Template], own: Collection[str]) -> set[int]:
    """Return the indexes of those that share most with a text, of their own characters and in all; the rest is not aligned."""
    shared = [
        sum(len(part) for part in template.distinct if part in own) if template.chars else 0
        for template in templates
    ]
    by_share = sorted(range(len(templates)), key=lambda at: (-shared[at] / max(1, templates[at].chars), at))
    by_size = sorted(range(len(templates)), key=lambda at: (-shared[at], at))
    return {*by_share[:_MAX_ALIGNED], *by_size[:_MAX_ALIGNED]}


def _fold(text: str) -> str:
    return " ".join(text.lower().translate(STRAIGHT).split())[:MAX_TEXT_CHARS]
