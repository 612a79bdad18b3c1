"""One paste's answer as a verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from app.domain.answer import Answer
from app.services.match import MatchService
from bench.robustness.cells import Cell
from bench.robustness.sites import Error

__all__ = ["Score", "Verdict", "judge", "run"]

Verdict = str
RIGHT, CLUSTER, SILENT, WRONG = "right", "cluster", "silent", "wrong"


@dataclass(slots=True)
class Score:
    """The verdicts and tiers of one cell."""

    cell: Cell
    verdicts: Counter[str] = field(default_factory=Counter)
    tiers: Counter[str] = field(default_factory=Counter)
    misses: list[Error] = field(default_factory=list)

    @property
    def total(self) -> int:
        """How many pastes were tried."""
        return sum(self.verdicts.values())

    @property
    def right(self) -> float:
        """Share of pastes whose answer names the site, alone or in a cluster."""
        return (self.verdicts[RIGHT] + self.verdicts[CLUSTER]) / max(1, self.total)

    @property
    def in_tier(self) -> float:
        """Share of right answers that were found in one of the expected tiers."""
        named = sum(self.tiers.values())
        return sum(self.tiers[tier] for tier in self.cell.tiers) / max(1, named)


def judge(answer: Answer, record_id: str) -> tuple[Verdict, str]:
    """Return the verdict on an answer, and the tier that found the site."""
    best = answer.best
    if best is None:
        return SILENT, ""
    event = next(one for one in answer.events if one.index == best.event)
    own = next((match for match in event.matches if match.id == record_id), None)
    if own is None:
        return WRONG, ""
    if best.id == record_id:
        return RIGHT, own.tier.value
    return (CLUSTER, own.tier.value) if best.ambiguous else (WRONG, "")


def run(
    service: MatchService, cells: Iterable[Cell], errors: Sequence[Error], telling: Sequence[Error]
) -> Iterator[Score]:
    """Try every error in every cell; where the text is all there is, those whose text tells something."""
    for cell in cells:
        score = Score(cell)
        for error in telling if cell.lone else errors:
            verdict, tier = judge(service.match(cell.make(error)), error.record_id)
            score.verdicts[verdict] += 1
            if tier:
                score.tiers[tier] += 1
            else:
                score.misses.append(error)
        yield score
