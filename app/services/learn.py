"""The use case of learning: the raise sites of one version of a package become records, or are found to be known.

Identity and merge follow one rule: what stands in the end depends on the versions learned and on the records
ingested, not on their order. `learn_plan` says which site is which record; here the records are written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlmodel import Session

from app.config import Settings
from app.db import learned, store
from app.db.engine import Database
from app.db.learned import SiteId
from app.domain.stored import Stored
from app.extract.model import Origin
from app.services.drafting import fields_changed
from app.services.intake import Progress
from app.services.learn_drafts import Learnable, read_drafts, template_of
from app.services.learn_plan import History, Plan, Planned, make_plan, read_history, site_id
from app.services.learn_records import Made, RecordMaker, Sources
from app.services.learn_report import LearnCounts, LearnReport
from app.services.report import Outcome, RecordChange
from app.services.rows import RowWriter
from app.services.units import PatternFactsCache

MAX_CHANGES = 1000
_CHUNK = 500


class LearnService:
    """Puts the raise sites of a version into the catalogue.

    Args:
        database: where they go.
        settings: the limits.
    """

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings

    def learn(
        self,
        origin: Origin,
        drafts: Iterable[Mapping[str, Any]],
        progress: Progress | None = None,
        *,
        dry_run: bool = False,
    ) -> LearnReport:
        """Learn one version, whole: what it does not have is not in it. Learning it again replaces it.

        Ids and prose of ingested records stay; records that came from learn alone say what the newest version that
        has them says.

        Args:
            origin: repository, distribution and version; without a version it is a folder at work, which is newer
                than all that was released.
            drafts: of all its sites: `{"record": {...}, "errdex": {...}, "ordinal": n}` in camelCase; an id in them is
                not looked at, and `ordinal` counts equal sites of a function from 0.
            progress: called with the records done, their total (None while drafts are checked) and the name.
            dry_run: report what would change and write nothing.

        Returns:
            The report; a draft that no record can be made of is a fault in it and is left out.

        Raises:
            StorageError: the database cannot be read or written; nothing of this version is in it then.
        """
        name = f"{origin.name} {origin.version}" if origin.version else origin.name

        def _told() -> Iterator[Mapping[str, Any]]:
            for number, draft in enumerate(drafts, 1):
                if progress is not None and number % _CHUNK == 0:
                    progress(number, None, name)
                yield draft

        learnt, faults = read_drafts(origin.repo, _told())
        facts = PatternFactsCache()
        for one in learnt:
            facts(one.envelope)  # before the transaction: others need not wait for it
        with self._transaction(dry_run=dry_run) as session:
            run = _Run(session, origin, learnt, facts)
            run.write(progress, name)
            return run.report(faults, dry_run=dry_run)

    @contextmanager
    def _transaction(self, *, dry_run: bool) -> Iterator[Session]:
        with self._database.write() as session:
            yield session
            if not dry_run:
                session.commit()


class _Run:
    """One version on its way into the database."""

    def __init__(
        self, session: Session, origin: Origin, learnt: Sequence[Learnable], facts: PatternFactsCache
    ) -> None:
        self._session = session
        self._origin = origin
        self._facts = facts
        self._rows = RowWriter(session, facts)
        self._learnt = {one.key: one for one in learnt}
        self._history: History = read_history(session, origin, learnt)
        repo = origin.repo
        texts = {
            template_of(repo, one.error_class, one.error_message): one.error_message
            for one in self._history.records.values()
        }
        texts.update((one.template, one.envelope.record.error_message) for one in learnt)
        self._plan: Plan = make_plan(session, repo, self._history, texts)
        self._maker = RecordMaker(self._history, self._learnt, facts)
        self._changes: list[RecordChange] = []
        self._counts: dict[str, int] = {}

    def write(self, progress: Progress | None, name: str) -> None:
        """Write the records, then the sites that point to them."""
        planned = self._plan.planned
        others = self._documents_elsewhere(planned)
        self._merge(planned)
        for start in range(0, len(planned), _CHUNK):
            self._write_chunk(planned[start : start + _CHUNK], others)
            if progress is not None:
                progress(min(start + _CHUNK, len(planned)), len(planned), name)
        self._write_sites()
        self._rows.finish()

    def report(self, faults: Sequence[Any], *, dry_run: bool) -> LearnReport:
        """Say what was done."""
        history = self._history
        versions = [
            at
            for at, one in enumerate(history.releases)
            if one.distribution == self._origin.name and not one.replaced
        ]
        rank = history.rank()
        changed = self._counts.get("added", 0) + self._counts.get("changed", 0)
        return LearnReport(
            repo=self._origin.repo,
            name=self._origin.name,
            version=self._origin.version,
            counts=LearnCounts(
                sites=len(self._learnt), faulty=len({one.index for one in faults}), **self._counts
            ),
            newest=max(versions, key=lambda at: rank[at]) == history.learning,
            faults=tuple(faults),
            changes=tuple(self._changes),
            changes_left_out=changed - len(self._changes),
            revision=store.revision(self._session),
            dry_run=dry_run,
        )

    def _documents_elsewhere(self, planned: Sequence[Planned]) -> dict[str, Stored]:
        """Read the records whose content another one takes over or whose place it takes."""
        wanted: set[str] = set()
        for one in planned:
            wanted.update(one.merged)
            if one.lineage is not None:
                wanted.update(
                    site.record_id
                    for site in one.lineage.sites
                    if site.record_id is not None and site.record_id != one.record_id
                )
        return store.stored_records(self._session, sorted(wanted))

    def _merge(self, planned: Sequence[Planned]) -> None:
        """Take records out of the way that were found to be others; their sites are pointed elsewhere first."""
        into = {other: one.record_id for one in planned for other in one.merged}
        if not into:
            return
        moved = {
            site_id(self._history, site): into[site.record_id]
            for site in self._history.sites
            if site.record_id in into
        }
        learned.assign(self._session, moved)
        self._rows.remove(list(store.stored_records(self._session, sorted(into)).values()))
        self._count("merged", len(into))

    def _write_chunk(self, planned: Sequence[Planned], others: Mapping[str, Stored]) -> None:
        stood = store.stored_records(self._session, [one.record_id for one in planned])
        drafts = learned.drafts_of(self._session, self._drafts_needed(planned))
        sources = Sources({**others, **stood}, drafts)
        made = [self._maker.make(one, sources) for one in planned]
        for one, what in zip(planned, made, strict=True):
            self._tell(one, what)
        whole = [one.pending for one in made if one.pending is not None and one.differs]
        self._rows.write(whole)
        self._rows.restate([one.now for one in made if one.pending is None and one.differs])

    def _drafts_needed(self, planned: Sequence[Planned]) -> list[SiteId]:
        return [
            site_id(self._history, site)
            for one in planned
            if one.lineage is not None
            for site in one.lineage.sites
            if site.kept and site.release != self._history.learning
        ]

    def _write_sites(self) -> None:
        history, plan = self._history, self._plan
        version_id = learned.put_version(
            self._session,
            self._origin.repo,
            self._origin.name,
            self._origin.version or "",
            self._origin.sha,
        )
        rows = []
        moved: dict[SiteId, str] = {}
        for site in history.sites:
            record_id = plan.by_site[site.release, site.key]
            if site.release == history.learning:
                rows.append(
                    {
                        "key": site.key,
                        "record_id": record_id,
                        "template": site.template,
                        "function": site.function,
                        "error_class": site.error_class,
                        "ordinal": site.ordinal,
                        "file_path": history.paths[site.release, site.key],
                        "line_number": site.line,
                        "draft": self._maker.new_drafts.get(site.key),
                    }
                )
            elif site.release != history.replaced and site.record_id != record_id:
                moved[site_id(history, site)] = record_id
        learned.replace_sites(self._session, version_id, rows)
        learned.assign(self._session, moved)
        learned.keep_drafts(self._session, self._maker.kept_drafts)

    def _tell(self, one: Planned, made: Made) -> None:
        """Count what became of a record, and list the first ones."""
        in_version = one.lineage is not None and self._history.learning in one.lineage.releases
        if in_version and one.lineage is not None and one.lineage.anchor is not None:
            self._count("adopted")
        if made.pattern_problem is not None:
            self._count("pattern_problems")
        state_before = json.loads(made.before.extension).get("state") if made.before else "current"
        if one.fate.state not in {"current", state_before}:
            self._count(one.fate.state)
        if not made.differs:
            if in_version:
                self._count("unchanged")
            return
        self._count("changed" if made.before else "added")
        if len(self._changes) < MAX_CHANGES:
            fields = fields_changed(made.before, made.now) if made.before else ()
            outcome: Outcome = "changed" if made.before else "added"
            self._changes.append(RecordChange(made.now.id, made.now.title, outcome, None, fields))

    def _count(self, name: str, by: int = 1) -> None:
        self._counts[name] = self._counts.get(name, 0) + by
