"""Reads and checks all files of an ingest before the first one is written, and lists all faults at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from sqlmodel import Session

from app.config import Settings
from app.db import store
from app.db.engine import Database
from app.domain.decoding import line_text, names_lines
from app.domain.faults import Fault
from app.domain.merge import Site, is_made_of, match_sites, template_key
from app.domain.reading import Draft, Limits, Reading, pinned, read_envelopes, shas_of
from app.errors import BadRecords
from app.extract.pool import Workers
from app.services.drafting import no_such_record
from app.services.inputs import Input
from app.services.lines_file import LinesFile, NeedsWholeError
from app.services.units import Entry, PatternFactsCache, Rules, Unit, draft_faults, site_of

Progress = Callable[[int, int | None, str], object]

# Files that were checked are kept for the writing up to this size together; others are read again.
_KEEP_BYTES = 64 * 1024 * 1024
# Larger ones are checked and written piece by piece; on all cores smaller ones too.
_LARGE_BYTES, _SHARED_BYTES = 64 * 1024 * 1024, 4 * 1024 * 1024


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
        unknown: lines of partial records that have nothing to change, of a file that is read piece by piece; None
            for another one.
    """

    input: Input
    size: int
    records: int = 0
    bad: frozenset[int] = frozenset()
    faulty: int = 0
    rejected: bool = False
    drafts: list[Draft] | None = None
    good: int = 0
    unknown: frozenset[int] | None = None


@dataclass(slots=True)
class Intake:
    """What all files gave: the files, what is wrong, and which records are known under another id."""

    files: list[Checked] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    adoptions: dict[str, str] = field(default_factory=dict)
    revision: int = 0  # of the base that `adoptions` were looked up in

    @property
    def total(self) -> int:
        """How many records are to be written."""
        return sum(file.good for file in self.files)


@dataclass(slots=True)
class Batches:
    """The good records of a file, a part at a time; `draft` reads the line of one whose draft is not there, of the last part."""

    batches: Iterable[list[Entry]]
    draft: Callable[[Entry], Draft] | None = None


