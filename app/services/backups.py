"""The use case of copying the database and of putting a copy back."""

from __future__ import annotations

from pathlib import Path

from app.db import backup
from app.db.engine import Database

__all__ = ["back_up", "put_back"]


def back_up(database: Database, file: Path, *, replace: bool) -> int:
    """Copy a database into a file and return the copy's size in bytes; see `app.db.backup.backup`."""
    return backup.backup(database, file, replace=replace)


def put_back(database: Database, file: Path, *, replace: bool) -> None:
    """Put a copy in a database's place, with this program's schema; see `app.db.backup.restore`."""
    backup.restore(database, file, replace=replace)
    database.upgrade()
