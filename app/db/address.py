"""Database URLs: what they name, and which are refused with a reason.

`sqlite:///` is followed by a path, taken letter by letter: `%`, `#`, `?` and blanks stand for themselves.
"""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from app.errors import StorageError

_SQLITE = re.compile(r"sqlite(?:\+pysqlite)?:(?://)?/?")
_OPTIONS = re.compile(
    r"\?(?:(?:mode|cache|uri|immutable|nolock|psow|vfs|timeout|check_same_thread|isolation_level|detect_types"
    r"|cached_statements)=[^&/\\]*&?)+$"
)
_POSTGRESQL = frozenset({"postgres", "postgresql", "postgresql+psycopg"})


def read_address(url: str) -> Path | URL:
    """Return the path of an SQLite file, or the SQLAlchemy URL of a PostgreSQL database.

    Raises:
        StorageError: a database in memory, another kind of database, or no URL at all.
    """
    if _SQLITE.match(url):
        return _sqlite_path(url)
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise StorageError(
            "The database URL cannot be read (not shown, it may hold a password). Set ERRDEX_DATABASE_URL to "
            "sqlite:////folder/errdex.db or postgresql://user:password@host/name."
        ) from None
    if parsed.drivername not in _POSTGRESQL:
        raise StorageError(
            f"errdex keeps its records in SQLite or PostgreSQL, not in {parsed.drivername!r}. Set ERRDEX_DATABASE_URL "
            "to sqlite:////folder/errdex.db or postgresql://user:password@host/name.",
            driver=parsed.drivername,
        )
    return parsed.set(drivername="postgresql+psycopg")


def _sqlite_path(url: str) -> Path:
    match = re.fullmatch(r"sqlite(?:\+pysqlite)?:///(.*)", url, re.DOTALL)
    name = match[1] if match else ""
    if name in ("", ":memory:") or name.startswith("file:"):
        raise StorageError(
            f"{url!r} names no file. Reading and writing use connections of their own, so a database in memory "
            "cannot be shared; set ERRDEX_DATABASE_URL to sqlite:////folder/errdex.db.",
            url=url,
        )
    if "\x00" in name:
        raise StorageError("The database path holds a NUL character; remove it.")
    if options := _OPTIONS.search(name):
        raise StorageError(
            f"The database URL ends in options ({options[0]!r}), which errdex sets itself; remove them.",
            url=url,
        )
    return Path(name)
