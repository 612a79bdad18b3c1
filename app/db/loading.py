"""Fills an empty base: indexes that nothing asks before its end are made there, in one go each, from sorted rows.

Measured, that takes a third of the time of keeping them up to date row by row. SQLite only: on PostgreSQL readers
would wait for the whole load, since a dropped index keeps them out.
"""

from __future__ import annotations

from sqlmodel import Session

from app.db.plain import on_sqlite, run

__all__ = ["Loading", "is_empty"]

_TABLES = ("record", "record_tag", "pattern_key")


def is_empty(session: Session) -> bool:
    """Tell whether there is no record, not even a withdrawn one, and no pattern."""
    return not run(session, "SELECT 1 FROM record LIMIT 1") and not run(
        session, "SELECT 1 FROM pattern LIMIT 1"
    )


class Loading:
    """Takes the indexes away until `finish`; where the transaction or its savepoint is rolled back, they were never gone.

    Args:
        session: of a write transaction on an empty base.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._indexes: list[str] = []
        if not on_sqlite(session):
            return
        for table in _TABLES:
            rows = run(
                session,
                "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL "
                "ORDER BY name",
                (table,),
            )
            for name, statement in rows:
                run(session, f'DROP INDEX "{name}"')  # a name of ours
                self._indexes.append(statement)

    def finish(self) -> None:
        """Make the indexes as they were."""
        indexes, self._indexes = self._indexes, []
        for statement in indexes:
            run(self._session, statement)
