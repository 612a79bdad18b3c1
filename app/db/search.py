"""Queries for lists: full text, filters, counts by name. They read and never commit.

Full text lives in `record_text`, an FTS5 table on SQLite, a tsvector on PostgreSQL, and holds no withdrawn
record. What a user types is cut into words here, so no character of it is ever read as query syntax.
"""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    Text,
    bindparam,
    case,
    column,
    func,
    literal_column,
    or_,
    select,
    table,
    text,
    tuple_,
)
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlmodel import Session, col

from app.db import tally
from app.db.plain import among, marks, run
from app.db.tables import RecordRow, TagRow
from app.domain.identity import module_path
from app.domain.listing import Query

__all__ = [
    "Listed",
    "Terms",
    "browse",
    "find_id",
    "find_text",
    "ids_by_slug",
    "live",
    "meets",
    "plain_words",
    "row_of",
    "summaries",
    "tags_of",
    "terms_of",
    "total_of",
]

_MAX_PHRASES = 32
_MAX_WORDS = 64
_MAX_WORD_CHARS = 200
# Each phrase is a query a place: of more than these they would take seconds, and where a phrase stands says little
# beside how many of so many there are.
_MAX_PLACED_PHRASES = 8
_WORD = re.compile(r"[^\W_]+")

_TEXT = table(
    "record_text",
    column("record_id", String),
    column("title", Text),
    column("message", Text),
    column("document", TSVECTOR),
)
# What a phrase counts where it stands: anywhere, in the message, in the title. PostgreSQL knows the two by letters.
_ANYWHERE, _IN_MESSAGE, _IN_TITLE = 1, 4, 8
_PLACES = ((_ANYWHERE, "", ""), (_IN_MESSAGE, "message : ", "B"), (_IN_TITLE, "title : ", "A"))


@dataclass(frozen=True, slots=True)
class Listed:
    """The columns of a record that a list shows."""

    id: str
    title: str
    slug: str
    repo: str
    error_class: str | None
    error_message: str | None
    error_type: str | None
    severity: str
    file_path: str
    line_number: int
    background_tag: str | None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """A typed text as phrases: each blank-separated piece is one, its words stand side by side.

    `--enable-dp-attention` is the phrase enable, dp, attention. The last word may go on.
    """

    phrases: tuple[tuple[str, ...], ...]

    def __bool__(self) -> bool:
        return bool(self.phrases)

    def expression(self, dialect: str, *, every: bool) -> str:
        """Write the query for FTS5 or `to_tsquery`; words hold letters and digits alone, so nothing needs escaping."""
        if dialect == "sqlite":
            return (" AND " if every else " OR ").join(self.single(dialect))
        return (" & " if every else " | ").join(f"({part})" for part in self.single(dialect))

    def places(self) -> tuple[tuple[int, str, str], ...]:
        """Return what a phrase counts where it stands, with `column` and `weight` of `single`; anywhere comes first.

        Of more than 8 phrases it only counts that they are there, wherever that is.
        """
        return _PLACES if len(self.phrases) <= _MAX_PLACED_PHRASES else _PLACES[:1]

    def single(self, dialect: str, column: str = "", weight: str = "") -> list[str]:
        """Write each phrase as a query of its own.

        Args:
            dialect: `sqlite` or `postgresql`.
            column: of FTS5, `title : `, where it has to stand there.
            weight: of PostgreSQL, the letter of where it has to stand.
        """
        last = len(self.phrases) - 1
        if dialect == "sqlite":
            return [
                f'{column}"{" ".join(words)}"{" *" if at == last else ""}'
                for at, words in enumerate(self.phrases)
            ]
        label = f":{weight}" if weight else ""
        return [
            " <-> ".join([*(f"{word}{label}" for word in words[:-1]), f"{words[-1]}{label}"])
            if at != last
            else " <-> ".join([*(f"{word}{label}" for word in words[:-1]), f"{words[-1]}:*{weight}"])
            for at, words in enumerate(self.phrases)
        ]


def terms_of(text: str) -> Terms:
    """Cut what was typed into phrases; at most 32 of them and 64 words count, what is neither letter nor digit parts."""
    phrases: list[tuple[str, ...]] = []
    left = _MAX_WORDS
    for piece in text.split():
        words = tuple(word.lower()[:_MAX_WORD_CHARS] for word in _WORD.findall(piece)[:left])
        if words and words not in phrases:
            phrases.append(words)
            left -= len(words)
        if not left or len(phrases) == _MAX_PHRASES:
            break
    return Terms(tuple(phrases))


def plain_words(text: str) -> str:
    """Return the words of a text as `terms_of` cuts them, parted by blanks.

    PostgreSQL's parser keeps paths, host names and e-mail addresses whole; of plain words it sees each.
    """
    return " ".join(_WORD.findall(text))


def find_id(session: Session, record_id: str) -> str | None:
    """Return the id of the record that has this id or alias; None where there is none."""
    found = run(session, "SELECT id FROM record WHERE id = ?", (record_id,)) or run(
        session, "SELECT record_id FROM record_alias WHERE alias = ?", (record_id,)
    )
    return str(found[0][0]) if found else None


def live() -> ColumnElement[bool]:
    """Say that a record is not withdrawn; nearly all are, so there is no index for it."""
    return col(RecordRow.withdrawn_at).is_(None)


def row_of(session: Session, record_id: str) -> RecordRow | None:
    """Return the whole row of a record."""
    return session.get(RecordRow, record_id)


