"""Feedback: counted, once for each person, and with nothing of what was pasted."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from app.db.engine import Database
from app.domain.answer import Tier
from app.domain.people import Caller
from app.errors import NeedsToken, NoteNotFound, NotYours, TooMany
from app.services.feedback import feedback_stats
from tests.services.ingesting import an_id
from tests.services.people import AGENT, CI, NOBODY, OTHER, PAGE, SLACK, feedback_of, load, notes_of

ONE = an_id(1)
COLUMNS = {"id", "record_id", "note_id", "verdict", "tier", "score", "front", "at", "voter"}


def test_verdicts_are_counted(database: Database) -> None:
    """On the record, and by tier over all of them; those on a note count for the note alone."""
    load(database, 1, 2)
    giving = feedback_of(database)
    note = notes_of(database).add(CI, an_id(2), "x")
    giving.give(CI, ONE, "solved", tier=Tier.EXACT, score=0.99)
    giving.give(SLACK, ONE, "wrong", tier=Tier.SITE, score=0.71)
    giving.give(OTHER, an_id(2), "wrong", tier=Tier.SITE)
    giving.give(OTHER, an_id(2), "solved", note_id=note.id)
    people = giving.give(OTHER, ONE, "solved")
    assert people.wire() == {"notes": 0, "solved": 2, "wrong": 1}
    with database.read() as session:
        assert feedback_stats(session).wire() == {
            "solved": 2,
            "wrong": 2,
            "tiers": {"exact": {"solved": 1, "wrong": 0}, "site": {"solved": 0, "wrong": 2}},
        }


def test_a_second_word_takes_the_place_of_the_first(database: Database) -> None:
    """Of one person on one record, or one note, the last verdict counts; an anonymous one's cannot be told apart."""
    load(database, 1)
    giving = feedback_of(database, anonymous_notes=True)
    for verdict in ("solved", "solved", "wrong"):
        giving.give(SLACK, ONE, verdict)
    assert giving.of_record(ONE).wire() == {"notes": 0, "solved": 0, "wrong": 1}
    for _ in range(2):
        giving.give(PAGE, ONE, "solved")
    assert giving.of_record(ONE).solved == 2


def test_nothing_of_a_paste_or_of_an_address_is_stored(database: Database) -> None:
    """The table has no place for a text, and what stands in it says nothing of the person but a digest."""
    load(database, 1)
    giving = feedback_of(database, anonymous_notes=True)
    giving.give(NOBODY, ONE, "solved", tier=Tier.EXACT, score=0.5)
    giving.give(SLACK, ONE, "solved")
    with database.read() as session:
        rows = [dict(row) for row in session.execute(text("SELECT * FROM feedback")).mappings()]
    assert all(set(row) == COLUMNS for row in rows)
    shown = repr(rows)
    assert "192.0.2.1" not in shown
    assert "U1" not in shown
    assert [row["voter"] is None for row in rows] == [True, False]


@pytest.mark.parametrize(
    ("caller", "expected"),
    [(NOBODY, NeedsToken), (PAGE, NeedsToken), (AGENT, NotYours), (Caller("slack"), NotYours)],
)
def test_who_may_not(database: Database, caller: Caller, expected: type[Exception]) -> None:
    """Who is refused changes no count."""
    load(database, 1)
    with pytest.raises(expected):
        feedback_of(database).give(caller, ONE, "solved")
    assert not feedback_of(database).of_record(ONE)


def test_feedback_in_an_hour(database: Database) -> None:
    """One person gives so much, and not more."""
    load(database, 1)
    giving = feedback_of(database, max_feedback_per_hour=2)
    giving.give(CI, ONE, "solved")
    giving.give(CI, ONE, "solved")
    with pytest.raises(TooMany):
        giving.give(CI, ONE, "solved")
    giving.give(OTHER, ONE, "solved")


def test_a_note_of_another_record(database: Database) -> None:
    """A note is only voted on as one of its record, and not once it is deleted."""
    load(database, 1, 2)
    note = notes_of(database).add(CI, ONE, "x")
    with pytest.raises(NoteNotFound):
        feedback_of(database).give(CI, an_id(2), "solved", note_id=note.id)
    feedback_of(database).give(CI, ONE, "solved", note_id=note.id)
    notes_of(database).delete(CI, note.id)
    with pytest.raises(NoteNotFound):
        feedback_of(database).give(OTHER, ONE, "solved", note_id=note.id)
