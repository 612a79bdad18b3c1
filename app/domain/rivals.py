"""Ranked records beside each other: which speaks against which, and which nothing separates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.domain.answer import BEST_FROM, Tier
from app.domain.ranking import OUTSIDE, SURE, Ranked

__all__ = ["MATCH_FROM", "capped", "inseparable", "levelled", "lines_separate", "weighed_against_each_other"]

# Below this a record is no answer at all, only a near miss.
MATCH_FROM = 0.3
# Points of the ratio, and of the score, within which two similar wordings are equally near.
_SAME_RATIO, _SAME_SCORE = 3.0, 0.03
_LESS, _BEHIND, _ABOUT = 0.001, 0.01, 0.1
# Part of a record's words that a message of its very place has to share, so that no other place can be the one.
_MIN_SHARED = 0.4
# Nats by which a similar wording has to say more than a pattern that agrees, so that the pattern is the lesser answer.
_MUCH_MORE = 8.0
# Nats that the less like of two similar wordings may share more: rarer words are better than more of them.
_LITTLE_MORE = 6.0
_ODDS_BEHIND = 100.0
# Places of one function that can be shown side by side.
_FEW_PLACES = 3
# Where in a standing what does not depend on the wording begins.
_BEYOND_WORDS = 3


def weighed_against_each_other(ranked: Mapping[str, Ranked]) -> dict[str, Ranked]:
    """Cap the records of an event that another one of it speaks against.

    Args:
        ranked: each by the id of its record.
    """
    return _against_similar(_against_nearer_wording(_against_the_place(_against_many(ranked))))


def _against_many(ranked: Mapping[str, Ranked]) -> dict[str, Ranked]:
    """Where a paste ends with the frames, a function that raises one class in many places tells of none of them."""
    alike = [
        one for one in ranked.values() if "cut away" in one.signals and one.score >= BEST_FROM and one.drift
    ]
    if len(alike) <= _FEW_PLACES:
        return dict(ranked)
    return {**ranked, **{one.site.id: capped(one, BEST_FROM - _BEHIND) for one in alike}}


def _against_the_place(ranked: Mapping[str, Ranked]) -> dict[str, Ranked]:
    """Where a record of the place that raised is worded like the message, what reads like it elsewhere is copied code."""
    there = max((one.score for one in ranked.values() if _stands_there(one)), default=0.0)
    if there < BEST_FROM:
        return dict(ranked)
    return {
        record_id: capped(one, there - _BEHIND) if _in_no_frame(one) else one
        for record_id, one in ranked.items()
    }


def _against_nearer_wording(ranked: Mapping[str, Ranked]) -> dict[str, Ranked]:
    """Of similar wordings with the same class and place the one that explains more of the text comes first."""
    nearest: dict[tuple[object, ...], Ranked] = {}
    for one in ranked.values():
        if one.tier is Tier.FUZZY:
            key = one.standing[_BEYOND_WORDS:]
            first = nearest.get(key)
            if first is None or _likeness(one) > _likeness(first):
                nearest[key] = one
    best = dict(ranked)
    for record_id, one in ranked.items():
        first = nearest.get(one.standing[_BEYOND_WORDS:]) if one.tier is Tier.FUZZY else None
        near = (
            first is not None
            and first.score >= max(BEST_FROM, one.score - _ABOUT)
            and first.information >= one.information - _LITTLE_MORE
        )
        if first is not None and near and _likeness(first)[0] - _likeness(one)[0] > _SAME_RATIO:
            best[record_id] = capped(one, first.score - _BEHIND)
    return best


def _likeness(one: Ranked) -> tuple[float, float, str]:
    assert one.hit is not None
    likeness = one.hit.alignment.whole_ratio if one.hit.alignment is not None else 0.0
    return likeness, one.score, one.site.id


def _stands_there(ranked: Ranked) -> bool:
    """Tell whether a record's site is where the error was raised: file, function and class, and part of the words."""
    seen = ranked.signals
    return (
        ranked.tier in {Tier.SITE, Tier.FUZZY}
        and {"raised here", "raised in its function", "class"} <= seen.keys()
        and "statement calls" not in seen
        and ranked.site.wording == "words"
        and max(seen.get("reworded", 0.0), seen.get("overlap", 0.0)) >= _MIN_SHARED
    )


