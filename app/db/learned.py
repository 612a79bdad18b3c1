"""Queries about what was learned: versions, their sites, and the records of those. They never commit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Table as SqlTable
from sqlalchemy import bindparam, delete, insert, select, update
from sqlmodel import Session, SQLModel, col

from app.db.tables import AliasRow, LearnedSiteRow, LearnedVersionRow, RecordRow

_CHUNK = 500

SiteId = tuple[int, str]


@dataclass(frozen=True, slots=True)
class LearnedVersion:
    """A version that was learned."""

    id: int
    distribution: str
    version: str
    sha: str | None


@dataclass(frozen=True, slots=True)
class LearnedSite:
    """A site of a learned version; `kept` tells whether its draft is stored with it."""

    version_id: int
    key: str
    record_id: str
    template: str
    function: str | None
    error_class: str | None
    ordinal: int
    file_path: str
    line_number: int
    kept: bool


@dataclass(frozen=True, slots=True)
class KnownRecord:
    """What finding the record of a site needs of those that stand."""

    id: str
    error_class: str | None
    error_message: str | None
    module_path: str
    function: str | None
    line_number: int
    owned: str | None


def versions_of(session: Session, repo: str) -> list[LearnedVersion]:
    """Return the versions of a repo's distributions that were learned."""
    row = LearnedVersionRow
    query = select(col(row.id), col(row.distribution), col(row.version), col(row.sha)).where(
        col(row.repo) == repo
    )
    return [LearnedVersion(*found) for found in session.execute(query)]


def sites_of(session: Session, version_ids: Sequence[int]) -> list[LearnedSite]:
    """Return all sites of these versions."""
    names = [name for name in LearnedSite.__dataclass_fields__ if name != "kept"]
    columns = [getattr(LearnedSiteRow, name) for name in names]
    query = select(*columns, col(LearnedSiteRow.draft).is_not(None)).where(
        col(LearnedSiteRow.version_id).in_(version_ids)
    )
    return [LearnedSite(*found) for found in session.execute(query)]


def sites_in(session: Session, version_id: int, file_path: str, function: str | None) -> list[str]:
    """Return the ids of the records whose sites stand in a function of a file in a version."""
    row = LearnedSiteRow
    query = select(col(row.record_id)).where(
        col(row.version_id) == version_id,
        col(row.file_path) == file_path,
        col(row.function) == function if function is not None else col(row.function).is_(None),
    )
    return sorted(set(session.scalars(query)))


def records_of(session: Session, repo: str) -> list[KnownRecord]:
    """Return the records of a repo, withdrawn ones included."""
    columns = [getattr(RecordRow, name) for name in KnownRecord.__dataclass_fields__]
    query = select(*columns).where(col(RecordRow.repo) == repo)
    return [KnownRecord(*found) for found in session.execute(query)]


def aliases_of(session: Session, repo: str) -> dict[str, str]:
    """Return alias to record id, for the records of a repo."""
    query = (
        select(col(AliasRow.alias), col(AliasRow.record_id))
        .join(RecordRow, col(RecordRow.id) == col(AliasRow.record_id))
        .where(col(RecordRow.repo) == repo)
    )
    return {found[0]: found[1] for found in session.execute(query)}


def put_version(session: Session, repo: str, distribution: str, version: str, sha: str | None) -> int:
    """Note that a version was learned, and return its id; the sites that it had stay."""
    table = _table(LearnedVersionRow)
    where = (table.c.repo == repo, table.c.distribution == distribution, table.c.version == version)
    found = session.scalar(select(table.c.id).where(*where))
    if found is None:
        values = {"repo": repo, "distribution": distribution, "version": version, "sha": sha}
        session.execute(insert(table).values(values))
        found = session.scalar(select(table.c.id).where(*where))
    else:
        session.execute(update(table).where(*where).values(sha=sha))
    return int(cast("int", found))


def replace_sites(session: Session, version_id: int, rows: Sequence[dict[str, Any]]) -> None:
    """Write the sites of a version in place of those it had; a row has all columns but `version_id`."""
    table = _table(LearnedSiteRow)
    session.execute(delete(table).where(table.c.version_id == version_id))
    if rows:
        session.connection().execute(insert(table), [{**row, "version_id": version_id} for row in rows])


def assign(session: Session, records: Mapping[SiteId, str]) -> None:
    """Note which records sites were found to be."""
    _update(session, "record_id", records)


def keep_drafts(session: Session, drafts: Mapping[SiteId, str | None]) -> None:
    """Store drafts with their sites, or drop them."""
    _update(session, "draft", drafts)


def drafts_of(session: Session, sites: Iterable[SiteId]) -> dict[SiteId, str]:
    """Return the drafts that are stored with these sites."""
    wanted = set(sites)
    found: dict[SiteId, str] = {}
    row = LearnedSiteRow
    keys = sorted({key for _, key in wanted})
    for start in range(0, len(keys), _CHUNK):
        query = select(col(row.version_id), col(row.key), col(row.draft)).where(
            col(row.version_id).in_({version_id for version_id, _ in wanted}),
            col(row.key).in_(keys[start : start + _CHUNK]),
            col(row.draft).is_not(None),
        )
        for version_id, key, draft in session.execute(query):
            if (version_id, key) in wanted:
                found[version_id, key] = draft
    return found


def sightings_of(session: Session, ids: Sequence[str]) -> list[tuple[str, str, SiteId, str | None]]:
    """Return record id, version, site and stored draft of all sites of these records."""
    row, version = LearnedSiteRow, LearnedVersionRow
    found: list[tuple[str, str, SiteId, str | None]] = []
    for start in range(0, len(ids), _CHUNK):
        query = (
            select(
                col(row.record_id),
                col(version.version),
                col(row.version_id),
                col(row.key),
                col(row.draft),
                col(version.distribution),
            )
            .join(version, col(version.id) == col(row.version_id))
            .where(col(row.record_id).in_(ids[start : start + _CHUNK]))
            .order_by(col(version.distribution), col(row.key))
        )
        found.extend((one[0], one[1], (one[2], one[3]), one[4]) for one in session.execute(query))
    return found


def _update(session: Session, column: str, values: Mapping[SiteId, Any]) -> None:
    if values:
        table = _table(LearnedSiteRow)
        statement = (
            update(table)
            .where(table.c.version_id == bindparam("at_version"), table.c.key == bindparam("at_key"))
            .values({column: bindparam("value")})
        )
        rows = [
            {"at_version": version_id, "at_key": key, "value": value}
            for (version_id, key), value in values.items()
        ]
        session.connection().execute(statement, rows)


def _table(model: type[SQLModel]) -> SqlTable:
    return cast("SqlTable", model.__table__)  # type: ignore[attr-defined]
