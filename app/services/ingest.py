"""The use case of loading records: check everything, then write file by file, each whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime

from sqlmodel import Session

from app.config import Settings
from app.db import store
from app.db.engine import Database
from app.domain.faults import Fault
from app.domain.reading import Draft
from app.errors import BadInput, BadRecords
from app.services.bulk import uncollected
from app.services.inputs import Input
from app.services.intake import Checked, Checker, Intake, PatternFactsCache, Progress
from app.services.merge import FileMerge, Written, withdraw
from app.services.report import Counts, FileReport, IngestReport, RecordChange

MAX_CHANGES = 1000
MAX_SOURCE_CHARS = 200
# Rows of a chunk are written in the order of their keys, so that neighbours are written together.
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

        Returns:
            The report; `faults` lists everything that is wrong, in all files.

        Raises:
            BadInput: `prune` without a source, or a source without a usable name.
            StorageError: the database cannot be read or written; files before that are whole in it.
        """
        _check_source(source, prune=prune)
        with uncollected():
            return self._ingest(
                inputs,
                source,
                prune=prune,
                dry_run=dry_run,
                strict=strict,
                skip_bad=skip_bad,
                progress=progress,
            )

    def _ingest(
        self,
        inputs: Iterable[Input],
        source: str | None,
        *,
        prune: bool,
        dry_run: bool,
        strict: bool,
        skip_bad: bool,
        progress: Progress | None,
    ) -> IngestReport:
        facts = PatternFactsCache()
        checker = Checker(self._database, self._settings, facts, strict=strict, skip_bad=skip_bad)
        intake = checker.check(inputs, progress)
        run = _Run(intake, facts, source, dry_run=dry_run, progress=progress)
        with ExitStack() as stack:
            # A trial run sees its own earlier files, so it is one transaction, which is never committed.
            trial = stack.enter_context(self._database.write()) if dry_run else None
            for checked in intake.files:
                with self._transaction(trial) as session:
                    run.write(session, checked, checker)
            if prune:
                with self._transaction(trial) as session:
                    run.prune(session, self._clock())
            with self._transaction(trial, commit=False) as session:
                return run.report(session)

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


class _Run:
    """Gathers what the files of one run did."""

    def __init__(
        self,
        intake: Intake,
        facts: PatternFactsCache,
        source: str | None,
        *,
        dry_run: bool,
        progress: Progress | None,
    ) -> None:
        self._intake = intake
        self._facts = facts
        self._source = source
        self._dry_run = dry_run
        self._progress = progress
        self._done = 0
        self._files: list[FileReport] = []
        self._faults = list(intake.faults)
        self._written = Written()
        self._withdrawn = 0
        self._notes: list[str] = []

    def write(self, session: Session, checked: Checked, checker: Checker) -> None:
        name = checked.input.name
        drafts, faults = ([], []) if checked.rejected else checker.again(checked)
        written = Written()
        try:
            with session.begin_nested():
                written = self._merge(session, name, drafts)
        except BadRecords as error:
            faults, drafts = [*faults, *error.faults], []
        self._faults.extend(faults)
        faulty = Counts(faulty=checked.faulty, records=checked.records - len(drafts))
        self._files.append(
            FileReport(name, written.counts + faulty, rejected=checked.rejected or bool(faults))
        )
        total = self._written
        total.older += written.older
        total.warnings += written.warnings
        total.ids |= written.ids
        self._list(written.changes, written.changed)

    def prune(self, session: Session, now: datetime) -> None:
        assert self._source is not None
        if self._faults:
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
            faults=tuple(self._faults),
            warnings=(*self._intake.warnings, *self._written.warnings),
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

    def _merge(self, session: Session, name: str, drafts: Sequence[Draft]) -> Written:
        if not drafts:
            return Written()
        merge = FileMerge(
            session,
            name,
            adoptions=self._intake.adoptions,
            facts=self._facts,
            source=self._source,
            most_changes=MAX_CHANGES,
        )
        for start in range(0, len(drafts), _CHUNK):
            merge.add(drafts[start : start + _CHUNK])
            self._done += len(drafts[start : start + _CHUNK])
            if self._progress is not None:
                self._progress(self._done, self._intake.total, name)
        return merge.finish()

    def _list(self, changes: Sequence[RecordChange], count: int) -> None:
        kept = self._written.changes
        kept.extend(changes[: max(0, MAX_CHANGES - len(kept))])
        self._written.changed += count


def _check_source(source: str | None, *, prune: bool) -> None:
    if prune and not source:
        raise BadInput(
            "Pruning needs a source: it withdraws what that source brought before and has no longer."
        )
    if source is None:
        return
    if not source.strip() or len(source) > MAX_SOURCE_CHARS or not source.isprintable():
        raise BadInput(
            f"The name of a source has 1 to {MAX_SOURCE_CHARS} printable characters; {source[:60]!r} has not.",
            limit=MAX_SOURCE_CHARS,
            unit="characters",
        )


__all__ = ["MAX_CHANGES", "Fault", "IngestService", "Input"]
