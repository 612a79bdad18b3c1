"""The database: one engine that reads, one that writes, and the schema brought up to date.

Readers never block and see one state from their first statement to their last. Writers stand in line:
SQLite's take the write lock when they begin (BEGIN IMMEDIATE), PostgreSQL's an advisory lock.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import Session

from app.config import Settings
from app.db.address import read_address
from app.db.failures import told_clearly
from app.db.opening import WRITER_LOCK, sqlite_opener
from app.db.plain import REMEMBERED
from app.errors import DatabaseBusy, StorageError

# SQLite's page cache of a connection; it fills as pages are used.
_READER_CACHE_KIB, _WRITER_CACHE_KIB = 16 * 1024, 256 * 1024


class Database:
    """Opens nothing until it is used; safe to share between threads, not across a fork.

    Args:
        settings: `database_url`, `database_read_url`, `database_busy_seconds`.

    Raises:
        StorageError: the URL names no database that errdex can use, or a driver is missing.
    """

    def __init__(self, settings: Settings) -> None:
        self.busy_seconds = settings.database_busy_seconds
        self.address = read_address(settings.database_url)
        read_address_ = (
            read_address(settings.database_read_url) if settings.database_read_url else self.address
        )
        self.place = _shown(self.address)
        self._read_place = _shown(read_address_)
        self._writer = (
            self._sqlite(self.address, "rw") if isinstance(self.address, Path) else self._postgresql_writer()
        )
        self._reader = (
            self._sqlite(read_address_, "ro")
            if isinstance(read_address_, Path)
            else self._postgresql(read_address_, isolation_level="REPEATABLE READ", postgresql_readonly=True)
        )
        self._one_writer = threading.Lock()

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._writer.dialect.name

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Give a session that can only read, and sees one state of the database throughout.

        Raises:
            StorageError: the database cannot be opened or read.
        """
        with told_clearly(self._read_place), Session(self._reader, info={REMEMBERED: {}}) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Give a session inside a write transaction; what is not committed is rolled back.

        Raises:
            DatabaseBusy: another writer kept the database for longer than `database_busy_seconds`.
            StorageError: the database cannot be written.
        """
        with self._alone(), told_clearly(self.place), Session(self._writer) as session:
            session.connection()  # begins now, so that a busy database says so here and not half-way
            yield session

    def upgrade(self) -> None:
        """Make the folder and the file where they are missing, and bring the schema to this program's.

        Safe to call from several processes at once; costs one read where nothing is to be done.

        Raises:
            DatabaseBehind: the schema was written by a newer errdex.
            StorageError: the folder or the database cannot be written, or is not ours.
        """
        from app.db.migrate import upgrade  # noqa: PLC0415  # Alembic is only loaded where it is needed

        with self._alone():
            upgrade(self)

    def dispose(self) -> None:
        """Close all connections."""
        self._reader.dispose()
        self._writer.dispose()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let one thread of this process write at a time, so that threads wait in line, not on the file."""
        if not self._one_writer.acquire(timeout=self.busy_seconds):
            raise DatabaseBusy(
                f"Another writer has held the database {self.place} for more than {self.busy_seconds:g} s "
                "(ERRDEX_DATABASE_BUSY_SECONDS). Try again in a moment.",
                path=self.place,
                limit=self.busy_seconds,
                unit="seconds",
            )
        try:
            yield
        finally:
            self._one_writer.release()

    def _sqlite(self, path: Path, mode: str) -> Engine:
        engine = create_engine(
            "sqlite://",
            creator=sqlite_opener(path, mode, self.busy_seconds),
            poolclass=QueuePool,
            pool_size=8,
            max_overflow=56,
            pool_timeout=max(self.busy_seconds, 1),
        )
        pragmas = ["foreign_keys=ON", "synchronous=FULL"] if mode == "rw" else ["query_only=ON"]
        # A bulk of records changes pages all over the file, which should not be written more than once.
        pragmas.append(f"cache_size=-{_WRITER_CACHE_KIB if mode == 'rw' else _READER_CACHE_KIB}")
        begin = "BEGIN IMMEDIATE" if mode == "rw" else "BEGIN"

        @event.listens_for(engine, "connect")
        def _set_up(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}")

        # The driver would begin by itself, late and deferred; it is told not to (isolation_level None), and the
        # transaction begins here: https://docs.sqlalchemy.org/en/21/dialects/sqlite.html#pysqlite-serializable
        @event.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        return engine

    def _postgresql(self, url: URL, *, isolation_level: str, **options: object) -> Engine:
        try:
            return create_engine(
                url,
                isolation_level=isolation_level,
                execution_options=options,
                pool_pre_ping=True,
                pool_size=8,
                max_overflow=24,
                pool_timeout=max(self.busy_seconds, 1),
                connect_args={"connect_timeout": 10, "application_name": "errdex"},
            )
        except ModuleNotFoundError as error:
            raise StorageError(
                "PostgreSQL needs the driver psycopg, which is not installed: pip install 'errdex[postgres]'."
            ) from error

    def _postgresql_writer(self) -> Engine:
        assert isinstance(self.address, URL)
        engine = self._postgresql(self.address, isolation_level="READ COMMITTED")
        wait_ms = max(1, round(self.busy_seconds * 1000))  # 0 would mean for ever

        @event.listens_for(engine, "begin")
        def _queue(connection: Connection) -> None:
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {wait_ms}")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITER_LOCK})")

        return engine


def _shown(address: Path | URL) -> str:
    return str(address) if isinstance(address, Path) else address.render_as_string(hide_password=True)
