"""Statements in plain SQL, for the few places that run too often or over too many rows for a layer between.

Values are always `?`, on both databases; a statement is made of constants of ours alone.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy.orm import SessionTransaction
from sqlmodel import Session

__all__ = ["REMEMBERED", "among", "marks", "on_sqlite", "over", "remembered", "run", "run_many"]

# Where a session that only reads keeps what it has asked: it sees one state from its first statement to its last.
REMEMBERED = "remembered"
_DRIVER = "driver"


def run(session: Session, statement: str, values: Sequence[Any] = ()) -> list[Any]:
    """Run a statement and return its rows."""
    driver = _driver(session)
    if driver is not None:
        return driver.execute(statement, tuple(values)).fetchall()
    return list(session.connection().exec_driver_sql(_styled(statement), tuple(values)).fetchall())


def run_many(session: Session, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Run a statement once for each row of values."""
    driver = _driver(session)
    if driver is not None:
        driver.executemany(statement, rows)
    elif rows:
        session.connection().exec_driver_sql(_styled(statement), list(rows))


def over(session: Session, values: Iterable[str], statement: str, before: Sequence[Any] = ()) -> list[Any]:
    """Run a statement over any number of texts at once.

    Args:
        session: the session.
        values: the texts, in any order; the rows of `given.value`.
        statement: has `{given}` where its first join is: `FROM {given} word ON word.word = given.value`.
        before: values of `?` that stand before `{given}`.
    """
    listed = sorted(set(values))
    if not listed:
        return []
    if on_sqlite(session):
        # CROSS JOIN keeps the order: for each value a look-up, never a scan.
        given = statement.format(given="json_each(?) AS given CROSS JOIN")
        return run(session, given, (*before, json.dumps(listed)))
    given = statement.format(given="unnest(CAST(? AS text[])) AS given(value) JOIN")
    return run(session, given, (*before, listed))


def among(session: Session, values: Iterable[str]) -> tuple[str, Any]:
    """Return `(…)` to stand behind IN, and its one value: the same statement for any number of texts."""
    if on_sqlite(session):
        return "(SELECT value FROM json_each(?))", json.dumps(list(values))
    return "(SELECT unnest(CAST(? AS text[])))", list(values)


def marks(count: int) -> str:
    """Return `?, ?, ?` for so many values."""
    return ", ".join("?" * count)


def remembered(session: Session, what: str) -> dict[str, Any] | None:
    """Return what a session that only reads has asked of a kind, to be added to; None in one that may write."""
    kinds: dict[str, dict[str, Any]] | None = session.info.get(REMEMBERED)
    return None if kinds is None else kinds.setdefault(what, {})


def _driver(session: Session) -> sqlite3.Connection | None:
    """Return SQLite's own connection: what SQLAlchemy does around a small statement takes longer than the statement.

    It is asked for once in a transaction, since to ask takes as long as a look-up; and once in a nested one, whose savepoint
    SQLAlchemy sets only then.
    """
    known: tuple[object, sqlite3.Connection | None] | None = session.info.get(_DRIVER)
    transaction = _transaction(session)
    if known is not None and transaction is not None and known[0] is transaction:
        return known[1]
    connection = session.connection()
    driver = None
    if connection.dialect.name == "sqlite":
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
    session.info[_DRIVER] = _transaction(session), driver
    return driver


def _transaction(session: Session) -> SessionTransaction | None:
    return session.get_nested_transaction() or session.get_transaction()


def _styled(statement: str) -> str:
    return statement.replace("?", "%s")


def on_sqlite(session: Session) -> bool:
    """Tell whether this is SQLite, and not PostgreSQL."""
    return _driver(session) is not None
