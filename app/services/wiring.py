"""Builds the services of one process: every front starts here, and nothing else opens a database."""

from __future__ import annotations

from dataclasses import dataclass

from app.config import Settings
from app.db.engine import Database
from app.services.access import AccessService
from app.services.catalog import Catalog
from app.services.feedback import FeedbackService
from app.services.finder import Finder
from app.services.ingest import IngestService
from app.services.learn import LearnService
from app.services.match import MatchService
from app.services.notes import NoteService
from app.services.overview import Overview
from app.services.releases import Releases
from app.services.sitemap import Sitemap
from app.services.unknown import UnknownNotes
from app.services.writing import RecordWriter


@dataclass(frozen=True, slots=True)
class Services:
    """The use cases of one database; safe to share between threads."""

    settings: Settings
    database: Database
    match: MatchService
    catalog: Catalog
    ingest: IngestService
    learn: LearnService
    notes: NoteService
    unknown: UnknownNotes
    feedback: FeedbackService
    access: AccessService
    finder: Finder
    overview: Overview
    releases: Releases
    sitemap: Sitemap
    writer: RecordWriter

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
        ingest = IngestService(database, settings)
        notes = NoteService(database, settings)
        return Services(
            settings=settings,
            database=database,
            match=MatchService(database, settings, catalog),
            catalog=catalog,
            ingest=ingest,
            learn=LearnService(database, settings),
            notes=notes,
            unknown=UnknownNotes(database, ingest, notes),
            feedback=FeedbackService(database, settings),
            access=AccessService(database),
            finder=Finder(database, settings),
            overview=Overview(database, catalog),
            releases=Releases(database),
            sitemap=Sitemap(database),
            writer=RecordWriter(database, settings, ingest, catalog),
        )
    except BaseException:
        database.dispose()
        raise