def ids_by_slug(session: Session, repo: str, slug: str, limit: int) -> list[str]:
    """Return the ids of a repository's records with a slug, in order."""
    named = select(col(RecordRow.id)).where(col(RecordRow.slug) == slug, col(RecordRow.repo) == repo, live())
    return list(session.scalars(named.order_by(col(RecordRow.id)).limit(limit)))


def conditions(query: Query) -> list[ColumnElement[bool]]:
    """Return what the filters of a query ask of a record; withdrawn ones are never listed."""
    wanted = [live()]
    for name, value in query.filters().items():
        if name == "tag":
            wanted.append(
                col(RecordRow.id).in_(select(col(TagRow.record_id)).where(col(TagRow.tag) == value))
            )
        elif name == "file_path":
            path = str(value)
            wanted += [
                col(RecordRow.module_path) == module_path(path),
                or_(col(RecordRow.file_path) == path, col(RecordRow.module_path) == path),
            ]
        else:
            wanted.append(col(getattr(RecordRow, name)) == value)
    return wanted


def total_of(session: Session, query: Query) -> int:
    """Count the records that meet the filters."""
    if not query.filters():
        return tally.count(session, tally.RECORDS)
    return session.scalar(select(func.count()).select_from(RecordRow).where(*conditions(query))) or 0


def browse(
    session: Session, query: Query, after: tuple[str, str] | None, limit: int
) -> list[tuple[str, str]]:
    """Return repository and id of records, in that order, beginning behind the place `after`."""
    repo, record_id = col(RecordRow.repo), col(RecordRow.id)
    statement = select(repo, record_id).where(*conditions(query))
    if after is not None:
        statement = statement.where(tuple_(repo, record_id) > tuple_(*after))
    return [(row[0], row[1]) for row in session.execute(statement.order_by(repo, record_id).limit(limit))]


def meets(session: Session, record_id: str, query: Query) -> bool:
    """Tell whether a record is listed under the filters of a query."""
    found = select(col(RecordRow.id)).where(col(RecordRow.id) == record_id, *conditions(query))
    return session.scalar(found) is not None


def find_text(
    session: Session, terms: Terms, query: Query, *, every: bool, offset: int, limit: int
) -> tuple[list[str], int]:
    """Return ids by rank, from `offset` on, and how many there are in all.

    The rank is one that both databases tell alike, which their own ones are not: how many of the phrases there are, more
    for those in the message and most for those in the title, unless there are more than 8; then the shorter title, then
    the id.

    Args:
        session: a read session.
        terms: at least one phrase.
        query: filters that must hold too.
        every: all phrases must be found; else any.
        offset: how many to pass over.
        limit: how many to return.
    """
    dialect = session.get_bind().dialect.name
    matches = _matches(dialect, terms.expression(dialect, every=every))
    wanted = select(_TEXT.c.record_id).where(matches)
    if query.filters():
        wanted = wanted.join_from(_TEXT, RecordRow, col(RecordRow.id) == _TEXT.c.record_id).where(
            *conditions(query)
        )
    total = session.scalar(wanted.with_only_columns(func.count(), maintain_column_froms=True)) or 0
    if offset >= total:
        return [], total
    rank = _rank(dialect, terms).desc()
    ordered = wanted.order_by(rank, func.length(_TEXT.c.title), _TEXT.c.record_id)
    return list(session.scalars(ordered.offset(offset).limit(limit))), total


def _matches(dialect: str, expression: str) -> ColumnElement[bool]:
    """Return the condition that a text meets a full-text query."""
    if dialect == "sqlite":
        return literal_column("record_text").op("MATCH")(expression)
    asked = func.to_tsquery(literal_column("'simple'::regconfig"), bindparam(None, expression))
    return _TEXT.c.document.op("@@")(asked)


def _rank(dialect: str, terms: Terms) -> ColumnElement[int]:
    """Return the sum of what the phrases that a text has count."""
    counted: list[ColumnElement[int]] = []
    for count, column_, weight in terms.places():
        for expression in terms.single(dialect, column_, weight):
            found = _matches(dialect, expression)
            if dialect == "sqlite":
                having: Select[tuple[int]] = (
                    select(literal_column("rowid")).select_from(text("record_text")).where(found)
                )
                found = literal_column("record_text.rowid").in_(having)
            counted.append(case((found, count), else_=0))
    return functools.reduce(operator.add, counted)


def summaries(session: Session, ids: Sequence[str]) -> list[Listed]:
    """Return the columns that a list shows, in the order of `ids`; an id without a record is left out."""
    if not ids:
        return []
    names = [name for name in Listed.__dataclass_fields__ if name != "tags"]
    rows = run(session, f"SELECT {', '.join(names)} FROM record WHERE id IN ({marks(len(ids))})", ids)
    tags = tags_of(session, ids)
    found = {row[0]: Listed(**dict(zip(names, row, strict=True)), tags=tags.get(row[0], ())) for row in rows}
    return [found[record_id] for record_id in ids if record_id in found]


def tags_of(session: Session, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the tags of records, each in its record's order."""
    listed, value = among(session, ids)
    rows = run(
        session,
        f"SELECT record_id, tag FROM record_tag WHERE record_id IN {listed} ORDER BY record_id, position, tag",
        (value,),
    )
    tags: dict[str, list[str]] = {}
    for record_id, tag in rows:
        tags.setdefault(record_id, []).append(tag)
    return {record_id: tuple(names) for record_id, names in tags.items()}
