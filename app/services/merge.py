"""Writes the records of one file into the database, inside the caller's transaction, chunk by chunk.

What meets what is decided by `domain.merge`; here it is looked up, a chunk at a time, and written at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlmodel import Session

from app.db import store, tally
from app.db.store import Stored
from app.domain.faults import Fault, shown
from app.domain.generated import without_generated
from app.domain.merge import (
    changes_between,
    content_hash,
    dumps,
    merge_extension,
    merge_page,
    merge_partial,
    version_of,
)
from app.domain.ownership import PROVENANCE, owned_after, owned_by_ingest, owned_text, read_owned
from app.domain.patterns import PatternFacts
from app.domain.reading import Draft
from app.domain.records import Envelope, Extension
from app.errors import BadRecords
from app.services.learned import Learned
from app.services.report import Counts, Older, RecordChange
from app.services.rows import ETAG_DIGITS, Pending, RowWriter, stored_form


@dataclass(slots=True)
class Written:
    """What became of the records of one file."""

    counts: Counts = field(default_factory=Counts)
    changes: list[RecordChange] = field(default_factory=list)
    changed: int = 0
    older: list[Older] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)


class FileMerge:
    """Merges drafts into the catalogue; `finish` completes the file.

    Args:
        session: of a write transaction; never committed here.
        name: of the file, for warnings.
        adoptions: id in the file to the id under which its site is known.
        facts: analysis of a pattern.
        source: name of the source that brings the records.
        most_changes: as many are listed, more are counted.
    """

    def __init__(
        self,
        session: Session,
        name: str,
        *,
        adoptions: Mapping[str, str],
        facts: Callable[[Envelope], PatternFacts],
        source: str | None,
        most_changes: int,
    ) -> None:
        self._session = session
        self._name = name
        self._adoptions = adoptions
        self._facts = facts
        self._source = source
        self._most_changes = most_changes
        self._rows = RowWriter(session, facts)
        self._learned = Learned(session, ())
        self._holders: dict[str, str] = {}
        self.written = Written()

    def add(self, drafts: Sequence[Draft]) -> None:
        """Merge and write one chunk of drafts, in their order.

        Raises:
            BadRecords: a partial record has nothing to change.
        """
        given = [draft.record_id for draft in drafts]
        leads = {one: self._adoptions[one] for one in given if one in self._adoptions}
        leads.update(store.alias_targets(self._session, given))
        stood = store.stored_records(self._session, [*given, *leads.values()])
        self._learned = Learned(self._session, stood.values())
        ids = [one if one in stood or one not in leads else leads[one] for one in given]
        self._holders = store.holders(self._session, (alias for one in drafts for alias in _asked(one)))
        self._holders.update((record_id, record_id) for record_id in ids)
        pending: dict[str, Pending] = {}
        for draft, record_id in zip(drafts, ids, strict=True):
            before = stood.get(record_id)
            now = pending[record_id].now if record_id in pending else before
            self._merge(draft, record_id, before, now, pending)
        self._rows.write([one for one in pending.values() if one.differs])
        self._learned.keep(pending.values())
        if self._source is not None:
            store.add_to_source(self._session, self._source, pending)
        self.written.ids.update(pending)

    def finish(self) -> Written:
        """Complete the file, and say what became of its records."""
        self._rows.finish()
        return self.written

    def _merge(
        self,
        draft: Draft,
        record_id: str,
        before: Stored | None,
        now: Stored | None,
        pending: dict[str, Pending],
    ) -> None:
        draft = self._without_generated(draft, now)
        envelope, is_older = _merged(self._name, draft, record_id, now)
        envelope = self._without_others_aliases(draft, envelope)
        owned = _owned(draft, now, is_older=is_older)
        if now is not None and owned is not None and not is_older:
            envelope = self._learned.filled(envelope, draft, read_owned(now.owned), owned)
        facts = self._facts(envelope)
        if envelope.errdex.pattern_problem != facts.problem:
            errdex = envelope.errdex.model_copy(update={"pattern_problem": facts.problem})
            envelope = envelope.model_copy(update={"errdex": errdex})
        after = _stored(draft, envelope, now, owned)
        pending[record_id] = Pending(after, envelope, before)

        written = self.written
        restored = now is not None and now.withdrawn_at is not None and after.withdrawn_at is None
        written.counts += Counts(
            records=1, restored=int(restored), pattern_problems=int(facts.problem is not None)
        )
        if now is not None and is_older:
            written.older.append(Older(record_id, self._name, _version_brought(draft), now.dataset_version))
        if now is not None and after.content_hash == now.content_hash:
            written.counts += Counts(older=1) if is_older else Counts(unchanged=1)
            return
        written.counts += Counts(added=1) if now is None else Counts(changed=1)
        written.changed += 1
        if len(written.changes) < self._most_changes:
            written.changes.append(
                RecordChange(
                    after.id,
                    after.title,
                    "added" if now is None else "changed",
                    draft.record_id if draft.record_id != after.id else None,
                    () if now is None else fields_changed(now, after),
                    restored,
                )
            )

    def _without_generated(self, draft: Draft, now: Stored | None) -> Draft:
        """Leave out generated prose that a partial record brings where somebody has written some, and warn."""
        if now is None or draft.envelope is not None:
            return draft
        raw, refused = without_generated(draft.raw, json.loads(now.document), json.loads(now.extension))
        if refused:
            problem = "is generated, and somebody has written prose for this record"
            advice = "Theirs stays. Bring it as written, if a person has gone over it."
            fields = ", ".join(refused)
            self.written.warnings.append(
                Fault(self._name, draft.index, now.id, fields, "", problem, advice, draft.unit)
            )
        return replace(draft, raw=raw)

    def _without_others_aliases(self, draft: Draft, envelope: Envelope) -> Envelope:
        """Take off the aliases that lead to another record, and warn; a free one is the record's from now on."""
        own = envelope.record.id
        leading = {alias: self._holders.setdefault(alias, own) for alias in envelope.errdex.aliases}
        refused = {alias: holder for alias, holder in leading.items() if holder != own}
        if not refused:
            return envelope
        for alias, holder in refused.items():
            problem = f"already leads to the record {holder}"
            advice = "It stays with that record; remove it here, or merge the two records."
            self.written.warnings.append(
                Fault(
                    self._name, draft.index, own, "errdex.aliases", shown(alias), problem, advice, draft.unit
                )
            )
        kept = [alias for alias in leading if alias not in refused]
        errdex = envelope.errdex.model_copy(update={"aliases": kept})
        return envelope.model_copy(update={"errdex": errdex})


