"""Asks errdex and says what its answers are worth: right, ambiguous with the right one in the cluster, wrong, silent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.config import Settings
from app.domain.answer import Answer, EventAnswer, MatchOptions
from app.services.wiring import Services, build
from bench.accuracy.cases import Case

__all__ = ["Verdict", "judge", "judged"]

_LIMIT = 100
_SHOWN = 3
_CHUNK = 50


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a case.

    Attributes:
        outcome: `right`: the record is `best`; `ambiguous`: `best` is said to be ambiguous and the record is among those
            that nothing separates; `wrong`: `best` is another one; `silent`: there is no `best`.
        in_three: it is among the first three matches, or `ambiguous`.
        score: of the first match, None where there is none.
        first_is_right: the first match is the right record, sure enough for `best` or not.
        in_cluster: the first match has the pattern of the right record.
        got: the first matches, or near misses, for people.
    """

    case: Case
    outcome: str
    in_three: bool
    score: float | None
    confidence: str | None
    first_is_right: bool
    in_cluster: bool
    milliseconds: float
    got: tuple[Mapping[str, Any], ...] = field(default=())


def judged(
    database: Path, cases: Sequence[Case], clusters: Mapping[str, int | None], jobs: int
) -> Iterator[Verdict]:
    """Yield the verdicts in the order of the cases."""
    chunks = [cases[at : at + _CHUNK] for at in range(0, len(cases), _CHUNK)]
    if jobs == 1 or len(chunks) == 1:
        _start(database, clusters)
        for chunk in chunks:
            yield from _judge_all(chunk)
        return
    with ProcessPoolExecutor(jobs, initializer=_start, initargs=(database, clusters)) as pool:
        for verdicts in pool.map(_judge_all, chunks):
            yield from verdicts


class _Worker:
    services: Services
    clusters: Mapping[str, int | None]


def _start(database: Path, clusters: Mapping[str, int | None]) -> None:
    settings = Settings(
        _env_file=None,
        database_url=f"sqlite:///{database}",
        max_matches_per_event=_LIMIT,
        match_timeout_seconds=60,
    )
    _Worker.services = build(settings)
    _Worker.clusters = clusters


def _judge_all(cases: Iterable[Case]) -> list[Verdict]:
    options = MatchOptions(limit=_LIMIT)
    return [
        judge(case, _Worker.services.match.match(case.paste, options), _Worker.clusters) for case in cases
    ]


def judge(case: Case, answer: Answer, clusters: Mapping[str, int | None]) -> Verdict:
    """Compare an answer with what the case is of."""
    event = _event(answer)
    matches = event.matches if event else []
    first = matches[0] if matches else None
    outcome = "silent"
    if answer.best is not None:
        outcome = "right" if answer.best.id == case.wanted else "wrong"
        if outcome == "wrong" and answer.best.ambiguous and _tied(case, event, clusters):
            outcome = "ambiguous"
    return Verdict(
        case=case,
        outcome=outcome,
        in_three=outcome == "ambiguous" or case.wanted in {one.id for one in matches[:3]},
        score=first.score if first else None,
        confidence=first.confidence if first else None,
        first_is_right=first is not None and first.id == case.wanted,
        in_cluster=first is not None and case.cluster is not None and clusters.get(first.id) == case.cluster,
        milliseconds=answer.stats.elapsed_ms,
        got=_shown(answer, event),
    )


def _event(answer: Answer) -> EventAnswer | None:
    """Return the event that is looked at: that of `best`, else the first that has matches, else any."""
    if answer.best is not None:
        return answer.events[answer.best.event]
    return next((one for one in answer.events if one.matches), answer.events[0] if answer.events else None)


def _tied(case: Case, event: EventAnswer | None, clusters: Mapping[str, int | None]) -> bool:
    """Tell whether the record is among those that share place one; past the most that are listed, by its pattern."""
    assert event is not None
    first = event.matches[0]
    tied = [one for one in event.matches if one.score == first.score and one.tier == first.tier]
    if case.wanted in {one.id for one in tied}:
        return True
    return len(tied) >= _LIMIT and case.cluster is not None and clusters.get(first.id) == case.cluster


def _shown(answer: Answer, event: EventAnswer | None) -> tuple[Mapping[str, Any], ...]:
    if event is None:
        return ({"note": "nothing was understood as an error"},)
    heading = {
        "status": event.status,
        "class": event.error_class,
        "message": event.message,
        "frames": len(event.frames),
        "events": len(answer.events),
        "ambiguous": answer.best is not None and answer.best.ambiguous,
    }
    listed = [
        {
            "id": one.id,
            "place": f"{one.file_path}:{one.line_number}",
            "class": one.error_class,
            "template": one.error_message,
            "tier": one.tier,
            "score": round(one.score, 3),
            "evidence": [("" if each.agrees else "NOT ") + each.detail for each in one.evidence],
            "near_miss": one in event.near_misses,
        }
        for one in [*event.matches[:_SHOWN], *event.near_misses[: 0 if event.matches else _SHOWN]]
    ]
    return (heading, *listed)
