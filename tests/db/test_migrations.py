"""The migrations: from nothing to the models and back, on both databases, by several processes at once."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from app.config import Settings
from app.db import migrate, resources
from app.db.engine import Database
from app.db.tables import Table
from app.errors import StorageError

NEW = "from app.config import Settings\nfrom app.db.engine import Database\n"


def _head() -> str:
    head = ScriptDirectory.from_config(migrate.configuration()).get_current_head()
    assert head is not None
    return head


def _tables(database: Database) -> set[str]:
    with database.read() as session:
        return set(inspect(session.connection()).get_table_names())


def test_models_and_migrations_agree(each_database: Database) -> None:
    """Autogenerate finds nothing to do after the migrations."""

    def _include(name: str | None, type_: str, _parents: object) -> bool:
        return not (type_ == "table" and name is not None and name.startswith("record_text"))

    with each_database.read() as session:
        options = {"include_name": _include, "compare_type": True}
        context = MigrationContext.configure(session.connection(), opts=options)
        assert compare_metadata(context, Table.metadata) == []


def test_there_is_one_head() -> None:
    """The revisions are one line, so `head` is one revision."""
    script = ScriptDirectory.from_config(migrate.configuration())
    assert len(script.get_heads()) == 1
    assert script.get_bases() == ["0001"]


def test_down_and_up_again(each_database: Database) -> None:
    """Every table goes, and comes back."""
    before = _tables(each_database)
    migrate.downgrade(each_database, "base")
    assert _tables(each_database) == {"alembic_version"}
    each_database.upgrade()
    assert _tables(each_database) == before


def test_a_second_upgrade_needs_no_write_lock(settings: Settings) -> None:
    """Where nothing is to be done, a reader may start while another process writes."""
    writer = Database(settings)
    reader = Database(settings.model_copy(update={"database_busy_seconds": 0.05}))
    with writer.write():
        reader.upgrade()
    writer.dispose()
    reader.dispose()


def test_rows_survive_the_journey(each_database: Database) -> None:
    """Upgrading a database with data to where it is already loses nothing."""
    with each_database.write() as session:
        session.execute(text("INSERT INTO catalogue_state VALUES ('revision', '3')"))
        session.commit()
    each_database.upgrade()
    with each_database.read() as session:
        assert session.scalar(text("SELECT value FROM catalogue_state WHERE name = 'revision'")) == "3"


def _together(url: str) -> None:
    code = f"{NEW}input()\nDatabase(Settings(_env_file=None, database_url={url!r})).upgrade()\n"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    for process in processes:  # all have imported what they need before the first is let go
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    ended = [(process.communicate()[1], process.returncode) for process in processes]
    assert ended == [("", 0)] * 4


def test_several_processes_may_make_the_file_at_once(tmp_path: Path) -> None:
    """Four that start together all succeed, and the file is in WAL mode."""
    path = tmp_path / "new" / "errdex.db"
    _together(f"sqlite:///{path}")
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(_head(),)]
    connection.close()


@pytest.mark.postgres
def test_several_processes_may_migrate_postgresql_at_once(postgresql_url: str) -> None:
    """Four that start together all succeed there too."""
    _together(postgresql_url)
    database = Database(Settings(_env_file=None, database_url=postgresql_url))
    with database.read() as session:
        assert session.execute(text("SELECT version_num FROM alembic_version")).all() == [(_head(),)]
    database.dispose()


def test_a_failed_migration_leaves_the_database_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """All steps of an upgrade are one transaction, on SQLite too."""
    before = _head()
    folder = tmp_path / "100% mine"
    shutil.copytree(resources.migrations_dir(), folder)
    (folder / "versions" / "9999_bad.py").write_text(
        "from alembic import op\nrevision = '9999'\n"
        f"down_revision = '{_head()}'\n"
        "def upgrade():\n    op.execute('CREATE TABLE half (id INTEGER)')\n    raise RuntimeError('on purpose')\n"
        "def downgrade():\n    pass\n"
    )
    monkeypatch.setattr(migrate, "migrations_dir", lambda: folder)
    database = Database(settings)
    with pytest.raises(RuntimeError, match="on purpose"):
        database.upgrade()
    assert "half" not in _tables(database)
    with database.read() as session:
        assert session.scalar(text("SELECT version_num FROM alembic_version")) == before
    database.dispose()


def test_an_installation_without_migrations_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken package is told apart from a broken database."""
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "app")
    with pytest.raises(StorageError, match="install it again"):
        resources.migrations_dir()


def test_the_bundled_folders_win_over_those_of_a_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a wheel the folders are in the package; the working directory plays no part."""
    package = tmp_path / "app"
    for folder in (package / "bundled" / "records", tmp_path / "data" / "records", tmp_path / "migrations"):
        folder.mkdir(parents=True)
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert resources.records_dir() == package / "bundled" / "records"
    assert resources.migrations_dir() == tmp_path / "migrations"
