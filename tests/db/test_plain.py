"""Plain statements belong to the transaction that they are run in, a nested one too."""

from __future__ import annotations

import pytest
from sqlmodel import Session

from app.db.engine import Database
from app.db.plain import on_sqlite, run_many
from app.db.store import state, write_state


def set_state(session: Session, value: str) -> None:
    """Write one row by a plain statement."""
    run_many(session, "UPDATE catalogue_state SET value = ? WHERE name = 'source'", [(value,)])


@pytest.mark.parametrize("asked_before", [False, True])
def test_a_nested_transaction_takes_plain_statements_back(
    each_database: Database, *, asked_before: bool
) -> None:
    """Also where nothing else was run in it, and where the one around it has run some already."""
    with each_database.write() as session:
        write_state(session, "source", "first")
        if asked_before:
            on_sqlite(session)
            set_state(session, "second")
        before = state(session, "source")
        nested = session.begin_nested()
        set_state(session, "third")
        assert state(session, "source") == "third"
        nested.rollback()
        assert state(session, "source") == before
        with session.begin_nested():
            set_state(session, "fourth")
        session.commit()
    with each_database.read() as session:
        assert state(session, "source") == "fourth"
