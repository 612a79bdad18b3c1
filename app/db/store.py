"""Queries that write records, and those that a writer needs. They take a session and never commit.

Look-ups and writes go in chunks, since a statement may carry only so many values.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from sqlalchemy import Table as SqlTable
from sqlalchemy import bindparam, delete, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, SQLModel, col

from app.db.plain import marks, on_sqlite, over, run_many
from app.db.tables import AliasRow, PatternKeyRow, PatternRow, RecordRow, SourceRow, StateRow, TagRow
from app.domain.stored import Stored
from app.domain.stored import TextOf as TextOf  # noqa: PLC0414  # theirs who fill the index

Value = TypeVar("Value", str, int)

CHUNK = 500
_WORD = re.compile(r"[^\W_]+")
REVISION, DATASET_VERSION = "revision", "dataset_version"


@dataclass(frozen=True, slots=True)
class StoredSite:
    """Where a stored record stands."""

    id: str
    repo: str
    module_path: str
    function: str | None
    error_class: str | None
    error_message: str | None
    line_number: int
    id_given: bool
    analyzed_sha: str | None
    dataset_version: str | None
    template_key: str


def stored_records(session: Session, ids: Iterable[str]) -> dict[str, Stored]:
    """Return the records with these ids, by id; aliases are not followed."""
    names = list(Stored.__dataclass_fields__)
    columns = ", ".join(f"record.{name}" for name in names)
    rows = over(session, ids, f"SELECT {columns} FROM {{given}} record ON record.id = given.value")
    found = (dict(zip(names, row, strict=True)) for row in rows)
    return {one["id"]: Stored(**one | {"id_given": bool(one["id_given"])}) for one in found}


def alias_targets(session: Session, ids: Iterable[str]) -> dict[str, str]:
    """Return alias to record id, for those of the ids that are aliases."""
    rows = over(
        session,
        ids,
        "SELECT one.alias, one.record_id FROM {given} record_alias AS one ON one.alias = given.value",
    )
    return {row[0]: row[1] for row in rows}


def holders(session: Session, ids: Iterable[str]) -> dict[str, str]:
    """Return, for those of the ids that a record or an alias has, the id of that record."""
    wanted = list(ids)
    found = alias_targets(session, wanted)
    rows = over(session, wanted, "SELECT record.id FROM {given} record ON record.id = given.value")
    found.update((row[0], row[0]) for row in rows)
    return found


def known_ids(session: Session, ids: Iterable[str]) -> set[str]:
    """Return those of the ids that a record or an alias has."""
    return set(holders(session, ids))


def sites_by_template(session: Session, keys: Iterable[str]) -> list[StoredSite]:
    """Return the sites whose repo, class and message have one of these `template_key`s, by id."""
    columns = [getattr(RecordRow, name) for name in StoredSite.__dataclass_fields__]
    found: list[StoredSite] = []
    for chunk in _chunks(keys):
        query = select(*columns).where(col(RecordRow.template_key).in_(chunk)).order_by(RecordRow.id)
        found.extend(StoredSite(*row) for row in session.execute(query))
    return found


def known_templates(session: Session, keys: Iterable[str]) -> set[str]:
    """Return those of the `template_key`s that a record has."""
    rows = over(
        session,
        keys,
        "SELECT DISTINCT given.value FROM {given} record ON record.template_key = given.value",
    )
    return {row[0] for row in rows}


def commits(session: Session) -> Iterator[tuple[str, str | None]]:
    """Yield each repo and analyzedSha that occurs."""
    query = (
        select(col(RecordRow.repo), col(RecordRow.analyzed_sha))
        .where(col(RecordRow.analyzed_sha).is_not(None))
        .distinct()
    )
    for row in session.execute(query):
        yield row[0], row[1]


def write_records(session: Session, names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert records, or overwrite those that have the id; `names` are all columns, in the order of a row's values."""
    taken = ", ".join(f"{name} = excluded.{name}" for name in names if name != "id")
    run_many(
        session,
        f"INSERT INTO record ({', '.join(names)}) VALUES ({marks(len(names))}) "  # columns of ours
        f"ON CONFLICT (id) DO UPDATE SET {taken}",
        rows,
    )


def delete_records(session: Session, ids: Iterable[str]) -> None:
    """Delete records with their tags and aliases and what sources say of them; the full text is another matter."""
    for chunk in _chunks(ids):
        session.execute(delete(RecordRow).where(col(RecordRow.id).in_(chunk)))