def withdraw(
    session: Session, ids: Sequence[str], at: str, most_changes: int
) -> tuple[list[RecordChange], int]:
    """Mark records as withdrawn: readable by id, absent from everything else.

    Args:
        session: of a write transaction.
        ids: of the records; those withdrawn already are left alone.
        at: ISO 8601 time.
        most_changes: as many are returned, more are counted.

    Returns:
        The changes, and how many records were withdrawn.
    """
    rows = []
    changes: list[RecordChange] = []
    revision = store.revision(session) + 1
    for one in store.stored_records(session, ids).values():
        if one.withdrawn_at is not None:
            continue
        extension = dumps({**json.loads(one.extension), "withdrawnAt": at})
        now = replace(one, extension=extension, withdrawn_at=at)
        content = content_hash(now.document, extension, now.envelope_extra, now.dataset_version)
        rows.append(
            {
                "id": one.id,
                "extension": extension,
                "withdrawn_at": at,
                "content_hash": content,
                "etag": content[:ETAG_DIGITS],
                "revision": revision,
            }
        )
        if len(changes) < most_changes:
            changes.append(RecordChange(one.id, one.title, "withdrawn", None, fields_changed(one, now)))
    if rows:
        with tally.keep(session, [str(row["id"]) for row in rows]):
            store.write_extensions(session, rows)
        store.remove_texts(session, [str(row["id"]) for row in rows])
        store.write_state(session, store.REVISION, str(revision))
    return changes, len(rows)


def _asked(draft: Draft) -> Sequence[str]:
    """Return the aliases that a draft brings."""
    if draft.envelope is not None:
        return draft.envelope.errdex.aliases
    return tuple((draft.raw.get("errdex") or {}).get("aliases") or ())


def _version_brought(draft: Draft) -> str | None:
    version = draft.raw.get("datasetVersion")
    return version if isinstance(version, str) else None


