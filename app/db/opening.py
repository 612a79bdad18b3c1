"""How a database is opened: SQLite files by mode, and the lock that all PostgreSQL writers share."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from sqlalchemy import URL

__all__ = ["WRITER_LOCK", "Place", "sqlite_opener"]

# One number for all writers of a PostgreSQL database: "errdex" in ASCII.
WRITER_LOCK = 0x657272646578


class Place(Protocol):
    """Where a database is: `place` shows it without a password, `busy_seconds` is how long to wait for other writers."""

    address: Path | URL
    place: str
    busy_seconds: float


def sqlite_opener(path: Path, mode: str, busy_seconds: float) -> Callable[[], sqlite3.Connection]:
    """Return a function that opens `path`; mode is `ro`, `rw`, or `rwc` to make the file.

    As a URI, since only that form can ask for read-only; `Path.as_uri` escapes what a URI would misread.
    """
    uri = f"{path.absolute().as_uri()}?mode={mode}"

    def _open() -> sqlite3.Connection:
        return sqlite3.connect(
            uri,
            uri=True,
            timeout=busy_seconds,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )

    return _open
