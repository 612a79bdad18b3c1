"""What a database driver reports, told as one clear `StorageError` that names the place and the way out.

Only what an operator can mend is translated; a wrong statement of our own stays the bug that it is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc

from app.errors import DatabaseBehind, DatabaseBusy, StorageError

_MIGRATE = "Run `errdex ingest`, or any command that writes, to bring it up to date."
_PATIENCE = "Try again in a moment, or raise ERRDEX_DATABASE_BUSY_SECONDS."

# SQLite's primary result codes: https://sqlite.org/rescode.html
_SQLITE: dict[int, tuple[type[StorageError], str]] = {
    sqlite3.SQLITE_PERM: (StorageError, "may not be opened by this user. Check the rights of the file."),
    sqlite3.SQLITE_BUSY: (DatabaseBusy, f"is being written by another process. {_PATIENCE}"),
    sqlite3.SQLITE_LOCKED: (DatabaseBusy, f"is being written by another connection. {_PATIENCE}"),
    sqlite3.SQLITE_READONLY: (
        StorageError,
        "cannot be written. Check the rights of the file and of its folder, or set ERRDEX_DATABASE_URL.",
    ),
    sqlite3.SQLITE_IOERR: (
        StorageError,
        "cannot be read or written: the disk reports an error. Check the disk.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        StorageError,
        "is damaged. Restore a backup, or move the file away and ingest again.",
    ),
    sqlite3.SQLITE_FULL: (StorageError, "cannot grow: the disk is full. Make room, then run it again."),
    sqlite3.SQLITE_CANTOPEN: (
        StorageError,
        "cannot be opened. Check the path and the rights on its folder; `errdex ingest` makes a new one.",
    ),
    sqlite3.SQLITE_NOTADB: (
        StorageError,
        "is not an SQLite database. Set ERRDEX_DATABASE_URL to another path, or move the file away.",
    ),
}

# PostgreSQL's SQLSTATE codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
_POSTGRESQL: dict[str, tuple[type[StorageError], str]] = {
    "25006": (StorageError, "is read-only. Set ERRDEX_DATABASE_URL to the primary server."),
    "28000": (StorageError, "refused the user. Check the name and password in ERRDEX_DATABASE_URL."),
    "28P01": (StorageError, "refused the password. Check the name and password in ERRDEX_DATABASE_URL."),
    "3D000": (StorageError, "does not exist. Create it (`createdb`), or correct ERRDEX_DATABASE_URL."),
    "40001": (DatabaseBusy, f"was changed by another writer at the same time. {_PATIENCE}"),
    "40P01": (DatabaseBusy, f"is locked by another writer. {_PATIENCE}"),
    "42501": (StorageError, "does not allow this user to do it. Grant the user rights on the schema."),
    "42P01": (DatabaseBehind, f"lacks a table of this errdex. {_MIGRATE}"),
    "42703": (DatabaseBehind, f"lacks a column of this errdex. {_MIGRATE}"),
    "53100": (StorageError, "cannot grow: its disk is full. Make room, then run it again."),
    "53300": (DatabaseBusy, "has no connection left. Try again, or raise max_connections."),
    "55P03": (DatabaseBusy, f"is being written by another process. {_PATIENCE}"),
    "57P03": (DatabaseBusy, "is starting up or shutting down. Try again in a moment."),
}


@contextmanager
def told_clearly(place: str) -> Iterator[None]:
    """Turn what the driver raises inside the block into a `StorageError` about `place`.

    Args:
        place: the path, or the URL without its password.

    Raises:
        StorageError: or one of its kinds, where the operator can do something about it.
    """
    try:
        yield
    except exc.TimeoutError as error:
        raise DatabaseBusy(
            f"All connections to the database {place} are in use. {_PATIENCE}", path=place
        ) from error
    except exc.DBAPIError as error:
        told = _told(error.orig, place) or _told_before(error, place)
        if told is None:
            raise
        raise told from error
    except sqlite3.Error as error:
        told = _told(error, place)
        if told is None:
            raise
        raise told from error


def _told_before(error: BaseException, place: str) -> StorageError | None:
    """Tell what another error hides: that a savepoint is gone, say, with the transaction that a full disk ended."""
    seen = {id(error)}
    before = error.__context__
    while before is not None and id(before) not in seen:
        seen.add(id(before))
        told = _told(before.orig if isinstance(before, exc.DBAPIError) else before, place)
        if told is not None:
            return told
        before = before.__context__
    return None


def _told(error: BaseException | None, place: str) -> StorageError | None:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _SQLITE:
            kind, what = _SQLITE[code]
        elif code == sqlite3.SQLITE_ERROR and str(error).startswith(("no such table", "no such column")):
            kind, what = DatabaseBehind, f"lacks a part of this errdex's schema ({error}). {_MIGRATE}"
        else:
            return None
        return kind(f"The database {place} {what}", path=place)
    state = getattr(error, "sqlstate", None)
    if state in _POSTGRESQL:
        kind, what = _POSTGRESQL[state]
        return kind(f"The database {place} {what}", path=place)
    if type(error).__name__ == "OperationalError" and (state is None or state.startswith(("08", "57"))):
        if "does not exist" in str(error) and "database" in str(error):  # no SQLSTATE while connecting
            kind, what = _POSTGRESQL["3D000"]
            return kind(f"The database {place} {what}", path=place)
        return StorageError(
            f"The database {place} cannot be reached. Check that the server runs and that ERRDEX_DATABASE_URL is right.",
            path=place,
        )
    return None
