"""Queries for the addresses of all record pages, a part at a time. They never commit."""

from __future__ import annotations

from sqlmodel import Session

from app.db.plain import run

__all__ = ["addresses_after", "first_of_parts"]

# repo, id, slug, version of the data set that the record came in
Address = tuple[str, str, str, str | None]


def first_of_parts(session: Session, size: int) -> list[tuple[str, str]]:
    """Return repository and id of the first record of each part of so many records, in that order."""
    rows = run(
        session,
        "SELECT repo, id FROM (SELECT repo, id, row_number() OVER (ORDER BY repo, id) AS number FROM record) AS numbered "
        "WHERE (number - 1) / ? * ? = number - 1 ORDER BY repo, id",
        (size, size),
    )
    return [(row[0], row[1]) for row in rows]


def addresses_after(
    session: Session, first: tuple[str, str], end: tuple[str, str] | None, limit: int
) -> list[Address]:
    """Return the records from `first` on, up to but without `end`, in the order of repository and id.

    Withdrawn records are left out, so fewer may come than `limit` only at the end of a part.
    """
    until = "" if end is None else " AND (repo, id) < (?, ?)"
    rows = run(
        session,
        "SELECT repo, id, slug, dataset_version FROM record WHERE (repo, id) >= (?, ?)"  # values of ours alone
        f"{until} AND withdrawn_at IS NULL ORDER BY repo, id LIMIT ?",
        (*first, *(end or ()), limit),
    )
    return [(row[0], row[1], row[2], row[3]) for row in rows]
