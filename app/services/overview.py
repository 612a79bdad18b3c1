"""What the statistics page shows: counts, coverage and how specific the patterns are, counted once a revision."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass

from app.db import distributions, store
from app.db.engine import Database
from app.domain.listing import Count, Stats
from app.services.catalog import Catalog

__all__ = ["Bin", "Coverage", "Figures", "Overview"]

_SHOWN = 10
_LAST_WORDS = 12
_CLUSTERS = ((1, 1), (2, 2), (3, 5), (6, 10), (11, None))


@dataclass(frozen=True, slots=True)
class Bin:
    """A column of a histogram: its label, what it counts, and how much of that is marked."""

    label: str
    count: int
    marked: int = 0


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many records of a repository somebody or a model explained, and how many there are."""

    repo: str
    explained: int
    records: int


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of one revision.

    Attributes:
        stats: as `GET /api/stats` has them.
        tags, backgrounds: the most used, with how many there are in all.
        coverage: of the repositories with most records.
        words: patterns by the number of distinctive words that they have; marked are the demoted ones.
        clusters: patterns by the number of records that share them.
    """

    stats: Stats
    tags: list[Count]
    tag_total: int
    backgrounds: list[Count]
    background_total: int
    repo_total: int
    coverage: list[Coverage]
    words: list[Bin]
    clusters: list[Bin]


class Overview:
    """Counts what the base holds; safe to share between threads.

    Args:
        database: where the records are.
        catalog: for what it counts already.
    """

    def __init__(self, database: Database, catalog: Catalog) -> None:
        self._database = database
        self._catalog = catalog
        self._lock = threading.Lock()
        self._latest: tuple[int, _Counted] | None = None

    def figures(self) -> Figures:
        """Return the figures of the base as it is.

        Raises:
            StorageError: the database cannot be read.
        """
        counted = self._counted()
        stats = self._catalog.stats()
        tags = self._catalog.counts("tag", limit=_SHOWN)
        backgrounds = self._catalog.counts("background", limit=_SHOWN)
        return Figures(
            stats=stats,
            tags=tags.items,
            tag_total=tags.total,
            backgrounds=backgrounds.items,
            background_total=backgrounds.total,
            repo_total=self._catalog.counts("repo", limit=1).total,
            coverage=[
                Coverage(repo.name, min(counted.explained.get(repo.name, 0), repo.count), repo.count)
                for repo in stats.repos[:_SHOWN]
            ],
            words=counted.words,
            clusters=counted.clusters,
        )

    def _counted(self) -> _Counted:
        with self._database.read() as session:
            revision = store.revision(session)
            latest = self._latest
            if latest is None or latest[0] != revision:
                with self._lock:  # others wait rather than count the same once more
                    latest = self._latest
                    if latest is None or latest[0] != revision:
                        latest = (
                            revision,
                            _Counted(
                                distributions.explained_by_repo(session),
                                _by_words(distributions.patterns_by_words(session)),
                                _by_size(distributions.cluster_sizes(session)),
                            ),
                        )
                        self._latest = latest
        return latest[1]


@dataclass(frozen=True, slots=True)
class _Counted:
    explained: dict[str, int]
    words: list[Bin]
    clusters: list[Bin]


def _by_words(rows: Iterable[tuple[int, bool, int]]) -> list[Bin]:
    counts = [0] * (_LAST_WORDS + 1)
    demoted = [0] * (_LAST_WORDS + 1)
    for words, generic, count in rows:
        at = min(words, _LAST_WORDS)
        counts[at] += count
        demoted[at] += count if generic else 0
    return [
        Bin(f"{at}+" if at == _LAST_WORDS else str(at), count, demoted[at]) for at, count in enumerate(counts)
    ]


def _by_size(rows: Iterable[tuple[int, int]]) -> list[Bin]:
    listed = list(rows)
    found = []
    for first, last in _CLUSTERS:
        label = f"{first} or more" if last is None else str(first) if first == last else f"{first} to {last}"
        total = sum(count for size, count in listed if size >= first and (last is None or size <= last))
        found.append(Bin(label, total))
    return found
