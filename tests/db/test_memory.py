"""The database in memory has the schema that the migrations make, and is gone with its object."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import text

from app.config import Settings
from app.db.memory import MemoryDatabase


def test_the_schema_is_that_of_the_migrations(migrated_file: Path) -> None:
    """The same tables with the same columns, and the same indexes, as a file that was migrated."""
    with sqlite3.connect(migrated_file) as connection:
        wanted = described(lambda query: list(connection.execute(query)))
    database = MemoryDatabase(Settings(_env_file=None, database_url="sqlite:///unused.db"))
    with database.read() as session:
        found = described(lambda query: [tuple(row) for row in session.execute(text(query))])
    database.dispose()
    assert found == wanted
    assert "record_text" in found


def described(run: object) -> dict[str, object]:
    """Tables with their columns and kinds, and indexes with theirs; without what Alembic keeps."""
    assert callable(run)
    names = [
        row[0] for row in run("SELECT name FROM sqlite_master WHERE type IN ('table', 'index') ORDER BY name")
    ]
    told: dict[str, object] = {}
    for name in names:
        if name == "alembic_version" or name.startswith("sqlite_"):
            continue
        columns = [
            (row[1], row[2].upper().split("(")[0], row[5]) for row in run(f"PRAGMA table_info('{name}')")
        ]
        told[name] = sorted(columns) or [row[2] for row in run(f"PRAGMA index_info('{name}')")]
    return told


def test_two_of_them_share_nothing() -> None:
    """What is written to one is not in the other; neither makes a file."""
    settings = Settings(_env_file=None, database_url="sqlite:///unused.db")
    one, other = MemoryDatabase(settings), MemoryDatabase(settings)
    with one.write() as session:
        session.execute(text("INSERT INTO catalogue_state (name, value) VALUES ('revision', '7')"))
        session.commit()
    with one.read() as first, other.read() as second:
        assert first.execute(text("SELECT value FROM catalogue_state")).all() == [("7",)]
        assert second.execute(text("SELECT value FROM catalogue_state")).all() == []
    one.dispose()
    other.dispose()
    assert not Path("unused.db").exists()
