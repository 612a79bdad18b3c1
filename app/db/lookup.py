"""Queries of the match path: keys to patterns, patterns to records, places to records. Nothing here commits.

Withdrawn records are in no answer. Results come in an order that does not depend on when a record was
written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from sqlmodel import Session

from app.db import tally
from app.db.plain import marks, over, remembered, run
from app.domain.matching import Candidate

__all__ = [
    "Document",
    "KnownWord",
    "SiteRow",
    "documents",
    "has_kind",
    "keyed",
    "known_packages",
    "known_words",
    "pattern_count",
    "patterns",
    "postings",
    "sites_at",
    "sites_of",
    "state",
]

_CHUNK = 500

Item = TypeVar("Item")


class KnownWord(NamedTuple):
    """How many patterns have a word, of how many it is the anchor by itself, and how many anchors are pairs it leads."""

    patterns: int
    alone: int
    leads: int


class SiteRow(NamedTuple):
    """The columns of a record that ranking needs."""

    id: str
    repo: str
    error_class: str | None
    error_message: str | None
    module_path: str
    line_number: int
    function: str | None
    pattern_id: int | None


class Document(NamedTuple):
    """The columns of a record that an answer shows; `document` and `extension` are JSON text."""

    id: str
    title: str
    document: str
    extension: str
    error_message: str | None
    dataset_version: str | None


def state(session: Session) -> dict[str, str]:
    """Return the catalogue's state: revision, newest dataset version."""
    return dict(run(session, "SELECT name, value FROM catalogue_state"))


def known_words(session: Session, words: Iterable[str]) -> dict[str, KnownWord]:
    """Return what the base knows of these words; a word of no pattern is left out."""
    asked: dict[str, KnownWord | None] | None = remembered(session, "words")
    if asked is None:
        return _known_words(session, words)
    wanted = set(words)
    if new := wanted - asked.keys():
        asked.update(dict.fromkeys(new))
        asked.update(_known_words(session, new))
    return {word: known for word in wanted if (known := asked[word]) is not None}


def _known_words(session: Session, words: Iterable[str]) -> dict[str, KnownWord]:
    rows = over(
        session,
        words,
        "SELECT word.word, word.patterns, word.alone, word.leads FROM {given} word ON word.word = given.value",
    )
    return {row[0]: KnownWord(row[1], row[2], row[3]) for row in rows}


def keyed(session: Session, kind: str, keys: Iterable[str]) -> dict[str, list[Candidate]]:
    """Return the patterns that have each key, in the order of their text."""
    rows = over(
        session,
        keys,
        "SELECT one.key, pattern.id, pattern.pattern, pattern.template, pattern.words, pattern.generic "
        f"FROM {{given}} pattern_key AS one ON one.kind = '{kind}' AND one.key = given.value "
        "JOIN pattern ON pattern.id = one.pattern_id",
    )
    found: dict[str, list[Candidate]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(Candidate(row[1], row[2], row[3], row[4], bool(row[5])))
    for candidates in found.values():
        candidates.sort(key=lambda one: one.pattern)
    return found


def has_kind(session: Session, kind: str) -> bool:
    """Tell whether any pattern has a key of this kind."""
    return bool(run(session, "SELECT 1 FROM pattern_key WHERE kind = ? LIMIT 1", (kind,)))


def postings(session: Session, kind: str, keys: Iterable[str]) -> dict[str, list[int]]:
    """Return the ids of the patterns that have each key."""
    found: dict[str, list[int]] = {}
    rows = over(
        session,
        keys,
        "SELECT one.key, one.pattern_id "
        f"FROM {{given}} pattern_key AS one ON one.kind = '{kind}' AND one.key = given.value",
    )
    for key, pattern_id in rows:
        found.setdefault(key, []).append(pattern_id)
    return found


def pattern_count(session: Session) -> int:
    """Return how many distinct patterns there are."""
    return tally.count(session, tally.PATTERNS)


def patterns(session: Session, ids: Iterable[int]) -> dict[int, Candidate]:
    """Return patterns by id."""
    found: dict[int, Candidate] = {}
    for chunk in _chunks(sorted(set(ids))):
        rows = run(
            session,
            f"SELECT id, pattern, template, words, generic FROM pattern WHERE id IN ({marks(len(chunk))})",
            chunk,
        )
        found.update((row[0], Candidate(row[0], row[1], row[2], row[3], bool(row[4]))) for row in rows)
    return found


def sites_of(session: Session, pattern_ids: Iterable[int], repo: str | None) -> dict[int, list[SiteRow]]:
    """Return the records of each pattern, by id."""
    found: dict[int, list[SiteRow]] = {}
    for chunk in _chunks(sorted(set(pattern_ids))):
        for row in _sites(session, repo, "pattern_id", chunk):
            if row.pattern_id is not None:
                found.setdefault(row.pattern_id, []).append(row)
    return found


def sites_at(session: Session, module_paths: Iterable[str], repo: str | None) -> dict[str, list[SiteRow]]:
    """Return the records of each file, by module path."""
    found: dict[str, list[SiteRow]] = {}
    for chunk in _chunks(sorted(set(module_paths))):
        for row in _sites(session, repo, "module_path", chunk):
            found.setdefault(row.module_path, []).append(row)
    return found


def _sites(session: Session, repo: str | None, column: str, values: Sequence[str | int]) -> list[SiteRow]:
    here = "" if repo is None else "AND repo = ? "
    rows = run(
        session,
        f"SELECT {', '.join(SiteRow._fields)} FROM record WHERE {column} IN ({marks(len(values))}) "
        f"AND withdrawn_at IS NULL {here}ORDER BY id",
        (*values, *(() if repo is None else (repo,))),
    )
    return [SiteRow(*row) for row in rows]


def documents(session: Session, ids: Iterable[str]) -> dict[str, Document]:
    """Return what stands of records, by id."""
    found: dict[str, Document] = {}
    for chunk in _chunks(sorted(set(ids))):
        rows = run(
            session,
            f"SELECT {', '.join(Document._fields)} FROM record WHERE id IN ({marks(len(chunk))})",
            chunk,
        )
        found.update((row[0], Document(*row)) for row in rows)
    return found


def known_packages(session: Session, packages: Iterable[str]) -> set[str]:
    """Return which of these packages have records."""
    return set(tally.counts(session, tally.PACKAGE, packages))


def _chunks(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), _CHUNK):
        yield items[start : start + _CHUNK]
