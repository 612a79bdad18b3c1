"""From a file of records to drafts: every form is taken, all is validated, all faults are listed at once.

A *draft* is what a file says, as it says it, with the envelope made of it. A partial record (an id, and
not all that a record needs) has no envelope until it is merged with the stored one: see `complete`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pydantic import ValidationError

from app.domain.decoding import Decoded, Item, Limits, decode, decode_lines, id_in
from app.domain.faults import MISSING, Fault, advice_for, faults_of, path_of, shown, unstorable
from app.domain.identity import ID_DIGITS, module_path, naming_text, site_key, slug_of
from app.domain.lines import LineText
from app.domain.page_form import full_sha
from app.domain.page_reader import page_fields, pin, sha_key
from app.domain.records import SCHEMA_VERSION, Envelope
from app.domain.templates import pattern_of_template

__all__ = [
    "Draft",
    "Fault",
    "Limits",
    "Reading",
    "Unit",
    "complete",
    "pinned",
    "read_envelopes",
    "read_lines",
    "shas_of",
]

Unit = Literal["record", "line"]
_REQUIRED = frozenset({"id", "repo", "slug", "filePath", "lineNumber"})
_DERIVED = ("id", "slug", "severity", "schemaVersion")


@dataclass(frozen=True, slots=True)
class Draft:
    """One record of a file.

    Attributes:
        raw: `{"record": {...}, "datasetVersion": ..., "errdex": {...}}` with the members that the file gave
            and no others; of a page, those that it shows.
        envelope: the validated envelope with what is derived; None for a partial record.
        index: position from 1 in the file, None for the only record.
        unit: what `index` counts.
        derived: names of the fields of `envelope` that the file did not give and that were derived. With
            "id" among them, a record of the same site may exist under another id.
        lacking: names of the required fields that a partial record lacks; empty for a whole one.
        page: whether it was read from the text of a page, whose commit may be known by its start only.
    """

    raw: dict[str, Any]
    envelope: Envelope | None
    index: int | None = None
    unit: Unit = "record"
    derived: frozenset[str] = frozenset()
    lacking: tuple[str, ...] = ()
    page: bool = False

    @property
    def record_id(self) -> str:
        """The id, given or derived."""
        return self.envelope.record.id if self.envelope else str(self.raw["record"]["id"])


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file gave: the good records, and everything that is wrong with the others; `items` counts both."""

    envelopes: list[Draft] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    items: int = 0


def read_envelopes(
    data: bytes, name: str, *, limits: Limits | None = None, shas: Mapping[str, str] | None = None
) -> Reading:
    """Read a file of records in any form; faults are listed, never raised.

    Args:
        data: the bytes of the file: envelope, bare record, array of either, JSON Lines, text of a page, or
            any of them gzipped.
        name: as faults name the file.
        limits: sizes over which a file or a record is refused.
        shas: full commits for the pages, see `shas_of`; without one a page keeps the start it shows, and
            `pinned` can fill it in later.
    """
    limits = limits or Limits()
    decoded = decode(data, name, limits)
    if decoded.page is not None:
        items = [Item(page_fields(decoded.page, shas or {}), None, "record")]
    else:
        items = decoded.items
    return _read(decoded, name, items, page=decoded.page is not None, most_faults=limits.max_records)


def _read(
    decoded: Decoded, name: str, items: Sequence[Item], *, page: bool, most_faults: int | None = None
) -> Reading:
    faults = list(decoded.faults)
    found: list[_Found] = []
    for item in items:
        if isinstance(item.value, dict):
            found.append(_Found(name, item, _enveloped(item.value)))
        else:
            faults.append(
                Fault(
                    name,
                    item.index,
                    "",
                    "",
                    shown(item.value),
                    "a record must be a JSON object",
                    "Write it in braces: see docs/records.md.",
                    item.unit,
                )
            )
    _number_sites(found)
    drafts: list[Draft] = []
    for one in found:
        result = one.draft(page=page)
        if isinstance(result, Draft):
            drafts.append(result)
        else:
            faults.extend(result)
            if most_faults is not None and len(faults) > most_faults:
                problem = f"has more than {most_faults:,} faults, which is too many to go on"
                return Reading(
                    [], [Fault(name, None, "", "", "", problem, "Correct the first ones.")], len(items)
                )
    faults.sort(key=lambda fault: fault.index or 0)
    return Reading(drafts, faults, len(items))


