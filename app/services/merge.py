"""Writes the records of one file into the database, inside the caller's transaction, chunk by chunk.

What meets what is decided by `domain.merge`; here it is looked up, a chunk at a time, and written at once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlmodel import Session

from app.db import store, tally
from app.db.crossfire import Start
from app.domain.faults import Fault, shown
from app.domain.generated import without_generated
from app.domain.merge import (
    content_hash,
    dumps,
)
from app.domain.ownership import read_owned
from app.domain.patterns import PatternFacts
from app.domain.reading import Draft
from app.domain.records import Envelope
from app.domain.stored import Stored
from app.services.drafting import (
    asked,
    fields_changed,
    merged,
    owned_after_merge,
    stored_after_merge,
    version_brought,
    with_problem_of,
)
from app.services.forms import ETAG_DIGITS, Form, stored_of
from app.services.learned import Learned
from app.services.report import Counts, Older, RecordChange
from app.services.rows import Pending, RowWriter
from app.services.units import Entry


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
        loading: the base is empty, and very many records come.
        start: see `RowWriter`.
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
        loading: bool = False,
        start: Start | None = None,
    ) -> None:
        self._session = session
        self._name = name
        self._adoptions = adoptions
        self._facts = facts
        self._source = source
        self._most_changes = most_changes
        self._rows = RowWriter(session, facts, loading=loading, start=start)
        self._learned = Learned(session, ())
        self._holders: dict[str, str] = {}
        self.written = Written()

    def add(self, entries: Sequence[Entry], draft: Callable[[Entry], Draft] | None = None) -> None:
        """Merge and write one chunk of records, in their order.

        Args:
            entries: the records.
            draft: reads one whose draft is not there.

        Raises:
            BadRecords: a partial record has nothing to change.
        """
        given = [entry.record_id for entry in entries]
        leads = {one: self._adoptions[one] for one in given if one in self._adoptions}
        leads.update(store.alias_targets(self._session, given))
        stood = store.stored_records(self._session, [*given, *leads.values()])
        self._learned = Learned(self._session, stood.values())
        ids = [one if one in stood or one not in leads else leads[one] for one in given]
        pending: dict[str, Pending] = {}
        todo: list[tuple[Draft | Form, str]] = []
        once = Counter(ids)
        for entry, record_id in zip(entries, ids, strict=True):
            form = entry.form if once[record_id] == 1 and entry.record_id == record_id else None
            if form is not None and _settled(form, stood.get(record_id)):
                todo.append((form, record_id))
            elif entry.draft is not None:
                todo.append((entry.draft, record_id))
            else:
                assert draft is not None
                todo.append((draft(entry), record_id))
        drafts = [one for one, _ in todo if isinstance(one, Draft)]
        self._holders = store.holders(self._session, (alias for one in drafts for alias in asked(one)))
        self._holders.update((record_id, record_id) for record_id in ids)
        for one, record_id in todo:
            before = stood.get(record_id)
            if isinstance(one, Form):
                self._take(one, before, pending)
            else:
                now = pending[record_id].now if record_id in pending else before
                self._merge(one, record_id, before, now, pending)
        self._rows.write([one for one in pending.values() if one.differs])
        self._learned.keep(pending.values())
        if self._source is not None:
            store.add_to_source(self._session, self._source, pending)
        self.written.ids.update(pending)

    def finish(self) -> Written:
        """Complete the file, and say what became of its records."""
        self._rows.finish()
        return self.written

    def _take(self, form: Form, before: Stored | None, pending: dict[str, Pending]) -> None:
        """Take a new record as it is, or find that it stands already."""
        after = before or stored_of(form)
        pending[after.id] = Pending(after, form, before)
        new = before is None
        self.written.counts += Counts(
            records=1,
            added=int(new),
            unchanged=int(not new),
            pattern_problems=int(form.facts.problem is not None),
        )
        if new:
            self._list(RecordChange(after.id, after.title, "added", None, (), restored=False))

    def _list(self, change: RecordChange) -> None:
        self.written.changed += 1
        if len(self.written.changes) < self._most_changes:
            self.written.changes.append(change)

    def _merge(
        self,
        draft: Draft,
        record_id: str,
        before: Stored | None,
        now: Stored | None,
        pending: dict[str, Pending],
    ) -> None:
        draft = self._without_generated(draft, now)
        envelope, is_older = merged(self._name, draft, record_id, now)
        envelope = self._without_others_aliases(draft, envelope)
        owned = owned_after_merge(draft, now, is_older=is_older)
        if now is not None and owned is not None and not is_older:
            envelope = self._learned.filled(envelope, draft, read_owned(now.owned), owned)
        facts = self._facts(envelope)
        envelope = with_problem_of(envelope, facts)
        after = stored_after_merge(draft, envelope, now, owned)
        pending[record_id] = Pending(after, envelope, before)

        written = self.written
        restored = now is not None and now.withdrawn_at is not None and after.withdrawn_at is None
        written.counts += Counts(
            records=1, restored=int(restored), pattern_problems=int(facts.problem is not None)
        )
        if now is not None and is_older:
            written.older.append(Older(record_id, self._name, version_brought(draft), now.dataset_version))
        if now is not None and after.content_hash == now.content_hash:
            written.counts += Counts(older=1) if is_older else Counts(unchanged=1)
            return
        written.counts += Counts(added=1) if now is None else Counts(changed=1)
        self._list(
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


def _settled(form: Form, before: Stored | None) -> bool:
    """Tell whether a record is what its file says: none stands, or one that says the same and learn has no part in."""
    return before is None or (
        before.content_hash == form.content_hash and before.owned is None and form.owned is None
    )


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
