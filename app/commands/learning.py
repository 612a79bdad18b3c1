"""One run over targets for `errdex learn` and `errdex extract`: options, progress, and what was read.

Resolving yields targets one after the other, each is read on all cores, and its drafts are handed on as they come.
"""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from app.commands.terminal import one_line, wants_colour
from app.errors import BadInput

if TYPE_CHECKING:
    from app.extract.pool import Extraction, FileDrafts
    from app.extract.targets.model import Options, Target
    from app.extract.targets.resolving import Failure

_REPO = re.compile(r"(?=.*[^./].*/)[A-Za-z0-9_.-]+/(?=.*[^.])[A-Za-z0-9_.-]+")
_SHA = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")

Show = Callable[[int, int | None, str], None]


@dataclass(frozen=True)
class Taken:
    """What became of the drafts of a target: records by fate, and a sentence for each of which none can be made."""

    records: Mapping[str, int] = field(default_factory=dict)
    faults: Sequence[str] = ()


@dataclass
class Reading:
    """What a target gave.

    Attributes:
        target: its name on the command line, label and origin.
        files: Python files read.
        sites: raise sites found in them; `with_text` of them have a message.
        notes: what was skipped in files and why, and what else is odd.
        records: number of records by fate; empty for `extract`.
        faults: drafts of which no record can be made.
        expected: how many tests expect an error with a message; `reproduced` of them are linked to its site.
        seconds: from its first file to its last record.
    """

    target: Target
    files: int = 0
    sites: int = 0
    with_text: int = 0
    notes: list[str] = field(default_factory=list)
    records: Mapping[str, int] = field(default_factory=dict)
    faults: Sequence[str] = ()
    expected: int = 0
    reproduced: int = 0
    seconds: float = 0.0

    def count(self, one: FileDrafts) -> None:
        """Add what a file gave."""
        self.files += 1
        self.sites += len(one.drafts)
        self.with_text += one.with_text
        self.notes += one.notes

    def wire(self) -> dict[str, Any]:
        """Return the JSON object."""
        origin, tally = self.target.origin, self.target.tally
        return {
            "target": self.target.text,
            "place": self.target.place,
            "repo": origin.repo,
            "name": origin.name,
            "version": origin.version,
            "sha": origin.sha,
            "license": origin.license,
            "homepage": origin.homepage,
            "files": self.files,
            "sites": self.sites,
            "withText": self.with_text,
            "records": dict(self.records),
            "faults": list(self.faults),
            "tests": {"expectAnError": self.expected, "linked": self.reproduced},
            "skipped": dict(tally.skipped),
            "notes": [*tally.notes, *self.notes],
            "seconds": round(self.seconds, 3),
        }


@dataclass
class Run:
    """All targets of a run, in their order, and those that could not be read."""

    readings: list[Reading] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def failed(self) -> bool:
        """Whether something that was asked for could not be read; lines without a version do not count."""
        return any(not failure.passed_over for failure in self.failures)

    def total(self, name: str) -> int:
        """Return the sum over the targets of `files`, `sites` or `with_text`."""
        return sum(getattr(reading, name) for reading in self.readings)

    def records(self) -> dict[str, int]:
        """Return the number of records by fate, over all targets."""
        fates: dict[str, int] = {}
        for reading in self.readings:
            for fate, number in reading.records.items():
                fates[fate] = fates.get(fate, 0) + number
        return fates

    def wire(self, exit_code: int) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "targets": [reading.wire() for reading in self.readings],
            "failures": [
                {"target": one.text, "problem": one.problem, "passedOver": one.passed_over}
                for one in self.failures
            ],
            "files": self.total("files"),
            "sites": self.total("sites"),
            "withText": self.total("with_text"),
            "records": self.records(),
            "seconds": round(self.seconds, 3),
            "exitCode": exit_code,
        }


