"""What learning a version makes of a repo's records: which site is which record, under which id, in which state.

Read from the database at the start of the write transaction; nothing is written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlmodel import Session

from app.db import learned, store
from app.db.learned import KnownRecord, LearnedVersion, SiteId
from app.domain.identity import ID_DIGITS, site_key
from app.domain.lineage import Anchor, Fate, Lineage, Release, Sighted, fates, lineages, ranks
from app.domain.ownership import PREFIX, read_owned
from app.extract.model import Origin
from app.services.learn_drafts import Learnable, module_of, template_of

__all__ = ["History", "Plan", "Planned", "make_plan", "read_history", "site_id"]


@dataclass(slots=True)
class History:
    """What is known of a repo, with the version that is learned.

    Attributes:
        releases: all versions; sites name them by position.
        version_ids: of the releases in the database; 0 for the one that is learned.
        shas: of the releases.
        sites: of all releases.
        paths: file path of each site by release and key.
        learning: position of the release that is learned.
        replaced: position of what that version had before, None where it is new.
        records: those of the repo, by id.
        aliases: alias to record id, for the repo.
        lone: ids of records that follow their sites, since ingest has brought no place for them.
    """

    releases: list[Release]
    version_ids: list[int]
    shas: list[str | None]
    sites: list[Sighted]
    paths: dict[tuple[int, str], str]
    learning: int
    replaced: int | None
    records: dict[str, KnownRecord]
    aliases: dict[str, str]
    lone: set[str]
    _by_record: dict[str, list[Sighted]] | None = None

    def sites_of(self, record_id: str) -> list[Sighted]:
        """Return the sites that a record had, in whatever release."""
        if self._by_record is None:
            self._by_record = {}
            for site in self.sites:
                if site.record_id is not None:
                    self._by_record.setdefault(site.record_id, []).append(site)
        return self._by_record.get(record_id, [])

    def rank(self) -> list[int]:
        """Return the place of each release in the order of versions."""
        return ranks(self.releases)


@dataclass(slots=True)
class Planned:
    """A record as it is to stand.

    Attributes:
        record_id: under which it stands.
        lineage: its sites; None for a record that has none any more.
        fate: its state.
        replaced_by: the id of the record that follows it.
        merged: records that were found to be this one.
        freed: aliases that are records again.
    """

    record_id: str
    lineage: Lineage | None
    fate: Fate
    replaced_by: str | None = None
    merged: list[str] = field(default_factory=list)
    freed: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Plan:
    """All records of the repo that have sites, or had some; `before` gives the record that a site had."""

    history: History
    planned: list[Planned]
    by_site: dict[tuple[int, str], str]


def read_history(session: Session, origin: Origin, learnt: Sequence[Learnable]) -> History:
    """Read what is known of the repo and put the version that is learned on top."""
    repo, distribution, version = origin.repo, origin.name, origin.version or ""
    known = learned.versions_of(session, repo)
    records = {one.id: one for one in learned.records_of(session, repo)}
    releases = [Release(one.distribution, one.version) for one in known]
    version_ids = [one.id for one in known]
    shas = [one.sha for one in known]
    learning = len(releases)
    replaced = _position(known, distribution, version)
    if replaced is not None:
        releases[replaced] = Release(distribution, version, replaced=True)
    releases.append(Release(distribution, version))
    version_ids.append(0)
    shas.append(origin.sha)
    positions = {one.id: at for at, one in enumerate(known)}
    textless: dict[str | None, str] = {}
    sites: list[Sighted] = []
    paths: dict[tuple[int, str], str] = {}
    for row in learned.sites_of(session, version_ids[:-1]):
        if row.error_class not in textless:
            textless[row.error_class] = template_of(repo, row.error_class, None)
        at = positions[row.version_id]
        paths[at, row.key] = row.file_path
        sites.append(
            Sighted(
                at,
                row.key,
                row.template,
                row.template != textless[row.error_class],
                module_of(row.file_path),
                row.function,
                row.error_class,
                row.ordinal,
                row.line_number,
                row.record_id,
                row.kept,
            )
        )
    with_sites = {site.record_id for site in sites}
    for one in learnt:
        record = one.envelope.record
        paths[learning, one.key] = record.file_path
        sites.append(
            Sighted(
                learning,
                one.key,
                one.template,
                record.error_message is not None,
                one.module,
                one.envelope.errdex.function,
                record.error_class,
                one.ordinal,
                record.line_number,
            )
        )
    lone = {one.id for one in records.values() if one.id in with_sites and not _has_place(one)}
    aliases = learned.aliases_of(session, repo)
    return History(releases, version_ids, shas, sites, paths, learning, replaced, records, aliases, lone)


def make_plan(session: Session, repo: str, history: History, texts: Mapping[str, str | None]) -> Plan:
    """Decide which record every site is.

    Args:
        session: to see that a new id is free.
        repo: of the history.
        history: what is known.
        texts: template to message.
    """
    found = lineages(history.sites, history.releases, _anchors(repo, history))
    states = fates(found, history.releases, lambda one: texts.get(one.newest.template))
    planned = [
        Planned(one.anchor.record_id if one.anchor else "", one, fate)
        for one, fate in zip(found, states, strict=True)
    ]
    _name(session, history, planned)
    for one in planned:
        if one.fate.replaced_by is not None:
            one.replaced_by = planned[one.fate.replaced_by].record_id
    by_site = {
        (site.release, site.key): one.record_id
        for one in planned
        if one.lineage is not None
        for site in one.lineage.sites
    }
    placed = {one.record_id for one in planned} | {other for one in planned for other in one.merged}
    had_sites = {site.record_id for site in history.sites if site.record_id is not None}
    planned += [Planned(one, None, Fate("current")) for one in sorted(had_sites - placed)]
    return Plan(history, planned, by_site)


def _position(known: Sequence[LearnedVersion], distribution: str, version: str) -> int | None:
    for at, one in enumerate(known):
        if (one.distribution, one.version) == (distribution, version):
            return at
    return None


def _has_place(record: KnownRecord) -> bool:
    owned = read_owned(record.owned)
    return owned is None or "filePath" in owned


def _anchors(repo: str, history: History) -> list[Anchor]:
    aliases: dict[str, set[str]] = {}
    for alias, record_id in history.aliases.items():
        aliases.setdefault(record_id, set()).add(alias)
    classes = {site.error_class for site in history.sites}
    anchors = []
    for one in history.records.values():
        if one.id in history.lone:
            continue
        owned = read_owned(one.owned)

        def _of_ingest(name: str, owned: tuple[str, ...] | None = owned) -> bool:
            # A record without sites is all that is known of its place, whoever brought it.
            return not owned or name in owned

        text = one.error_message if _of_ingest("errorMessage") else None
        error_class = one.error_class if _of_ingest("errorClass") else None
        templates = [template_of(repo, error_class, text)]
        if error_class is None and text is not None:
            templates += sorted(template_of(repo, other, text) for other in classes if other is not None)
        function = one.function if _of_ingest(PREFIX + "function") else None
        anchors.append(
            Anchor(
                one.id,
                frozenset(aliases.get(one.id, ())),
                tuple(templates),
                text is not None,
                one.module_path,
                function,
                one.line_number,
            )
        )
    return anchors


def _name(session: Session, history: History, planned: Sequence[Planned]) -> None:
    """Give every lineage its id: the ingested record's, one that its sites had, or a new one."""
    won = _claims(history, planned)
    fresh: list[Planned] = []
    for one in planned:
        assert one.lineage is not None
        mine = won.get(id(one), set())
        if not one.record_id and mine:
            oldest_first = [site.key for site in one.lineage.sites if site.key in mine]
            one.record_id = oldest_first[0] if oldest_first else min(mine)
        if one.record_id:
            one.merged = sorted(mine - {one.record_id})
        else:
            fresh.append(one)
    merged = {other: one.record_id for one in planned for other in one.merged}
    taken = set(history.records) - merged.keys()
    wanted = {site.key for one in fresh if one.lineage for site in one.lineage.sites}
    elsewhere = store.known_ids(session, wanted) - history.records.keys() - history.aliases.keys()
    by_id = {one.record_id: one for one in planned if one.record_id}
    for one in fresh:
        assert one.lineage is not None
        for key in _possible_ids(one.lineage):
            holder = merged.get(key) or history.aliases.get(key)
            if key in taken or key in elsewhere:
                continue
            if holder is not None:
                if holder not in history.lone or holder not in by_id:
                    continue
                by_id[holder].freed.add(key)
            one.record_id = key
            break
        taken.add(one.record_id)


