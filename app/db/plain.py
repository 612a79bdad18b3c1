"""Statements in plain SQL, for the few places that run too often or over too many rows for a layer between.

Values are always `?`, on both databases; a statement is made of constants of ours alone.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlmodel import Session

__all__ = ["among", "marks", "over", "run", "run_many"]


def run(session: Session, statement: str, values: Sequence[Any] = ()) -> list[Any]:
    """Run a statement and return its rows."""
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        return _driver(connection).execute(statement, tuple(values)).fetchall()
    return list(connection.exec_driver_sql(_styled(statement), tuple(values)).fetchall())


def run_many(session: Session, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Run a statement once for each row of values."""
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        _driver(connection).executemany(statement, rows)
    elif rows:
        connection.exec_driver_sql(_styled(statement), list(rows))


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
    if _on_sqlite(session):
        # CROSS JOIN keeps the order: for each value a look-up, never a scan.
        given = statement.format(given="json_each(?) AS given CROSS JOIN")
        return run(session, given, (*before, json.dumps(listed)))
    given = statement.format(given="unnest(CAST(? AS text[])) AS given(value) JOIN")
    return run(session, given, (*before, listed))


def among(session: Session, values: Iterable[str]) -> tuple[str, Any]:
    """Return `(…)` to stand behind IN, and its one value: the same statement for any number of texts."""
    if _on_sqlite(session):
        return "(SELECT value FROM json_each(?))", json.dumps(list(values))
    return "(SELECT unnest(CAST(? AS text[])))", list(values)


def marks(count: int) -> str:
    """Return `?, ?, ?` for so many values."""
    return ", ".join("?" * count)


def _driver(connection: Connection) -> sqlite3.Connection:
    """Return the driver's own connection: what SQLAlchemy does around a small statement takes longer than the statement."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _styled(statement: str) -> str:
    return statement.replace("?", "%s")


def _on_sqlite(session: Session) -> bool:
    return session.connection().dialect.name == "sqlite"