def read_lines(lines: LineText, name: str, limits: Limits) -> Reading | None:
    """Read some lines of a file of JSON Lines, as `read_envelopes` reads them.

    Returns:
        None where a record has no id: what its id is depends on all the lines of the file.
    """
    decoded = decode_lines(lines, name, limits)
    if not all(_has_id(item.value) for item in decoded.items):
        return None
    return _read(decoded, name, decoded.items, page=False)


def same_content(text: str, other: str) -> bool:
    """Tell whether the records of two lines, both without a fault, say the same."""
    one, two = (_raw(_enveloped(json.loads(line))) for line in (text, other))
    return one == two


def _has_id(value: object) -> bool:
    if not isinstance(value, dict):
        return True  # a fault, whatever else there is
    record = _enveloped(value).get("record")
    return not isinstance(record, dict) or record.get("id") is not None


def complete(
    raw_merged: Mapping[str, Any], *, name: str = "", index: int | None = None, unit: Unit = "record"
) -> Envelope | list[Fault]:
    """Validate an envelope that was merged from a stored one and a partial one.

    Args:
        raw_merged: JSON object of an envelope, merged.
        name: of the file that the partial record came from, for the faults.
        index: as in `Fault`.
        unit: as in `Fault`.

    Returns:
        The envelope, or everything that is wrong with it.
    """
    found = _Found(name, Item(raw_merged, index, unit), _enveloped(dict(raw_merged)))
    _number_sites([found])
    result = found.draft(partial=False)
    if isinstance(result, Draft):
        assert result.envelope is not None
        return result.envelope
    return result


def shas_of(commits: Iterable[tuple[str, str | None]]) -> dict[str, str]:
    """Return the look-up that turns the start of a commit into the whole.

    Args:
        commits: repo and analyzedSha of known records, in any number and order; short or null ones are
            passed over.

    Returns:
        `owner/name@0123456789` to the full commit, without those whose start two commits share.
    """
    known: dict[str, set[str]] = {}
    for repo, sha in commits:
        if sha and full_sha(sha):
            known.setdefault(sha_key(repo, sha), set()).add(sha)
    return {key: next(iter(shas)) for key, shas in known.items() if len(shas) == 1}


def pinned(draft: Draft, shas: Mapping[str, str]) -> Draft:
    """Give the draft of a page the full commit and the link it did not have; others are returned as they are."""
    if not draft.page:
        return draft
    raw = {**draft.raw, "record": pin(draft.raw["record"], shas)}
    if raw["record"] == draft.raw["record"]:
        return draft
    envelope = draft.envelope
    if envelope is not None:
        envelope = Envelope.model_validate({**envelope.wire(), "record": pin(envelope.record.wire(), shas)})
    return replace(draft, raw=raw, envelope=envelope)


def _enveloped(value: dict[str, Any]) -> dict[str, Any]:
    """Return a value as an envelope: a bare record is put into one."""
    if isinstance(value.get("record"), dict) or ("record" in value and not {"id", "repo"} & value.keys()):
        return value
    return {"record": value}


