"""The use case of copying the database and of putting a copy back."""

from __future__ import annotations

from pathlib import Path

from app.db import backup, store
from app.db.engine import Database
from app.errors import DatabaseBusy, StorageError

__all__ = ["back_up", "put_back"]


def back_up(database: Database, file: Path, *, replace: bool) -> int:
    """Copy a database into a file and return the copy's size in bytes; see `app.db.backup.backup`."""
    return backup.backup(database, file, replace=replace)


def put_back(database: Database, file: Path, *, replace: bool) -> None:
    """Put a copy in a database's place, with this program's schema; see `app.db.backup.restore`.

    The revision goes on from the higher of the two: what servers and browsers keep by it is never taken for the copy's.
    """
    before = _revision(database)
    backup.restore(database, file, replace=replace)
    database.upgrade()
    with database.write() as session:
        store.write_state(session, store.REVISION, str(max(before, store.revision(session)) + 1))
        session.commit()


def _revision(database: Database) -> int:
    """Return the revision of what will be gone: 0 where it is not there, or cannot be read any more."""
    try:
        with database.read() as session:
            return store.revision(session)
    except DatabaseBusy:
        raise
    except StorageError:
        return 0
