"""Makes a record of its sites: content of the newest, sightings of all, and what ingest brought on top."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic.alias_generators import to_camel

from app.db.learned import SiteId
from app.domain.lineage import Lineage, Sighted
from app.domain.merge import content_hash, dumps
from app.domain.ownership import (
    Content,
    content_of,
    fill,
    owned_by_ingest,
    owned_text,
    read_owned,
    without_learned,
)
from app.domain.patterns import PatternFacts
from app.domain.records import Envelope, Extension, Record
from app.domain.sightings import compressed, conditions_by_version
from app.domain.stored import Stored
from app.domain.versions import version_order
from app.services.forms import stored_form
from app.services.learn_drafts import Learnable
from app.services.learn_plan import History, Planned, site_id
from app.services.rows import Pending

__all__ = ["Made", "RecordMaker", "Sources"]


# Members of the extension that records are found by.
_FINDING = ("function", "aliases")
_FIELDS = frozenset(to_camel(name) for name in Record.model_fields)


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the contents are: records as they stand, by id, and drafts that are kept with sites."""

    records: Mapping[str, Stored]
    drafts: Mapping[SiteId, str]


@dataclass(frozen=True, slots=True)
class Made:
    """A record as it will stand.

    Attributes:
        now: what is stored of it.
        before: what stood, None for a new one.
        pending: it has to be written whole; None where at most its extension differs.
        pattern_problem: why its pattern cannot be used.
    """

    now: Stored
    before: Stored | None
    pending: Pending | None
    pattern_problem: str | None

    @property
    def differs(self) -> bool:
        """Whether there is anything to write."""
        return self.pending.differs if self.pending is not None else self.now != self.before


class RecordMaker:
    """Makes the records of one version that is learned.

    Attributes:
        new_drafts: by key, of sites of the version: contents that the record does not show.
        kept_drafts: the same for older sites; None drops what is not needed any more.

    Args:
        history: what is known of the repo.
        learnt: the sites of the version, by key.
        facts: analysis of a pattern.
    """

    def __init__(
        self,
        history: History,
        learnt: Mapping[str, Learnable],
        facts: Callable[[Envelope], PatternFacts],
    ) -> None:
        self._history = history
        self._learnt = learnt
        self._facts = facts
        self._shown = _shown_sites(history)
        self.new_drafts: dict[str, str] = {}
        self.kept_drafts: dict[SiteId, str | None] = {}

    def make(self, one: Planned, sources: Sources) -> Made:
        """Return the record as it will stand."""
        before = sources.records.get(one.record_id)
        record: dict[str, Any] = json.loads(before.document) if before else {}
        errdex: dict[str, Any] = json.loads(before.extension) if before else {}
        document, extension = record, errdex
        owned: tuple[str, ...] = ()
        if before is not None:
            stated = read_owned(before.owned)
            owned = owned_by_ingest(record, errdex) if stated is None else stated
        for other in one.merged:
            record, errdex, owned = _with_prose_of(sources.records[other], record, errdex, owned)
        fresh: Learnable | None = None
        if one.lineage is None:
            filled, members = without_learned(record, errdex, owned)
        else:
            self._keep_contents(one.lineage, owned, sources)
            newest = one.lineage.newest
            if newest.release == self._history.learning:
                fresh = self._learnt[newest.key]
            filled, members = fill(record, errdex, owned, self._content(newest, sources))
        filled["id"] = one.record_id
        known = self._conditions(one, errdex.get("versions") or [], sources)
        members["versions"] = self._versions(one, errdex.get("versions") or [], known)
        members["state"], members["replacedBy"] = one.fate.state, one.replaced_by
        aliases = dict.fromkeys([*(errdex.get("aliases") or ()), *one.merged])
        members["aliases"] = [alias for alias in aliases if alias not in one.freed]
        same = before is not None and before.owned == owned_text(owned) and filled == document
        if before is not None and same and all(members[name] == extension[name] for name in _FINDING):
            return _restated(before, members)
        alone = not owned and (before is None or _says_nothing_else(before, filled))
        return self._whole(before, filled, members, owned, fresh if alone else None)

    def _whole(
        self,
        before: Stored | None,
        record: dict[str, Any],
        errdex: dict[str, Any],
        owned: Sequence[str],
        fresh: Learnable | None,
    ) -> Made:
        """Validate what was put together, but for a draft of which only the id is new."""
        if fresh is not None:
            problem = errdex["patternProblem"] = self._facts(fresh.envelope).problem
            own = fresh.envelope.record.model_copy(update={"id": record["id"]})
            members = Extension.model_validate(errdex)
            envelope = fresh.envelope.model_copy(update={"record": own, "errdex": members})
        else:
            extra = json.loads(before.envelope_extra) if before else {}
            version = before.dataset_version if before else None
            envelope = Envelope.model_validate(
                {**extra, "record": record, "datasetVersion": version, "errdex": errdex}
            )
            problem = self._facts(envelope).problem
            members = envelope.errdex.model_copy(update={"pattern_problem": problem})
            envelope = envelope.model_copy(update={"errdex": members})
        now = stored_form(
            envelope, before, id_given=False, owned=owned_text(owned), order=record if before else None
        )
        return Made(now, before, Pending(now, envelope, before), problem)

    def _content(self, site: Sighted, sources: Sources) -> Content:
        """Return what learn says of a site, from wherever it is."""
        if site.release == self._history.learning:
            envelope = self._learnt[site.key].envelope
            return content_of(envelope.record.wire(), envelope.errdex.wire())
        draft = sources.drafts.get(site_id(self._history, site))
        if draft is not None:
            content: Content = json.loads(draft)
            return content
        assert site.record_id is not None
        stored = sources.records[site.record_id]
        return content_of(json.loads(stored.document), json.loads(stored.extension))

    def _keep_contents(self, lineage: Lineage, owned: Sequence[str], sources: Sources) -> None:
        """Keep the newest content of each key that the record does not show, in case that it has to some day."""
        sites = [site for site in lineage.sites if site.release != self._history.replaced]
        newest = {site.key: site for site in sites}
        for site in sites:
            needed = newest[site.key] is site and (site is not lineage.newest or bool(owned))
            if site.release == self._history.learning:
                if needed:
                    self.new_drafts[site.key] = dumps(self._content(site, sources))
            elif needed and not site.kept:
                if self._shown.get(site.record_id or "") is site:
                    self.kept_drafts[site_id(self._history, site)] = dumps(self._content(site, sources))
            elif site.kept and not needed:
                self.kept_drafts[site_id(self._history, site)] = None

    def _conditions(
        self, one: Planned, stated: Sequence[Mapping[str, Any]], sources: Sources
    ) -> dict[str, list[str]]:
        """Return the conditions by version; a site that comes from another record brings those it had there."""
        known = conditions_by_version(stated)
        theirs = {
            other: conditions_by_version(json.loads(sources.records[other].extension).get("versions") or [])
            for other in dict.fromkeys([*one.merged, *self._elsewhere(one)])
        }
        for other in one.merged:
            known = {**theirs[other], **known}
        for site in one.lineage.sites if one.lineage is not None else ():
            version = self._history.releases[site.release].version
            if site.record_id in theirs and version in theirs[site.record_id]:
                known[version] = theirs[site.record_id][version]
        return known

    def _elsewhere(self, one: Planned) -> Iterator[str]:
        for site in one.lineage.sites if one.lineage is not None else ():
            if site.record_id is not None and site.record_id != one.record_id:
                yield site.record_id

    def _versions(
        self, one: Planned, stated: Sequence[Mapping[str, Any]], conditions: Mapping[str, list[str]]
    ) -> list[dict[str, Any]]:
        """Return one sighting a version, oldest first; what ingest says of versions that were not learned stays.

        Args:
            one: the record.
            stated: the sightings that it had.
            conditions: by version, as known so far.
        """
        history = self._history
        sightings: dict[str, Mapping[str, Any]] = {}
        for site in one.lineage.sites if one.lineage is not None else ():
            release = history.releases[site.release]
            if release.version and not release.replaced and release.version not in sightings:
                sightings[release.version] = {
                    "version": release.version,
                    "sha": history.shas[site.release],
                    "filePath": history.paths[site.release, site.key],
                    "lineNumber": site.line,
                }
                if site.release == history.learning:
                    facts = self._learnt[site.key].envelope.errdex.facts
                    conditions = {**conditions, release.version: list(facts.conditions) if facts else []}
        had = {history.releases[site.release].version for site in history.sites_of(one.record_id)}
        for sighting in stated:
            if sighting["version"] not in had:
                sightings.setdefault(str(sighting["version"]), sighting)
        ordered = sorted(sightings.values(), key=lambda sighting: version_order(str(sighting["version"])))
        return compressed(ordered, conditions)


