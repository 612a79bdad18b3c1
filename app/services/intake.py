"""Reads and checks all files of an ingest before the first one is written, and lists all faults at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from app.config import Settings
from app.db import store
from app.db.engine import Database
from app.domain.faults import Fault
from app.domain.identity import module_path
from app.domain.lint import limit_faults, pattern_findings
from app.domain.merge import Site, is_made_of, match_sites, merge_partial, template_key
from app.domain.patterns import PatternFacts, analyse
from app.domain.reading import Draft, Limits, Reading, pinned, read_envelopes, shas_of
from app.domain.records import Envelope
from app.services.inputs import Input
from app.services.merge import no_such_record

Progress = Callable[[int, int | None, str], object]

# Files that were checked are kept for the writing up to this size together; others are read again.
_KEEP_BYTES = 64 * 1024 * 1024
_PATTERNS_KEPT = 50_000


@dataclass(slots=True)
class Checked:
    """A file after its check.

    Attributes:
        input: the file.
        size: bytes, at the check; a file that has another size when it is written changed in between.
        records: how many records it has, good and bad.
        bad: positions among the drafts of those that the check refused.
        faulty: how many records have a fault; a line that cannot be read counts as one.
        rejected: nothing of it is written.
        drafts: the good drafts, or None where they are read again.
    """

    input: Input
    size: int
    records: int = 0
    bad: frozenset[int] = frozenset()
    faulty: int = 0
    rejected: bool = False
    drafts: list[Draft] | None = None
    good: int = 0


@dataclass(slots=True)
class Intake:
    """What all files gave: the files, what is wrong, and which records are known under another id."""

    files: list[Checked] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    adoptions: dict[str, str] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many records are to be written."""
        return sum(file.good for file in self.files)


class PatternFactsCache:
    """Analyses each pattern once, as long as there are not too many."""

    def __init__(self) -> None:
        self._known: dict[str, PatternFacts] = {}

    def __call__(self, envelope: Envelope) -> PatternFacts:
        """Return the facts of the record's pattern."""
        pattern = envelope.record.message_pattern
        if pattern is None:
            return analyse(None)
        facts = self._known.get(pattern)
        if facts is None:
            if len(self._known) >= _PATTERNS_KEPT:
                self._known.clear()
            facts = self._known[pattern] = analyse(pattern)
        return facts


