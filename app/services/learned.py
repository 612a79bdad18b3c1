"""What learn says of records that ingest changes, so that the one takes nothing from the other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sqlmodel import Session

from app.db import learned
from app.db.learned import SiteId
from app.domain.merge import dumps
from app.domain.ownership import PROVENANCE, Content, content_of, fill, read_owned
from app.domain.reading import Draft
from app.domain.records import Envelope, Provenance
from app.domain.stored import Stored
from app.domain.versions import version_order
from app.services.rows import Pending

__all__ = ["Learned"]


class Learned:
    """The learned side of the records of a chunk that is ingested.

    A record that came from learn alone is what learn says; of another one that is kept with the newest of its sites.

    Args:
        session: of a write transaction.
        stood: the records as they stand before.
    """

    def __init__(self, session: Session, stood: Iterable[Stored]) -> None:
        self._session = session
        self._contents: dict[str, Content] = {}
        self._sites: dict[str, SiteId] = {}
        self._kept: set[str] = set()
        learned_ones = {one.id: one for one in stood if one.owned is not None}
        if learned_ones:
            self._read(learned_ones)

    def _read(self, stood: dict[str, Stored]) -> None:
        found = learned.sightings_of(self._session, list(stood))
        for record_id, _version, site, draft in sorted(found, key=lambda one: version_order(one[1])):
            self._sites[record_id] = site
            self._kept.discard(record_id)
            if draft is not None:
                self._kept.add(record_id)
                self._contents[record_id] = json.loads(draft)
        for record_id, one in stood.items():
            if read_owned(one.owned) == ():
                self._contents[record_id] = content_of(json.loads(one.document), json.loads(one.extension))

    def filled(
        self, envelope: Envelope, draft: Draft, before: Sequence[str] | None, owned: Sequence[str]
    ) -> Envelope:
        """Return an ingested record with the fields that learn has and ingest has not brought.

        Args:
            envelope: the record after the merge.
            draft: what was ingested.
            before: what ingest owned before.
            owned: what it owns now.
        """
        wire = envelope.wire()
        brought = draft.raw.get("errdex") or {}
        if PROVENANCE in owned and PROVENANCE not in (before or ()) and brought.get("provenance") is None:
            wire["errdex"]["provenance"] = Provenance().wire()
        content = self._contents.get(envelope.record.id)
        if content is not None:
            wire["record"], wire["errdex"] = fill(wire["record"], wire["errdex"], owned, content)
        return Envelope.model_validate(wire)

    def keep(self, written: Iterable[Pending]) -> None:
        """Keep what learn says with the sites of records that do not say it any more."""
        drafts = {
            self._sites[one.now.id]: dumps(self._contents[one.now.id])
            for one in written
            if read_owned(one.now.owned)
            and one.now.id in self._sites
            and one.now.id in self._contents
            and one.now.id not in self._kept
        }
        learned.keep_drafts(self._session, drafts)
