"""Which files an ingest or a check reads: files, folders, globs, standard input, or the bundled records."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from app.db.resources import records_dir
from app.domain.markdown_reader import is_markdown
from app.errors import BadInput

DEFAULT_MAX_BYTES = 1024 * 1024 * 1024
STDIN = "-"
STDIN_NAME = "<stdin>"
SUFFIXES = (".json", ".jsonl", ".ndjson", ".txt")
MARKDOWN = ".md"
_MOST_HEAD_BYTES = 65_536
_READABLE = ", ".join(f"*{suffix}" for suffix in (*SUFFIXES, MARKDOWN))


@dataclass(frozen=True, slots=True)
class Input:
    """A file of records, read when it is its turn.

    Attributes:
        name: as reports and faults name it.
        path: None where the bytes are at hand already (standard input, a request).
        data: the bytes, where there is no path.
    """

    name: str
    path: Path | None = None
    data: bytes = field(default=b"", repr=False)

    def read(self, max_bytes: int | None = None) -> bytes:
        """Return the bytes; of a longer file one more than `max_bytes`, which tells that it is too long.

        Raises:
            OSError: the file cannot be read.
        """
        size = -1 if max_bytes is None else max_bytes + 1
        if self.path is None:
            return self.data if size < 0 else self.data[:size]
        with self.path.open("rb") as stream:
            return stream.read(size)

    @property
    def size(self) -> int:
        """Bytes, as far as known without reading: 0 where the file cannot be looked at."""
        if self.path is None:
            return len(self.data)
        try:
            return self.path.stat().st_size
        except OSError:
            return 0


def find_inputs(
    paths: Sequence[str], stdin: BinaryIO | None = None, *, max_bytes: int = DEFAULT_MAX_BYTES
) -> list[Input]:
    """Return the files of records that these arguments name, each once, those of a folder sorted by path.

    Args:
        paths: files, folders (searched through; hidden files and folders are passed over), globs that the
            shell left alone, `-` for standard input; none at all means the bundled records.
        stdin: what `-` reads.
        max_bytes: of standard input or a pipe at most one byte more than this is read, which tells that it is
            too long; `Settings.max_records_file_bytes`.

    Raises:
        BadInput: a path does not exist, a folder or glob holds no records, or there is no standard input.
    """
    found: dict[str, Input] = {}
    for path in paths or [str(records_dir())]:
        for one in _named(path, stdin, max_bytes):
            found.setdefault(os.path.realpath(one.path) if one.path else one.name, one)
    return list(found.values())


def _named(path: str, stdin: BinaryIO | None, max_bytes: int) -> Iterator[Input]:
    if path == STDIN:
        if stdin is None:
            raise BadInput("There is no standard input to read. Name a file or a folder instead of '-'.")
        yield Input(STDIN_NAME, data=stdin.read(max_bytes + 1))
        return
    if not path:
        raise BadInput("An empty path was given. Name a file, a folder, a glob, or '-' for standard input.")
    try:
        exists = Path(path).exists()
    except (OSError, ValueError) as error:
        raise BadInput(f"The path {path[:200]!r} cannot be looked at: {error}.", path=path[:200]) from None
    if exists and Path(path).is_dir():
        yield from _in_folder(Path(path))
    elif exists and Path(path).is_file():
        yield Input(path, Path(path))
    elif exists:  # a pipe, `<(…)` of a shell, can be read once only
        try:
            with Path(path).open("rb") as stream:
                yield Input(path, data=stream.read(max_bytes + 1))
        except OSError as error:
            raise BadInput(f"{path!r} cannot be read: {error.strerror}.", path=path) from None
    elif glob.has_magic(path):
        yield from _in_glob(path)
    else:
        raise BadInput(
            f"There is no file or folder {path!r}. Check the path; a glob must be quoted.", path=path
        )


def _in_glob(pattern: str) -> Iterator[Input]:
    matches = sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207  # Path.glob takes no absolute pattern
    if not matches:
        raise BadInput(f"No file or folder matches {pattern!r}. Check the pattern.", path=pattern)
    for match in matches:
        path = Path(match)
        if path.is_file():
            yield Input(match, path)
        elif "**" not in pattern:  # which yields the files of the folder itself
            yield from _in_folder(path)


def _in_folder(folder: Path) -> Iterator[Input]:
    files = sorted(_walk(folder))
    if not files:
        raise BadInput(
            f"The folder {str(folder)!r} holds no records: no file in it is called {_READABLE}, or one of these with "
            ".gz. Name the files themselves if theirs end differently; *.md needs a head that names the error.",
            path=str(folder),
        )
    for path in files:
        yield Input(str(path), path)


def _walk(folder: Path) -> Iterator[Path]:
    seen: set[tuple[int, int]] = set()
    for root, folders, files in os.walk(folder, followlinks=True, onerror=_unreadable):
        at = Path(root)
        status = at.stat()
        if (status.st_dev, status.st_ino) in seen:  # a link that leads back
            folders.clear()
            continue
        seen.add((status.st_dev, status.st_ino))
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in files:
            path = at / name
            if name.startswith(".") or not path.is_file():  # nor a broken link, pipe or socket
                continue
            if name.lower().removesuffix(".gz").endswith(SUFFIXES) or is_record_markdown(path):
                yield path


def is_record_markdown(path: Path) -> bool:
    """Tell whether a file is a record as Markdown; a folder of them may hold a README too."""
    if path.suffix.lower() != MARKDOWN:
        return False
    try:
        with path.open("rb") as stream:
            head = stream.read(_MOST_HEAD_BYTES)
    except OSError:
        return True  # it is told when it is its turn
    return is_markdown(head.decode("utf-8-sig", "replace"))


def _unreadable(error: OSError) -> None:
    raise BadInput(
        f"The folder {error.filename!r} cannot be read: {error.strerror}.", path=str(error.filename)
    )