def _raw(enveloped: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members that a file gave; an extension that is null is none."""
    return {key: member for key, member in enveloped.items() if key != "errdex" or member is not None}


class _Found:
    """A JSON object on its way to a draft."""

    def __init__(self, name: str, item: Item, raw: dict[str, Any]) -> None:
        self.name, self.item, self.raw = name, item, raw
        given = raw.get("record")
        self.given: dict[str, Any] = given if isinstance(given, dict) else {}
        extension = raw.get("errdex")
        function = extension.get("function") if isinstance(extension, dict) else None
        self.function = function if isinstance(function, str) else None
        self.ordinal = 0

    def _text(self, field_name: str) -> str | None:
        value = self.given.get(field_name)
        return value if isinstance(value, str) and value.strip() else None

    def site(self) -> tuple[str, str, str | None, str | None, str | None] | None:
        """Return the parts of the site key but the ordinal, or None where they are not all usable."""
        repo, path = self._text("repo"), self._text("filePath")
        message, error_class = self.given.get("errorMessage"), self.given.get("errorClass")
        if repo is None or path is None or not isinstance(message, str | None):
            return None
        if not isinstance(error_class, str | None):
            return None
        return repo, module_path(path), self.function, error_class, message

    def line(self) -> int:
        value = self.given.get("lineNumber")
        return value if isinstance(value, int) else 0

    def draft(self, *, partial: bool = True, page: bool = False) -> Draft | list[Fault]:
        """Validate: a draft, or everything that is wrong. Only with `partial` may required fields lack."""
        if not self.item.plain:
            faults = [
                self._fault(path_of(location), shown(value), problem, "Remove it or write it another way.")
                for location, value, problem in unstorable(self.raw)
            ]
            if faults:
                return faults
        faults = []
        values, derived = self._derive()
        members = _raw(self.raw)
        if isinstance(self.raw.get("record"), dict):
            members["record"] = values
        envelope = None
        try:
            envelope = Envelope.model_validate(members)
        except ValidationError as error:
            faults = faults_of(
                error, file=self.name, index=self.item.index, record_id=id_in(self.raw), unit=self.item.unit
            )
        missing = [fault.field for fault in faults if fault.problem == MISSING and fault.field in _REQUIRED]
        others = [fault for fault in faults if fault.problem != MISSING or fault.field not in _REQUIRED]
        named = self._text("errorMessage") or self._text("errorClass")
        if not named and not {"record", "errorMessage", "errorClass"} & {fault.field for fault in others}:
            missing.append("errorMessage")
        # An explicit null says that the site has no text and no class, which no record may say.
        open_name = named or not {"errorMessage", "errorClass"} <= self.given.keys()
        if partial and missing and isinstance(self.given.get("id"), str) and open_name:
            # What lacks may stand in the stored record, so only what is given can be at fault; a null gives nothing.
            others = [fault for fault in others if self.given.get(fault.field, ...) is not None]
            return others or self._draft(None, derived=(), lacking=tuple(missing), page=page)
        if missing or others or envelope is None:
            return [*self._missing_faults(missing, others), *others]
        return self._draft(envelope, derived=derived, lacking=(), page=page)

    def _missing_faults(self, missing: list[str], others: list[Fault]) -> list[Fault]:
        # Both are derived, so where they lack, the fields that they are derived from have faults of their own.
        derived = {"id", "slug"} if others or set(missing) - {"id", "slug"} else set()
        faults = []
        for name in missing:
            if name == "errorMessage":
                faults.append(
                    self._fault(
                        name,
                        "",
                        "the record has neither errorMessage nor errorClass",
                        "Give at least one of them: without both there is nothing to recognise the error by.",
                    )
                )
            elif name not in derived:
                faults.append(self._fault(name, "", MISSING, advice_for(name)))
        return faults

    def _draft(
        self, envelope: Envelope | None, *, derived: Collection[str], lacking: tuple[str, ...], page: bool
    ) -> Draft:
        return Draft(
            raw={**_raw(self.raw), "record": self.given},
            envelope=envelope,
            index=self.item.index,
            unit=self.item.unit,
            derived=frozenset(derived),
            lacking=lacking,
            page=page,
        )

    def _derive(self) -> tuple[dict[str, Any], set[str]]:
        values = {key: value for key, value in self.given.items() if not (key in _DERIVED and value is None)}
        before = set(values)
        message, error_class = self._text("errorMessage"), self._text("errorClass")
        values.setdefault("schemaVersion", SCHEMA_VERSION)
        values.setdefault("severity", "error")
        if "id" not in values and (site := self.site()) is not None:
            values["id"] = site_key(*site, self.ordinal)[:ID_DIGITS]
        if "slug" not in values and (message or error_class):
            name = naming_text(message, error_class, self.function, self._text("filePath"))
            values["slug"] = slug_of(name)
        if message and "messagePattern" not in values:
            values["messagePattern"] = pattern_of_template(message)
        return values, set(values) - before

    def _fault(self, field_name: str, value: str, problem: str, advice: str) -> Fault:
        return Fault(
            self.name, self.item.index, id_in(self.raw), field_name, value, problem, advice, self.item.unit
        )


def _number_sites(found: list[_Found]) -> None:
    """Number equal sites of a file from 0, by line and then by position."""
    sites: dict[tuple[str | None, ...], list[_Found]] = {}
    for one in found:
        site = one.site()
        if site is not None:
            sites.setdefault(site, []).append(one)
    for equal in sites.values():
        for ordinal, one in enumerate(sorted(equal, key=_Found.line)):
            one.ordinal = ordinal
