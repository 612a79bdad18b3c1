"""Reads what is needed to count many new patterns at once: one pass over the base instead of many look-ups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlmodel import Session

from app.db.plain import run
from app.domain.crossfire import Sweep, is_message
from app.domain.keys import ANCHOR, UNKEYED
from app.domain.patterns import MIN_SPECIFIC_WORDS, PatternFacts

__all__ = ["New", "gathered"]

_PAGE = 10_000


class New(NamedTuple):
    """A pattern that was just written, with its keys."""

    pattern: str
    facts: PatternFacts


def gathered(session: Session, first: int, last: int) -> Sweep:
    """Return what has to be gone through for patterns that were just written; it is read on the way.

    Numbers rise, so what was there before has lower ones. (Where all is keyed anew, the turn of higher ones comes later.)

    Args:
        session: of a write transaction.
        first: lowest id of the new patterns.
        last: their highest id.
    """
    messages = (
        (pattern_id, template)
        for pattern_id, template, words in _patterns_up_to(session, last)
        if is_message(template, words)
    )
    return Sweep(_anchors(session), messages, first)


def _patterns_up_to(session: Session, last: int) -> Iterator[tuple[int, str, int]]:
    """Yield id, template and number of words of all patterns up to an id."""
    done = -1
    while rows := run(
        session,
        "SELECT id, template, words FROM pattern WHERE id > ? AND id <= ? ORDER BY id LIMIT ?",
        (done, last, _PAGE),
    ):
        yield from rows
        done = rows[-1][0]


def _anchors(session: Session) -> Iterator[tuple[str, int, str]]:
    """Yield key, id and text of all patterns with words enough by their anchors, but for the empty one, which says nothing."""
    done: tuple[str, int] = (UNKEYED, 2**62)
    while rows := run(
        session,
        "SELECT one.key, one.pattern_id, pattern.pattern, pattern.words FROM pattern_key AS one "
        "JOIN pattern ON pattern.id = one.pattern_id "
        f"WHERE one.kind = '{ANCHOR}' AND (one.key, one.pattern_id) > (?, ?) "
        "ORDER BY one.key, one.pattern_id LIMIT ?",
        (*done, _PAGE),
    ):
        yield from (row[:3] for row in rows if row[3] >= MIN_SPECIFIC_WORDS)
        done = rows[-1][:2]