def write_tags(session: Session, tags: Mapping[str, Sequence[str]], new: Collection[str] = ()) -> None:
    """Replace the tags of these records, of which the new ones have none; a tag that occurs twice counts once."""
    _delete_of(session, TagRow, (one for one in tags if one not in new))
    rows = [
        (record_id, tag, position)
        for record_id, names in tags.items()
        for position, tag in enumerate(dict.fromkeys(names))
    ]
    run_many(session, "INSERT INTO record_tag (record_id, tag, position) VALUES (?, ?, ?)", sorted(rows))


def write_aliases(session: Session, aliases: Mapping[str, Sequence[str]], new: Collection[str] = ()) -> None:
    """Replace the aliases of these records, of which the new ones have none.

    One that another record has, as its id or alias, stays with that one.
    """
    _delete_of(session, AliasRow, (one for one in aliases if one not in new))
    wanted: dict[str, str] = {}
    for record_id, names in aliases.items():
        for alias in names:
            wanted.setdefault(alias, record_id)
    others = holders(session, wanted)
    _insert(
        session,
        AliasRow,
        [{"alias": one, "record_id": of} for one, of in wanted.items() if one not in others],
    )


def add_to_source(session: Session, source: str, ids: Iterable[str]) -> None:
    """Note that this source brings these records."""
    rows = [{"source": source, "record_id": record_id} for record_id in dict.fromkeys(ids)]
    _upsert(session, SourceRow, rows, ["source", "record_id"])


def ids_of_source(session: Session, source: str) -> set[str]:
    """Return the records that this source has brought and not given up."""
    return set(session.scalars(select(col(SourceRow.record_id)).where(col(SourceRow.source) == source)))


def leave_source(session: Session, source: str, ids: Iterable[str]) -> set[str]:
    """Note that the source has these records no longer; return those that no other source has."""
    left: set[str] = set()
    for chunk in _chunks(ids):
        session.execute(
            delete(SourceRow).where(col(SourceRow.source) == source, col(SourceRow.record_id).in_(chunk))
        )
        others = session.scalars(select(col(SourceRow.record_id)).where(col(SourceRow.record_id).in_(chunk)))
        left |= set(chunk) - set(others)
    return left


def pattern_ids(session: Session, digests: Iterable[str]) -> dict[str, int]:
    """Return digest to id of the patterns that stand."""
    rows = over(
        session,
        digests,
        "SELECT pattern.digest, pattern.id FROM {given} pattern ON pattern.digest = given.value",
    )
    return {row[0]: row[1] for row in rows}


