"""What a draft becomes where it meets the record that stands, or where none does. Pure, so that any process can tell."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.domain.faults import Fault
from app.domain.merge import changes_between, merge_extension, merge_page, merge_partial, version_of
from app.domain.ownership import PROVENANCE, owned_after, owned_by_ingest, owned_text, read_owned
from app.domain.patterns import PatternFacts
from app.domain.reading import Draft, Unit
from app.domain.records import Envelope, Extension
from app.domain.stored import Stored
from app.errors import BadRecords
from app.services.forms import Form, form_of, stored_form

__all__ = [
    "asked",
    "fields_changed",
    "merged",
    "new_form",
    "no_such_record",
    "owned_after_merge",
    "stored_after_merge",
    "version_brought",
    "with_problem_of",
]


def with_problem_of(envelope: Envelope, facts: PatternFacts) -> Envelope:
    """Return a record that says what is wrong with its pattern, and nothing where that is usable."""
    if envelope.errdex.pattern_problem == facts.problem:
        return envelope
    errdex = envelope.errdex.model_copy(update={"pattern_problem": facts.problem})
    return envelope.model_copy(update={"errdex": errdex})


def new_form(name: str, draft: Draft, facts: PatternFacts) -> Form | None:
    """Return what is written of a whole draft where no record stands; None for one that has aliases, or was a page."""
    if draft.envelope is None or draft.page or draft.envelope.errdex.aliases:
        return None
    envelope = with_problem_of(merged(name, draft, draft.record_id, None)[0], facts)
    owned = owned_after_merge(draft, None, is_older=False)
    return form_of(stored_after_merge(draft, envelope, None, owned), envelope, facts)


def asked(draft: Draft) -> Sequence[str]:
    """Return the aliases that a draft brings."""
    if draft.envelope is not None:
        return draft.envelope.errdex.aliases
    return tuple((draft.raw.get("errdex") or {}).get("aliases") or ())


def version_brought(draft: Draft) -> str | None:
    """Return the datasetVersion that a draft brings, if it is a text."""
    version = draft.raw.get("datasetVersion")
    return version if isinstance(version, str) else None


def no_such_record(name: str, record_id: str, index: int | None, unit: Unit) -> Fault:
    """Return the fault of a partial record whose id nobody has."""
    return Fault(
        name,
        index,
        record_id,
        "",
        "",
        "is a partial record, and there is no record with this id to change",
        "Give at least repo, filePath and lineNumber to add it, or correct the id.",
        unit,
    )


def merged(name: str, draft: Draft, record_id: str, now: Stored | None) -> tuple[Envelope, bool]:
    """Return the envelope as it will stand, and whether the draft was passed over as older."""
    brought = draft.raw.get("errdex") or {}
    alias = [draft.record_id] if draft.record_id != record_id else []
    if now is None:
        if draft.envelope is None:  # the record it changes was in a file that was rejected since
            raise BadRecords(
                "A partial record has nothing to change.",
                [no_such_record(name, draft.record_id, draft.index, draft.unit)],
            )
        errdex = draft.envelope.errdex
        if not (alias or errdex.aliases or errdex.model_extra):
            return draft.envelope, False
        extension = merge_extension({}, errdex.wire(), aliases=alias, own_id=record_id)
        return draft.envelope.model_copy(update={"errdex": Extension.model_validate(extension)}), False
    stored = _envelope(now)
    version = version_brought(draft)
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


def owned_after_merge(draft: Draft, now: Stored | None, *, is_older: bool) -> tuple[str, ...] | None:
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


def stored_after_merge(
    draft: Draft, envelope: Envelope, now: Stored | None, owned: tuple[str, ...] | None
) -> Stored:
    """Return the row that stands after a merge; members that only stand elsewhere keep the order of the file."""
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
