"""Writes records as rows, with all that finds them: pattern, look-up keys, tags, aliases, full text.

The one way into the catalogue's tables; ingest and learn decide what a record says, and end up here.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic.alias_generators import to_camel
from sqlmodel import Session

from app.db import crossfire, index, store, tally
from app.db.crossfire_sweep import New
from app.db.store import Stored, TextOf
from app.domain.identity import module_path, package_of, title_of
from app.domain.merge import content_hash, dumps, newest, template_key
from app.domain.patterns import PatternFacts
from app.domain.records import Envelope

ETAG_DIGITS = 32
# PostgreSQL takes at most 1 MB of words for one record.
_MAX_MESSAGE_CHARS = 50_000
_MAX_WORDS_CHARS = 150_000
_TEXTS = (
    "error_class",
    "error_code",
    "error_type",
    "repo",
    "file_path",
    "background_tag",
    "documentation",
    "trigger_scenarios",
    "common_situations",
)
_TEXT_NAMES = tuple(to_camel(name) for name in _TEXTS)


@dataclass(frozen=True, slots=True)
class Pending:
    """A record as it will stand, and the row that stood before (None for a new one)."""

    now: Stored
    envelope: Envelope
    before: Stored | None

    @property
    def differs(self) -> bool:
        """Whether there is anything to write."""
        return (
            self.before is None
            or self.now.content_hash != self.before.content_hash
            or self.now.owned != self.before.owned
        )


def stored_form(
    envelope: Envelope,
    now: Stored | None,
    *,
    id_given: bool,
    owned: str | None,
    order: Mapping[str, Any] | None = None,
) -> Stored:
    """Return what is stored of an envelope.

    Args:
        envelope: the whole record.
        now: what stands; the same content in another order is left as it stands.
        id_given: the id came with the record.
        owned: see `RecordRow.owned`.
        order: the record as its file has it, whose members keep their order; the others follow.
    """
    wire = envelope.record.wire()
    document = dumps({**{key: wire[key] for key in order or () if key in wire}, **wire})
    extension = dumps(envelope.errdex.wire())
    extra = dumps(envelope.model_extra) if envelope.model_extra else "{}"
    if now is not None and document != now.document and _same(document, now.document):
        document = now.document
    return Stored(
        id=envelope.record.id,
        document=document,
        extension=extension,
        envelope_extra=extra,
        dataset_version=envelope.dataset_version,
        content_hash=content_hash(document, extension, extra, envelope.dataset_version),
        pattern_id=now.pattern_id if now else None,
        withdrawn_at=envelope.errdex.withdrawn_at,
        id_given=id_given or (now is not None and now.id_given),
        title=title_of(envelope.record, envelope.errdex.function),
        owned=owned,
    )


class RowWriter:
    """Writes the records of one transaction, chunk by chunk; `finish` completes it.

    Args:
        session: of a write transaction; never committed here.
        facts: analysis of a pattern.
    """

    def __init__(self, session: Session, facts: Callable[[Envelope], PatternFacts]) -> None:
        self._session = session
        self._facts = facts
        self._revision = store.revision(session) + 1
        self._fires = crossfire.FireCounts(session)
        self._left_patterns: set[int] = set()
        self._versions: set[str | None] = set()
        self._wrote = False

    def write(self, changed: Sequence[Pending]) -> None:
        """Write records; an alias that another record has stays with that one."""
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
        new = {one.now.id for one in changed if one.before is None}
        tags = {one.now.id: one.envelope.record.tags for one in changed}
        kinds = [one.envelope.errdex.provenance.kind for one in changed]
        with tally.keep(
            self._session, [one for one in tags if one not in new], tally.counted(rows, tags, kinds)
        ):
            store.write_records(self._session, rows)
            store.write_tags(self._session, tags, new)
        aliases = {one.now.id: one.envelope.errdex.aliases for one in changed}
        store.write_aliases(self._session, aliases, new)
        store.remove_texts(self._session, [one.now.id for one in changed if one.now.withdrawn_at is not None])
        self._write_texts([one for one in changed if one.now.withdrawn_at is None])

    def restate(self, records: Sequence[Stored]) -> None:
        """Overwrite the extension of records of which nothing else differs, and of that nothing that finds them."""
        if records:
            self._wrote = True
            rows = [
                {
                    "id": one.id,
                    "extension": one.extension,
                    "content_hash": one.content_hash,
                    "etag": one.content_hash[:ETAG_DIGITS],
                    "revision": self._revision,
                }
                for one in records
            ]
            store.write_extensions(self._session, rows)

    def _write_texts(self, changed: Sequence[Pending]) -> None:
        """Index what records are found by, where that is not what it was; to write it costs more than to compare."""
        texts = []
        for one in changed:
            text = _text(one.now, one.envelope)
            before = one.before
            if before is None or before.withdrawn_at is not None or _text_before(before) != text:
                texts.append(text)
        store.index_texts(self._session, texts)

    def remove(self, records: Sequence[Stored]) -> None:
        """Delete records that were found to be others; their ids become free, to be aliases."""
        if records:
            self._wrote = True
            store.remove_texts(self._session, [one.id for one in records])
            with tally.keep(self._session, [one.id for one in records]):
                store.delete_records(self._session, [one.id for one in records])
            self._left_patterns.update(one.pattern_id for one in records if one.pattern_id is not None)

    def finish(self) -> None:
        """Raise the revision where anything was written, and drop patterns that no record has any more."""
        if self._wrote:
            self._fires.finish()
            index.drop_unused_patterns(self._session, self._left_patterns)
            store.write_state(self._session, store.REVISION, str(self._revision))
            known = store.state(self._session, store.DATASET_VERSION)
            latest = newest([known or None, *self._versions])
            if latest is not None and latest != known:
                store.write_state(self._session, store.DATASET_VERSION, latest)

    def _patterns(self, changed: Sequence[Pending]) -> dict[str, int]:
        """Return digest to id of all patterns of these records, new ones written with their keys."""
        wanted: dict[str, Envelope] = {}
        for one in changed:
            pattern = one.envelope.record.message_pattern
            if pattern is not None:
                wanted.setdefault(_digest(pattern), one.envelope)
        ids = store.pattern_ids(self._session, wanted)
        new = {
            digest: New(envelope.record.message_pattern or "", self._facts(envelope))
            for digest, envelope in wanted.items()
            if digest not in ids
        }
        made = index.add_patterns(self._session, new, self._fires)
        return {**ids, **made}


def _same(a: str, b: str) -> bool:
    """Tell whether two documents differ in the order of their members only."""
    return len(a) == len(b) and _sorted(a) == _sorted(b)


def _sorted(document: str) -> str:
    return json.dumps(json.loads(document), sort_keys=True)


def _digest(pattern: str) -> str:
    return hashlib.sha256(pattern.encode("utf-8", "surrogatepass")).hexdigest()


def _row(one: Pending, pattern_id: int | None, revision: int) -> dict[str, Any]:
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
        "template_key": template_key(record.repo, record.error_class, record.error_message),
        "id_given": now.id_given,
        "analyzed_sha": record.analyzed_sha,
        "pattern_id": pattern_id,
        "pattern_problem": errdex.pattern_problem,
        "withdrawn_at": now.withdrawn_at,
        "owned": now.owned,
        "revision": revision,
    }


def _text(now: Stored, envelope: Envelope) -> TextOf:
    record = envelope.record
    texts = [getattr(record, name) for name in _TEXTS]
    lists = [record.tags, record.solutions, record.prevention_tips or ()]
    return _text_of(now, [*texts, envelope.errdex.function], lists, record.error_message)


def _text_before(before: Stored) -> TextOf:
    """Return the same of a record as it stands, without reading it into a model."""
    record = json.loads(before.document)
    texts = [record.get(name) for name in _TEXT_NAMES]
    lists = [record.get(name) or () for name in ("tags", "solutions", "preventionTips")]
    function = json.loads(before.extension).get("function")
    return _text_of(before, [*texts, function], lists, record.get("errorMessage"))


def _text_of(
    stored: Stored, texts: Sequence[str | None], lists: Iterable[Iterable[str]], message: str | None
) -> TextOf:
    words = "\n".join(part for part in (*texts, *itertools.chain.from_iterable(lists)) if part)
    return TextOf(stored.id, stored.title, (message or "")[:_MAX_MESSAGE_CHARS], words[:_MAX_WORDS_CHARS])
