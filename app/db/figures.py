"""Queries for figures over the whole base: counts, the revision, the state of the schema."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from sqlalchemy import func, select, text
from sqlmodel import Session, col

from app.db import store, tally
from app.db.search import live
from app.db.tables import RecordRow

__all__ = [
    "Figures",
    "ListName",
    "Named",
    "figures_of",
    "names_of",
    "provenance_of",
    "schema_at_head",
    "shared_patterns",
]

ListName = Literal["repo", "tag", "background", "class", "severity"]
Named = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Figures:
    """Numbers of one revision of the base; `records` leaves withdrawn ones out, `problems` are of patterns."""

    revision: int
    records: int
    withdrawn: int
    patterns: int
    generic: int
    problems: int


def figures_of(session: Session) -> Figures:
    """Return what the base holds, from counts that are kept."""
    return Figures(
        revision=store.revision(session),
        records=tally.count(session, tally.RECORDS),
        withdrawn=tally.count(session, tally.WITHDRAWN),
        patterns=tally.count(session, tally.PATTERNS),
        generic=tally.count(session, tally.GENERIC),
        problems=tally.count(session, tally.PROBLEMS),
    )


def shared_patterns(session: Session) -> int:
    """Count the patterns of several records; looks at every record that is not withdrawn."""
    pattern = col(RecordRow.pattern_id)
    shared = select(pattern).where(pattern.is_not(None), live()).group_by(pattern).having(func.count() > 1)
    return session.scalar(select(func.count()).select_from(shared.subquery())) or 0


def names_of(session: Session, name: ListName) -> list[Named]:
    """Return the names of a kind with their number of records, most used first, then by name."""
    return tally.names(session, name)


def provenance_of(session: Session) -> dict[str, int]:
    """Return how many records have each kind of provenance."""
    return dict(sorted(tally.names(session, tally.PROVENANCE)))


def schema_at_head(session: Session) -> bool:
    """Tell whether the database has the schema of this program."""
    return bool(session.scalar(text("SELECT version_num FROM alembic_version")) == _head())


@lru_cache(maxsize=1)
def _head() -> str | None:
    from alembic.script import ScriptDirectory  # noqa: PLC0415  # Alembic is only loaded where it is needed

    from app.db.migrate import configuration  # noqa: PLC0415

    return ScriptDirectory.from_config(configuration()).get_current_head()
