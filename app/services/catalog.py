"""Everything that is looked up rather than matched: a record, its relatives, lists, searches, figures.

Each answer is read in one session, so it shows one state of the base. Figures over the whole base are kept
until its revision changes.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal, TypeVar

from sqlmodel import Session

from app.config import Settings
from app.db import crossfire, figures, notes, related, search, store
from app.db.engine import Database
from app.db.search import Listed
from app.domain.answer import RecordSummary, Related
from app.domain.identity import TITLE_CHARACTERS, page_url
from app.domain.listing import Count, Found, Health, Query, Stats, is_storable
from app.domain.paging import Page, Position, decode_cursor, encode_cursor
from app.domain.records import Envelope
from app.domain.related import RELATED_LIMIT, rank
from app.errors import BadCursor, BadInput, RecordNotFound, StorageError
from app.services.feedback import feedback_stats

__all__ = ["Catalog", "Count", "Found", "Health", "Page", "Query", "Stats"]

DEFAULT_PAGE_ITEMS = 20
_MAX_OFFSET = 2**53
_MOST_USED = 20
_FIRING_SHOWN = 10
_ID = re.compile(r"[0-9a-f]{16}")
# An id by itself, or at the end of a record's address: `/errors/owner/repo/slug-<id>`.
_TYPED_ID = re.compile(r"(?:[^\s]*[/-])?([0-9a-f]{16})")
_BLANKS = re.compile(r"\s+")

_LISTS = ("repo", "tag", "background")

First = TypeVar("First")
Second = TypeVar("Second")


class Catalog:
    """Reads the base; safe to share between threads.

    Args:
        database: where the records are.
        settings: `public_url`, `max_page_items`.
    """

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._public_url = settings.public_url
        self._max_page_items = settings.max_page_items
        self._latest: _Kept | None = None

    def revision(self) -> int:
        """Return the number that grows with every write of records; 0 for an empty base.

        Raises:
            StorageError: the database cannot be read.
        """
        with self._database.read() as session:
            return store.revision(session)

    def get(self, record_id: str) -> Found:
        """Return a record, a withdrawn one too, by its id or by one that leads to it; upper case is the same.

        Raises:
            RecordNotFound: no record and no alias has the id.
            StorageError: the database cannot be read.
        """
        with self._database.read() as session:
            return self.get_in(session, record_id)

    def get_in(self, session: Session, record_id: str) -> Found:
        """Return the same out of the state that a session sees."""
        asked = _id_of(record_id)
        found = search.find_id(session, asked)
        row = None if found is None else search.row_of(session, found)
        if row is None:
            raise RecordNotFound(record_id)
        return Found(
            envelope=Envelope.model_validate(
                {
                    **json.loads(row.envelope_extra),
                    "record": json.loads(row.document),
                    "datasetVersion": row.dataset_version,
                    "errdex": json.loads(row.extension),
                }
            ),
            alias_of=None if row.id == asked else row.id,
            etag=row.etag,
            revision=store.revision(session),
        )

    def related(self, record_id: str, limit: int = RELATED_LIMIT) -> list[Related]:
        """Return records near this one, best first, each with its reason in plain words.

        Raises:
            BadInput: the limit is not between 1 and `max_page_items`.
            RecordNotFound: no record and no alias has the id.
            StorageError: the database cannot be read.
        """
        self._check_limit(limit)
        with self._database.read() as session:
            return self.related_in(session, self._find(session, record_id), limit)

    def related_in(self, session: Session, record_id: str, limit: int = RELATED_LIMIT) -> list[Related]:
        """Return the same for the id of a record, out of the state that a read session sees.

        Raises:
            RecordNotFound: no record has the id.
        """
        near = related.site_of(session, record_id)
        if near is None:
            raise RecordNotFound(record_id)
        site, titles = near[0], _titles(near[1])
        rarity = related.rarity_of(session, site)
        sites = [*related.candidates(session, site, rarity, limit), *related.titled(session, site, titles)]
        choices = rank(site, sites, rarity, titles=titles, limit=limit)
        by_id = {one.id: one for one in sites}
        return [
            Related(
                id=item.id,
                title=item.title,
                slug=item.slug,
                repo=item.repo,
                error_class=item.error_class,
                file_path=item.file_path,
                url=page_url(item.repo, item.slug, item.id, self._public_url),
                reason=choice.reason,
            )
            for choice in choices
            for item in [by_id[choice.id]]
        ]

    def unresolved_related(self, record_id: str) -> list[str]:
        """Return the titles that the record's page names and that no record of its repository has.

        Raises:
            RecordNotFound: no record and no alias has the id.
            StorageError: the database cannot be read.
        """
        with self._database.read() as session:
            found = self._find(session, record_id)
            near = related.site_of(session, found)
            if near is None or not near[1]:
                return []
            site, titles = near
            known = {one.title for one in related.titled(session, site, _titles(titles))} | {site.title}
        return [title for title in dict.fromkeys(titles) if _title(title) not in known]

    def by_slug(self, repo: str, slug: str) -> list[RecordSummary]:
        """Return the records of a repository with this slug, by id; at most `max_page_items`.

        Raises:
            StorageError: the database cannot be read.
        """
        if not (is_storable(repo) and is_storable(slug)):
            return []
        with self._database.read() as session:
            ids = search.ids_by_slug(session, repo, slug, self._max_page_items)
            return self._summaries(session, ids)

    def search(
        self, query: Query | None = None, cursor: str | None = None, limit: int = DEFAULT_PAGE_ITEMS
    ) -> Page[RecordSummary]:
        """Return a page of the records that a query finds.

        A text is answered by rank: records with all of its words, the last of which may go on; where there
        is none, records with any of them. An id, or an address that ends in one, finds its record. Without a
        text records come by repository and id.

        Raises:
            BadInput: the limit is not between 1 and `max_page_items`.
            BadCursor: the token is not of this query.
            StorageError: the database cannot be read.
        """
        query = query or Query()
        self._check_limit(limit)
        question = ("search", query.wire())
        position = decode_cursor(question, cursor) if cursor else None
        if not query.answerable():
            return Page(items=[], total=0)
        with self._database.read() as session:
            if query.q is None:
                ids, total, follow = self._browse(session, query, position, limit)
            else:
                ids, total, follow = self._full_text(session, query, position, limit)
            items = self._summaries(session, ids)
        return Page(items=items, total=total, next=follow and encode_cursor(question, follow))

    def counts(
        self,
        name: Literal["repo", "tag", "background"],
        cursor: str | None = None,
        limit: int = DEFAULT_PAGE_ITEMS,
    ) -> Page[Count]:
        """Return a page of repositories, tags or kinds of mistake, most used first, then by name.

        Raises:
            BadInput: the limit is not between 1 and `max_page_items`, or there is no such list.
            BadCursor: the token is not of this list.
            StorageError: the database cannot be read.
        """
        self._check_limit(limit)
        if name not in _LISTS:
            raise BadInput(f"There is no list of {name!r}; there are {', '.join(_LISTS)}.")
        question = ("counts", name)
        after = _typed(decode_cursor(question, cursor), int, str) if cursor else None
        with self._database.read() as session:
            rows = self._kept(session).names(session, name)
        start = 0 if after is None else bisect_right(rows, (-after[0], after[1]), key=_used_most)
        items = [Count(name=label, count=count) for label, count in rows[start : start + limit]]
        follow = (items[-1].count, items[-1].name) if start + limit < len(rows) else None
        return Page(items=items, total=len(rows), next=follow and encode_cursor(question, follow))

    def stats(self) -> Stats:
        """Return what the base holds.

        Raises:
            StorageError: the database cannot be read.
        """
        with self._database.read() as session:
            kept = self._kept(session)
            figure = kept.figures
            return Stats(
                revision=figure.revision,
                dataset_version=store.state(session, store.DATASET_VERSION) or None,
                records=figure.records,
                withdrawn=figure.withdrawn,
                patterns=figure.patterns,
                shared_patterns=kept.shared_patterns(session),
                pattern_problems=figure.problems,
                generic_patterns=figure.generic,
                firing_patterns=[
                    Count(name=pattern, count=fires)
                    for pattern, fires in crossfire.loudest(session, _FIRING_SHOWN)
                ],
                repos=_most_used(kept.names(session, "repo")),
                error_classes=_most_used(kept.names(session, "class")),
                severities=_most_used(kept.names(session, "severity")),
                provenance=kept.provenance(session),
                notes=notes.public_total(session),
                feedback=feedback_stats(session),
            )

    def health(self) -> Health:
        """Tell whether the base can answer; a database that cannot is told, not raised."""
        try:
            with self._database.read() as session:
                at_head = figures.schema_at_head(session)
                kept = self._kept(session)
        except StorageError as error:
            return Health(
                ok=False, database=self._database.dialect, schema_at_head=False, problem=error.message
            )
        return Health(
            ok=at_head,
            database=self._database.dialect,
            schema_at_head=at_head,
            revision=kept.figures.revision,
            records=kept.figures.records,
            pattern_problems=kept.figures.problems,
            problem=None if at_head else "The schema of the database is not the one of this program.",
        )

    def _check_limit(self, limit: int) -> None:
        if not 1 <= limit <= self._max_page_items:
            raise BadInput(
                f"A page has 1 to {self._max_page_items} items, not {limit}; ask for fewer and follow `next`.",
                limit=self._max_page_items,
                unit="items",
            )

    def _find(self, session: Session, record_id: str) -> str:
        found = search.find_id(session, _id_of(record_id))
        if found is None:
            raise RecordNotFound(record_id)
        return found

    def _browse(
        self, session: Session, query: Query, position: Position | None, limit: int
    ) -> tuple[list[str], int, Position | None]:
        after = None if position is None else _typed(position, str, str)
        rows = search.browse(session, query, after, limit + 1)
        follow = rows[limit - 1] if len(rows) > limit else None
        return [record_id for _, record_id in rows[:limit]], search.total_of(session, query), follow

    def _full_text(
        self, session: Session, query: Query, position: Position | None, limit: int
    ) -> tuple[list[str], int, Position | None]:
        """Search by rank; the position is how many to pass over, and whether any of the words is enough."""
        typed = _TYPED_ID.fullmatch((query.q or "").strip().lower())
        if typed and (found := search.find_id(session, typed[1])) and search.meets(session, found, query):
            return [found], 1, None
        terms = search.terms_of(query.q or "")
        if not terms:
            return [], 0, None
        offset, any_word = (0, 0) if position is None else _typed(position, int, int)
        if not 0 <= offset <= _MAX_OFFSET:
            raise BadCursor("The page token leads nowhere; leave it out to begin at the first page.")
        ids, total = search.find_text(session, terms, query, every=not any_word, offset=offset, limit=limit)
        if total == 0 and position is None and len(terms.phrases) > 1:
            any_word = 1
            ids, total = search.find_text(session, terms, query, every=False, offset=0, limit=limit)
        end = offset + len(ids)
        return ids, total, (end, any_word) if ids and end < total else None

    def _summaries(self, session: Session, ids: Sequence[str]) -> list[RecordSummary]:
        return [
            RecordSummary(
                id=item.id,
                title=item.title,
                slug=item.slug,
                repo=item.repo,
                error_class=item.error_class,
                error_message=item.error_message,
                error_type=item.error_type,
                severity=item.severity,
                file_path=item.file_path,
                line_number=item.line_number,
                tags=list(item.tags),
                background_tag=item.background_tag,
                url=self._url(item),
            )
            for item in search.summaries(session, ids)
        ]

    def _url(self, item: Listed) -> str:
        return page_url(item.repo, item.slug, item.id, self._public_url)

    def _kept(self, session: Session) -> _Kept:
        """Return the figures of the revision that this session sees; counted once, then kept."""
        kept = self._latest
        if kept is None or kept.figures.revision != store.revision(session):
            kept = _Kept(figures.figures_of(session))
            self._latest = kept
        return kept


class _Kept:
    """Figures of one revision, each counted when it is first asked for.

    Threads may count the same thing twice at once; they get the same numbers.
    """

    def __init__(self, counted: figures.Figures) -> None:
        self.figures = counted
        self._names: dict[figures.ListName, list[figures.Named]] = {}
        self._shared: int | None = None
        self._provenance: dict[str, int] | None = None

    def names(self, session: Session, name: figures.ListName) -> list[figures.Named]:
        if name not in self._names:
            self._names[name] = figures.names_of(session, name)
        return self._names[name]

    def shared_patterns(self, session: Session) -> int:
        if self._shared is None:
            self._shared = figures.shared_patterns(session)
        return self._shared

    def provenance(self, session: Session) -> dict[str, int]:
        if self._provenance is None:
            self._provenance = figures.provenance_of(session)
        return dict(self._provenance)


def _id_of(text: str) -> str:
    """Return an id in lower case, as it is stored.

    Raises:
        RecordNotFound: it is none, so there is no record.
    """
    if _ID.fullmatch(lowered := text.strip().lower()):
        return lowered
    raise RecordNotFound(text)


def _title(text: str) -> str:
    """Return a title of a page as records have theirs: 60 characters, line breaks and doubled blanks as one."""
    return _BLANKS.sub(" ", text).strip()[:TITLE_CHARACTERS].strip()


def _titles(titles: Sequence[str]) -> list[str]:
    return [title for text in titles if (title := _title(text)) and is_storable(title)]


def _typed(position: Position, first: type[First], second: type[Second]) -> tuple[First, Second]:
    if len(position) == 2 and isinstance(position[0], first) and isinstance(position[1], second):
        return position[0], position[1]
    raise BadCursor("The page token leads nowhere; leave it out to begin at the first page.")


def _used_most(row: figures.Named) -> tuple[int, str]:
    return -row[1], row[0]


def _most_used(rows: Sequence[figures.Named]) -> list[Count]:
    return [Count(name=name, count=count) for name, count in rows[:_MOST_USED]]
