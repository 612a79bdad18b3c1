"""One error of an answer, as if it were the only one: for fronts that show them one by one."""

from __future__ import annotations

from app.domain.answer import BEST_FROM, Answer, Best, EventAnswer

__all__ = ["alone", "recognised"]


def recognised(event: EventAnswer) -> bool:
    """Tell whether a record answers this error, as sure as `best` has to be."""
    return bool(event.matches) and event.matches[0].score >= BEST_FROM


def alone(answer: Answer, event: EventAnswer) -> Answer:
    """Return the answer with this event only, which is its `best` where a record is recognised."""
    best = answer.best if answer.best and answer.best.event == event.index else None
    if best is None and recognised(event):
        best = Best(event=0, id=event.matches[0].id, ambiguous=event.status == "ambiguous")
    return answer.model_copy(
        update={
            "events": [event.model_copy(update={"index": 0})],
            "best": best.model_copy(update={"event": 0}) if best else None,
        }
    )
