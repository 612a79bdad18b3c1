"""Queries for figures over the whole base: counts, the revision, the state of the schema."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from sqlalchemy import JSON, Select, cast, func, select, text, type_coerce
from sqlalchemy.orm import Mapped
from sqlmodel import Session, col

from app.db import store
from app.db.search import WITHDRAWN, live
from app.db.tables import PatternRow, RecordRow, TagRow

__all__ = [
    "Figures",
    "ListName",
    "Named",
    "PatternFigures",
    "figures_of",
    "names_of",
    "pattern_figures_of",
    "provenance_of",
    "schema_at_head",
]

ListName = Literal["repo", "tag", "background", "class", "severity"]
Named = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Figures:
    """Numbers of one revision of the base that are counted at once; `records` leaves withdrawn ones out."""

    revision: int
    records: int
    withdrawn: int
    patterns: int


@dataclass(frozen=True, slots=True)
class PatternFigures:
    """Numbers that need a look at every record: patterns of several records, demoted ones, records with a problem."""

    shared: int
    generic: int
    problems: int


def figures_of(session: Session) -> Figures:
    """Count what the base holds."""
    return Figures(
        revision=store.revision(session),
        records=_count(session, select(col(RecordRow.id)).where(col(RecordRow.withdrawn_at).is_(None))),
        withdrawn=_count(session, WITHDRAWN),
        patterns=_count(session, select(col(PatternRow.id))),
    )


def pattern_figures_of(session: Session) -> PatternFigures:
    """Count what is special about patterns; withdrawn records do not count."""
    pattern = col(RecordRow.pattern_id)
    shared = select(pattern).where(pattern.is_not(None), live()).group_by(pattern).having(func.count() > 1)
    problems = select(col(RecordRow.id)).where(col(RecordRow.pattern_problem).is_not(None), live())
    return PatternFigures(
        shared=_count(session, shared),
        generic=_count(session, select(col(PatternRow.id)).where(col(PatternRow.generic))),
        problems=_count(session, problems),
    )


def names_of(session: Session, name: ListName) -> list[Named]:
    """Return the names of a kind with their number of records, most used first, then by name.

    All are counted and the few withdrawn ones taken off: counting all needs no more than an index.
    """
    named: Mapped[Any] = {
        "repo": col(RecordRow.repo),
        "tag": col(TagRow.tag),
        "background": col(RecordRow.background_tag),
        "class": col(RecordRow.error_class),
        "severity": col(RecordRow.severity),
    }[name]
    owner = col(TagRow.record_id) if name == "tag" else col(RecordRow.id)
    every = select(named, func.count()).where(named.is_not(None)).group_by(named)
    counts: dict[str, int] = {row[0]: row[1] for row in session.execute(every)}
    for gone, count in session.execute(every.where(owner.in_(WITHDRAWN))):
        counts[gone] -= count
    return sorted(
        ((text, count) for text, count in counts.items() if count > 0), key=lambda item: (-item[1], item[0])
    )


def provenance_of(session: Session) -> dict[str, int]:
    """Return how many records have each kind of provenance."""
    extension = col(RecordRow.extension)
    value = (
        type_coerce(extension, JSON) if session.get_bind().dialect.name == "sqlite" else cast(extension, JSON)
    )
    kind = value["provenance"]["kind"].as_string()
    counts: dict[str, int] = {}
    for found, count in session.execute(select(kind, func.count()).where(live()).group_by(kind)):
        counts[found or "unknown"] = counts.get(found or "unknown", 0) + count
    return dict(sorted(counts.items()))


def schema_at_head(session: Session) -> bool:
    """Tell whether the database has the schema of this program."""
    return bool(session.scalar(text("SELECT version_num FROM alembic_version")) == _head())


@lru_cache(maxsize=1)
def _head() -> str | None:
    from alembic.script import ScriptDirectory  # noqa: PLC0415  # Alembic is only loaded where it is needed

    from app.db.migrate import configuration  # noqa: PLC0415

    return ScriptDirectory.from_config(configuration()).get_current_head()


def _count(session: Session, statement: Select[Any]) -> int:
    return session.scalar(select(func.count()).select_from(statement.subquery())) or 0
