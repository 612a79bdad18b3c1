"""Counts over verdicts: what the tables are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bench.accuracy.cases import KINDS
from bench.accuracy.judging import Verdict

__all__ = ["BANDS", "Tally", "band_precision", "buckets", "group_of", "tally"]

BANDS = ("high", "medium", "low")
_EDGES = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many cases ended how."""

    cases: int = 0
    right: int = 0
    ambiguous: int = 0
    wrong: int = 0
    in_three: int = 0

    @property
    def named(self) -> float:
        """Share of cases whose record is `best`, or `ambiguous` with it in the cluster."""
        return (self.right + self.ambiguous) / self.cases if self.cases else 0.0


def group_of(kind: str) -> str:
    """Return the group of a kind: whole, damaged, bare, foreign, innocent."""
    return KINDS[kind].group if kind in KINDS else kind


def tally(verdicts: Iterable[Verdict]) -> Tally:
    """Count verdicts."""
    chosen = list(verdicts)
    return Tally(
        cases=len(chosen),
        right=sum(one.outcome == "right" for one in chosen),
        ambiguous=sum(one.outcome == "ambiguous" for one in chosen),
        wrong=sum(one.outcome == "wrong" for one in chosen),
        in_three=sum(one.in_three for one in chosen),
    )


@dataclass(frozen=True, slots=True)
class Bucket:
    """First matches with like scores.

    Attributes:
        low, high: of the scores; the end is exclusive.
        matches: how many there are, with their mean score.
        right: how many of them are the right record, or one that is said to be ambiguous with it.
        in_cluster: how many have the pattern of the right record, which is what the score speaks of.
    """

    low: float
    high: float
    matches: int
    mean: float
    right: int
    in_cluster: int


def buckets(verdicts: Sequence[Verdict]) -> list[Bucket]:
    """Sort first matches by score; those where no record is right count as not right."""
    found = []
    for low, high in pairwise(_EDGES):
        inside = [one for one in verdicts if one.score is not None and low <= one.score < high]
        if inside:
            mean = sum(one.score or 0.0 for one in inside) / len(inside)
            found.append(
                Bucket(
                    low,
                    high,
                    len(inside),
                    mean,
                    sum(_good(one) for one in inside),
                    sum(_near(one) for one in inside),
                )
            )
    return found


def band_precision(verdicts: Sequence[Verdict], band: str) -> Bucket:
    """The same for a confidence band."""
    inside = [one for one in verdicts if one.confidence == band]
    mean = sum(one.score or 0.0 for one in inside) / len(inside) if inside else 0.0
    return Bucket(
        0, 0, len(inside), mean, sum(_good(one) for one in inside), sum(_near(one) for one in inside)
    )


def _good(verdict: Verdict) -> bool:
    return verdict.outcome in {"right", "ambiguous"} or verdict.first_is_right


def _near(verdict: Verdict) -> bool:
    return verdict.in_cluster or _good(verdict)
