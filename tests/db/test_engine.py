"""The two engines: who may write, who waits, and what a broken database says."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, OperationalError

from app.config import Settings
from app.db import store
from app.db.engine import Database
from app.db.failures import told_clearly
from app.errors import DatabaseBehind, DatabaseBusy, StorageError


def database_at(url: str, **settings: object) -> Database:
    """A database at this URL, without a look at the environment."""
    return Database(Settings(_env_file=None, database_url=url, **settings))


def raise_revision(database: Database) -> None:
    """One read-modify-write, as an ingest does it."""
    with database.write() as session:
        store.write_state(session, store.REVISION, str(store.revision(session) + 1))
        session.commit()


ODD_NAMES = [
    "plain.db",
    "with blank.db",
    "per%20cent.db",
    "hash#.db",
    "question?.db",
    "C:\\Users\\x\\errdex.db",
    "quote'\".db",
    "ünï.db",
    "plus+&=.db",
]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_path_is_taken_letter_by_letter(tmp_path: Path, name: str) -> None:
    """Blanks, %, #, ? and backslashes in a path stand for themselves, for both engines."""
    path = tmp_path / "fold er%20" / name
    database = database_at(f"sqlite:///{path}")
    database.upgrade()
    raise_revision(database)
    with database.read() as session:
        assert store.revision(session) == 1
    database.dispose()
    assert path.is_file()
    assert [entry.name for entry in path.parent.iterdir()] == [name]


def test_a_relative_path_starts_at_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`sqlite:///name.db` is a file in the working directory."""
    monkeypatch.chdir(tmp_path)
    database = database_at("sqlite:///sub/name.db")
    database.upgrade()
    database.dispose()
    assert (tmp_path / "sub" / "name.db").is_file()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlite://", "names no file"),
        ("sqlite:///", "names no file"),
        ("sqlite:///:memory:", "database in memory"),
        ("sqlite:///file:x?mode=memory&uri=true", "names no file"),
        ("sqlite:////tmp/x.db?mode=ro", "'?mode=ro'"),
        ("mysql://root:secret@host/x", "'mysql'"),
        ("postgresql+asyncpg://host/x", "'postgresql+asyncpg'"),
        ("no url, password=secret", "cannot be read"),
        ("", "cannot be read"),
    ],
)
def test_a_url_that_cannot_be_used_is_refused_with_a_reason(url: str, said: str) -> None:
    """The error says what is wrong and what to set, and never shows a password."""
    with pytest.raises(StorageError, match=r"ERRDEX_DATABASE_URL|remove them") as caught:
        database_at(url)
    assert said in caught.value.message
    assert "secret" not in caught.value.message


def test_the_reader_cannot_write(database: Database) -> None:
    """An INSERT on a read session fails in the database itself."""
    with pytest.raises(StorageError, match="cannot be written"), database.read() as session:
        session.execute(text("INSERT INTO catalogue_state VALUES ('x', 'y')"))


def test_the_connections_have_the_promised_pragmas(database: Database) -> None:
    """WAL, full synchronisation and foreign keys for the writer; query_only for the reader."""
    with database.write() as session:
        pragma = {
            name: session.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert pragma == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    with database.read() as session:
        assert session.scalar(text("PRAGMA query_only")) == 1


def _fail_half_way(database: Database) -> None:
    with database.write() as session:
        store.write_state(session, store.REVISION, "8")
        _ = 1 // 0


def test_what_is_not_committed_is_rolled_back(each_database: Database) -> None:
    """Leaving the block without a commit, with an error or without, changes nothing."""
    with each_database.write() as session:
        store.write_state(session, store.REVISION, "7")
    with pytest.raises(ZeroDivisionError):
        _fail_half_way(each_database)
    with each_database.read() as session:
        assert store.revision(session) == 0


def test_a_reader_sees_one_state_throughout(each_database: Database) -> None:
    """A write between two statements of a read session is not seen by the second."""
    with each_database.read() as session:
        before = store.revision(session)
        raise_revision(each_database)
        assert store.revision(session) == before
    with each_database.read() as session:
        assert store.revision(session) == before + 1


def test_writers_stand_in_line(each_settings: Settings) -> None:
    """Four threads with 25 read-modify-writes each, on two pools, lose none and fail never."""
    databases = [Database(each_settings), Database(each_settings)]
    failures: list[BaseException] = []

    def _write(database: Database) -> None:
        try:
            for _ in range(25):
                raise_revision(database)
        except BaseException as error:  # noqa: BLE001  # shown below
            failures.append(error)

    threads = [threading.Thread(target=_write, args=(databases[number % 2],)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with databases[0].read() as session:
        total = store.revision(session)
    for database in databases:
        database.dispose()
    assert failures == []
    assert total == 100


def test_a_writer_gives_up_after_the_time_that_is_set(each_settings: Settings) -> None:
    """Another process that keeps the database makes a writer say so, with the setting's name."""
    holder = Database(each_settings)
    waiter = Database(each_settings.model_copy(update={"database_busy_seconds": 0.05}))
    with holder.write():
        with pytest.raises(DatabaseBusy, match="ERRDEX_DATABASE_BUSY_SECONDS"), waiter.write():
            pass
        with waiter.read() as session:
            assert store.revision(session) == 0
    raise_revision(waiter)
    holder.dispose()
    waiter.dispose()


def test_a_thread_gives_up_after_the_time_that_is_set(settings: Settings) -> None:
    """The line inside one process has the same limit."""
    database = Database(settings.model_copy(update={"database_busy_seconds": 0.05}))
    with (
        database.write(),
        pytest.raises(DatabaseBusy, match="ERRDEX_DATABASE_BUSY_SECONDS"),
        database.write(),
    ):
        pass
    database.dispose()