def _says_nothing_else(before: Stored, record: Mapping[str, Any]) -> bool:
    """Tell whether a record has the fields of the schema and no others, as learned ones do."""
    return before.envelope_extra == "{}" and before.dataset_version is None and record.keys() <= _FIELDS


def _restated(before: Stored, errdex: Mapping[str, Any]) -> Made:
    extension = dumps(errdex)
    if extension == before.extension:
        return Made(before, before, None, errdex.get("patternProblem"))
    content = content_hash(before.document, extension, before.envelope_extra, before.dataset_version)
    now = replace(before, extension=extension, content_hash=content)
    return Made(now, before, None, errdex.get("patternProblem"))


def _shown_sites(history: History) -> dict[str, Sighted]:
    """Return, by record, the newest of the sites that it had: where nothing hides it, the record is its content."""
    rank = history.rank()
    newest: dict[str, Sighted] = {}
    for site in history.sites:
        if site.record_id is not None:
            other = newest.get(site.record_id)
            if other is None or rank[site.release] > rank[other.release]:
                newest[site.record_id] = site
    return newest


def _with_prose_of(
    other: Stored, record: dict[str, Any], errdex: dict[str, Any], owned: tuple[str, ...]
) -> tuple[dict[str, Any], dict[str, Any], tuple[str, ...]]:
    """Take over what ingest brought for a record that was found to be this one, where this one has nothing."""
    theirs = json.loads(other.document)
    brought = [name for name in read_owned(other.owned) or () if name in theirs and name not in owned]
    aliases = [*(errdex.get("aliases") or ()), *json.loads(other.extension).get("aliases", ())]
    return (
        {**record, **{name: theirs[name] for name in brought}},
        {**errdex, "aliases": aliases},
        (*owned, *brought),
    )
