"""Copies a whole SQLite database, in one state, while others read and write it; and puts such a copy in its place."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from app.db.engine import Database
from app.db.failures import told_clearly
from app.db.migrate import refuse_unknown_schema
from app.db.opening import sqlite_opener
from app.errors import BadInput, StorageError

__all__ = ["backup", "restore"]

_PAGES_AT_ONCE = 4_096


def backup(database: Database, to: Path, *, replace: bool = False) -> int:
    """Write a copy of the database into a file of its own, which is whole or not there.

    Args:
        database: to copy.
        to: the file; its folder has to exist.
        replace: overwrite a file that is there.

    Returns:
        The size of the copy in bytes.

    Raises:
        BadInput: the database is no SQLite file, or there is a file already, or it is the database itself.
        StorageError: the database cannot be read, or the file cannot be written.
    """
    source_path = _file_of(database, "pg_dump")
    _refuse_itself(source_path, to)
    if to.exists() and not replace:
        raise BadInput(f"There is a file {to} already. Name another one, or give --force to replace it.")
    partial = to.with_name(f".{to.name}.{os.getpid()}.part")
    try:
        with told_clearly(str(to)):
            with told_clearly(database.place):
                source = sqlite_opener(source_path, "ro", database.busy_seconds)()
            try:
                target = sqlite_opener(partial, "rwc", database.busy_seconds)()
                try:
                    # Held from here on: each commit of another process would make SQLite begin again, for ever.
                    source.execute("BEGIN")
                    source.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
                    source.backup(target, pages=_PAGES_AT_ONCE)
                    source.execute("ROLLBACK")
                    # One file, that may be copied as it is: the original keeps what is newest in a second one.
                    target.execute("PRAGMA journal_mode=DELETE")
                    _refuse_damaged(target, str(to))
                finally:
                    target.close()
            finally:
                source.close()
        partial.replace(to)
    except OSError as error:
        raise StorageError(
            f"The file {to} cannot be written ({error.strerror}). Check its folder.", path=str(to)
        ) from error
    finally:
        for kind in ("", "-journal", "-wal", "-shm"):
            partial.with_name(partial.name + kind).unlink(missing_ok=True)
    return to.stat().st_size


def restore(database: Database, source_path: Path, *, replace: bool = False) -> None:
    """Put a copy in the place of the database, as one write: who reads sees all of the old or all of the new.

    Args:
        database: whose file gets the content; it is made where it is missing.
        source_path: a copy that `backup` made, of this or an older errdex.
        replace: also where the database has records, which are then gone.

    Raises:
        BadInput: the database is no SQLite file, it has records and is not to be replaced, or the copy is
            not there.
        DatabaseBehind: a newer errdex made the copy.
        DatabaseBusy: another writer kept the database for longer than `database_busy_seconds`.
        StorageError: the copy is damaged or no database of errdex, or the database cannot be written.
    """
    target_path = _file_of(database, "pg_restore or psql")
    if not source_path.is_file():
        raise BadInput(f"There is no file {source_path}. Name one that `errdex db backup` has written.")
    _refuse_itself(target_path, source_path)
    with told_clearly(str(source_path)):
        source = sqlite_opener(source_path, "ro", database.busy_seconds)()
        try:
            refuse_unknown_schema(source, str(source_path))
            _refuse_damaged(source, str(source_path))
            with told_clearly(database.place):
                records = _records(target_path, database.busy_seconds)
            if records and not replace:
                raise BadInput(
                    f"The database {database.place} has {records:,} records, and they would be gone. Give --force to "
                    "replace them, or name another database: --database sqlite:////path/to/new.db"
                )
            target_path.absolute().parent.mkdir(parents=True, exist_ok=True)
            with told_clearly(database.place):
                target = sqlite_opener(target_path, "rwc", database.busy_seconds)()
                try:
                    source.backup(target, progress=_patience(database.busy_seconds))
                finally:
                    target.close()
        finally:
            source.close()


def _patience(seconds: float) -> Callable[[int, int, int], None]:
    """Return what ends a copy that has found its target locked for so long: Python would try again for ever."""
    last = monotonic()

    def look(status: int, _remaining: int, _total: int) -> None:
        nonlocal last
        if status not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            last = monotonic()
        elif monotonic() - last >= seconds:
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = status
            raise error

    return look


def _file_of(database: Database, tool: str) -> Path:
    if isinstance(database.address, Path):
        return database.address
    raise BadInput(
        f"The database {database.place} is PostgreSQL, which has its own tool for that: use {tool} with the address "
        "in ERRDEX_DATABASE_URL."
    )


def _refuse_itself(database: Path, copy: Path) -> None:
    if copy.exists() and database.exists() and copy.samefile(database):
        raise BadInput(f"The file {copy} is the database itself, and no copy of it. Name another file.")


def _records(path: Path, busy_seconds: float) -> int:
    if not path.exists():
        return 0
    connection = sqlite_opener(path, "ro", busy_seconds)()
    try:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'record'").fetchone():
            return 0
        return int(connection.execute("SELECT COUNT(*) FROM record").fetchone()[0])
    finally:
        connection.close()


def _refuse_damaged(connection: sqlite3.Connection, place: str) -> None:
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found is None or found[0] != "ok":
        raise StorageError(
            f"The database {place} is damaged ({found and found[0]}). Take another copy.", path=place
        )