class Checker:
    """Reads and checks the files of one run.

    Args:
        database: what stands, for partial records and for sites under another id.
        settings: the size limits.
        facts: analysis of patterns.
        strict: findings about patterns are faults.
        skip_bad: a file with faults keeps its good records.
    """

    def __init__(
        self,
        database: Database,
        settings: Settings,
        facts: PatternFactsCache,
        *,
        strict: bool,
        skip_bad: bool,
    ) -> None:
        self._database = database
        self._limits = Limits(
            max_file_bytes=settings.max_records_file_bytes, max_record_bytes=settings.max_record_bytes
        )
        self._facts = facts
        self._strict = strict
        self._skip_bad = skip_bad
        self._shas: dict[str, str] | None = None
        self._ids: set[str] = set()
        self._sites: list[Site] = []
        self._kept_bytes = 0

    def check(self, inputs: Iterable[Input], progress: Progress | None) -> Intake:
        """Check all files; nothing is written."""
        intake = Intake()
        done = 0
        for one in inputs:
            checked = self._file(one, intake)
            intake.files.append(checked)
            done += checked.records
            if progress is not None:
                progress(done, None, one.name)
        intake.adoptions = self._adoptions()
        return intake

    def again(self, checked: Checked) -> tuple[list[Draft], list[Fault]]:
        """Return the good drafts of a checked file, or a fault where it changed since the check."""
        if checked.drafts is not None:
            return self._pinned(checked.drafts), []
        reading, size = self._read(checked.input)
        good = [draft for at, draft in enumerate(reading.envelopes) if at not in checked.bad]
        if size != checked.size or len(good) != checked.good:
            problem = "was changed while it was being ingested"
            return [], [Fault(checked.input.name, None, "", "", "", problem, "Ingest it again.")]
        return self._pinned(good), []

    def _read(self, one: Input) -> tuple[Reading, int]:
        try:
            data = one.read(self._limits.max_file_bytes)
        except OSError as error:
            problem = f"cannot be read: {error.strerror or error}"
            return Reading(
                [], [Fault(one.name, None, "", "", "", problem, "Check the rights of the file.")]
            ), 0
        return read_envelopes(data, one.name, limits=self._limits), len(data)

    def _pinned(self, drafts: list[Draft]) -> list[Draft]:
        """Give pages, which show the start of a commit only, the whole one that another record names."""
        if not any(draft.page for draft in drafts):
            return drafts
        if self._shas is None:
            commits = {(site.repo, site.sha) for site in self._sites}
            with self._database.read() as session:
                commits.update(store.commits(session))
            self._shas = shas_of(commits)
        return [pinned(draft, self._shas) for draft in drafts]

    def _file(self, one: Input, intake: Intake) -> Checked:
        reading, size = self._read(one)
        faults = list(reading.faults)
        warnings: list[Fault] = []
        bad: set[int] = set()
        unknown = self._unknown_partials(reading.envelopes)
        for at, draft in enumerate(reading.envelopes):
            envelope = draft.envelope or _as_if_whole(draft)
            found = list(limit_faults(envelope, one.name, draft.index, draft.unit))
            if draft.envelope is None and draft.record_id in unknown:
                found.append(no_such_record(one.name, draft))
            odd = pattern_findings(envelope, self._facts(envelope), one.name, draft.index, draft.unit)
            (found if self._strict else warnings).extend(odd)
            if found:
                bad.add(at)
                faults.extend(found)
        faults.sort(key=lambda fault: fault.index or 0)
        warnings.extend(_repeated(one.name, reading.envelopes))
        intake.faults.extend(faults)
        intake.warnings.extend(warnings)
        # A fault without a place speaks of the only record, or of a file that has none at all.
        faulty = len({fault.index for fault in faults if fault.index is not None or reading.items})
        good = [draft for at, draft in enumerate(reading.envelopes) if at not in bad]
        rejected = bool(faults) and not (self._skip_bad and good)
        checked = Checked(
            one,
            size,
            records=len(good) + faulty,
            bad=frozenset(bad),
            faulty=faulty,
            rejected=rejected,
            good=0 if rejected else len(good),
        )
        if not rejected:
            self._note(good)
            self._kept_bytes += size
            if one.path is None or self._kept_bytes <= _KEEP_BYTES:
                checked.drafts = good
        return checked

    def _unknown_partials(self, drafts: Sequence[Draft]) -> set[str]:
        """Return the ids of partial records that nothing before them, in the run or the database, has."""
        before = set(self._ids)
        open_ids: set[str] = set()
        for draft in drafts:
            if draft.envelope is not None:
                before.add(draft.record_id)
            elif draft.record_id not in before:
                open_ids.add(draft.record_id)
        if not open_ids:
            return open_ids
        with self._database.read() as session:
            return open_ids - store.known_ids(session, open_ids)

    def _note(self, drafts: Sequence[Draft]) -> None:
        for draft in drafts:
            self._ids.add(draft.record_id)
            if draft.envelope is not None:
                self._sites.append(_site_of(draft, draft.envelope))

    def _adoptions(self) -> dict[str, str]:
        """Return, for records that would be new, the id under which their site is known."""
        adoptions: dict[str, str] = {}
        with self._database.read() as session:
            known_ids = store.known_ids(session, self._ids)
            new = {site.record_id: site for site in self._sites if site.record_id not in known_ids}
            by_template: dict[str, list[Site]] = {}
            for site in new.values():
                key = template_key(site.repo, site.error_class, site.error_message)
                by_template.setdefault(key, []).append(site)
            aliased = set(store.alias_targets(session, self._ids).values())
            known: dict[str, list[Site]] = {}
            for stored in store.sites_by_template(session, by_template):
                if stored.id not in self._ids and stored.id not in aliased:
                    known.setdefault(stored.template_key, []).append(_site_of_stored(stored))
        for key, sites in known.items():
            adoptions.update(match_sites(sites, by_template[key]))
        return adoptions


def _as_if_whole(draft: Draft) -> Envelope:
    """Return a partial record with stand-ins for what it lacks, so that what it brings can be checked."""
    stand_ins = {"repo": "a/a", "slug": "", "filePath": "a", "lineNumber": 1}
    return Envelope.model_validate(
        {**draft.raw, "record": merge_partial(stand_ins, draft.raw["record"]) | {"id": draft.record_id}}
    )


def _site_of(draft: Draft, envelope: Envelope) -> Site:
    record = envelope.record
    return Site(
        record.id,
        record.repo,
        module_path(record.file_path),
        envelope.errdex.function,
        record.error_class,
        record.error_message,
        record.line_number,
        "id" not in draft.derived,
        record.analyzed_sha,
        envelope.dataset_version,
    )


def _site_of_stored(stored: store.StoredSite) -> Site:
    site = Site(
        stored.id,
        stored.repo,
        stored.module_path,
        stored.function,
        stored.error_class,
        stored.error_message,
        stored.line_number,
        stored.id_given,
        stored.analyzed_sha,
        stored.dataset_version,
    )
    return replace(site, id_given=stored.id_given and not is_made_of(site))


def _repeated(name: str, drafts: Sequence[Draft]) -> Iterable[Fault]:
    """Yield a warning for each id that a file has more than once: the last one with the newest version wins."""
    seen: dict[str, Draft] = {}
    for draft in drafts:
        first = seen.setdefault(draft.record_id, draft)
        if first is not draft and first.raw != draft.raw and draft.envelope is not None:
            problem = f"is the id of {first.unit} {first.index} too, with other content"
            yield Fault(
                name,
                draft.index,
                draft.record_id,
                "id",
                "",
                problem,
                "Keep one of the two; the later one wins.",
                draft.unit,
            )