def _claims(history: History, planned: Sequence[Planned]) -> dict[int, set[str]]:
    """Tell which lineage has which of the ids that sites without a place of their own had."""
    rank = history.rank()
    best: dict[str, tuple[tuple[bool, int, str], Planned]] = {}
    for one in planned:
        assert one.lineage is not None
        for site in one.lineage.sites:
            if site.record_id in history.lone:
                assert site.record_id is not None
                claim = (site.record_id in one.lineage.keys, rank[site.release], site.key)
                if site.record_id not in best or claim > best[site.record_id][0]:
                    best[site.record_id] = (claim, one)
    won: dict[int, set[str]] = {}
    for record_id, (_, one) in best.items():
        won.setdefault(id(one), set()).add(record_id)
    return won


def _possible_ids(lineage: Lineage) -> Iterable[str]:
    """Yield the start of the site key of the oldest site first, and in the end ids that nobody can have."""
    yield from dict.fromkeys(site.key for site in lineage.sites)
    number = 0
    while True:
        number += 1
        oldest = lineage.sites[0]
        yield site_key(oldest.key, oldest.module, oldest.function, oldest.error_class, None, number)[
            :ID_DIGITS
        ]


def site_id(history: History, site: Sighted) -> SiteId:
    """Return how the database names a site."""
    return history.version_ids[site.release], site.key
