"""The records that lack prose, each with what somebody needs who writes it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from app.db.engine import Database
from app.db.learned import versions_of
from app.db.prose import without_prose
from app.domain.missing_prose import description, lacks_prose
from app.domain.records import Envelope
from app.domain.versions import version_order
from app.errors import RecordNotFound
from app.services.catalog import Catalog

__all__ = ["MissingProse"]

_RELATED = 5


class MissingProse:
    """Finds records without prose.

    Args:
        database: where the records are.
        catalog: knows what is near a record.
    """

    def __init__(self, database: Database, catalog: Catalog) -> None:
        self._database = database
        self._catalog = catalog

    def records(self, *, repos: Sequence[str] = (), ids: Sequence[str] = ()) -> Iterator[Envelope]:
        """Yield live records that lack documentation or solutions, by repository and id.

        Args:
            repos: only of these; each is gone through in turn.
            ids: only these, whether they lack any or not, in their order; aliases are followed.

        Raises:
            RecordNotFound: no record and no alias has one of the ids.
            StorageError: the database cannot be read.
        """
        if ids:
            for one in dict.fromkeys(ids):
                found = self._catalog.get(one).envelope
                if found.errdex.withdrawn_at is not None:
                    raise RecordNotFound(one)
                if not repos or found.record.repo in repos:
                    yield found
            return
        for repo in dict.fromkeys(repos) or (None,):
            with self._database.read() as session:
                for _, document, extension, version in without_prose(session, repo=repo):
                    envelope = Envelope.model_validate(
                        {
                            "record": json.loads(document),
                            "errdex": json.loads(extension),
                            "datasetVersion": version,
                        }
                    )
                    if lacks_prose(envelope):
                        yield envelope

    def sources(self, repo: str) -> list[str]:
        """Return the newest release learned of each distribution of a repository, as `name version`.

        Raises:
            StorageError: the database cannot be read.
        """
        with self._database.read() as session:
            versions = sorted(versions_of(session, repo), key=lambda one: version_order(one.version))
        newest = {one.distribution: one.version for one in versions if one.version}
        return [f"{name} {version}" for name, version in sorted(newest.items())]

    def describe(self, envelope: Envelope) -> dict[str, Any]:
        """Return what is needed to write the prose of a record, as a JSON object.

        Raises:
            StorageError: the database cannot be read.
        """
        try:
            related = self._catalog.related(envelope.record.id, _RELATED)
        except RecordNotFound:  # it was removed a moment ago
            related = []
        return description(envelope, related)
