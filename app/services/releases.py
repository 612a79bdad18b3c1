"""What became of a package's errors between two releases that were learned: out of the base, nothing is downloaded."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.db import releases as queries
from app.db import store
from app.db.engine import Database
from app.db.releases import KnownRelease, ReleaseSite
from app.domain.answer import Match, NextStep, Tier
from app.domain.drift import Drift, DriftSite, drift_between
from app.domain.identity import module_path, page_path
from app.domain.lineage import Sighted
from app.domain.listing import is_storable
from app.domain.records import Envelope
from app.domain.sightings import conditions_by_version
from app.domain.versions import version_order
from app.errors import BadInput
from app.services.upstream import with_upstream

__all__ = ["BaseDrift", "KnownRelease", "Releases"]

# Two releases of some ten thousand sites take seconds of a processor, and their answer megabytes: one pair is compared
# at a time, a few wait for it, and a few answers are kept.
_KEPT = 4
_MOST_WAITING = 4
_WAIT_SECONDS = 10.0
_VERSIONS = '"versions":'
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class BaseDrift:
    """What changed between two learned releases; `paths` gives the page of the record of a site by its key."""

    drift: Drift
    paths: Mapping[str, str]
    revision: int


class Releases:
    """Reads learned releases; safe to share between threads.

    Args:
        database: where the records are.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._comparing = threading.BoundedSemaphore(1)
        self._waiting = threading.BoundedSemaphore(_MOST_WAITING)
        self._kept: OrderedDict[tuple[int, int, int], BaseDrift] = OrderedDict()

    def repos(self) -> list[tuple[str, int]]:
        """Return the repositories with learned releases, and how many, by name.

        Raises:
            StorageError: the database cannot be read.
        """
        with self._database.read() as session:
            return queries.repos_with_releases(session)

    def of(self, repo: str) -> dict[str, list[KnownRelease]]:
        """Return the learned releases of a repository by distribution, oldest first.

        Raises:
            StorageError: the database cannot be read.
        """
        if not is_storable(repo):
            return {}
        with self._database.read() as session:
            found = queries.releases_of(session, repo)
        known: dict[str, list[KnownRelease]] = {}
        for one in sorted(found, key=lambda one: (one.distribution, version_order(one.version))):
            known.setdefault(one.distribution, []).append(one)
        return known

    def drift(self, old: KnownRelease, new: KnownRelease) -> BaseDrift:
        """Compare two releases of one distribution; what was compared lately is kept.

        Raises:
            BadInput: they are of two distributions, or one and the same.
            StorageError: the database cannot be read.
            TimeoutError: others are being compared, and did not get done in time.
        """
        if old.distribution != new.distribution or old.id == new.id:
            raise BadInput(
                f"Two releases of one package are compared, not {old.distribution} {old.version} "
                f"with {new.distribution} {new.version}."
            )
        if (kept := self._lately(old, new)) is not None:
            return kept
        if not self._waiting.acquire(blocking=False):
            raise TimeoutError
        try:
            if not self._comparing.acquire(timeout=_WAIT_SECONDS):
                raise TimeoutError
            try:
                return self._lately(old, new) or self._compare(old, new)
            finally:
                self._comparing.release()
        finally:
            self._waiting.release()

    def _lately(self, old: KnownRelease, new: KnownRelease) -> BaseDrift | None:
        with self._database.read() as session:
            key = old.id, new.id, store.revision(session)
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
            return kept

    def _compare(self, old: KnownRelease, new: KnownRelease) -> BaseDrift:
        number = {old.id: 0, new.id: 1}
        version = {old.id: old.version, new.id: new.version}
        sites: list[DriftSite] = []
        records: dict[str, tuple[str, str, str]] = {}
        with self._database.read() as session:
            revision = store.revision(session)
            for release, one in queries.sites_of_release(session, (old.id, new.id)):
                sites.append(_site(one, number[release], version[release]))
                records[one.key] = one.repo, one.slug, one.record_id
        drift = drift_between(new.distribution, old.version, new.version, sites)
        paths = {change.id: page_path(*records[change.id]) for change in drift.changes}
        made = BaseDrift(drift, paths, revision)
        with self._lock:
            self._kept[old.id, new.id, revision] = made
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return made

    def upstream(self, envelope: Envelope) -> NextStep | None:
        """Return the step that says what newer learned releases made of the site of a record, where they say anything.

        Raises:
            StorageError: the database cannot be read.
        """
        record, extra = envelope.record, envelope.errdex
        if not extra.versions:
            return None
        asked = Match(
            id=record.id,
            title="",
            slug=record.slug,
            repo=record.repo,
            error_class=record.error_class,
            error_message=record.error_message,
            file_path=record.file_path,
            line_number=record.line_number,
            url="",
            tier=Tier.EXACT,
            score=1.0,
            confidence="high",
        )
        with self._database.read() as session:
            answered = with_upstream(session, asked, json.dumps(extra.wire()), [])
        return answered.next_steps[0] if answered.next_steps else None


def _site(one: ReleaseSite, release: int, version: str) -> DriftSite:
    message = one.message
    if one.draft is not None:
        message = (json.loads(one.draft).get("record") or {}).get("errorMessage", message)
    sighted = Sighted(
        release,
        one.key,
        one.template,
        message is not None,
        module_path(one.file_path),
        one.function,
        one.error_class,
        one.ordinal,
        one.line_number,
    )
    conditions = tuple(conditions_by_version(_versions(one.extension)).get(version, ()))
    return DriftSite(sighted, one.error_class, message, one.file_path, one.function, conditions)


def _versions(extension: str) -> list[dict[str, Any]]:
    """Read the versions alone: the rest of an extension takes many times as long, and there are thousands."""
    at = extension.find(_VERSIONS)
    if at < 0:
        return []
    try:
        found: Any = _DECODER.raw_decode(extension, at + len(_VERSIONS))[0]
    except ValueError:
        found = None
    if isinstance(found, list) and all(isinstance(one, dict) and "version" in one for one in found):
        return found
    return json.loads(extension).get("versions") or []  # a text in it reads like the member
