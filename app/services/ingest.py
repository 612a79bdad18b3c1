"""The use case of loading records: check everything, then write file by file, each whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from datetime import UTC, datetime

from sqlmodel import Session

from app.config import Settings
from app.db import store
from app.db.engine import Database
from app.db.loading import is_empty
from app.domain.decoding import Limits
from app.domain.faults import Fault
from app.domain.reading import Draft
from app.errors import BadInput, BadRecords
from app.extract.pool import Workers
from app.services.bulk import uncollected
from app.services.inputs import Input
from app.services.intake import Checked, Checker, Intake, Progress
from app.services.lines_file import LinesFile, NeedsWholeError
from app.services.merge import FileMerge, Written, withdraw
from app.services.report import Counts, FileReport, IngestReport, RecordChange
from app.services.units import Entry, PatternFactsCache

Around = Callable[[Session, Mapping[str, str]], AbstractContextManager[None]]

# Of the records that are made for a note on an unknown error.
NOTES_SOURCE = "notes"
MAX_CHANGES = 1000
MAX_SOURCE_CHARS = 200
# From so many on it is worth to make indexes at the end.
_MANY = 20_000
# Tags, keys and texts of a chunk are written in their order, so that neighbours are written together.
_CHUNK = 2000


def _now() -> datetime:
    return datetime.now(UTC)


class IngestService:
    """Loads records.

    Args:
        database: where they go.
        settings: the size limits.
        clock: gives the time of a withdrawal.
    """

    def __init__(self, database: Database, settings: Settings, clock: Callable[[], datetime] = _now) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock

    def ingest(
        self,
        inputs: Iterable[Input],
        *,
        source: str | None = None,
        prune: bool = False,
        dry_run: bool = False,
        strict: bool = False,
        skip_bad: bool = False,
        progress: Progress | None = None,
        limits: Limits | None = None,
        around: Around | None = None,
        processes: int = 1,
    ) -> IngestReport:
        """Check all files, then write those without faults, one transaction a file.

        Args:
            inputs: the files.
            source: name under which these records are remembered.
            prune: withdraw what the source brought before and has no longer, if no file has a fault.
            dry_run: report what would change and write nothing.
            strict: what is odd about a pattern is a fault.
            skip_bad: write the good records of a file with faults.
            progress: called with the records done, their total (None while they are checked) and the file's name.
            limits: sizes over which a file or a record is refused, in place of those of the settings.
            around: entered in each transaction before a file is written and left before that ends, with its session and
                the ids under which places of the file are known, by the ids that it gives them; what it raises ends the run.
            processes: that check large files; with several this has to run in a program that `spawn` can import, under
                `if __name__ == "__main__"`.

        Returns:
            The report; `faults` lists everything that is wrong, in all files.

        Raises:
            BadInput: `prune` without a source, or a source without a usable name.
            StorageError: the database cannot be read or written; files before that are whole in it.
        """
        _check_source(source, prune=prune)
        with uncollected(), Workers(processes) as workers:
            return self._ingest(
                inputs,
                workers,
                source,
                prune=prune,
                dry_run=dry_run,
                strict=strict,
                skip_bad=skip_bad,
                progress=progress,
                limits=limits,
                around=around,
            )

    def _ingest(
        self,
        inputs: Iterable[Input],
        workers: Workers,
        source: str | None,
        *,
        prune: bool,
        dry_run: bool,
        strict: bool,
        skip_bad: bool,
        progress: Progress | None,
        limits: Limits | None,
        around: Around | None,
    ) -> IngestReport:
        facts = PatternFactsCache()
        checker = Checker(
            self._database,
            self._settings,
            facts,
            strict=strict,
            skip_bad=skip_bad,
            workers=workers,
            limits=limits,
        )
        run = _Run(checker, facts, source, dry_run=dry_run, progress=progress)
        with ExitStack() as stack:
            only = inputs[0] if isinstance(inputs, Sequence) and len(inputs) == 1 else None
            if only is not None and not dry_run and self._load(only, checker, run, around):
                inputs = ()
            run.intake = checker.check(inputs, progress)
            # A trial run sees its own earlier files, so it is one transaction, which is never committed.
            trial = stack.enter_context(self._database.write()) if dry_run else None
            for checked in run.intake.files:
                with self._transaction(trial) as session:
                    run.renew(session)
                    with _entered(around, session, run):
                        run.write(session, checked)
                    run.seen = store.revision(session)
            if prune:
                with self._transaction(trial) as session:
                    run.prune(session, self._clock())
            with self._transaction(trial, commit=False) as session:
                return run.report(session)

    def _load(self, one: Input, checker: Checker, run: _Run, around: Around | None) -> bool:
        """Check and write the only file of an empty base in one go; tell whether that was possible.

        There is nothing that its records could be known as, so none of them has to wait for the others.
        """
        with self._transaction(None, commit=False) as session:
            if not is_empty(session):
                return False
        file = checker.lines_file(one)
        if file is None:
            return False
        with self._transaction(None) as session, _entered(around, session, run):
            return is_empty(session) and run.load(session, one, file)

    @contextmanager
    def _transaction(self, trial: Session | None, *, commit: bool = True) -> Iterator[Session]:
        if trial is not None:
            yield trial
        elif not commit:
            with self._database.read() as session:
                yield session
        else:
            with self._database.write() as session:
                yield session
                session.commit()


def _entered(around: Around | None, session: Session, run: _Run) -> AbstractContextManager[None]:
    return nullcontext() if around is None else around(session, run.intake.adoptions)


class _Run:
    """Gathers what the files of one run did.

    Attributes:
        seen: revision of the base that `intake` and the files before stand on.
    """

    def __init__(
        self,
        checker: Checker,
        facts: PatternFactsCache,
        source: str | None,
        *,
        dry_run: bool,
        progress: Progress | None,
    ) -> None:
        self.intake = Intake()
        self.seen = -1
        self._checker = checker
        self._facts = facts
        self._source = source
        self._dry_run = dry_run
        self._progress = progress
        self._done = 0
        self._files: list[FileReport] = []
        self._faults: list[Fault] = []
        self._warnings: list[Fault] = []
        self._written = Written()
        self._withdrawn = 0
        self._notes: list[str] = []

    def renew(self, session: Session) -> None:
        """Look again under which ids places are known, where somebody else has written since that was looked up."""
        if store.revision(session) != (self.intake.revision if self.seen < 0 else self.seen):
            self.intake.adoptions = self._checker.adoptions_anew(session)

    def write(self, session: Session, checked: Checked) -> None:
        """Write a file that was checked; in whole, or not at all."""
        written = Written()
        faults: Sequence[Fault] = ()
        try:
            with session.begin_nested():
                if not checked.rejected:
                    written = self._merge(session, checked)
        except BadRecords as error:
            faults = error.faults
        self._add(checked, written, faults)

    def load(self, session: Session, one: Input, file: LinesFile) -> bool:
        """Check and write a file in one go; False where it has to be read as a whole, and nothing of it was written."""
        checker = self._checker
        written = Written()
        faults: Sequence[Fault] = ()
        try:
            with session.begin_nested() as savepoint:
                merge = self._file_merge(session, one.name, loading=True)
                for unit in file.units(forms=True):
                    checker.take(file, unit)
                    if file.faults and not checker.skip_bad:
                        continue  # nothing of it will be written, but all faults are told
                    entries = [entry for entry in unit.entries() if entry.line not in file.unknown]
                    self._add_to(merge, one.name, entries, file.draft, total=file.lines)
                if checker.checked_lines(one, file).rejected:
                    savepoint.rollback()
                else:
                    written = merge.finish()
        except NeedsWholeError:
            checker.read_whole(one)
            self._done = 0
            return False
        except BadRecords as error:
            faults = error.faults
        checked = checker.checked_lines(one, file)
        self._faults.extend(file.faults)
        self._warnings.extend(file.warnings)
        self._add(checked, written, faults)
        return True

    def _add(self, checked: Checked, written: Written, faults: Sequence[Fault]) -> None:
        self._faults.extend(faults)
        faulty = Counts(faulty=checked.faulty, records=checked.records - written.counts.records)
        self._files.append(
            FileReport(
                checked.input.name,
                written.counts + faulty,
                rejected=checked.rejected or bool(faults),
            )
        )
        total = self._written
        total.older += written.older
        total.warnings += written.warnings
        total.ids |= written.ids
        self._list(written.changes, written.changed)

    def prune(self, session: Session, now: datetime) -> None:
        assert self._source is not None
        if self._faults or self.intake.faults:
            self._notes.append(
                "Nothing was withdrawn, since there are faults: a source must be read whole for that."
            )
            return
        if not self._written.ids:
            self._notes.append("Nothing was withdrawn, since no record was brought at all.")
            return
        gone = store.ids_of_source(session, self._source) - self._written.ids
        orphans = store.leave_source(session, self._source, sorted(gone))
        at = now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        changes, count = withdraw(session, sorted(orphans), at, MAX_CHANGES)
        self._withdrawn = count
        self._list(changes, count)

    def report(self, session: Session) -> IngestReport:
        return IngestReport(
            files=tuple(self._files),
            faults=(*self.intake.faults, *self._faults),
            warnings=(*self.intake.warnings, *self._warnings, *self._written.warnings),
            older=tuple(self._written.older),
            changes=tuple(self._written.changes),
            changes_left_out=self._written.changed - len(self._written.changes),
            notes=tuple(self._notes),
            withdrawn=self._withdrawn,
            revision=store.revision(session),
            dataset_version=store.state(session, store.DATASET_VERSION) or None,
            source=self._source,
            dry_run=self._dry_run,
        )

    def _merge(self, session: Session, checked: Checked) -> Written:
        if not checked.good:
            return Written()
        name = checked.input.name
        loading = checked.good >= _MANY and is_empty(session)
        merge = self._file_merge(session, name, loading=loading)
        parts = self._checker.again(checked)
        for entries in parts.batches:
            self._add_to(merge, name, entries, parts.draft, total=self.intake.total)
        return merge.finish()

    def _file_merge(self, session: Session, name: str, *, loading: bool) -> FileMerge:
        return FileMerge(
            session,
            name,
            adoptions=self.intake.adoptions,
            facts=self._facts,
            source=self._source,
            most_changes=MAX_CHANGES,
            loading=loading,
            start=self._checker.workers.start,
        )

    def _add_to(
        self,
        merge: FileMerge,
        name: str,
        entries: Sequence[Entry],
        draft: Callable[[Entry], Draft] | None,
        *,
        total: int,
    ) -> None:
        for start in range(0, len(entries), _CHUNK):
            chunk = entries[start : start + _CHUNK]
            merge.add(chunk, draft)
            self._done += len(chunk)
            if self._progress is not None:
                self._progress(self._done, total, name)

    def _list(self, changes: Sequence[RecordChange], count: int) -> None:
        kept = self._written.changes
        kept.extend(changes[: max(0, MAX_CHANGES - len(kept))])
        self._written.changed += count


def _check_source(source: str | None, *, prune: bool) -> None:
    if prune and not source:
        raise BadInput(
            "Pruning needs a source: it withdraws what that source brought before and has no longer."
        )
    if prune and source == NOTES_SOURCE:
        raise BadInput(
            f"The source {NOTES_SOURCE!r} is errdex's own: the errors that people left notes on, which no file brings again. "
            "Take another name to prune."
        )
    if source is None:
        return
    if not source.strip() or len(source) > MAX_SOURCE_CHARS or not source.isprintable():
        raise BadInput(
            f"The name of a source has 1 to {MAX_SOURCE_CHARS} printable characters; {source[:60]!r} has not.",
            limit=MAX_SOURCE_CHARS,
            unit="characters",
        )


__all__ = ["MAX_CHANGES", "NOTES_SOURCE", "Around", "Fault", "IngestService", "Input"]
