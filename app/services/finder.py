"""The search of people: pages of records by words and filters, with what else they can be narrowed down to.

It finds what `Catalog.search` finds, in the same order. What records are filtered by is kept in memory, about 350 bytes
a record, until the base changes: counting every facet of a search in the database would take longer than the search.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlmodel import Session

from app.config import Settings
from app.db import facets as queries
from app.db import search, store
from app.db.engine import Database
from app.domain.answer import RecordSummary
from app.domain.facets import Facet, Table
from app.domain.identity import page_url
from app.domain.listing import is_storable
from app.domain.suggesting import corrected, word_counts

__all__ = ["Finder", "Finding", "Suggestion"]

# An id by itself, or at the end of a record's address.
_TYPED_ID = re.compile(r"(?:[^\s]*[/-])?([0-9a-f]{16})")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What may have been meant, and how many records that finds."""

    text: str
    total: int


@dataclass(frozen=True, slots=True)
class Finding:
    """A page of a search.

    Attributes:
        items: the records of the page, best first; without words by repository and id.
        total: records found in all.
        revision: of the base, as it was searched: an earlier one while what changed is read.
        records: in the base.
        every: all words were found; False where no record has all of them, and any was enough.
        facets: what the records found can be narrowed down by.
        suggestion: other words, where no record has all of these.
    """

    items: list[RecordSummary]
    total: int
    revision: int
    records: int
    every: bool = True
    facets: list[Facet] = field(default_factory=list)
    suggestion: Suggestion | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    """Positions: the first ones in order, how many in all, and those that the words alone find (None: no words)."""

    first: list[int]
    total: int
    every: bool = True
    by_words: set[int] | None = None


class Finder:
    """Searches the base; safe to share between threads.

    Args:
        database: where the records are.
        settings: `public_url`.
    """

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._public_url = settings.public_url
        self._lock = threading.Lock()
        self._latest: tuple[int, Table] | None = None
        self._words: tuple[int, Mapping[str, int]] | None = None

    def find(self, text: str | None, filters: Mapping[str, str], *, page: int, items: int) -> Finding:
        """Return a page of the records that have the words and all of the values.

        Args:
            text: words, an option, an id, or the address of a record.
            filters: facet (`app.domain.facets.FACETS`) to value.
            page: from 1 on.
            items: on a page.

        Raises:
            StorageError: the database cannot be read.
        """
        with self._database.read() as session:
            revision, table = self._table(session)
            found = self._found(session, table, text, filters, page * items)
            shown = [table.id_at(at) for at in found.first[(page - 1) * items :]]
            suggestion = None
            if text and not (found.total and found.every):
                suggestion = self._suggestion(session, revision, table, text, filters)
            return Finding(
                items=self._summaries(session, shown),
                total=found.total,
                revision=revision,
                records=len(table),
                every=found.every,
                facets=table.facets(filters, found.by_words),
                suggestion=suggestion,
            )

    def _found(
        self, session: Session, table: Table, text: str | None, filters: Mapping[str, str], first: int
    ) -> _Found:
        if not all(map(is_storable, filters.values())):
            return _Found([], 0, by_words=set())
        if not text:
            meeting = table.meeting(filters)
            return _Found(sorted(meeting)[:first], len(meeting))
        typed = _TYPED_ID.fullmatch(text.strip().lower())
        if typed and (record_id := search.find_id(session, typed[1])) is not None:
            at = table.position(record_id)
            if at is not None and at in table.meeting(filters):
                return _Found([at], 1, by_words={at})
        terms = search.terms_of(text)
        if not terms:
            return _Found([], 0, by_words=set())
        return _by_words(session, table, terms, filters, first)

    def _suggestion(
        self, session: Session, revision: int, table: Table, text: str, filters: Mapping[str, str]
    ) -> Suggestion | None:
        better = corrected(text, self._vocabulary(session, revision))
        if better is None:
            return None
        found = self._found(session, table, better, filters, 1)
        return Suggestion(better, found.total) if found.total and found.every else None

    def _summaries(self, session: Session, ids: list[str]) -> list[RecordSummary]:
        return [
            RecordSummary(
                **{name: getattr(item, name) for name in _SUMMARY},
                tags=list(item.tags),
                url=page_url(item.repo, item.slug, item.id, self._public_url),
            )
            for item in search.summaries(session, ids)
        ]

    def _table(self, session: Session) -> tuple[int, Table]:
        """Return the table of the revision that this session sees; while another thread makes it, the one before.

        It takes seconds for a large base: of threads that waited there would soon be none left for other pages.
        """
        revision = store.revision(session)
        latest = self._latest
        if latest is not None and latest[0] == revision:
            return latest
        if not self._lock.acquire(blocking=latest is None) and latest is not None:
            return latest
        try:
            latest = self._latest
            if latest is None or latest[0] != revision:
                latest = revision, Table(queries.rows_of(session), queries.tags_of_all(session))
                self._latest = latest
            return latest
        finally:
            self._lock.release()

    def _vocabulary(self, session: Session, revision: int) -> Mapping[str, int]:
        words = self._words
        if words is None or words[0] != revision:
            words = revision, word_counts(queries.vocabulary(session))
            self._words = words
        return words[1]


_SUMMARY = [
    name
    for name in search.Listed.__dataclass_fields__
    if name in RecordSummary.model_fields and name != "tags"
]


def _by_words(
    session: Session, table: Table, terms: search.Terms, filters: Mapping[str, str], first: int
) -> _Found:
    dialect = session.get_bind().dialect.name
    (anywhere, _, _), *better = terms.places()

    def having(column: str, letter: str) -> list[set[int]]:
        return [
            table.positions(queries.text_numbers(session, expression))
            for expression in terms.single(dialect, column, letter)
        ]

    phrases = having("", "")
    every, among = True, set.intersection(*phrases)
    meeting = set(table.meeting(filters, among))
    if not meeting and len(phrases) > 1:
        every, among = False, set.union(*phrases)
        meeting = set(table.meeting(filters, among))
    weights = dict.fromkeys(meeting, anywhere * len(phrases) if every else 0)
    for count, found in [
        *([] if every else [(anywhere, one) for one in phrases]),
        *((count, one) for count, column, letter in better for one in having(column, letter)),
    ]:
        for at in found & meeting:
            weights[at] += count
    return _Found(table.by_rank(weights, first), len(weights), every=every or not meeting, by_words=among)
