"""Copies of a whole SQLite database: made while others write, and put back only where nobody holds the database."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.config import Settings
from app.db import backup as backups
from app.db.engine import Database
from app.errors import DatabaseBusy, StorageError

# Commits the same number into two tables, again and again, for a minute at most.
WRITER = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
connection.execute("PRAGMA synchronous=OFF")
until, number = time.monotonic() + 60, 0
while time.monotonic() < until:
    number += 1
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE one SET number = ?", (number,))
    connection.execute("UPDATE two SET number = ?", (number,))
    connection.execute("COMMIT")
    if number == 1:
        print("writing", flush=True)
"""


@pytest.fixture
def path(settings: Settings) -> Path:
    """The file of the test's database, with some megabytes in it."""
    path = Path(settings.database_url.removeprefix("sqlite:///"))
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE one (number INTEGER); CREATE TABLE two (number INTEGER); CREATE TABLE much (content BLOB);"
        "INSERT INTO one VALUES (0); INSERT INTO two VALUES (0); INSERT INTO much VALUES (zeroblob(40000000));"
    )
    connection.close()
    return path


@pytest.fixture
def writer(path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that writes all the time."""
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"writing\n"
        yield process
        process.kill()


def test_a_copy_ends_while_another_process_writes(
    database: Database,
    writer: subprocess.Popen[bytes],
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However often it commits, the copy is done before it stops, of one state, and in one file."""
    monkeypatch.setattr(backups, "_PAGES_AT_ONCE", 1)
    folder = tmp_path / "copies"
    folder.mkdir()
    size = backups.backup(database, folder / "copy.db")
    assert writer.poll() is None
    assert [one.name for one in folder.iterdir()] == ["copy.db"]
    assert size == (folder / "copy.db").stat().st_size > 40_000_000
    copy = sqlite3.connect(folder / "copy.db")
    (one,), (two,) = copy.execute("SELECT number FROM one UNION ALL SELECT number FROM two")
    copy.close()
    assert one == two > 0


def test_nothing_is_left_of_a_copy_that_failed(
    database: Database, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a part of it, nor what SQLite keeps beside a file; a copy that was there stays."""
    folder = tmp_path / "copies"
    folder.mkdir()
    copy = folder / "copy.db"
    copy.write_text("the one before")

    def fail(connection: sqlite3.Connection, place: str) -> None:
        (partial,) = folder.glob(".*.part")
        for kind in ("-journal", "-wal", "-shm"):  # as a full disk or another SQLite leaves them
            partial.with_name(partial.name + kind).write_bytes(b"")
        raise StorageError("no", path=place)

    monkeypatch.setattr(backups, "_refuse_damaged", fail)
    with pytest.raises(StorageError):
        backups.backup(database, copy, replace=True)
    assert [one.name for one in folder.iterdir()] == ["copy.db"]
    assert copy.read_text() == "the one before"


def test_a_restore_waits_no_longer_than_it_may(
    settings: Settings, database: Database, path: Path, tmp_path: Path
) -> None:
    """Where another connection holds the database it says so in time, and the database stays as it was."""
    copy = tmp_path / "copy.db"
    backups.backup(database, copy)
    holder = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    holder.execute("UPDATE one SET number = 7")
    holder.execute("BEGIN IMMEDIATE")
    gives_up = threading.Timer(
        60, holder.execute, ("ROLLBACK",)
    )  # a restore that waits for ever would end so
    gives_up.start()
    impatient = Database(settings.model_copy(update={"database_busy_seconds": 0.2}))
    try:
        with pytest.raises(DatabaseBusy, match="is being written by another process"):
            backups.restore(impatient, copy, replace=True)
        assert holder.in_transaction
    finally:
        gives_up.cancel()
        gives_up.join()
        impatient.dispose()
        holder.close()
    reader = sqlite3.connect(path)
    assert reader.execute("SELECT number FROM one").fetchone() == (7,)
    reader.close()


def test_a_restore_says_which_file_is_broken(settings: Settings, database: Database, tmp_path: Path) -> None:
    """What is wrong with the database is not told of the copy."""
    copy = tmp_path / "copy.db"
    backups.backup(database, copy)
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database at all, but long enough to be read as one " * 40)
    other = Database(settings.model_copy(update={"database_url": f"sqlite:///{broken}"}))
    with pytest.raises(StorageError) as raised:
        backups.restore(other, copy, replace=True)
    other.dispose()
    assert str(broken) in raised.value.message
    assert str(copy) not in raised.value.message
