"""Queries of notes, feedback and access tokens. They never commit.

A note counts for the record that its `record_id` is, or is an alias of: so it follows a record that was found to be
another one, and nothing has to be moved when that happens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select, update
from sqlmodel import Session, col

from app.db.plain import among, over, run
from app.db.tables import AccessTokenRow, AliasRow, FeedbackRow, NoteEventRow, NoteRow, RecordRow

__all__ = [
    "StoredNote",
    "add",
    "any_notes",
    "count_of",
    "events_of",
    "feedback_by_tier",
    "feedback_of",
    "forget_texts",
    "held_ids",
    "note",
    "notes_in_state",
    "notes_of",
    "notes_of_many",
    "public_total",
    "repo_of",
    "token",
    "token_named",
    "tokens",
    "vote",
]

_LIVE = ("public", "proposed")
_COLUMNS = (
    "id",
    "record_id",
    "text",
    "author",
    "author_key",
    "version",
    "front",
    "state",
    "created_at",
    "changed_at",
)


@dataclass(frozen=True, slots=True)
class StoredNote:
    """A note as it stands, with the record that it counts for and how many said that it solved it."""

    id: str
    record_id: str
    text: str
    author: str | None
    author_key: str | None
    version: str | None
    front: str
    state: str
    created_at: str
    changed_at: str | None
    solved: int


_SOLVED = (
    select(func.count())
    .where(col(FeedbackRow.note_id) == col(NoteRow.id), col(FeedbackRow.verdict) == "solved")
    .correlate(NoteRow)
    .scalar_subquery()
)
_HOLDER = func.coalesce(
    select(col(AliasRow.record_id))
    .where(col(AliasRow.alias) == col(NoteRow.record_id))
    .correlate(NoteRow)
    .scalar_subquery(),
    col(NoteRow.record_id),
)
_NOTE = select(
    *(_HOLDER if name == "record_id" else getattr(NoteRow, name) for name in _COLUMNS),
    _SOLVED.label("solved"),
)
_ORDER = (_SOLVED.desc(), col(NoteRow.created_at).desc(), col(NoteRow.id))


def held_ids(session: Session, record_id: str) -> list[str]:
    """Return the id of a record with those that lead to it."""
    aliases = session.scalars(select(col(AliasRow.alias)).where(col(AliasRow.record_id) == record_id))
    return [record_id, *aliases]


def add(session: Session, row: NoteRow | NoteEventRow | FeedbackRow | AccessTokenRow) -> None:
    """Insert a row, or write what was changed of one."""
    session.add(row)
    session.flush()


def note(session: Session, note_id: str) -> StoredNote | None:
    """Return a note in any state."""
    found = session.execute(_NOTE.where(col(NoteRow.id) == note_id)).first()
    return StoredNote(*found) if found else None


def notes_of(session: Session, record_id: str, offset: int, limit: int) -> list[StoredNote]:
    """Return the public notes of a record, those that solved it most often first, then the newest."""
    query = (
        _NOTE.where(col(NoteRow.record_id).in_(held_ids(session, record_id)), col(NoteRow.state) == "public")
        .order_by(*_ORDER)
        .offset(offset)
        .limit(limit)
    )
    return [StoredNote(*row) for row in session.execute(query)]


def repo_of(session: Session, record_id: str) -> str | None:
    """Return the repository of a record; None where there is no such record."""
    return session.scalar(select(col(RecordRow.repo)).where(col(RecordRow.id) == record_id))


def count_of(session: Session, record_id: str, *states: str) -> int:
    """Count the notes of a record in these states; those that wait or are shown where none is given."""
    query = (
        select(func.count())
        .select_from(NoteRow)
        .where(
            col(NoteRow.record_id).in_(held_ids(session, record_id)), col(NoteRow.state).in_(states or _LIVE)
        )
    )
    return session.scalar(query) or 0


def notes_in_state(
    session: Session, states: Sequence[str], limit: int, record_id: str | None = None
) -> list[StoredNote]:
    """Return notes of all records, or of one, the newest first."""
    query = _NOTE.where(col(NoteRow.state).in_(states))
    if record_id is not None:
        query = query.where(col(NoteRow.record_id).in_(held_ids(session, record_id)))
    query = query.order_by(col(NoteRow.created_at).desc(), col(NoteRow.id)).limit(limit)
    return [StoredNote(*row) for row in session.execute(query)]


def any_notes(session: Session) -> bool:
    """Tell whether there is any note: most bases have none, and no answer should pay for that."""
    return bool(run(session, "SELECT 1 FROM note WHERE state = 'public' LIMIT 1"))


def notes_of_many(session: Session, record_ids: Iterable[str], most: int) -> dict[str, list[StoredNote]]:
    """Return the first `most` public notes of each of several records, by the id of the record, best first."""
    ids = list(dict.fromkeys(record_ids))
    rows = over(
        session,
        ids,
        "SELECT one.record_id, one.alias FROM {given} record_alias AS one ON one.record_id = given.value",
    )
    holders = {**{one: one for one in ids}, **{alias: record_id for record_id, alias in rows}}
    placed = (
        select(
            col(NoteRow.id),
            func.row_number().over(partition_by=_HOLDER, order_by=_ORDER).label("place"),
        )
        .where(col(NoteRow.record_id).in_(list(holders)), col(NoteRow.state) == "public")
        .subquery()
    )
    first = select(placed.c.id).where(placed.c.place <= most)
    query = _NOTE.where(col(NoteRow.id).in_(first)).order_by(*_ORDER)
    found: dict[str, list[StoredNote]] = {}
    for row in session.execute(query):
        one = StoredNote(*row)
        found.setdefault(holders.get(one.record_id, one.record_id), []).append(one)
    return found


def public_total(session: Session) -> int:
    """Count the public notes of all records."""
    query = select(func.count()).select_from(NoteRow).where(col(NoteRow.state) == "public")
    return session.scalar(query) or 0


def events_of(session: Session, note_id: str) -> list[NoteEventRow]:
    """Return the audit trail of a note, the oldest first."""
    row = NoteEventRow
    query = select(row).where(col(row.note_id) == note_id).order_by(col(row.id))
    return list(session.scalars(query))


def forget_texts(session: Session, note_id: str) -> None:
    """Drop what earlier versions of a note said; that it was edited stays."""
    session.execute(update(NoteEventRow).where(col(NoteEventRow.note_id) == note_id).values(text=None))


def vote(session: Session, row: FeedbackRow) -> bool:
    """Write feedback; of the same voter on the same thing the last word counts. Tell whether it is the first."""
    known = (
        session.scalar(select(FeedbackRow).where(col(FeedbackRow.voter) == row.voter)) if row.voter else None
    )
    if known is None:
        add(session, row)
        return True
    known.verdict, known.tier, known.score, known.at = row.verdict, row.tier, row.score, row.at
    add(session, known)
    return False


def feedback_of(session: Session, record_id: str) -> dict[str, int]:
    """Count the verdicts on answers with a record."""
    marks, value = among(session, held_ids(session, record_id))
    rows = run(
        session,
        f"SELECT verdict, COUNT(*) FROM feedback WHERE record_id IN {marks} AND note_id IS NULL GROUP BY verdict",
        (value,),
    )
    return {row[0]: row[1] for row in rows}


def feedback_by_tier(session: Session) -> list[tuple[str | None, str, int]]:
    """Count the verdicts on all answers, by tier and verdict."""
    rows = run(
        session,
        "SELECT tier, verdict, COUNT(*) FROM feedback WHERE note_id IS NULL GROUP BY tier, verdict ORDER BY tier, verdict",
    )
    return [(row[0], row[1], row[2]) for row in rows]


def token(session: Session, digest: str) -> AccessTokenRow | None:
    """Return the access token with this digest, unless it was revoked."""
    row = AccessTokenRow
    return session.scalar(select(row).where(col(row.digest) == digest, col(row.revoked_at).is_(None)))


def any_token(session: Session) -> bool:
    """Return whether there is an access token that was not revoked."""
    return bool(run(session, "SELECT 1 FROM access_token WHERE revoked_at IS NULL LIMIT 1"))


def token_named(session: Session, name: str) -> AccessTokenRow | None:
    """Return an access token by its name, a revoked one too."""
    return session.get(AccessTokenRow, name)


def tokens(session: Session) -> list[AccessTokenRow]:
    """Return all access tokens, by name."""
    return list(session.scalars(select(AccessTokenRow).order_by(col(AccessTokenRow.name))))
