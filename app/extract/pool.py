"""Reads the files of a target on all cores: bytes in, draft records out, in the order of the files.

Small targets are read in this process. Others go to worker processes in chunks; a worker that dies, as a hostile
file might make it, costs that file and nothing else.
"""

from __future__ import annotations

import gc
import math
import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import connection
from pathlib import Path
from typing import Any, Self, TypeVar

from app.extract.expected import Expectation, read_expectations
from app.extract.index import ModuleIndex, Survey, survey
from app.extract.model import Origin, SiteKind, SourceFile
from app.extract.records import draft
from app.extract.sites import read_sites

__all__ = ["Extraction", "FileDrafts", "Workers", "cores", "expected_of", "read_files", "survey_files"]

S = TypeVar("S")
T = TypeVar("T")

# Starting workers takes about as long as reading this much.
_SMALL_BYTES = 1024 * 1024
_CHUNK_BYTES = 256 * 1024
_CHUNK_FILES = 64
_CHUNKS_AHEAD = 3  # of each worker, waiting or ready
_MOST_WORKERS = 16
# https://docs.kernel.org/admin-guide/cgroup-v2.html#cpu-interface-files
_CPU_MAX = Path("/sys/fs/cgroup/cpu.max")


@dataclass(frozen=True, slots=True)
class FileDrafts:
    """What one file gave.

    Attributes:
        path: of the file.
        drafts: envelopes without ids, each with the `ordinal` of its site, in the order of their lines.
        with_text: how many of them have a message.
        notes: what was skipped in the file and why; a file that cannot be read at all is one.
        kinds: of the sites, in the order of the drafts.
    """

    path: str
    drafts: tuple[dict[str, Any], ...] = ()
    with_text: int = 0
    notes: tuple[str, ...] = ()
    kinds: tuple[SiteKind, ...] = ()


def cores() -> int:
    """Return how many processes can work at once, 16 at the most; in a container as many as its share of the machine."""
    try:
        number = len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        number = os.cpu_count() or 1
    return max(1, min(number, _quota(_CPU_MAX), _MOST_WORKERS))


def _quota(file: Path) -> int:
    """Return for how many cores a control group has time, rounded up; the most where it is not bounded."""
    try:
        quota, period = file.read_text().split()
        return math.ceil(int(quota) / int(period))
    except (OSError, ValueError, ZeroDivisionError):
        return _MOST_WORKERS


def read_files(files: Sequence[SourceFile], origin: Origin, index: bytes) -> list[FileDrafts]:
    """Read files; this is what a worker does, so it and its arguments can be pickled.

    Args:
        files: of one target.
        origin: of the target.
        index: the pickled `ModuleIndex` of the target.
    """
    known = _index(index)
    found = [_read(file, origin, known) for file in files]
    _collect()
    return found


def survey_files(files: Sequence[SourceFile]) -> list[Survey]:
    """Return what each file says for the others; what a worker does first."""
    found = [survey(file) for file in files]
    _collect()
    return found


def expected_of(files: Sequence[SourceFile]) -> list[tuple[Expectation, ...]]:
    """Return what the tests in each file expect; what a worker does last."""
    found = [read_expectations(file) for file in files]
    _collect()
    return found


def _collect() -> None:
    """Free what a chunk left behind, where nothing else does: scopes and blocks refer to one another."""
    if not gc.isenabled():
        gc.collect(0)  # all that is younger than the last time


@lru_cache(maxsize=1)
def _index(pickled: bytes) -> ModuleIndex:
    index = pickle.loads(pickled)  # noqa: S301 - made by this program a moment ago
    assert isinstance(index, ModuleIndex)
    return index


def _read(file: SourceFile, origin: Origin, index: ModuleIndex) -> FileDrafts:
    found = read_sites(file, module=index)
    drafts = tuple({**draft(site, file.path, origin), "ordinal": site.ordinal} for site in found.sites)
    with_text = sum(site.template is not None for site in found.sites)
    notes = tuple(f"{file.path}: {note}" for note in found.notes)
    return FileDrafts(file.path, drafts, with_text, notes, tuple(site.kind for site in found.sites))


