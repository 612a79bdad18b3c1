"""What bounds notes: how many of a record, how often, what is read of many, and what never gets in."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from app.db import notes as queries
from app.db.engine import Database
from app.errors import BadInput, RecordNotFound
from tests.services.ingesting import an_id
from tests.services.people import AGENT, CI, OTHER, OWNER, feedback_of, load, notes_of

ONE, TWO = an_id(1), an_id(2)
SECRET = "hunter2hunter2"


def test_proposals_take_no_place_of_notes(database: Database) -> None:
    """Agents cannot fill a record; each kind has the limit for itself, and what is accepted counts as shown."""
    load(database, 1)
    notes = notes_of(database, mcp_proposals=True, max_notes_per_record=2)
    first, second = notes.add(AGENT, ONE, "a"), notes.add(AGENT, ONE, "b")
    with pytest.raises(BadInput, match=r"2 proposed notes.*A maintainer has to judge"):
        notes.add(AGENT, ONE, "c")
    notes.add(CI, ONE, "d")
    notes.judge(OWNER, first.id, accept=True)
    with pytest.raises(BadInput, match=r"2 notes.*Change or delete"):
        notes.add(CI, ONE, "e")
    with pytest.raises(BadInput, match=r"2 notes.*Change or delete"):
        notes.judge(OWNER, second.id, accept=True)
    assert [note.text for note in notes.listed("proposed")] == ["b"]
    notes.add(AGENT, ONE, "f")
    notes.judge(OWNER, second.id, accept=False)


def test_names_hold_no_secret(database: Database) -> None:
    """What is given as author or version, or is the caller's name, is masked like the text."""
    load(database, 1)
    note = notes_of(database).add(
        CI, ONE, "x", author=f"al password={SECRET}", version=f"1.0 password={SECRET}"
    )
    edited = notes_of(database).edit(CI, note.id, "y", version=f"2.0 password={SECRET}")
    assert (note.author or "").startswith("al ")
    assert (edited.version or "").startswith("2.0 ")
    with database.read() as session:
        held = str(session.execute(text("SELECT * FROM note")).all())
        held += str(session.execute(text("SELECT * FROM note_event")).all())
    assert SECRET not in held + str(note.version)


def test_a_list_of_one_record(database: Database) -> None:
    """Those of a record alone are listed, also under an alias; a limit is of them, not of all."""
    load(database, 1, 2)
    notes = notes_of(database, mcp_proposals=True)
    notes.add(AGENT, ONE, "one")
    for number in range(3):
        notes.add(AGENT, TWO, f"two {number}")
    with database.write() as session:
        session.execute(
            text("INSERT INTO record_alias (alias, record_id) VALUES (:alias, :id)"),
            {"alias": "f" * 16, "id": ONE},
        )
        session.commit()
    for asked in (ONE, ONE.upper(), "f" * 16):
        assert [note.text for note in notes.listed("proposed", 2, record_id=asked)] == ["one"]
    assert [note.text for note in notes.listed("proposed", 2)] == ["two 2", "two 1"]
    assert notes.listed(record_id=ONE) == []
    with pytest.raises(RecordNotFound):
        notes.listed(record_id="0" * 16)


def test_the_first_notes_of_many_records(database: Database) -> None:
    """Of each record as many as are wanted are read, best first, those of its aliases among them."""
    load(database, 1, 2, 3, 4)
    notes = notes_of(database)
    for number in range(4):
        notes.add(OWNER, ONE, f"one {number}")
        notes.add(OWNER, TWO, f"two {number}")
    best = notes.add(CI, an_id(3), "of what turned out to be one")
    for voter in (CI, OTHER):
        feedback_of(database).give(voter, an_id(3), "solved", note_id=best.id)
    with database.write() as session:
        session.execute(text("DELETE FROM record WHERE id = :id"), {"id": an_id(3)})
        session.execute(
            text("INSERT INTO record_alias (alias, record_id) VALUES (:alias, :id)"),
            {"alias": an_id(3), "id": ONE},
        )
        session.commit()
    with database.read() as session:
        found = queries.notes_of_many(session, [ONE, TWO, an_id(4), ONE], 2)
    assert {record_id: [one.text for one in few] for record_id, few in found.items()} == {
        ONE: ["of what turned out to be one", "one 3"],
        TWO: ["two 3", "two 2"],
    }
