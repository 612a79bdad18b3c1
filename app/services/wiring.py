"""Builds the services of one process: every front starts here, and nothing else opens a database."""

from __future__ import annotations

from dataclasses import dataclass

from app.config import Settings
from app.db.engine import Database
from app.services.catalog import Catalog
from app.services.ingest import IngestService
from app.services.learn import LearnService
from app.services.match import MatchService


@dataclass(frozen=True, slots=True)
class Services:
    """The use cases of one database; safe to share between threads."""

    settings: Settings
    database: Database
    match: MatchService
    catalog: Catalog
    ingest: IngestService
    learn: LearnService

    def close(self) -> None:
        """Close the database's connections."""
        self.database.dispose()


def build(settings: Settings, *, migrate: bool = True) -> Services:
    """Open the database and give the services that work on it.

    Args:
        settings: which database, and every limit.
        migrate: make the database and bring its schema up to date first.

    Raises:
        StorageError: the database cannot be made, opened or brought up to date.
    """
    database = Database(settings)
    try:
        if migrate:
            database.upgrade()
        catalog = Catalog(database, settings)
        return Services(
            settings=settings,
            database=database,
            match=MatchService(database, settings, catalog),
            catalog=catalog,
            ingest=IngestService(database, settings),
            learn=LearnService(database, settings),
        )
    except BaseException:
        database.dispose()
        raise
