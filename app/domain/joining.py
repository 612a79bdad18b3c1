"""Two answers to one paste become one: that of the base, and that of the files that were read here. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.domain.answer import BEST_FROM, Answer, Best, EventAnswer, Installed, Match, Tier
from app.domain.identity import module_path
from app.domain.people import BRIEF_NOTES
from app.domain.unknown import LOCAL_REPO

__all__ = ["joined"]


def joined(base: Answer, local: Answer, installed: Callable[[Match], Installed | None]) -> Answer:
    """Return the answer of the base with what was read here: both are of the same text.

    A record of the base stays the record of its site, whatever was read here; it is told that the site stands here
    too. A site that the base does not have becomes a match of its own.

    Args:
        base: of the database.
        local: of the files that were read here.
        installed: gives the file here that a match of `local` was read from.
    """
    theirs = {_key(event): event for event in local.events}
    events = [_event(event, theirs.pop(_key(event), None), installed) for event in base.events]
    events += [_event(None, event, installed) for event in theirs.values() if event.matches]
    ordered = sorted(events, key=lambda event: (event.start_line, event.end_line))
    renumbered = [event.model_copy(update={"index": index}) for index, event in enumerate(ordered)]
    return base.model_copy(update={"events": renumbered, "best": _best(base, local, renumbered)})


def _key(event: EventAnswer) -> tuple[object, ...]:
    return event.start_line, event.end_line, event.error_class, event.message


def _event(
    base: EventAnswer | None, local: EventAnswer | None, installed: Callable[[Match], Installed | None]
) -> EventAnswer:
    if local is None:
        assert base is not None
        return base
    known = list(base.matches) if base is not None else []
    new: list[Match] = []
    for match in local.matches:
        place = installed(match)
        if place is None or not _sure(match, local):
            continue
        at = next((at for at, one in enumerate(known) if _same(one, match)), None)
        if at is None:
            new.append(match.model_copy(update={"installed": place}))
        else:
            known[at] = _told(known[at], match, place)
    if not new:
        return (base or local).model_copy(update={"matches": known})
    stubs = [one for one in known if one.repo == LOCAL_REPO]
    # At equal scores the record of the base comes first: somebody may have explained it.
    matches = sorted([*(one for one in known if one not in stubs), *new], key=lambda one: -one.score)
    if stubs:  # of the error before anybody knew its record, whose notes are of that
        said = {note.id: note for one in (matches[0], *stubs) for note in one.notes}
        matches[0] = matches[0].model_copy(update={"notes": list(said.values())[:BRIEF_NOTES]})
        below = round(matches[-1].score - 0.001, 3)
        matches += [one.model_copy(update={"score": min(one.score, below)}) for one in stubs]
    update: dict[str, object] = {"matches": matches}
    if matches[0].installed is not None and not matches[0].installed.in_base:
        place = matches[0].installed
        update |= {"status": local.status, "package": local.package, "hint": _hint(place)}
    return (base or local).model_copy(update=update)


def _hint(place: Installed) -> str:
    keep = f" `errdex learn {place.learn}` keeps all of its records." if place.learn else ""
    return f"This base does not have it; it was read just now from {place.words}.{keep}"


def _sure(match: Match, event: EventAnswer) -> bool:
    """Tell whether a match of a few files counts: a base of so few says nothing about how rare a wording is."""
    if match.tier is Tier.FUZZY or match.score < BEST_FROM:
        return False
    file = match.file_path.rpartition("/")[2]
    return any(frame.file.replace("\\", "/").rpartition("/")[2] == file for frame in event.frames)


def _same(one: Match, other: Match) -> bool:
    if one.id == other.id:
        return True
    return (
        module_path(one.file_path) == module_path(other.file_path)
        and (one.error_class, one.error_message) == (other.error_class, other.error_message)
        and (one.error_message is not None or one.line_number == other.line_number)
    )


def _told(known: Match, local: Match, place: Installed) -> Match:
    """Return a match of the base with what is newer or nearer here."""
    update: dict[str, object] = {"installed": place.model_copy(update={"in_base": True})}
    if not known.next_steps or len(local.next_steps) > len(known.next_steps):
        update["next_steps"] = local.next_steps
    return known.model_copy(update=update)


def _best(base: Answer, local: Answer, events: Sequence[EventAnswer]) -> Best | None:
    """Return the first event that is answered for sure, as the two answers have chosen it; a root before what it caused."""
    places: list[tuple[bool, int, Best]] = []
    for answer in (base, local):
        if answer.best is None:
            continue
        chosen = _key(answer.events[answer.best.event])
        event = next((event for event in events if _key(event) == chosen), None)
        if event is None or not event.matches or event.matches[0].score < BEST_FROM:
            continue
        first = event.matches[0]
        same = first.id == answer.best.id
        best = Best(
            event=event.index,
            id=first.id,
            ambiguous=answer.best.ambiguous and same,
            related=answer.best.related if same and answer is base else [],
        )
        places.append((event.role == "wrapper", event.index, best))
    return min(places, key=lambda one: one[:2])[2] if places else None
