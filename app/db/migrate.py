"""Brings the schema of a database to this program's, with Alembic, configured in code.

The migrations run in one transaction that holds the write lock from its begin to its commit, so of several
processes that start at once the first does the work and the others find it done.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, NullPool, create_engine, event, inspect
from sqlmodel import Session

from app.db.failures import told_clearly
from app.db.opening import WRITER_LOCK, Place, sqlite_opener
from app.db.resources import migrations_dir
from app.errors import DatabaseBehind, StorageError

_WAL_POLL_SECONDS = 0.02


def configuration(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration; no `alembic.ini` is read, so it works from any folder."""
    config = Config()
    # ConfigParser would take a % in the path for an interpolation.
    config.set_main_option("script_location", str(migrations_dir()).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def upgrade(database: Place, target: str = "head") -> None:
    """Bring the schema up to `target`; see `Database.upgrade`."""
    script = ScriptDirectory.from_config(configuration())
    head = script.get_current_head() if target == "head" else target
    if isinstance(database.address, Path):
        _make_folder(database.address)
        if database.address.exists() and _sqlite_revision(database.address, database.busy_seconds) == head:
            return
    _run(database, script, head, command.upgrade)


def downgrade(database: Place, target: str) -> None:
    """Take the schema back to `target`, `base` for an empty database; data that it has no place for is lost."""
    _run(database, ScriptDirectory.from_config(configuration()), target, command.downgrade)


def _run(database: Place, script: ScriptDirectory, target: str | None, step: object) -> None:
    assert callable(step)
    with told_clearly(database.place):
        if isinstance(database.address, Path):
            engine = create_engine(
                "sqlite://",
                creator=sqlite_opener(database.address, "rwc", database.busy_seconds),
                poolclass=NullPool,
            )
            # Foreign keys stay off: batch mode drops and renames tables. They are checked before the commit.
            event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        else:
            engine = create_engine(database.address, poolclass=NullPool, connect_args={"connect_timeout": 10})
            event.listen(
                engine,
                "begin",
                lambda connection: connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITER_LOCK})"),
            )
        try:
            with engine.begin() as connection:
                current = MigrationContext.configure(connection).get_current_revision()
                _refuse_foreign(connection, current, script, database.place)
                if current != target:
                    step(configuration(connection), target)
                    if target == script.get_current_head():
                        _rebuild_index(connection)
                    _check_foreign_keys(connection, database.place)
            if isinstance(database.address, Path):
                _write_ahead(database.address, database.busy_seconds)
        finally:
            engine.dispose()


def _rebuild_index(connection: Connection) -> None:
    """Key the patterns anew where another version of errdex keyed them; part of the migration, so never at a start."""
    from app.db.index import rebuild  # noqa: PLC0415  # the patterns are read with RE2, which nothing else here needs

    with Session(connection) as session:
        rebuild(session)
        session.flush()


def _make_folder(path: Path) -> None:
    try:
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"The folder of the database {path} cannot be made ({error.strerror}). Make it, or set ERRDEX_DATABASE_URL "
            "to a path that this user may write.",
            path=str(path),
        ) from error
    if path.is_dir():
        raise StorageError(
            f"The database path {path} is a folder. Set ERRDEX_DATABASE_URL to a file in it: sqlite:///{path}/errdex.db.",
            path=str(path),
        )


def _sqlite_revision(path: Path, busy_seconds: float) -> str | None:
    """Read the revision without writing or locking; None where there is none yet."""
    with told_clearly(str(path)):
        connection = sqlite_opener(path, "ro", busy_seconds)()
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                return None
            raise
        finally:
            connection.close()
    return str(row[0]) if row else None


def refuse_unknown_schema(connection: sqlite3.Connection, place: str) -> None:
    """Refuse a SQLite file that is no database of errdex, or one of a newer errdex.

    Raises:
        DatabaseBehind: a newer errdex wrote it.
        StorageError: it belongs to another program, or is empty.
    """
    has_version = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone() if has_version else None
    if row is None:
        raise StorageError(f"The file {place} is no database of errdex. Name another one.", path=place)
    script = ScriptDirectory.from_config(configuration())
    if row[0] not in {revision.revision for revision in script.walk_revisions()}:
        raise DatabaseBehind(
            f"The file {place} has the schema {row[0]!r}: a newer errdex wrote it. Install that one, or name an older copy.",
            path=place,
            schema=row[0],
        )


def _refuse_foreign(connection: Connection, current: str | None, script: ScriptDirectory, place: str) -> None:
    known = {revision.revision for revision in script.walk_revisions()}
    if current is not None and current not in known:
        raise DatabaseBehind(
            f"The database {place} has the schema {current!r}, which this errdex does not know: a newer errdex wrote "
            "it. Install the newer errdex, or set ERRDEX_DATABASE_URL to another database.",
            path=place,
            schema=current,
        )
    if current is None and connection.dialect.name == "sqlite":
        foreign = sorted(set(inspect(connection).get_table_names()) - {"alembic_version"})
        if foreign:
            raise StorageError(
                f"The database {place} belongs to another program (it has a table {foreign[0]!r}). Set "
                "ERRDEX_DATABASE_URL to another path.",
                path=place,
            )


def _check_foreign_keys(connection: Connection, place: str) -> None:
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise StorageError(
                f"The new schema of the database {place} would lose a reference (table {broken[0]!r}, row {broken[1]}); "
                "nothing was changed. Report this with the version of errdex.",
                path=place,
            )


def _write_ahead(path: Path, busy_seconds: float) -> None:
    """Switch the file to write-ahead logging, once for ever; SQLite does not wait for others here, so we do."""
    deadline = time.monotonic() + busy_seconds
    connection = sqlite_opener(path, "rw", busy_seconds)()
    try:
        while True:
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= deadline:
                    raise
                time.sleep(_WAL_POLL_SECONDS)
            else:
                return
    finally:
        connection.close()