class Checker:
    """Reads and checks the files of one run.

    Args:
        database: what stands, for partial records and for sites under another id.
        settings: the size limits.
        facts: analysis of patterns.
        strict: findings about patterns are faults.
        skip_bad: a file with faults keeps its good records.
        workers: that check large files.
        limits: sizes over which a file or a record is refused, in place of those of the settings.
    """

    def __init__(
        self,
        database: Database,
        settings: Settings,
        facts: PatternFactsCache,
        *,
        strict: bool,
        skip_bad: bool,
        workers: Workers,
        limits: Limits | None = None,
    ) -> None:
        self._database = database
        self.workers = workers
        self._limits = limits or Limits(
            max_file_bytes=settings.max_records_file_bytes, max_record_bytes=settings.max_record_bytes
        )
        self._facts = facts
        self._strict = strict
        self.skip_bad = skip_bad
        self._shas: dict[str, str] | None = None
        self._ids: set[str] = set()
        self._sites: list[Site] = []
        self._commits: set[tuple[str, str | None]] = set()
        self._whole: set[str] = set()
        self._pieces: list[Input] = []
        self._kept_bytes = 0

    def check(self, inputs: Iterable[Input], progress: Progress | None) -> Intake:
        """Check all files; nothing is written."""
        intake = Intake()
        done = 0
        with self._database.read() as session:
            begun = store.revision(session)
        for one in inputs:
            so_far = done

            def _told(count: int, so_far: int = so_far, name: str = one.name) -> None:
                if progress is not None:
                    progress(so_far + count, None, name)

            checked = self._file(one, intake, _told)
            intake.files.append(checked)
            done += checked.records
            if progress is not None:
                progress(done, None, one.name)
        with self._database.read() as session:
            intake.revision = store.revision(session)
            as_begun = intake.revision == begun
            intake.adoptions = self.adoptions(session) if as_begun else self.adoptions_anew(session)
        return intake

    def again(self, checked: Checked) -> Batches:
        """Return the good records of a checked file.

        Raises:
            BadRecords: it changed since the check.
        """
        if checked.unknown is not None:
            return self._lines_again(checked, checked.unknown)
        drafts = checked.drafts
        if drafts is None:
            reading, size = self._read(checked.input)
            drafts = [draft for at, draft in enumerate(reading.envelopes) if at not in checked.bad]
            if size != checked.size or len(drafts) != checked.good:
                raise _changed(checked)
        return Batches([[Entry(one.record_id, 0, None, one) for one in self._pinned(drafts)]])

    def _lines_again(self, checked: Checked, unknown: AbstractSet[int]) -> Batches:
        file = self.lines_file(checked.input)
        if file is None or file.size != checked.size:
            raise _changed(checked)

        def _batches() -> Iterator[list[Entry]]:
            count = 0
            try:
                for unit in file.units(forms=True):
                    entries = [one for one in unit.entries() if one.line not in unknown]
                    count += len(entries)
                    yield entries
            except NeedsWholeError:
                raise _changed(checked) from None
            if count != checked.good:
                raise _changed(checked)

        return Batches(_batches(), file.draft)

    def lines_file(self, one: Input) -> LinesFile | None:
        """Return a file that is large enough to be read piece by piece, and can be; None for any other."""
        least = _SHARED_BYTES if self.workers.several else _LARGE_BYTES
        packed = one.name.lower().endswith(".gz")
        if not names_lines(one.name) or (one.size < least and not packed) or one.name in self._whole:
            return None
        try:
            data = one.read(self._limits.max_file_bytes)
        except OSError:
            return None
        text = line_text(data, one.name, self._limits)
        if text is None or len(text.text) < least:
            return None
        rules = Rules(one.name, self._limits, self._strict, forms=False)
        return LinesFile(text, rules, len(data), self.workers)

    def take(self, file: LinesFile, unit: Unit) -> None:
        """Take in a unit of a file, with what only the base and the files before tell of it."""
        known: set[str] = set()
        if partial := file.partial_ids(unit):
            known = partial & self._ids
            with self._database.read() as session:
                known |= store.known_ids(session, partial - known)
        file.take(unit, known)

    def read_whole(self, one: Input) -> None:
        """Read a file as a whole from now on."""
        self._whole.add(one.name)

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
            commits = set(self._commits)
            with self._database.read() as session:
                commits.update(store.commits(session))
            self._shas = shas_of(commits)
        return [pinned(draft, self._shas) for draft in drafts]

    def _file(self, one: Input, intake: Intake, progress: Callable[[int], object]) -> Checked:
        if (file := self.lines_file(one)) is not None:
            try:
                return self._lines(one, file, intake, progress)
            except NeedsWholeError:
                self.read_whole(one)
        reading, size = self._read(one)
        faults = list(reading.faults)
        warnings: list[Fault] = []
        bad: set[int] = set()
        looked_at: list[tuple[Draft, list[Fault]]] = []
        for draft in reading.envelopes:
            found, odd = draft_faults(draft, one.name, self._facts)
            (found if self._strict else warnings).extend(odd)
            looked_at.append((draft, found))
        unknown = self._unknown_partials(looked_at)
        for at, (draft, found) in enumerate(looked_at):
            if draft.envelope is None and draft.record_id in unknown:
                found.append(no_such_record(one.name, draft.record_id, draft.index, draft.unit))
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
        rejected = bool(faults) and not (self.skip_bad and good)
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

    def _lines(
        self, one: Input, file: LinesFile, intake: Intake, progress: Callable[[int], object]
    ) -> Checked:
        sites: list[Site] = []
        commits: set[tuple[str, str | None]] = set()
        for unit in file.units(forms=False):
            self.take(file, unit)
            commits.update((site.repo, site.sha) for site in unit.sites)
            with self._database.read() as session:
                sites.extend(_known_elsewhere(session, unit.sites))
            progress(file.good)
        intake.faults.extend(file.faults)
        intake.warnings.extend(file.warnings)
        checked = self.checked_lines(one, file)
        if not checked.rejected:
            self._ids |= file.ids
            self._sites.extend(sites)
            self._pieces.append(one)
            self._commits |= commits
            self._kept_bytes += file.size
        return checked

    def checked_lines(self, one: Input, file: LinesFile) -> Checked:
        """Return what the check of a file that was read piece by piece came to."""
        rejected = bool(file.faults) and not (self.skip_bad and file.good)
        return Checked(
            one,
            file.size,
            records=file.good + file.faulty,
            faulty=file.faulty,
            rejected=rejected,
            good=0 if rejected else file.good,
            unknown=frozenset(file.unknown),
        )

    def adoptions_anew(self, session: Session) -> dict[str, str]:
        """Return the same after others have written: of files read piece by piece, only sites with a match were kept."""
        for one in self._pieces:
            file = self.lines_file(one)
            for unit in file.units(forms=False) if file is not None else ():
                self._sites.extend(_known_elsewhere(session, unit.sites))
        return self.adoptions(session)

    def _unknown_partials(self, drafts: Iterable[tuple[Draft, Sequence[Fault]]]) -> set[str]:
        """Return the ids of partial records that no good one before them, in the run or the database, has."""
        before = set(self._ids)
        open_ids: set[str] = set()
        for draft, faults in drafts:
            if draft.envelope is not None:
                if not faults:
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
                site = site_of(draft, draft.envelope)
                self._sites.append(site)
                self._commits.add((site.repo, site.sha))

    def adoptions(self, session: Session) -> dict[str, str]:
        """Return, for records that would be new, the id under which their site is known."""
        adoptions: dict[str, str] = {}
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
    return site._replace(id_given=stored.id_given and not is_made_of(site))


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


def _changed(checked: Checked) -> BadRecords:
    problem = "was changed while it was being ingested"
    fault = Fault(checked.input.name, None, "", "", "", problem, "Ingest it again.")
    return BadRecords("A file was changed.", [fault])


def _known_elsewhere(session: Session, sites: Sequence[Site]) -> list[Site]:
    """Return the sites that share message and class with one of the base; no other can be known under another id."""
    keys = {site: template_key(site.repo, site.error_class, site.error_message) for site in sites}
    known = store.known_templates(session, keys.values())
    return [site for site, key in keys.items() if key in known]
