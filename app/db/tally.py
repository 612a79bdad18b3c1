"""Counts that are kept, so that no answer has to count a base of any size: how many records have a tag or a class.

They are written in the transaction of the records. A name that nothing has any more is left with 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast

from sqlalchemy import JSON, ColumnElement, delete, select, type_coerce
from sqlalchemy import Table as SqlTable
from sqlalchemy import cast as sql_cast
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col

from app.db.plain import marks, on_sqlite, remembered, run
from app.db.tables import RecordRow, TagRow, TallyRow

__all__ = [
    "BACKGROUND",
    "CLASS",
    "GENERIC",
    "PACKAGE",
    "PATTERNS",
    "PROBLEMS",
    "PROVENANCE",
    "RECORDS",
    "TAG",
    "WITHDRAWN",
    "add",
    "clear",
    "count",
    "counted",
    "counts",
    "keep",
    "names",
    "recount",
]

Counted = tuple[str, str]

# Kinds of counts of records that are not withdrawn; RECORDS counts them, and WITHDRAWN the others.
RECORDS, WITHDRAWN, PROBLEMS = "records", "withdrawn", "problems"
TAG, BACKGROUND, PACKAGE, PROVENANCE = "tag", "background", "package", "provenance"
CLASS = "class"
_COLUMNS = {
    "repo": "repo",
    PACKAGE: "package",
    BACKGROUND: "background_tag",
    CLASS: "error_class",
    "severity": "severity",
}
# Of patterns.
PATTERNS, GENERIC = "patterns", "generic"

_CHUNK = 500


def count(session: Session, kind: str, name: str = "") -> int:
    """Return one count."""
    asked: dict[str, int] | None = remembered(session, "counts")
    if asked is None:
        return counts(session, kind, [name]).get(name, 0)
    key = f"{kind} {name}"
    if key not in asked:
        asked[key] = counts(session, kind, [name]).get(name, 0)
    return asked[key]


def counts(session: Session, kind: str, names: Iterable[str]) -> dict[str, int]:
    """Return the counts of these names; one that nothing has is left out."""
    wanted = sorted(set(names))
    if not wanted:
        return {}
    rows = run(
        session,
        f"SELECT name, total FROM tally WHERE kind = ? AND name IN ({marks(len(wanted))}) AND total > 0",
        (kind, *wanted),
    )
    return dict(rows)


def names(session: Session, kind: str) -> list[tuple[str, int]]:
    """Return all names of a kind that something has, with their counts, most used first, then by name."""
    query = (
        select(col(TallyRow.name), col(TallyRow.total))
        .where(col(TallyRow.kind) == kind, col(TallyRow.total) > 0)
        .order_by(col(TallyRow.total).desc(), col(TallyRow.name))
    )
    return [(row[0], row[1]) for row in session.execute(query)]


@contextmanager
def keep(session: Session, ids: Iterable[str], written: Counter[Counted] | None = None) -> Iterator[None]:
    """Keep the counts right while records are written, withdrawn or deleted in the block.

    Args:
        session: of a write transaction.
        ids: of those that stand before.
        written: what the block writes, where that is known (see `counted`); else the same ids are counted again.
    """
    wanted = list(dict.fromkeys(ids))
    before = _counted(session, wanted)
    yield
    after = _counted(session, wanted) if written is None else written
    after.subtract(before)
    add(session, after)


def add(session: Session, changes: Mapping[Counted, int]) -> None:
    """Add to counts; a negative number takes off."""
    rows = [
        {"kind": kind, "name": name, "total": change}
        for (kind, name), change in sorted(changes.items())
        if change
    ]
    if rows:
        table = cast("SqlTable", TallyRow.__table__)  # type: ignore[attr-defined]
        make = sqlite.insert if on_sqlite(session) else postgresql.insert
        statement = make(table)
        statement = statement.on_conflict_do_update(
            index_elements=["kind", "name"], set_={"total": table.c.total + statement.excluded.total}
        )
        session.connection().execute(statement, rows)


def counted(
    names: Sequence[str],
    rows: Iterable[Sequence[Any]],
    tags: Mapping[str, Iterable[str]],
    provenances: Iterable[str],
) -> Counter[Counted]:
    """Count records before they are written.

    Args:
        names: of the columns that rows begin with.
        rows: of the table `record`.
        tags: by record id.
        provenances: the kind of each record, in the order of the rows.
    """
    found: Counter[Counted] = Counter()
    wanted = [names.index(column) for column in ("id", "withdrawn_at", "pattern_problem", *_COLUMNS.values())]
    for row, provenance in zip(rows, provenances, strict=True):
        record_id, withdrawn_at, problem, *values = (row[at] for at in wanted)
        if _count(found, withdrawn_at, problem, provenance, values):
            found.update((TAG, tag) for tag in set(tags[record_id]))
    return found


def _count(
    found: Counter[Counted],
    withdrawn_at: str | None,
    problem: str | None,
    provenance: str | None,
    values: Sequence[str | None],
) -> bool:
    """Count a record but for its tags; tell whether these count."""
    if withdrawn_at is not None:
        found[WITHDRAWN, ""] += 1
        return False
    found[RECORDS, ""] += 1
    found[PROVENANCE, provenance or "unknown"] += 1
    if problem is not None:
        found[PROBLEMS, ""] += 1
    for kind, value in zip(_COLUMNS, values, strict=True):
        if value is not None:
            found[kind, value] += 1
    return True


def recount(session: Session) -> None:
    """Count all records; for a tally that has none of them."""
    total: Counter[Counted] = Counter()
    last = ""
    while ids := list(
        session.scalars(
            select(col(RecordRow.id))
            .where(col(RecordRow.id) > last)
            .order_by(col(RecordRow.id))
            .limit(_CHUNK)
        )
    ):
        total += _counted(session, ids)
        last = ids[-1]
    add(session, total)


def clear(session: Session) -> None:
    """Forget all counts."""
    session.execute(delete(TallyRow))


def _counted(session: Session, ids: list[str]) -> Counter[Counted]:
    """Count what stands of these records."""
    found: Counter[Counted] = Counter()
    columns = [col(getattr(RecordRow, name)) for name in _COLUMNS.values()]
    for start in range(0, len(ids), _CHUNK):
        chunk = ids[start : start + _CHUNK]
        live: list[str] = []
        query = select(
            col(RecordRow.id),
            col(RecordRow.withdrawn_at),
            col(RecordRow.pattern_problem),
            _provenance(session),
            *columns,
        ).where(col(RecordRow.id).in_(chunk))
        for record_id, withdrawn_at, problem, provenance, *values in session.execute(query):
            if _count(found, withdrawn_at, problem, provenance, values):
                live.append(record_id)
        tags = select(col(TagRow.tag)).where(col(TagRow.record_id).in_(live))
        found.update((TAG, tag) for tag in session.scalars(tags))
    return found


def _provenance(session: Session) -> ColumnElement[Any]:
    extension = col(RecordRow.extension)
    value: Any = type_coerce(extension, JSON) if on_sqlite(session) else sql_cast(extension, JSON)
    return cast("ColumnElement[Any]", value["provenance"]["kind"].as_string())
