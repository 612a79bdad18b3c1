"""Writes the records of one file into the database, inside the caller's transaction, chunk by chunk.

What meets what is decided by `domain.merge`; here it is looked up, a chunk at a time, and written at once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlmodel import Session

from app.db import store
from app.db.store import Stored, TextOf
from app.domain.faults import Fault, shown
from app.domain.identity import module_path, package_of, site_key, title_of
from app.domain.merge import (
    changes_between,
    content_hash,
    dumps,
    merge_extension,
    merge_partial,
    newest,
    template_key,
    version_of,
)
from app.domain.patterns import PatternFacts
from app.domain.reading import Draft
from app.domain.records import Envelope, Extension
from app.errors import BadRecords
from app.services.report import Counts, Older, RecordChange

ETAG_DIGITS = 32
# PostgreSQL takes at most 1 MB of words for one record.
_MAX_MESSAGE_CHARS = 50_000
_MAX_WORDS_CHARS = 150_000


@dataclass(slots=True)
class Written:
    """What became of the records of one file."""

    counts: Counts = field(default_factory=Counts)
    changes: list[RecordChange] = field(default_factory=list)
    changed: int = 0
    older: list[Older] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Pending:
    """A record as it will stand, and the row that stood before the chunk (None for a new one)."""

    now: Stored
    envelope: Envelope
    before: Stored | None


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
        self._revision = store.revision(session) + 1
        self._left_patterns: set[int] = set()
        self._versions: set[str | None] = set()
        self._wrote = False
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
        pending: dict[str, _Pending] = {}
        for draft in drafts:
            given_id = draft.record_id
            record_id = given_id if given_id in stood or given_id not in leads else leads[given_id]
            before = stood.get(record_id)
            now = pending[record_id].now if record_id in pending else before
            self._merge(draft, record_id, before, now, pending)
        self._write(
            [
                one
                for one in pending.values()
                if one.before is None or one.now.content_hash != one.before.content_hash
            ]
        )
        if self._source is not None:
            store.add_to_source(self._session, self._source, pending)
        self.written.ids.update(pending)

    def finish(self) -> Written:
        """Raise the revision where anything changed, and drop patterns that no record has any more."""
        if self._wrote:
            store.drop_unused_patterns(self._session, self._left_patterns)
            store.write_state(self._session, store.REVISION, str(self._revision))
            known = store.state(self._session, store.DATASET_VERSION)
            latest = newest([known or None, *self._versions])
            if latest is not None and latest != known:
                store.write_state(self._session, store.DATASET_VERSION, latest)
        return self.written

    def _merge(
        self,
        draft: Draft,
        record_id: str,
        before: Stored | None,
        now: Stored | None,
        pending: dict[str, _Pending],
    ) -> None:
        envelope, is_older = _merged(self._name, draft, record_id, now)
        facts = self._facts(envelope)
        errdex = envelope.errdex.model_copy(update={"pattern_problem": facts.problem})
        envelope = envelope.model_copy(update={"errdex": errdex})
        after = _stored(draft, envelope, now)
        pending[record_id] = _Pending(after, envelope, before)

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
                    () if now is None else _fields(now, after),
                    restored,
                )
            )

    def _write(self, changed: Sequence[_Pending]) -> None:
        if not changed:
            return
        self._wrote = True
        patterns = self._patterns(changed)
        rows = []
        for one in changed:
            pattern = one.envelope.record.message_pattern
            pattern_id = patterns[_digest(pattern)] if pattern is not None else None
            rows.append(_row(one, pattern_id, self._revision))
            self._versions.add(one.now.dataset_version)
            before = one.before.pattern_id if one.before is not None else None
            if before is not None and before != pattern_id:
                self._left_patterns.add(before)
        store.write_records(self._session, rows)
        store.write_tags(self._session, {one.now.id: one.envelope.record.tags for one in changed})
        self._write_aliases(changed)
        store.remove_texts(self._session, [one.now.id for one in changed if one.now.withdrawn_at is not None])
        store.index_texts(self._session, [_text(one) for one in changed if one.now.withdrawn_at is None])

    def _write_aliases(self, changed: Sequence[_Pending]) -> None:
        aliases = {one.now.id: one.envelope.errdex.aliases for one in changed}
        for alias, owner in store.write_aliases(self._session, aliases).items():
            for record_id, names in aliases.items():
                if alias in names and owner != record_id:
                    advice = "It stays with that record; remove it here, or merge the two records."
                    problem = f"already leads to the record {owner}"
                    self.written.warnings.append(
                        Fault(self._name, None, record_id, "errdex.aliases", shown(alias), problem, advice)
                    )

    def _patterns(self, changed: Sequence[_Pending]) -> dict[str, int]:
        """Return digest to id of all patterns of these records, new ones written with their keys."""
        wanted: dict[str, Envelope] = {}
        for one in changed:
            pattern = one.envelope.record.message_pattern
            if pattern is not None:
                wanted.setdefault(_digest(pattern), one.envelope)
        ids = store.pattern_ids(self._session, wanted)
        new = {digest: envelope for digest, envelope in wanted.items() if digest not in ids}
        facts = {digest: self._facts(envelope) for digest, envelope in new.items()}
        rows = [
            {
                "digest": digest,
                "pattern": envelope.record.message_pattern,
                "template": facts[digest].template,
                "words": facts[digest].words,
                "generic": facts[digest].generic,
            }
            for digest, envelope in new.items()
        ]
        made = store.write_patterns(self._session, rows)
        keys = (
            (made[digest], kind, key) for digest in new for kind, key in dict.fromkeys(facts[digest].keys)
        )
        store.write_pattern_keys(self._session, keys)
        return {**ids, **made}


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
            changes.append(RecordChange(one.id, one.title, "withdrawn", None, _fields(one, now)))
    if rows:
        store.write_withdrawal(session, rows)
        store.remove_texts(session, [str(row["id"]) for row in rows])
        store.write_state(session, store.REVISION, str(revision))
    return changes, len(rows)


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
        extension = merge_extension({}, draft.envelope.errdex.wire(), aliases=alias, own_id=record_id)
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


def _stored(draft: Draft, envelope: Envelope, now: Stored | None) -> Stored:
    wire = envelope.record.wire()
    # As the file orders it; what was derived or left out follows.
    order = draft.raw["record"] if draft.envelope is not None else {}
    document = dumps({**{key: wire[key] for key in order if key in wire}, **wire})
    extension = dumps(envelope.errdex.wire())
    extra = dumps(envelope.model_extra or {})
    if now is not None and document != now.document and _sorted(document) == _sorted(now.document):
        document = now.document  # the same content in another order is the same
    given = draft.envelope is None or "id" not in draft.derived
    return Stored(
        id=envelope.record.id,
        document=document,
        extension=extension,
        envelope_extra=extra,
        dataset_version=envelope.dataset_version,
        content_hash=content_hash(document, extension, extra, envelope.dataset_version),
        pattern_id=now.pattern_id if now else None,
        withdrawn_at=envelope.errdex.withdrawn_at,
        id_given=given or (now is not None and now.id_given),
        title=title_of(envelope.record, envelope.errdex.function),
    )


def _sorted(document: str) -> str:
    return json.dumps(json.loads(document), sort_keys=True)


def _fields(before: Stored, after: Stored) -> tuple[Any, ...]:
    return (
        *changes_between(json.loads(before.document), json.loads(after.document)),
        *changes_between(
            {"datasetVersion": before.dataset_version}, {"datasetVersion": after.dataset_version}
        ),
        *changes_between(json.loads(before.envelope_extra), json.loads(after.envelope_extra)),
        *changes_between(json.loads(before.extension), json.loads(after.extension), "errdex."),
    )


def _digest(pattern: str) -> str:
    return hashlib.sha256(pattern.encode("utf-8", "surrogatepass")).hexdigest()


def _row(one: _Pending, pattern_id: int | None, revision: int) -> dict[str, Any]:
    record, errdex, now = one.envelope.record, one.envelope.errdex, one.now
    module = module_path(record.file_path)
    return {
        "id": now.id,
        "document": now.document,
        "extension": now.extension,
        "envelope_extra": now.envelope_extra,
        "dataset_version": now.dataset_version,
        "content_hash": now.content_hash,
        "etag": now.content_hash[:ETAG_DIGITS],
        "repo": record.repo,
        "slug": record.slug,
        "title": now.title,
        "error_class": record.error_class,
        "error_type": record.error_type,
        "error_message": record.error_message,
        "severity": record.severity,
        "http_status": record.http_status,
        "file_path": record.file_path,
        "line_number": record.line_number,
        "background_tag": record.background_tag,
        "module_path": module,
        "package": package_of(module),
        "function": errdex.function,
        "site_key": site_key(
            record.repo, module, errdex.function, record.error_class, record.error_message, 0
        ),
        "template_key": template_key(record.repo, record.error_class, record.error_message),
        "id_given": now.id_given,
        "analyzed_sha": record.analyzed_sha,
        "pattern_id": pattern_id,
        "pattern_problem": errdex.pattern_problem,
        "withdrawn_at": now.withdrawn_at,
        "revision": revision,
    }


def _text(one: _Pending) -> TextOf:
    record, errdex = one.envelope.record, one.envelope.errdex
    parts = (
        record.error_class,
        record.error_code,
        record.error_type,
        record.repo,
        record.file_path,
        errdex.function,
        record.background_tag,
        *record.tags,
        record.documentation,
        record.trigger_scenarios,
        record.common_situations,
        *record.solutions,
        *(record.prevention_tips or ()),
    )
    words = "\n".join(part for part in parts if part)
    message = (record.error_message or "")[:_MAX_MESSAGE_CHARS]
    return TextOf(one.now.id, one.now.title, message, words[:_MAX_WORDS_CHARS])
