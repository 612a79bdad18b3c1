"""A database that lives in memory and ends with its object: for records that are only wanted for one answer."""

from __future__ import annotations

import sqlite3
import uuid

from sqlalchemy import Engine, StaticPool, create_engine, event

from app.config import Settings
from app.db.engine import Database
from app.db.tables import Table

__all__ = ["MemoryDatabase"]


# No table of SQLModel: see the first migration.
_TEXTS = "CREATE VIRTUAL TABLE record_text USING fts5(record_id UNINDEXED, title, message, words)"


class MemoryDatabase(Database):
    """An empty database with the schema of this program, in memory; closed by `dispose`.

    Not for several threads at once: reader and writer share a connection.

    Args:
        settings: what `Database` takes; its addresses are not looked at.
    """

    def __init__(self, settings: Settings) -> None:
        name = f"file:errdex-{uuid.uuid4().hex}?mode=memory&cache=private"
        inside = settings.model_copy(
            update={"database_url": "sqlite:///errdex-in-memory.db", "database_read_url": None}
        )
        super().__init__(inside)
        super().dispose()  # nothing was opened
        self.place = self._read_place = "in memory"
        self._writer = self._reader = _engine(name)
        Table.metadata.create_all(self._writer)
        with self._writer.begin() as connection:
            connection.exec_driver_sql(_TEXTS)

    def upgrade(self) -> None:
        """Do nothing: the schema is this program's."""


def _engine(uri: str) -> Engine:
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False),
        poolclass=StaticPool,
    )
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine
