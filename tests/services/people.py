"""Callers and services for the tests of notes and feedback."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from app.config import Settings
from app.db.engine import Database
from app.domain.people import Caller
from app.services.feedback import FeedbackService
from app.services.notes import NoteService
from tests.services.ingesting import a_file, an_envelope, service

OWNER = Caller("cli", key="local:al", name="Al", maintains=True)
CI = Caller("api", key="token:ci", name="ci")
OTHER = Caller("api", key="token:other", name="other")
MAINTAINER = Caller("api", key="token:boss", name="boss", maintains=True)
NOBODY = Caller("api", address="192.0.2.1")
PAGE = Caller("page", address="192.0.2.1")
SLACK = Caller("slack", key="slack:T1/U1", name="sam")
AGENT = Caller("mcp", name="a coding agent")


class Clock:
    """A clock that goes on by a second with each look."""

    def __init__(self) -> None:
        self.now = datetime(2026, 9, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the time."""
        self.now += timedelta(seconds=1)
        return self.now


def settings_with(**given: Any) -> Settings:
    """Settings of a test."""
    return Settings(_env_file=None, database_url="sqlite:///unused.db", **given)


def notes_of(database: Database, **given: Any) -> NoteService:
    """The notes of a database."""
    return NoteService(database, settings_with(**given), clock=Clock())


def feedback_of(database: Database, **given: Any) -> FeedbackService:
    """The feedback of a database."""
    return FeedbackService(database, settings_with(**given), clock=Clock())


def load(database: Database, *numbers: int) -> None:
    """Ingest some records."""
    service(database).ingest([a_file(*(an_envelope(number) for number in numbers))])