def _in_no_frame(ranked: Ranked) -> bool:
    """Tell whether there are frames and none of them is in the record's file."""
    return any(signal in ranked.signals for signal in OUTSIDE.values())


def _against_similar(ranked: Mapping[str, Ranked]) -> dict[str, Ranked]:
    """Bring what agrees and what is only similar into their order.

    An exact pattern explains every word that was printed, and a similar one does not, unless the words were
    taken for the value of a wildcard: where they are another record's, which is sure enough, that one explains more.
    """
    similar = [one for one in ranked.values() if _is_near(one) and one.score >= BEST_FROM]
    most = max(similar, key=lambda one: (one.information, one.score, one.site.id), default=None)
    best = dict(ranked)
    if most is not None:
        for record_id, one in ranked.items():
            less = one.hit is not None and one.information + _MUCH_MORE <= most.information
            if less and _nearness(one) <= _nearness(most):
                best[record_id] = capped(one, most.score - _BEHIND)
    exact = [one for one in best.values() if one.tier is Tier.EXACT and one.score >= MATCH_FROM]
    if not exact:
        return best
    said = max(one.information for one in exact)
    limit = max(one.score for one in exact) - _BEHIND
    for record_id, one in best.items():
        if (
            one.tier is Tier.FUZZY
            and "raised here" not in one.signals
            and one.information < said + _MUCH_MORE
        ):
            best[record_id] = capped(one, limit)
    return best


def _is_near(one: Ranked) -> bool:
    """Tell whether a message is worded like a record's, or is its beginning."""
    return one.tier is Tier.FUZZY or (
        one.tier is Tier.TRUNCATED and one.hit is not None and one.hit.start == 0
    )


def _nearness(one: Ranked) -> int:
    """Say how near a record's site is to where the error was raised: its function, its file, elsewhere."""
    if "raised here" not in one.signals:
        return 0
    return 1 + ("raised in another function" not in one.signals) + ("raised in its function" in one.signals)


def inseparable(first: Ranked, second: Ranked) -> bool:
    """Tell whether nothing separates two records: the same evidence, and lines that prefer neither clearly."""
    if first.tier is Tier.FUZZY and second.tier is Tier.FUZZY and not _one_pattern(first, second):
        # Two wordings that are about as near: neither is the one.
        alike = abs((first.hit.ratio or 0.0) - (second.hit.ratio or 0.0)) <= _SAME_RATIO  # type: ignore[union-attr]
        return (
            alike
            and first.standing[_BEYOND_WORDS:] == second.standing[_BEYOND_WORDS:]
            and first.score - second.score <= _SAME_SCORE
        )
    return first.standing == second.standing and not lines_separate(first.drift, second.drift)


def lines_separate(first: int | None, second: int | None) -> bool:
    """Tell whether the frame's line is that of the first of two sites; where it is neither's, the file has drifted."""
    return first == 0 and second is not None and second != 0


def levelled(matches: Sequence[Ranked]) -> list[Ranked]:
    """Give the score of the first to all that nothing separates from it, and to no other, where there are any."""
    if len(matches) < 2 or not inseparable(matches[0], matches[1]):
        return list(matches)
    first = matches[0]
    level: list[Ranked] = []
    for one in matches:
        if one is first or inseparable(first, one):
            level.append(replace(one, score=first.score))
        elif one.score >= first.score:
            level.append(replace(one, score=round(first.score - _LESS, 3)))
        else:
            level.append(one)
    return level


def _one_pattern(first: Ranked, second: Ranked) -> bool:
    return (
        first.hit is not None
        and second.hit is not None
        and first.hit.candidate.pattern_id == second.hit.candidate.pattern_id
    )


def capped(ranked: Ranked, most: float) -> Ranked:
    """Return a record with at most this score."""
    if ranked.score <= most:
        return ranked
    return replace(ranked, score=most, order=(-min(most, SURE), _ODDS_BEHIND, *ranked.order[2:]))
