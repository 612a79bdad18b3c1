"""Writes records as rows, with all that finds them: pattern, look-up keys, tags, aliases, full text.

The one way into the catalogue's tables; ingest and learn decide what a record says, and end up here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from app.db import crossfire, index, store, tally
from app.db.crossfire_sweep import New
from app.db.loading import Loading
from app.domain.merge import newest
from app.domain.patterns import PatternFacts
from app.domain.records import Envelope
from app.domain.stored import Stored
from app.services.forms import COLUMNS, ETAG_DIGITS, Form, form_of, text_before

_NAMES = (*COLUMNS, "pattern_id", "revision")


@dataclass(frozen=True, slots=True)
class Pending:
    """A record as it will stand, and the row that stood before (None for a new one).

    `what` is what is written of it, or the whole record, of which that is made where it is needed.
    """

    now: Stored
    what: Form | Envelope
    before: Stored | None

    @property
    def differs(self) -> bool:
        """Whether there is anything to write."""
        return (
            self.before is None
            or self.now.content_hash != self.before.content_hash
            or self.now.owned != self.before.owned
        )


class RowWriter:
    """Writes the records of one transaction, chunk by chunk; `finish` completes it.

    Args:
        session: of a write transaction; never committed here.
        facts: analysis of a pattern.
        loading: the base is empty, and very many records come.
        start: begins work elsewhere that is done while indexes are made.
    """

    def __init__(
        self,
        session: Session,
        facts: Callable[[Envelope], PatternFacts],
        *,
        loading: bool = False,
        start: crossfire.Start | None = None,
    ) -> None:
        self._session = session
        self._facts = facts
        self._loading = Loading(session) if loading else None
        self._start = start
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
        forms = [self._form(one) for one in changed]
        patterns = self._patterns(forms)
        rows = []
        for one, form in zip(changed, forms, strict=True):
            pattern_id = None if form.digest is None else patterns[form.digest]
            rows.append((*form.row, pattern_id, self._revision))
            self._versions.add(one.now.dataset_version)
            before = one.before.pattern_id if one.before is not None else None
            if before is not None and before != pattern_id:
                self._left_patterns.add(before)
        new = {one.now.id for one in changed if one.before is None}
        tags = {form.record_id: form.tags for form in forms}
        counted = tally.counted(COLUMNS, rows, tags, [form.provenance for form in forms])
        with tally.keep(self._session, [one for one in tags if one not in new], counted):
            store.write_records(self._session, _NAMES, rows)
            store.write_tags(self._session, tags, new)
        store.write_aliases(self._session, {form.record_id: form.aliases for form in forms}, new)
        store.remove_texts(self._session, [one.now.id for one in changed if one.now.withdrawn_at is not None])
        self._write_texts(changed, forms)

    def _form(self, one: Pending) -> Form:
        if isinstance(one.what, Form):
            return one.what
        return form_of(one.now, one.what, self._facts(one.what))

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

    def _write_texts(self, changed: Sequence[Pending], forms: Sequence[Form]) -> None:
        """Index what records are found by, where that is not what it was; to write it costs more than to compare."""
        texts, new = [], []
        for one, form in zip(changed, forms, strict=True):
            before = one.before
            if one.now.withdrawn_at is not None:
                continue
            if before is None and self._loading is not None:
                new.append(form.text)
            elif before is None or before.withdrawn_at is not None or text_before(before) != form.text:
                texts.append(form.text)
        store.add_texts(self._session, new)
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
        if self._loading is not None:
            if self._start is not None:
                self._fires.begin(self._start)
            self._loading.finish()
        if self._wrote:
            self._fires.finish()
            index.drop_unused_patterns(self._session, self._left_patterns)
            store.write_state(self._session, store.REVISION, str(self._revision))
            known = store.state(self._session, store.DATASET_VERSION)
            latest = newest([known or None, *self._versions])
            if latest is not None and latest != known:
                store.write_state(self._session, store.DATASET_VERSION, latest)

    def _patterns(self, forms: Sequence[Form]) -> dict[str, int]:
        """Return digest to id of all patterns of these records, new ones written with their keys."""
        wanted: dict[str, Form] = {}
        for form in forms:
            if form.digest is not None:
                wanted.setdefault(form.digest, form)
        ids = store.pattern_ids(self._session, wanted)
        new = {
            digest: New(form.pattern or "", form.facts)
            for digest, form in wanted.items()
            if digest not in ids
        }
        made = index.add_patterns(self._session, new, self._fires)
        return {**ids, **made}
