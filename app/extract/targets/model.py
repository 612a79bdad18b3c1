"""A target: where its files come from, and what was read of it and what not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from app.extract.model import Origin, SourceFile
from app.extract.targets.selection import select

__all__ = [
    "MAX_ARCHIVE_BYTES",
    "MAX_ARCHIVE_MEMBERS",
    "MAX_DOWNLOAD_SECONDS",
    "MAX_SOURCE_BYTES",
    "MAX_SOURCE_FILES",
    "MAX_SOURCE_FILE_BYTES",
    "Limits",
    "Options",
    "Source",
    "Tally",
    "Target",
]

MIB = 1024 * 1024

MAX_SOURCE_FILE_BYTES = 2 * MIB
MAX_SOURCE_FILES = 50_000
MAX_SOURCE_BYTES = 512 * MIB
MAX_ARCHIVE_BYTES = 2048 * MIB
MAX_ARCHIVE_MEMBERS = 200_000
MAX_DOWNLOAD_SECONDS = 900

UNREADABLE = "cannot be read"
TOO_LONG = "over {:,} bytes"

_MOST_NOTES = 50


@dataclass(frozen=True, slots=True)
class Limits:
    """What is read of one target at the most.

    Attributes:
        file_bytes: a longer Python file is skipped.
        files: Python files; those after it, in the order of their paths, are skipped.
        source_bytes: of all Python files together; those after it are skipped too.
        archive_bytes: of an archive, unpacked; one with more is refused.
        archive_members: entries of an archive; one with more is refused.
        download_seconds: time that fetching a wheel may take.
    """

    file_bytes: int = MAX_SOURCE_FILE_BYTES
    files: int = MAX_SOURCE_FILES
    source_bytes: int = MAX_SOURCE_BYTES
    archive_bytes: int = MAX_ARCHIVE_BYTES
    archive_members: int = MAX_ARCHIVE_MEMBERS
    download_seconds: float = MAX_DOWNLOAD_SECONDS


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says about all targets.

    Attributes:
        python: an interpreter or the folder of an environment; None: the active one, then `python3` on PATH.
        repo: `owner/name` to use instead of what the metadata says.
        sha: full commit that the files are known to be of.
        prefix: put before every path; "" or ending in a slash.
        include_tests: read tests, examples and documentation too.
        cache: folder that keeps downloaded wheels.
        limits: see `Limits`.
    """

    cache: Path
    python: str | None = None
    repo: str | None = None
    sha: str | None = None
    prefix: str = ""
    include_tests: bool = False
    limits: Limits = field(default_factory=Limits)


class Tally:
    """What was read of a target, and what was not and why; it grows while the files are read.

    Attributes:
        files: files handed on.
        skipped: number of files (or folders) by reason, in words.
        notes: sentences for the person who asked, at most 50; `notes_left_out` counts the rest.
    """

    def __init__(self) -> None:
        self.files = 0
        self.skipped: Counter[str] = Counter()
        self.notes: list[str] = []
        self.notes_left_out = 0

    def note(self, text: str) -> None:
        """Keep a sentence, once."""
        if text in self.notes:
            return
        if len(self.notes) < _MOST_NOTES:
            self.notes.append(text)
        else:
            self.notes_left_out += 1

    def skip(self, reason: str, count: int = 1) -> None:
        """Count what is not read."""
        if count:
            self.skipped[reason] += count


class Source(Protocol):
    """The files behind a target."""

    def paths(self, tally: Tally) -> dict[str, int]:
        """Return the Python files by path, with forward slashes, and their size; counts what it leaves out."""

    def read(self, path: str, limit: int) -> bytes:
        """Return the bytes of one of them, at most `limit`.

        Raises:
            OSError, ValueError: it cannot be read.
        """


class Target:
    """Something to learn from.

    Attributes:
        text: what was asked for, as it was written.
        origin: where the records come from.
        place: file or folder that is read, for people.
        tally: what was read; complete once `files` has ended.
        total: number of files that `files` yields at the most; known once it has yielded the first.
        tests_as_committed: whether lines of its tests are those of the origin's commit.
    """

    def __init__(
        self, text: str, origin: Origin, place: str, source: Source, options: Options, *, inside: str = ""
    ) -> None:
        """Make a target; `inside` is a folder of the source, with a slash, that skipping does not judge."""
        self.text = text
        self.origin = origin
        self.place = place
        self.tally = Tally()
        self.total: int | None = None
        self.tests_as_committed = True
        self._known: list[str] = []
        self._tests: tuple[str, ...] = ()
        self._source = source
        self._options = options
        self._inside = inside

    @property
    def label(self) -> str:
        """Name and version."""
        return f"{self.origin.name} {self.origin.version}" if self.origin.version else self.origin.name

    def note(self, text: str) -> None:
        """Keep a sentence about the target itself."""
        self._known.append(text)
        self.tally.note(text)

    def files(self) -> Iterator[SourceFile]:
        """Yield the Python files in the order of their paths, each with its path in the target.

        Each reading counts anew.
        """
        limits = self._options.limits
        self.tally = tally = Tally()
        for sentence in self._known:
            tally.note(sentence)
        chosen = self._chosen()
        self.total = len(chosen)
        for path in chosen:
            try:
                data = self._source.read(path, limits.file_bytes + 1)
            except (OSError, ValueError) as error:
                tally.skip(UNREADABLE)
                tally.note(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.")
                continue
            if len(data) > limits.file_bytes:  # longer than the archive or file system had said
                tally.skip(TOO_LONG.format(limits.file_bytes))
                continue
            tally.files += 1
            yield SourceFile(path, data)

    @property
    def has_tests(self) -> bool:
        """Whether it holds tests of its own; known once `files` has yielded the first."""
        return bool(self._tests)

    def tests(self) -> Iterator[SourceFile]:
        """Yield the files of its tests, for what they say of its errors; known once `files` has yielded the first.

        What cannot be read is passed over: it would only have been evidence.
        """
        limits, size = self._options.limits, 0
        for path in self._tests[: limits.files]:
            try:
                data = self._source.read(path, limits.file_bytes + 1)
            except (OSError, ValueError):
                continue
            if (size := size + len(data)) > limits.source_bytes:
                return
            if len(data) <= limits.file_bytes:
                yield SourceFile(path, data)

    def _chosen(self) -> list[str]:
        limits, tally = self._options.limits, self.tally
        sizes = self._source.paths(tally)
        selection = select(sizes, inside=self._inside, include_tests=self._options.include_tests)
        self._tests = selection.tests
        for reason, count in selection.skipped.items():
            tally.skip(reason, count)
        short = [path for path in selection.paths if sizes[path] <= limits.file_bytes]
        tally.skip(TOO_LONG.format(limits.file_bytes), len(selection.paths) - len(short))
        kept, size = 0, 0
        for path in short[: limits.files]:
            if (size := size + sizes[path]) > limits.source_bytes:
                break
            kept += 1
        if kept < len(short):
            tally.skip("past what is read at once", len(short) - kept)
            tally.note(
                f"{self.label} has {len(short):,} Python files; the first {kept:,} are read "
                f"(at most {limits.files:,} files and {limits.source_bytes:,} bytes). Name a folder in it to read others."
            )
        return short[:kept]