def options_of(
    targets: Sequence[str],
    *,
    environment: bool,
    python: str | None,
    repo: str | None,
    sha: str | None,
    prefix: str | None,
    include_tests: bool,
) -> Options:
    """Return the options of the run.

    Raises:
        BadInput: nothing is to be read, or an option has a value that cannot be used.
    """
    from platformdirs import user_cache_path

    from app.extract.targets.model import Options

    if not targets and not environment:
        raise BadInput(
            "Name what to read: a distribution (sglang==0.5.19), a file, a folder (.), or --environment."
        )
    if repo is not None and (environment or not _REPO.fullmatch(repo)):
        raise BadInput(
            "--repo is for the named targets, not for --environment."
            if environment
            else f"--repo takes owner/name, not {repo[:100]!r}."
        )
    if sha is not None and (environment or len(targets) != 1 or not _SHA.fullmatch(sha)):
        raise BadInput(
            f"--sha takes a whole commit, 40 or 64 hex digits, not {sha[:100]!r}."
            if not _SHA.fullmatch(sha)
            else "--sha is the commit of one target: name one."
        )
    parts = [part for part in (prefix or "").split("/") if part]
    if prefix is not None and (
        prefix.startswith("/") or {".", ".."} & set(parts) or not prefix.isprintable()
    ):
        raise BadInput(f"--prefix takes a folder of the repository such as python/, not {prefix[:100]!r}.")
    return Options(
        cache=user_cache_path("errdex", appauthor=False),
        python=python,
        repo=repo,
        sha=sha,
        prefix="".join(f"{part}/" for part in parts),
        include_tests=include_tests,
    )


def read_all(
    targets: Sequence[str],
    options: Options,
    *,
    environment: bool,
    workers: int | None,
    show: Show,
    take: Callable[[Target, Iterator[dict[str, Any]]], Taken],
) -> Run:
    """Read targets one after the other.

    Args:
        targets: words of the command line.
        options: of the run.
        environment: read all that is installed as well.
        workers: processes; None for one a core.
        show: progress, as number of files done, of all, and what is being done.
        take: gets each target with its drafts, and returns what became of them.
    """
    from app.extract.pool import Extraction
    from app.extract.targets.model import Target
    from app.extract.targets.resolving import Resolver

    started = time.monotonic()
    run = Run()
    resolver = Resolver(options, fetching=lambda text: show(0, None, f"Fetching {text}"))
    with Extraction(workers) as extraction:
        for found in resolver.resolve(targets, everything=environment):
            if not isinstance(found, Target):
                run.failures.append(found)
                continue
            begun = time.monotonic()
            reading = Reading(found)
            drafts = _reproduced(
                _drafts(extraction.read(found.files(), found.origin), reading, show), reading, extraction
            )
            taken = take(found, drafts)
            reading.records, reading.faults = taken.records, taken.faults
            reading.seconds = time.monotonic() - begun
            run.readings.append(reading)
    run.seconds = time.monotonic() - started
    return run


def _drafts(files: Iterator[FileDrafts], reading: Reading, show: Show) -> Iterator[dict[str, Any]]:
    label = f"Reading {reading.target.label}"
    show(0, None, label)
    for one in files:
        reading.count(one)
        show(reading.files, reading.target.total, label)
        yield from one.drafts


def _reproduced(
    drafts: Iterator[dict[str, Any]], reading: Reading, extraction: Extraction
) -> Iterator[dict[str, Any]]:
    """Yield the drafts with the tests that raise them, which are known once all drafts are; without tests at once."""
    from app.extract.reproductions import link_tests

    target = reading.target
    first = list(islice(drafts, 1))
    if not target.has_tests:
        yield from chain(first, drafts)
        return
    gathered = [*first, *drafts]
    origin = target.origin if target.tests_as_committed else replace(target.origin, sha=None)
    linked = link_tests(gathered, extraction.expectations(target.tests()), origin)
    reading.expected, reading.reproduced = linked.expected, linked.linked
    yield from gathered


@contextmanager
def progress() -> Iterator[Show]:
    """Show a progress bar on stderr while the block runs; none unless stderr is a terminal that can draw it."""
    if not wants_colour(sys.stderr):
        yield lambda _done, _total, _text: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        shown = ""

        def show(done: int, total: int | None, text: str) -> None:
            nonlocal shown
            label = escape(one_line(text, 50))
            # A new phase is drawn at once; within one, the bar's own ten times a second are enough.
            bar.update(task, completed=done, total=total, description=label, refresh=label != shown)
            shown = label

        yield show