def write_patterns(session: Session, rows: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Insert patterns that are new, and return digest to id."""
    names = ("digest", "pattern", "template", "words", "generic")
    run_many(
        session,
        f"INSERT INTO pattern ({', '.join(names)}) VALUES ({marks(len(names))})",  # columns of ours
        [tuple(row[name] for name in names) for row in rows],
    )
    return pattern_ids(session, [row["digest"] for row in rows])


def write_pattern_keys(session: Session, keys: Iterable[tuple[int, str, str]]) -> None:
    """Insert look-up keys: pattern id, kind, key."""
    # In the order of the table, so that neighbours are written together.
    rows = sorted((kind, key, pattern_id) for pattern_id, kind, key in keys)
    run_many(session, "INSERT INTO pattern_key (kind, key, pattern_id) VALUES (?, ?, ?)", rows)


def delete_patterns(session: Session, ids: Iterable[int]) -> None:
    """Delete patterns that no record has, with their keys."""
    for chunk in _chunks(ids):
        session.execute(delete(PatternKeyRow).where(col(PatternKeyRow.pattern_id).in_(chunk)))
        session.execute(delete(PatternRow).where(col(PatternRow.id).in_(chunk)))


def write_extensions(session: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Overwrite `extension`, `content_hash`, `etag` and `revision`, and `withdrawn_at` where given, by `id`."""
    if rows:
        table = _table(RecordRow)
        values: dict[str, Any] = {name: bindparam(name) for name in rows[0] if name != "id"}
        given = [{**{name: row[name] for name in values}, "at_id": row["id"]} for row in rows]
        session.connection().execute(
            update(table).where(table.c.id == bindparam("at_id")).values(values), given
        )


def state(session: Session, name: str) -> str | None:
    """Return a value of the catalogue's state."""
    return session.scalar(select(col(StateRow.value)).where(col(StateRow.name) == name))


def write_state(session: Session, name: str, value: str) -> None:
    """Set a value of the catalogue's state."""
    _upsert(session, StateRow, [{"name": name, "value": value}], ["name"])


def revision(session: Session) -> int:
    """Return the catalogue's revision: 0 before the first write of records."""
    return int(state(session, REVISION) or 0)


def index_text(session: Session, record_id: str, title: str, message: str, words: str) -> None:
    """Put a record into the full-text index, in place of what it had there."""
    index_texts(session, [TextOf(record_id, title, message, words)])


def remove_text(session: Session, record_id: str) -> None:
    """Take a record out of the full-text index."""
    remove_texts(session, [record_id])


def index_texts(session: Session, texts: Sequence[TextOf]) -> None:
    """Put records into the full-text index, in place of what they had there."""
    remove_texts(session, [one.record_id for one in texts])
    add_texts(session, texts)


def add_texts(session: Session, texts: Sequence[TextOf]) -> None:
    """Put records into the full-text index that have nothing there."""
    if not texts:
        return
    if on_sqlite(session):
        # A number below the one before makes FTS5 write out all that it has gathered.
        texts = sorted(texts, key=lambda one: _rowid(one.record_id))
        run_many(
            session,
            "INSERT INTO record_text (rowid, record_id, title, message, words) VALUES (?, ?, ?, ?, ?)",
            [(_rowid(one.record_id), one.record_id, one.title, one.message, one.words) for one in texts],
        )
        return
    run_many(
        session,
        "INSERT INTO record_text (record_id, title, message, words, document) VALUES (?, ?, ?, ?, "
        "setweight(to_tsvector('simple', ?), 'A') || setweight(to_tsvector('simple', ?), 'B') "
        "|| setweight(to_tsvector('simple', ?), 'D'))",
        [
            (*parts, *map(_plain, parts[1:]))
            for parts in ((one.record_id, one.title, one.message, one.words) for one in texts)
        ],
    )


def remove_texts(session: Session, ids: Iterable[str]) -> None:
    """Take records out of the full-text index."""
    listed = sorted(set(ids), key=_rowid)
    rows = [{"rowid": _rowid(record_id), "record_id": record_id} for record_id in listed]
    column = "rowid" if on_sqlite(session) else "record_id"
    statement = f"DELETE FROM record_text WHERE {column} = :{column}"  # one of two names of ours
    if rows:
        session.connection().execute(text(statement), rows)


def _plain(text_: str) -> str:
    """Return the words alone: PostgreSQL would keep a path or a host name as one word, FTS5 does not."""
    return " ".join(_WORD.findall(text_))


def _rowid(record_id: str) -> int:
    """Return the FTS5 rowid of a record: its id as a signed 64-bit number, so that a delete needs no scan."""
    number = int(record_id, 16)
    return number - 2**64 if number >= 2**63 else number


def _table(model: type[SQLModel]) -> SqlTable:
    return cast("SqlTable", model.__table__)  # type: ignore[attr-defined]


def _insert(session: Session, model: type[SQLModel], rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        session.connection().execute(insert(_table(model)), rows)


def _upsert(session: Session, model: type[SQLModel], rows: Sequence[dict[str, Any]], key: list[str]) -> None:
    if not rows:
        return
    make = sqlite.insert if on_sqlite(session) else postgresql.insert
    statement = make(_table(model))
    others = {name: statement.excluded[name] for name in rows[0] if name not in key}
    if others:
        statement = statement.on_conflict_do_update(index_elements=key, set_=others)
    else:
        statement = statement.on_conflict_do_nothing(index_elements=key)
    session.connection().execute(statement, rows)


def _delete_of(session: Session, model: type[TagRow | AliasRow], ids: Iterable[str]) -> None:
    for chunk in _chunks(ids):
        session.execute(delete(model).where(col(model.record_id).in_(chunk)))


def _chunks(values: Iterable[Value]) -> Iterator[list[Value]]:
    """Yield the distinct values, at most `CHUNK` at a time."""
    listed = list(dict.fromkeys(values))
    for start in range(0, len(listed), CHUNK):
        yield listed[start : start + CHUNK]