def _is_folder(path: Path) -> None:
    path.mkdir()


def _is_text(path: Path) -> None:
    path.write_text("this is a shopping list and no database at all\n" * 50)


def _is_foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE invoices (id INTEGER)")
    connection.close()


def _is_newer(path: Path) -> None:
    database = database_at(f"sqlite:///{path}")
    database.upgrade()
    with database.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        session.commit()
    database.dispose()


@pytest.mark.parametrize(
    ("make", "kind", "said"),
    [
        (_is_folder, StorageError, "is a folder"),
        (_is_text, StorageError, "is not an SQLite database"),
        (_is_foreign, StorageError, "'invoices'"),
        (_is_newer, DatabaseBehind, "'9999'"),
    ],
)
def test_a_file_that_is_not_ours_is_left_alone(
    tmp_path: Path, make: Callable[[Path], None], kind: type[StorageError], said: str
) -> None:
    """`upgrade` names the path, says what is wrong and what to set, and changes nothing."""
    path = tmp_path / "x.db"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    database = database_at(f"sqlite:///{path}")
    with pytest.raises(kind, match="ERRDEX_DATABASE_URL") as caught:
        database.upgrade()
    database.dispose()
    assert type(caught.value) is kind
    assert str(path) in caught.value.message
    assert said in caught.value.message
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file where the folder should be gives one clear line."""
    (tmp_path / "file").write_text("")
    database = database_at(f"sqlite:///{tmp_path}/file/sub/x.db")
    with pytest.raises(StorageError, match="cannot be made"):
        database.upgrade()


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights of POSIX")
def test_a_folder_without_the_right_to_write_is_named(tmp_path: Path) -> None:
    """An ordinary user in a folder of somebody else's is told which path and what to set."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    folder.chmod(0o555)
    for parent in folder.parents:
        if parent.stat().st_uid == os.geteuid():
            parent.chmod(parent.stat().st_mode | 0o011)
    code = (
        "import os, sys\n"
        "from app.config import Settings\nfrom app.db.engine import Database\nimport app.db.migrate\n"
        "os.geteuid() or os.seteuid(65534)\n"
        f"database = Database(Settings(_env_file=None, database_url={f'sqlite:///{folder}/x.db'!r}))\n"
        "try:\n    database.upgrade()\nexcept Exception as error:\n    print(type(error).__name__, error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("StorageError")
    assert str(folder / "x.db") in done.stdout


def test_reading_where_no_database_is_says_how_to_make_one(tmp_path: Path) -> None:
    """A reader makes no file, and names the command that does."""
    database = database_at(f"sqlite:///{tmp_path}/none.db")
    with pytest.raises(StorageError, match="errdex ingest"), database.read() as session:
        store.revision(session)
    assert list(tmp_path.iterdir()) == []


def test_a_database_without_tables_is_behind(tmp_path: Path) -> None:
    """Reading an empty file says that the schema is older, and what brings it up to date."""
    path = tmp_path / "empty.db"
    sqlite3.connect(path).close()
    path.touch()
    database = database_at(f"sqlite:///{path}")
    with pytest.raises(DatabaseBehind, match="errdex ingest"), database.read() as session:
        store.revision(session)
    database.dispose()


def test_a_damaged_file_says_so(settings: Settings) -> None:
    """Overwritten pages are told as damage, not as a traceback."""
    path = Path(settings.database_url.removeprefix("sqlite:///"))
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    database = Database(settings)
    with pytest.raises(StorageError, match="is damaged"), database.read() as session:
        store.revision(session)
    database.dispose()


def test_our_own_mistakes_are_not_told_as_the_operators(database: Database) -> None:
    """A wrong statement stays the error that it is."""
    with pytest.raises(DBAPIError), database.read() as session:
        session.execute(text("SELEKT 1"))


def test_without_the_driver_postgresql_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message holds the line to type."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StorageError, match=r"pip install 'errdex\[postgres\]'"):
        database_at("postgresql://user:secret@host/name")


def test_an_unreachable_server_is_named_without_its_password() -> None:
    """Host and database are shown, the password is not."""
    database = database_at("postgresql://user:secret@127.0.0.1:1/name")
    with pytest.raises(StorageError, match="cannot be reached") as caught, database.read() as session:
        store.revision(session)
    assert "127.0.0.1:1/name" in caught.value.message
    assert "secret" not in caught.value.message


@pytest.mark.postgres
def test_a_postgresql_database_that_does_not_exist_is_named(postgresql_url: str) -> None:
    """A typing mistake in the name is told apart from a server that is down."""
    database = database_at(postgresql_url.replace("/errdex", "/nothere", 1))
    with pytest.raises(StorageError, match="does not exist"):
        database.upgrade()


@pytest.mark.postgres
def test_the_postgresql_reader_cannot_write(postgresql_url: str) -> None:
    """A read session is a read-only transaction there too."""
    database = database_at(postgresql_url)
    database.upgrade()
    with pytest.raises(StorageError, match="read-only"), database.read() as session:
        session.execute(text("INSERT INTO catalogue_state VALUES ('x', 'y')"))
    database.dispose()


def test_what_a_savepoint_hides_is_told() -> None:
    """A full disk ends the transaction; that its savepoint cannot be rolled back any more is not what went wrong."""
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    gone = sqlite3.OperationalError("no such savepoint: sa_savepoint_1")
    gone.sqlite_errorcode = sqlite3.SQLITE_ERROR
    error = OperationalError("ROLLBACK TO SAVEPOINT", None, gone)
    error.__context__ = OperationalError("INSERT", None, full)
    with pytest.raises(StorageError, match="the disk is full"), told_clearly("errdex.db"):
        raise error
