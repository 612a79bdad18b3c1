"""Writes and withdraws records for callers from outside: programs with an access token for that."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from sqlmodel import Session

from app.config import Settings
from app.db.engine import Database
from app.domain.listing import Found
from app.domain.people import Caller, Deed, People
from app.domain.reading import Limits
from app.errors import BadInput, BadRecords, Changed, KnownElsewhere, Outdated, RecordNotFound
from app.services import permissions
from app.services.catalog import Catalog
from app.services.entity_tags import entity_tag
from app.services.feedback import people_of
from app.services.ingest import IngestService
from app.services.inputs import Input
from app.services.merge import withdraw
from app.services.notes import now_text
from app.services.report import IngestReport

__all__ = ["Precondition", "RecordWriter", "Written"]

_BODY: Final = "body"  # how faults and reports name what was sent
_MOST_LISTED: Final = 1000
_FAULTS: Final = "Nothing was written, since there are faults."
# Of a record without a data set, which takes that of the one that stands, while others write that one anew.
_TRIES: Final = 3


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Precondition:
    """What has to hold of a record for it to be written, as `If-Match` and `If-None-Match` say it (RFC 9110, 13.1).

    Attributes:
        tags: it has one of these entity tags, in quotes; `*` is any; None: not asked.
        not_tags: it has none of these.
    """

    tags: frozenset[str] | None = None
    not_tags: frozenset[str] | None = None

    def holds(self, tag: str | None) -> bool:
        """Tell whether it holds of a record with this tag; None where there is no record."""
        if self.tags is not None and (tag is None or not self.tags & {tag, "*"}):
            return False
        return self.not_tags is None or tag is None or not self.not_tags & {tag, "*"}


@dataclass(frozen=True, slots=True)
class Written:
    """A record as it was written, what people say of it, and whether it was not there before."""

    found: Found
    people: People
    added: bool


class RecordWriter:
    """Takes records of callers who may write them; safe to share between threads.

    Args:
        database: where they go.
        settings: who may, and how much.
        ingest: the one way in.
        catalog: reads them.
        clock: gives the time of a withdrawal.
    """

    def __init__(
        self,
        database: Database,
        settings: Settings,
        ingest: IngestService,
        catalog: Catalog,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        self._database = database
        self._settings = settings
        self._ingest = ingest
        self._catalog = catalog
        self._clock = clock
        self._limits = Limits(
            max_file_bytes=settings.max_ingest_bytes,
            max_record_bytes=settings.max_record_bytes,
            max_records=settings.max_ingest_records,
        )

    def check(self, caller: Caller) -> None:
        """Let a caller pass who may write records.

        Raises:
            NeedsToken: an anonymous one.
            NotYours: its token is for notes only.
        """
        permissions.check(self._settings, caller, Deed.WRITE_RECORDS)

    def ingest(
        self,
        caller: Caller,
        data: bytes,
        *,
        source: str | None = None,
        prune: bool = False,
        dry_run: bool = False,
        strict: bool = False,
        skip_bad: bool = False,
    ) -> IngestReport:
        """Write the records of one file, all or none of them; see `IngestService.ingest`.

        Raises:
            NeedsToken, NotYours: see `check`.
            BadInput: `prune` without a source.
            BadRecords: faults, unless `skip_bad` leaves them out; nothing is written.
            StorageError: the database cannot be written.
        """
        self.check(caller)
        report = self._ingest.ingest(
            [Input(_BODY, data=data)],
            source=source,
            prune=prune,
            dry_run=dry_run,
            strict=strict,
            skip_bad=skip_bad,
            limits=self._limits,
        )
        if report.faults and not skip_bad:
            raise BadRecords(_FAULTS, report.faults)
        return _listed(report)

    def put(
        self, caller: Caller, record_id: str, members: Mapping[str, Any], precondition: Precondition
    ) -> Written:
        """Write one record, bare or in its envelope; what a partial one does not say stays as it is.

        Without a `datasetVersion` it counts as of the data set of the record that stands.

        Raises:
            NeedsToken, NotYours: see `check`.
            BadInput: the record has another id.
            BadRecords: it has faults.
            Changed: the precondition does not hold.
            KnownElsewhere: its raise site has a record with another id.
            Outdated: the one that stands is of a newer data set.
            StorageError: the database cannot be written.
        """
        self.check(caller)
        envelope = _enveloped(members, record_id)
        for _ in range(_TRIES):
            report, written = self._put(record_id, envelope, precondition)
            if written is None:
                raise BadRecords(_FAULTS, report.faults)
            if not report.older:
                return written
            if envelope.get("datasetVersion") is not None:
                break
        (older,) = report.older
        sent = older.given or "what was sent"
        raise Outdated(f"The record {older.id} stands with the data set of {older.stored}; {sent} is older.")

    def _put(
        self, record_id: str, envelope: Mapping[str, Any], precondition: Precondition
    ) -> tuple[IngestReport, Written | None]:
        if envelope.get("datasetVersion") is None:
            with self._database.write() as session:  # what is read elsewhere may lag behind
                stands = self._found(session, record_id)
            if stands is not None:
                envelope = {**envelope, "datasetVersion": stands.envelope.dataset_version}
        written: list[Written] = []

        @contextmanager
        def around(session: Session, known: Mapping[str, str]) -> Iterator[None]:
            before = self._found(session, record_id)
            self._check(session, precondition, before)
            if record_id in known:
                raise KnownElsewhere(f"This place is the record {known[record_id]}. Write that one.")
            yield
            if (found := self._found(session, record_id)) is not None:
                written.append(Written(found, people_of(session, record_id), before is None))

        report = self._ingest.ingest(
            [Input(_BODY, data=json.dumps(envelope).encode())], limits=self._limits, around=around
        )
        return report, written[0] if written and not report.faults else None

    def withdraw(self, caller: Caller, record_id: str, precondition: Precondition) -> None:
        """Take a record out of match, search and related; it stays readable by its id. Twice is once.

        Raises:
            NeedsToken, NotYours: see `check`.
            RecordNotFound: no record has the id.
            Changed: the precondition does not hold.
            StorageError: the database cannot be written.
        """
        self.check(caller)
        with self._database.write() as session:
            found = self._found(session, record_id)
            if found is None:
                raise RecordNotFound(record_id)
            self._check(session, precondition, found)
            withdraw(session, [found.envelope.record.id], now_text(self._clock), 0)
            session.commit()

    def _found(self, session: Session, record_id: str) -> Found | None:
        try:
            return self._catalog.get_in(session, record_id)
        except RecordNotFound:
            return None

    def _check(self, session: Session, precondition: Precondition, found: Found | None) -> None:
        tag = None
        if found is not None:
            tag = entity_tag(found, people_of(session, found.envelope.record.id))
        if precondition.holds(tag):
            return
        if found is None:
            raise Changed("There is no such record, and If-Match asks for one.")
        raise Changed(f"The record {found.envelope.record.id} has the ETag {tag} now.")


def _listed(report: IngestReport) -> IngestReport:
    """Return a report that lists so many faults and warnings as an answer can hold, and says how many there are more."""
    notes = [
        f"{len(found) - _MOST_LISTED:,} more {name} are not listed."
        for name, found in (("faults", report.faults), ("warnings", report.warnings))
        if len(found) > _MOST_LISTED
    ]
    return replace(
        report,
        faults=report.faults[:_MOST_LISTED],
        warnings=report.warnings[:_MOST_LISTED],
        notes=(*report.notes, *notes),
    )


def _enveloped(members: Mapping[str, Any], record_id: str) -> dict[str, Any]:
    """Return what was sent as an envelope whose record has its id; what people say of it is no part of it.

    Raises:
        BadInput: it has another one.
    """
    envelope = dict(members) if "record" in members else {"record": members}
    envelope.pop("people", None)
    record = envelope["record"]
    if isinstance(record, Mapping):
        named = record.get("id")
        if named is not None and named != record_id:
            raise BadInput(
                f"The record's id is {str(named)[:60]!r}, and the address says {record_id[:60]!r}."
            )
        envelope["record"] = {**record, "id": record_id}
    return envelope
