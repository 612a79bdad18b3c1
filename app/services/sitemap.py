"""Addresses of all record pages for search engines, in parts, each read a piece at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from app.db import addresses as queries
from app.db import store
from app.db.engine import Database
from app.domain.identity import page_path

__all__ = ["PART_URLS", "Sitemap"]

PART_URLS = 50_000  # of the protocol
_PIECE = 1_000


class Sitemap:
    """Lists the pages of records; safe to share between threads.

    Args:
        database: where the records are.
        part_urls: most addresses in a part.
    """

    def __init__(self, database: Database, part_urls: int = PART_URLS) -> None:
        self._database = database
        self._part_urls = part_urls
        self._lock = threading.Lock()
        self._latest: tuple[int, list[tuple[str, str]]] | None = None

    def parts(self) -> tuple[int, int]:
        """Return the revision of the base, and how many parts its records make.

        Raises:
            StorageError: the database cannot be read.
        """
        revision, starts = self._starts()
        return revision, len(starts)

    def part(self, number: int) -> Iterator[tuple[str, str | None]] | None:
        """Return path and date of each record page of a part, counted from 1; None where there is no such part.

        Each piece is read in a session of its own, so that a slow reader holds none open; a record that is written
        meanwhile may be missing.

        Raises:
            StorageError: the database cannot be read.
        """
        _, starts = self._starts()
        if not 1 <= number <= len(starts):
            return None
        end = starts[number] if number < len(starts) else None
        return self._read(starts[number - 1], end)

    def _read(self, first: tuple[str, str], end: tuple[str, str] | None) -> Iterator[tuple[str, str | None]]:
        while True:
            with self._database.read() as session:
                found = queries.addresses_after(session, first, end, _PIECE)
            for repo, record_id, slug, version in found:
                yield page_path(repo, slug, record_id), version and version[:10]
            if len(found) < _PIECE:
                return
            last_repo, last_id = found[-1][:2]
            first = last_repo, f"{last_id}0"  # ids have one length: the next one is greater

    def _starts(self) -> tuple[int, list[tuple[str, str]]]:
        with self._database.read() as session:
            revision = store.revision(session)
            latest = self._latest
            if latest is None or latest[0] != revision:
                with self._lock:  # others wait rather than count the same once more
                    latest = self._latest
                    if latest is None or latest[0] != revision:
                        latest = revision, queries.first_of_parts(session, self._part_urls)
                        self._latest = latest
        return latest