def no_such_record(name: str, draft: Draft) -> Fault:
    """Return the fault of a partial record whose id nobody has."""
    return Fault(
        name,
        draft.index,
        draft.record_id,
        "",
        "",
        "is a partial record, and there is no record with this id to change",
        "Give at least repo, filePath and lineNumber to add it, or correct the id.",
        draft.unit,
    )


def _merged(name: str, draft: Draft, record_id: str, now: Stored | None) -> tuple[Envelope, bool]:
    """Return the envelope as it will stand, and whether the draft was passed over as older."""
    brought = draft.raw.get("errdex") or {}
    alias = [draft.record_id] if draft.record_id != record_id else []
    if now is None:
        if draft.envelope is None:  # the record it changes was in a file that was rejected since
            raise BadRecords("A partial record has nothing to change.", [no_such_record(name, draft)])
        errdex = draft.envelope.errdex
        if not (alias or errdex.aliases or errdex.model_extra):
            return draft.envelope, False
        extension = merge_extension({}, errdex.wire(), aliases=alias, own_id=record_id)
        return draft.envelope.model_copy(update={"errdex": Extension.model_validate(extension)}), False
    stored = _envelope(now)
    version = _version_brought(draft)
    partial = draft.envelope is None
    is_older = not (partial and version is None) and version_of(version) < version_of(now.dataset_version)
    if is_older:
        brought = {"withdrawnAt": stored["errdex"].get("withdrawnAt")}
        record, extra = stored["record"], json.loads(now.envelope_extra)
        version = now.dataset_version
    elif partial:
        record = merge_partial(stored["record"], draft.raw["record"])
        extra = {**json.loads(now.envelope_extra), **_extra(draft.raw)}
        version = version or now.dataset_version
        brought = {"withdrawnAt": stored["errdex"].get("withdrawnAt"), **brought}
    elif draft.page:
        record = merge_page(stored["record"], draft.raw["record"])
        extra = {**json.loads(now.envelope_extra), **_extra(draft.raw)}
        version = version or now.dataset_version
    else:
        assert draft.envelope is not None
        record = {**draft.envelope.record.wire(), "id": record_id}
        extra = _extra(draft.raw)
    extension = merge_extension(stored["errdex"], brought, aliases=alias, own_id=record_id)
    merged = {**extra, "record": record, "datasetVersion": version, "errdex": extension}
    return Envelope.model_validate(merged), is_older


def _envelope(stored: Stored) -> dict[str, Any]:
    return {"record": json.loads(stored.document), "errdex": json.loads(stored.extension)}


def _extra(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in raw.items() if key not in ("record", "datasetVersion", "errdex")}


def _owned(draft: Draft, now: Stored | None, *, is_older: bool) -> tuple[str, ...] | None:
    """Return the fields that ingest owns afterwards; None where that is all, since learn has had no part."""
    brought = draft.raw.get("errdex") or {}
    before = read_owned(now.owned) if now is not None else None
    if now is not None and is_older:
        return before
    if draft.envelope is None or (draft.page and now is not None):
        return None if before is None else owned_after(before, draft.raw["record"], brought)
    if before is None and draft.envelope.errdex.provenance.kind != "derived":
        return None
    owned = owned_by_ingest(draft.envelope.record.wire(), brought)
    return owned if before is not None or PROVENANCE not in owned else None


def _stored(draft: Draft, envelope: Envelope, now: Stored | None, owned: tuple[str, ...] | None) -> Stored:
    given = draft.envelope is None or "id" not in draft.derived
    order = draft.raw["record"] if draft.envelope is not None else None
    return stored_form(envelope, now, id_given=given, owned=owned_text(owned), order=order)


def fields_changed(before: Stored, after: Stored) -> tuple[Any, ...]:
    """List what differs, in the order of the schema."""
    return (
        *changes_between(json.loads(before.document), json.loads(after.document)),
        *changes_between(
            {"datasetVersion": before.dataset_version}, {"datasetVersion": after.dataset_version}
        ),
        *changes_between(json.loads(before.envelope_extra), json.loads(after.envelope_extra)),
        *changes_between(json.loads(before.extension), json.loads(after.extension), "errdex."),
    )
