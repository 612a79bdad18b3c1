"""Queries for the distributions that the statistics show. They look at every row, and never commit."""

from __future__ import annotations

from sqlmodel import Session

from app.db.plain import run

__all__ = ["cluster_sizes", "explained_by_repo", "patterns_by_words"]


def patterns_by_words(session: Session) -> list[tuple[int, bool, int]]:
    """Return numbers of distinctive words, whether demoted, and how many patterns are so."""
    rows = run(session, "SELECT words, generic, count(*) FROM pattern GROUP BY words, generic ORDER BY words")
    return [(row[0], bool(row[1]), row[2]) for row in rows]


def cluster_sizes(session: Session) -> list[tuple[int, int]]:
    """Return numbers of records, and how many patterns have so many; withdrawn records count too."""
    rows = run(
        session,
        "SELECT size, count(*) FROM (SELECT count(*) AS size FROM record WHERE pattern_id IS NOT NULL "
        "GROUP BY pattern_id) AS cluster GROUP BY size ORDER BY size",
    )
    return [(row[0], row[1]) for row in rows]


def explained_by_repo(session: Session) -> dict[str, int]:
    """Return how many records of each repository were brought by ingest, whole or in part; others come of source alone."""
    rows = run(
        session,
        "SELECT repo, count(*) FROM record WHERE withdrawn_at IS NULL AND (owned IS NULL OR owned <> '[]') GROUP BY repo",
    )
    return {row[0]: row[1] for row in rows}