class Workers:
    """Does work on all cores, in the order in which it was given; the processes are started once, when they are worth it.

    Use it as a context manager: leaving it stops them.
    """

    def __init__(self, workers: int | None = None) -> None:
        """Take the number of processes; 1 does everything in this one."""
        self._workers = workers or cores()
        self._executor: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop()

    @property
    def several(self) -> bool:
        """Whether there is more than one process to work."""
        return self._workers > 1

    def each(
        self,
        chunks: Iterable[list[S]],
        work: Callable[[list[S]], list[T]],
        lost: Callable[[S], T],
        *,
        shared: bool,
    ) -> Iterator[T]:
        """Yield the result of each item, in their order.

        Args:
            chunks: items that one process works on together; no more of them are taken than can soon be worked on.
            work: chunk to results; it and its arguments and results can be pickled.
            lost: gives the result of an item that ended the process, also where it was by itself.
            shared: it is worth to start processes.
        """
        if not (shared and self._start()):
            for chunk in chunks:
                yield from work(chunk)
            return
        running: deque[tuple[list[S], Future[list[T]]]] = deque()
        try:
            for chunk in chunks:
                running.append((chunk, self._submit(work, chunk)))
                if len(running) > _CHUNKS_AHEAD * self._workers:
                    yield from self._result(*running.popleft(), work, lost)
            while running:
                yield from self._result(*running.popleft(), work, lost)
        finally:
            for _, future in running:
                future.cancel()

    def start(self, work: Callable[[list[S]], list[T]], item: S) -> Callable[[], T]:
        """Begin work on one item in a process, if there are any by now; else, and where it ends, it is done here.

        Returns:
            What waits for the result.
        """
        future = None if self._executor is None else self._submit(work, [item])

        def _wait() -> T:
            if future is not None:
                try:
                    return future.result()[0]
                except (BrokenProcessPool, CancelledError):
                    self._stop()
            return work([item])[0]

        return _wait

    def _result(
        self,
        chunk: list[S],
        future: Future[list[T]],
        work: Callable[[list[S]], list[T]],
        lost: Callable[[S], T],
    ) -> Iterator[T]:
        try:
            results = future.result()
        except (BrokenProcessPool, CancelledError):  # cancelled where another chunk's end was seen first
            self._stop()
            results = [self._alone(item, work, lost) for item in chunk]
        yield from results

    def _alone(self, item: S, work: Callable[[list[S]], list[T]], lost: Callable[[S], T]) -> T:
        try:
            return self._submit(work, [item]).result()[0]
        except (BrokenProcessPool, CancelledError):
            self._stop()
            if self._starts():
                return lost(item)
            self._workers = 1  # a program that no process can import: the item is not to blame
            return work([item])[0]

    def _starts(self) -> bool:
        """Tell whether a process can be started and gives an answer at all."""
        try:
            return self._submit(list, []).result() == []
        except (BrokenProcessPool, CancelledError):
            self._stop()
            return False

    def _submit(self, work: Callable[[list[S]], list[T]], chunk: list[S]) -> Future[list[T]]:
        while self._start():
            assert self._executor is not None
            try:
                with _spawning():
                    return self._executor.submit(work, chunk)
            except BrokenProcessPool:  # by another chunk, whose result is still to be asked for
                self._stop()
            except (OSError, RuntimeError):  # a system that lets no more processes or threads begin
                self._stop()
                self._workers = 1
        done: Future[list[T]] = Future()
        done.set_result(work(chunk))
        return done

    def _start(self) -> bool:
        """Make the pool where the system can; its processes start with their first work."""
        if self._executor is None and self._workers > 1:
            context = multiprocessing.get_context("spawn")
            try:
                with _spawning():  # its semaphores have a process of their own, which cleans up
                    self._executor = ProcessPoolExecutor(
                        self._workers, mp_context=context, initializer=_begin
                    )
            except (OSError, ImportError, NotImplementedError):  # a system without shared semaphores
                self._workers = 1
        return self._executor is not None

    def _stop(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=True, cancel_futures=True)


class Extraction(Workers):
    """Reads targets one after the other."""

    def read(self, files: Iterable[SourceFile], origin: Origin) -> Iterator[FileDrafts]:
        """Yield what each file gave, in the order of the files.

        All of them are looked through first: an exception that one file raises, or a flag that it tests, may be
        defined in another.
        """
        chunks = list(_chunks(files))
        shared = sum(len(file.data) for chunk in chunks for file in chunk) > _SMALL_BYTES
        surveys = self._each(chunks, survey_files, lambda _file: Survey(), shared=shared)
        index = pickle.dumps(ModuleIndex.joined(surveys))
        work = partial(read_files, origin=origin, index=index)
        yield from self._each(chunks, work, _lost, shared=shared)

    def expectations(self, tests: Iterable[SourceFile]) -> Iterator[Expectation]:
        """Yield what the tests of a target expect to be raised, in the order of files and lines."""
        chunks = list(_chunks(tests))
        shared = sum(len(file.data) for chunk in chunks for file in chunk) > _SMALL_BYTES
        for found in self._each(chunks, expected_of, lambda _file: (), shared=shared):
            yield from found

    def _each(
        self,
        chunks: Sequence[list[SourceFile]],
        work: Callable[[list[SourceFile]], list[T]],
        lost: Callable[[SourceFile], T],
        *,
        shared: bool,
    ) -> Iterator[T]:
        return self.each(chunks, work, lost, shared=shared)


def _lost(file: SourceFile) -> FileDrafts:
    return FileDrafts(file.path, notes=(f"{file.path}: skipped: reading it ended the process that did",))


def _chunks(files: Iterable[SourceFile]) -> Iterator[list[SourceFile]]:
    chunk: list[SourceFile] = []
    size = 0
    for file in files:
        chunk.append(file)
        size += len(file.data)
        if size >= _CHUNK_BYTES or len(chunk) >= _CHUNK_FILES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


@contextmanager
def _spawning() -> Iterator[None]:
    """Let processes that start meanwhile neither see Ctrl-C, which is this one's to handle, nor the current folder."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"  # else a child would look for modules in the current folder first
    masked = (
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        if hasattr(signal, "pthread_sigmask")
        else None
    )
    try:
        yield
    finally:
        if masked is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def _begin() -> None:
    """Begin a worker: ignore Ctrl-C, and end when the parent does, however it ends.

    The cycle collector stands still but for the end of each chunk: measured, a fifth of the time, spent in vain on
    trees that are in use.
    """
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)
