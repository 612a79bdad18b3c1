"""Queries about learned releases and the sites of two of them. They never commit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import text
from sqlmodel import Session

from app.db.plain import run

__all__ = ["KnownRelease", "ReleaseSite", "releases_of", "repos_with_releases", "sites_of_release"]

_ROWS = 500


@dataclass(frozen=True, slots=True)
class KnownRelease:
    """A learned release with the number of its sites."""

    id: int
    distribution: str
    version: str
    sha: str | None
    sites: int


@dataclass(frozen=True, slots=True)
class ReleaseSite:
    """A site of a release, and what its record says; `versions` is JSON text, None where the record names none."""

    key: str
    template: str
    function: str | None
    error_class: str | None
    ordinal: int
    file_path: str
    line_number: int
    record_id: str
    repo: str
    slug: str
    message: str | None
    extension: str
    draft: str | None


def repos_with_releases(session: Session) -> list[tuple[str, int]]:
    """Return the repositories of which releases were learned, with how many, by name."""
    rows = run(
        session,
        "SELECT repo, count(*) FROM learned_version WHERE version <> '' GROUP BY repo ORDER BY repo",
    )
    return [(row[0], row[1]) for row in rows]


def releases_of(session: Session, repo: str) -> list[KnownRelease]:
    """Return the learned releases of a repository, in no order; a folder at work is none."""
    rows = run(
        session,
        "SELECT id, distribution, version, sha, (SELECT count(*) FROM learned_site WHERE version_id = learned_version.id) "
        "FROM learned_version WHERE repo = ? AND version <> ''",
        (repo,),
    )
    return [KnownRelease(*row) for row in rows]


def sites_of_release(session: Session, version_ids: tuple[int, int]) -> Iterator[tuple[int, ReleaseSite]]:
    """Yield the sites of two releases, each with the id of its release, in the order of their keys."""
    # Read a part at a time: what the records say is many times what is kept of it.
    rows = session.connection().execute(
        text(
            "SELECT site.version_id, site.key, site.template, site.function, site.error_class, site.ordinal, "
            "site.file_path, site.line_number, record.id, record.repo, record.slug, record.error_message, "
            "record.extension, site.draft FROM learned_site AS site JOIN record ON record.id = site.record_id "
            "WHERE site.version_id IN (:old, :new) ORDER BY site.version_id, site.key"
        ),
        dict(zip(("old", "new"), version_ids, strict=True)),
        execution_options={"yield_per": _ROWS},
    )
    for part in rows.partitions():
        for row in part:
            yield row[0], ReleaseSite(*row[1:])
