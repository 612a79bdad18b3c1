"""Queries for the table that the search page keeps in memory: what each record is filtered by. They never commit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlmodel import Session

from app.db.plain import on_sqlite, run
from app.domain.facets import number_of

__all__ = ["Row", "rows_of", "tags_of_all", "text_numbers", "vocabulary"]

# id, repo, class, kind of mistake, severity, letters of the title
_ROWS = 2_000
Row = tuple[str, str, str | None, str | None, str, int]


def rows_of(session: Session) -> Iterator[Row]:
    """Yield every record that is not withdrawn."""
    yield from _stream(
        session,
        "SELECT id, repo, error_class, background_tag, severity, length(title) FROM record "
        "WHERE withdrawn_at IS NULL",
    )


def tags_of_all(session: Session) -> Iterator[tuple[str, str]]:
    """Yield each tag with the id of each record that has it."""
    yield from _stream(session, "SELECT tag, record_id FROM record_tag")


def _stream(session: Session, statement: str) -> Iterator[Any]:
    """Read rows a part at a time: all of them at once would take many times the memory of what is made of them."""
    rows = session.connection().exec_driver_sql(statement, execution_options={"yield_per": _ROWS})
    for part in rows.partitions():
        yield from part


def text_numbers(session: Session, expression: str) -> list[int]:
    """Return the ids, as `app.domain.facets.number_of`, of the records whose text meets a query of `Terms`, in no order."""
    if on_sqlite(session):
        # The number of a row is the record's id; reading the id's own column would take ten times as long.
        rows = run(session, "SELECT rowid FROM record_text WHERE record_text MATCH ?", (expression,))
        return [row[0] for row in rows]
    rows = run(
        session,
        "SELECT record_id FROM record_text WHERE document @@ to_tsquery('simple'::regconfig, ?)",
        (expression,),
    )
    return [number_of(row[0]) for row in rows]


def vocabulary(session: Session) -> Iterator[tuple[str, int]]:
    """Yield the words of messages, and names that records have, each with how many have it."""
    rows: list[Any] = run(session, "SELECT word, patterns FROM word WHERE patterns > 0")
    yield from rows
    yield from run(
        session,
        "SELECT name, total FROM tally WHERE kind IN ('class', 'repo', 'package', 'tag', 'background') AND total > 0",
    )
