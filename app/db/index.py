"""The look-up index: rows of keys, written in the transaction of the records whose patterns they find.

Which key a pattern gets depends on how many patterns have its words by then; any choice finds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from sqlalchemy import Table as SqlTable
from sqlalchemy import bindparam, delete, select, update
from sqlmodel import Session, col

from app.db import crossfire, lookup, store, tally
from app.db.crossfire_sweep import New
from app.db.plain import run_many
from app.db.tables import PatternKeyRow, PatternRow, RecordRow, WordRow
from app.domain.keys import ANCHOR, WORD, choose
from app.domain.patterns import PatternFacts, analyse

__all__ = ["INDEX_VERSION", "add_patterns", "drop_unused_patterns", "rebuild"]

# Raised where keys are made in another way; a database of another version is keyed anew when it is migrated.
INDEX_VERSION = "5"
INDEX_STATE = "index"

_CHUNK = 500

Key = tuple[int, str, str]


def add_patterns(session: Session, new: Mapping[str, New], fires: crossfire.FireCounts) -> dict[str, int]:
    """Write patterns that are not there yet, with their keys.

    Args:
        session: of a write transaction.
        new: digest to pattern and facts.
        fires: takes them in, to count them.

    Returns:
        Digest to id.
    """
    if not new:
        return {}
    ids = store.write_patterns(
        session,
        [
            {
                "digest": digest,
                "pattern": pattern,
                "template": facts.template,
                "words": facts.words,
                "generic": facts.generic,
            }
            for digest, (pattern, facts) in new.items()
        ],
    )
    _write_keys(session, [(ids[digest], facts) for digest, (_, facts) in new.items()])
    fires.add({ids[digest]: one for digest, one in new.items()})
    return ids


def _write_keys(session: Session, patterns: Sequence[tuple[int, PatternFacts]]) -> None:
    wanted = {word for _, facts in patterns for word in facts.vocabulary}
    having = Counter({word: one.patterns for word, one in lookup.known_words(session, wanted).items()})
    words = _Words()
    keys: list[Key] = []
    generic = 0
    for pattern_id, facts in patterns:
        generic += facts.generic
        having.update(facts.vocabulary)
        words.patterns.update(facts.vocabulary)
        chosen = {(anchor.kind, choose(anchor, having)) for anchor in (*facts.anchors, *facts.heads)}
        words.anchors(key for kind, key in chosen if kind == ANCHOR)
        keys.extend((pattern_id, kind, key) for kind, key in sorted(chosen))
        keys.extend((pattern_id, WORD, word) for word in facts.similar)
    store.write_pattern_keys(session, keys)
    words.write(session)
    tally.add(session, {(tally.PATTERNS, ""): len(patterns), (tally.GENERIC, ""): generic})


class _Words:
    """What changes about words: in how many patterns they are, and of how many they are the anchor or lead its pair."""

    def __init__(self) -> None:
        self.patterns: Counter[str] = Counter()
        self.alone: Counter[str] = Counter()
        self.leads: Counter[str] = Counter()

    def anchors(self, keys: Iterable[str], change: int = 1) -> None:
        """Count anchor keys."""
        for key in keys:
            first, blank, _ = key.partition(" ")
            (self.leads if blank else self.alone)[first] += change

    def write(self, session: Session) -> None:
        """Write the changes."""
        run_many(
            session,
            "INSERT INTO word (word, patterns, alone, leads) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (word) DO UPDATE SET patterns = word.patterns + excluded.patterns, "
            "alone = word.alone + excluded.alone, leads = word.leads + excluded.leads",
            [
                (word, self.patterns[word], self.alone[word], self.leads[word])
                for word in sorted({*self.patterns, *self.alone, *self.leads})
            ],
        )


def drop_unused_patterns(session: Session, ids: Iterable[int]) -> None:
    """Delete those of the patterns, with their keys, that no record has any more."""
    listed = sorted(set(ids))
    for start in range(0, len(listed), _CHUNK):
        chunk = listed[start : start + _CHUNK]
        record_pattern = col(RecordRow.pattern_id)
        used = set(session.scalars(select(record_pattern).where(record_pattern.in_(chunk)).distinct()))
        unused = [pattern_id for pattern_id in chunk if pattern_id not in used]
        if unused:
            _forget(session, unused)
            store.delete_patterns(session, unused)


def _forget(session: Session, ids: Sequence[int]) -> None:
    """Take patterns that go out of the counts."""
    crossfire.count_out(session, ids)
    words = _Words()
    generic = 0
    patterns = select(col(PatternRow.pattern), col(PatternRow.generic)).where(col(PatternRow.id).in_(ids))
    for pattern, is_generic in session.execute(patterns):
        words.patterns.subtract(analyse(pattern).vocabulary)
        generic += is_generic
    anchors = select(col(PatternKeyRow.key)).where(
        col(PatternKeyRow.kind) == ANCHOR, col(PatternKeyRow.pattern_id).in_(ids)
    )
    words.anchors(session.scalars(anchors), change=-1)
    words.write(session)
    tally.add(session, {(tally.PATTERNS, ""): -len(ids), (tally.GENERIC, ""): -generic})


def rebuild(session: Session) -> None:
    """Key all patterns anew and count all records anew, where the database was written by another way of keying."""
    if store.state(session, INDEX_STATE) == INDEX_VERSION:
        return
    for row in (PatternKeyRow, WordRow):
        session.execute(delete(row))
    tally.clear(session)
    fires = crossfire.FireCounts(session)
    last = -1
    while rows := session.execute(
        select(col(PatternRow.id), col(PatternRow.pattern))
        .where(col(PatternRow.id) > last)
        .order_by(col(PatternRow.id))
        .limit(_CHUNK)
    ).all():
        analysed = [(row[0], analyse(row[1])) for row in rows]
        _write_facts(session, analysed)
        _write_keys(session, analysed)
        fires.add({row[0]: New(row[1], facts) for row, (_, facts) in zip(rows, analysed, strict=True)})
        last = rows[-1][0]
    fires.finish()
    tally.recount(session)
    store.write_state(session, INDEX_STATE, INDEX_VERSION)


def _write_facts(session: Session, analysed: Sequence[tuple[int, PatternFacts]]) -> None:
    table = cast("SqlTable", PatternRow.__table__)  # type: ignore[attr-defined]
    names = ("template", "words", "generic")
    values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in names}
    values["fires"] = 0
    session.connection().execute(
        update(table).where(table.c.id == bindparam("at_id")).values(values),
        [
            {"at_id": pattern_id, **{f"new_{name}": getattr(facts, name) for name in names}}
            for pattern_id, facts in analysed
        ],
    )
