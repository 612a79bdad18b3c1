"""Reads what newer learned releases made of the site of a record, and which version a paste is of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from app.db import learned, lookup
from app.domain.answer import Frame, Match, NextStep
from app.domain.patterns import distinct_words
from app.domain.sightings import nearest
from app.domain.upstream import Successor, Upstream, changed_conditions, lifted_step
from app.domain.versions import version_order
from app.services.next_steps import is_alike

__all__ = ["with_upstream"]

_MAX_HOPS = 3
_MIN_SHARED_WORDS = 3
# Of the words of a message that another one must have to speak of the same, and to be the same in other words.
_RELATED, _ALIKE = 0.4, 0.75
_CHANGED = frozenset({"reworded", "gone"})


def with_upstream(session: Session, match: Match, extension: str, frames: Sequence[Frame]) -> Match:
    """Return the match with the version that its frames are of, and in front of its steps what upgrading may do.

    Args:
        session: of the read that the answer is made in.
        match: as it is answered.
        extension: the record's `errdex` member as JSON text.
        frames: of the event.
    """
    told = json.loads(extension)
    versions = told.get("versions") or []
    if not versions:
        return match
    seen = nearest(versions, frames)
    if seen is not None:
        match = match.model_copy(
            update={"sighted": seen.model_copy(update={"state": told.get("state", "current")})}
        )
    step: NextStep | None
    if is_alike(match):
        return match
    if told.get("state") in _CHANGED:
        found = _upstream(session, match, told)
        step = lifted_step(found) if found is not None else None
    else:
        step = changed_conditions(versions, seen.version if seen is not None and seen.same_line else None)
    return match.model_copy(update={"next_steps": [step, *match.next_steps]}) if step is not None else match


def _upstream(session: Session, match: Match, told: dict[str, Any]) -> Upstream | None:
    last = str(told["versions"][-1]["version"])
    following = _following(session, match.repo, last)
    if following is None:
        return None
    version, version_id = following
    path = str(told["versions"][-1].get("filePath") or match.file_path)
    conditions = tuple((told.get("facts") or {}).get("conditions") or ())
    function = told.get("function")
    found = Upstream(str(told["state"]), version, last, function, function_stands=True, conditions=conditions)
    if told["state"] == "reworded" and told.get("replacedBy"):
        return _reworded(session, match.repo, str(told["replacedBy"]), found)
    there = learned.sites_in(session, version_id, path, function)
    related = _related(session, there, version, match.error_message)
    if related and related[0].alike:  # the same check in other words, beside others that are new
        return _reworded(session, match.repo, related[0].record_id, replace(found, state="reworded"))
    return replace(found, function_stands=bool(there), successors=related)


def _reworded(session: Session, repo: str, record_id: str, found: Upstream) -> Upstream | None:
    """Follow the records that took a site's place to the last one."""
    first: Successor | None = None
    for _ in range(_MAX_HOPS):
        row = lookup.documents(session, [record_id]).get(record_id)
        if row is None:
            break
        told = json.loads(row.extension)
        own = tuple((told.get("facts") or {}).get("conditions") or ())
        successor = Successor(row.id, row.error_message, own)
        first = first or successor
        if told.get("state") == "reworded" and told.get("replacedBy"):
            record_id = str(told["replacedBy"])
            continue
        final: str | None = None
        later: tuple[Successor, ...] = ()
        if told.get("state") == "gone" and told.get("versions"):
            following = _following(session, repo, str(told["versions"][-1]["version"]))
            if following is not None:
                final = following[0]
                path = str(told["versions"][-1].get("filePath") or "")
                there = learned.sites_in(session, following[1], path, told.get("function"))
                later = _related(session, there, final, row.error_message)
        return replace(found, successors=(first,), final=final, later=later)
    return None


def _following(session: Session, repo: str, version: str) -> tuple[str, int] | None:
    """Return the first learned release after a version, of the distribution that this version is of."""
    known = learned.versions_of(session, repo)
    own = {one.distribution for one in known if one.version == version}
    later = [
        one
        for one in known
        if one.distribution in own and one.version and version_order(one.version) > version_order(version)
    ]
    if not later:
        return None
    first = min(later, key=lambda one: version_order(one.version))
    return first.version, first.id


def _related(
    session: Session, record_ids: Sequence[str], version: str, message: str | None
) -> tuple[Successor, ...]:
    """Return the checks that are new in a version and share most words with a message."""
    words = frozenset(distinct_words([message])) if message else frozenset()
    found: list[tuple[int, Successor]] = []
    for row in lookup.documents(session, record_ids).values():
        told = json.loads(row.extension)
        versions = told.get("versions") or [{}]
        shared = len(words & frozenset(distinct_words([row.error_message or ""])))
        related = shared >= max(_MIN_SHARED_WORDS, _RELATED * len(words))
        if versions[0].get("version") == version and related:
            conditions = tuple((told.get("facts") or {}).get("conditions") or ())
            alike = shared >= _ALIKE * len(words)
            found.append((shared, Successor(row.id, row.error_message, conditions, alike=alike)))
    found.sort(key=lambda one: (-one[0], one[1].record_id))
    return tuple(one for _, one in found)
