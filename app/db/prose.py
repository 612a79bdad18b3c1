"""Which records lack prose."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import or_, select
from sqlmodel import Session, col

from app.db.tables import RecordRow

__all__ = ["without_prose"]

_PAGE = 200


def without_prose(session: Session, *, repo: str | None = None) -> Iterator[tuple[str, str, str, str | None]]:
    """Yield id, document, extension and data set version of live records that lack documentation or solutions.

    Args:
        session: the session.
        repo: only of this one.

    They come by repository and id, read in pages, so that a large base takes little memory.
    """
    row = RecordRow
    query = select(
        col(row.repo), col(row.id), col(row.document), col(row.extension), col(row.dataset_version)
    )
    query = query.where(col(row.withdrawn_at).is_(None)).order_by(col(row.repo), col(row.id)).limit(_PAGE)
    # Documents are written without blanks; a quote inside a text has a backslash before it.
    query = query.where(
        or_(col(row.document).like('%"documentation":null%'), col(row.document).like('%"solutions":[]%'))
    )
    if repo is not None:
        query = query.where(col(row.repo) == repo)
    after: tuple[str, str] | None = None
    while True:
        page = query
        if after is not None:
            page = query.where(
                or_(col(row.repo) > after[0], (col(row.repo) == after[0]) & (col(row.id) > after[1]))
            )
        rows = session.execute(page).all()
        for found in rows:
            yield found[1], found[2], found[3], found[4]
        if len(rows) < _PAGE:
            return
        after = (rows[-1][0], rows[-1][1])
