"""Queries of the match path: keys to patterns, patterns to records, places to records. Nothing here commits.

Withdrawn records are in no answer. Results come in an order that does not depend on when a record was
written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from sqlalchemy import ColumnElement, func
from sqlmodel import Session, col, select

from app.db.tables import PatternKeyRow, PatternRow, RecordRow, StateRow
from app.domain.matching import Candidate

__all__ = [
    "SiteRow",
    "all_keys",
    "documents",
    "key_count",
    "known_packages",
    "pattern_count",
    "patterns",
    "postings",
    "sites_at",
    "sites_of",
    "state",
]

_CHUNK = 500

Item = TypeVar("Item")


class SiteRow(NamedTuple):
    """The columns of a record that ranking needs."""

    id: str
    repo: str
    error_class: str | None
    error_message: str | None
    module_path: str
    line_number: int
    function: str | None
    pattern_id: int | None


_SITE_COLUMNS = (
    RecordRow.id,
    RecordRow.repo,
    RecordRow.error_class,
    RecordRow.error_message,
    RecordRow.module_path,
    RecordRow.line_number,
    RecordRow.function,
    RecordRow.pattern_id,
)


def state(session: Session) -> dict[str, str]:
    """Return the catalogue's state: revision, newest dataset version."""
    return {row.name: row.value for row in session.exec(select(StateRow))}


def key_count(session: Session, kind: str) -> int:
    """Count the keys of a kind."""
    return session.exec(
        select(func.count()).select_from(PatternKeyRow).where(col(PatternKeyRow.kind) == kind)
    ).one()


def all_keys(session: Session, kind: str) -> frozenset[str]:
    """Return every key of a kind."""
    return frozenset(
        session.exec(select(PatternKeyRow.key).where(col(PatternKeyRow.kind) == kind).distinct())
    )


def postings(
    session: Session, kind: str, keys: Iterable[str], limit: int | None = None
) -> dict[str, list[int]]:
    """Return the ids of the patterns that have each key; with a limit, keys of more patterns are left out."""
    found: dict[str, list[int]] = {}
    for chunk in _chunks(sorted(set(keys))):
        wanted: list[ColumnElement[bool]] = [
            col(PatternKeyRow.kind) == kind,
            col(PatternKeyRow.key).in_(chunk),
        ]
        if limit is not None:
            common = (
                select(PatternKeyRow.key)
                .where(*wanted)
                .group_by(col(PatternKeyRow.key))
                .having(func.count() > limit)
            )
            wanted.append(col(PatternKeyRow.key).not_in(list(session.exec(common))))
        rows = session.exec(
            select(PatternKeyRow.key, PatternKeyRow.pattern_id)
            .where(*wanted)
            .order_by(PatternKeyRow.key, col(PatternKeyRow.pattern_id))
        )
        for key, pattern_id in rows:
            found.setdefault(key, []).append(pattern_id)
    return found


def pattern_count(session: Session) -> int:
    """Count the distinct patterns."""
    return session.exec(select(func.count()).select_from(PatternRow)).one()


def patterns(session: Session, ids: Iterable[int]) -> dict[int, Candidate]:
    """Return patterns by id."""
    found: dict[int, Candidate] = {}
    for chunk in _chunks(sorted(set(ids))):
        for row in session.exec(select(PatternRow).where(col(PatternRow.id).in_(chunk))):
            assert row.id is not None
            found[row.id] = Candidate(row.id, row.pattern, row.template, row.words, row.generic)
    return found


def sites_of(session: Session, pattern_ids: Iterable[int], repo: str | None) -> dict[int, list[SiteRow]]:
    """Return the records of each pattern, by id."""
    found: dict[int, list[SiteRow]] = {}
    for chunk in _chunks(sorted(set(pattern_ids))):
        for row in _sites(session, repo, col(RecordRow.pattern_id).in_(chunk)):
            if row.pattern_id is not None:
                found.setdefault(row.pattern_id, []).append(row)
    return found


def sites_at(session: Session, module_paths: Iterable[str], repo: str | None) -> dict[str, list[SiteRow]]:
    """Return the records of each file, by module path."""
    found: dict[str, list[SiteRow]] = {}
    for chunk in _chunks(sorted(set(module_paths))):
        for row in _sites(session, repo, col(RecordRow.module_path).in_(chunk)):
            found.setdefault(row.module_path, []).append(row)
    return found


def _sites(session: Session, repo: str | None, *conditions: object) -> Iterator[SiteRow]:
    query = select(*_SITE_COLUMNS).where(*conditions, col(RecordRow.withdrawn_at).is_(None))  # type: ignore[call-overload]
    if repo is not None:
        query = query.where(col(RecordRow.repo) == repo)
    for row in session.exec(query.order_by(RecordRow.id)):
        yield SiteRow(*row)


def documents(session: Session, ids: Iterable[str]) -> dict[str, RecordRow]:
    """Return whole rows by id."""
    return {
        row.id: row
        for chunk in _chunks(sorted(set(ids)))
        for row in session.exec(select(RecordRow).where(col(RecordRow.id).in_(chunk)))
    }


def known_packages(session: Session, packages: Iterable[str]) -> set[str]:
    """Return which of these packages have records."""
    found: set[str] = set()
    for chunk in _chunks(sorted(set(packages))):
        query = select(RecordRow.package).where(
            col(RecordRow.package).in_(chunk), col(RecordRow.withdrawn_at).is_(None)
        )
        found.update(session.exec(query.distinct()))
    return found


def _chunks(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), _CHUNK):
        yield items[start : start + _CHUNK]
