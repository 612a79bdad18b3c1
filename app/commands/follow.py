"""Following a log file as it grows, over rotation and truncation, in bounded memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

__all__ = ["follow"]

_CHUNK: Final = 256 * 1024


def follow(path: Path, *, from_start: bool, wait: Callable[[], object]) -> Iterator[bytes | None]:
    """Yield what is in a file and what is added to it; None each time there was nothing new.

    A file that is replaced (rotated) is read to its end, then the new one from its start; one that became shorter was
    emptied and is read anew. A file that is missing is waited for.

    Args:
        path: the file.
        from_start: yield what is in it already, too.
        wait: called, before the file is looked at again, when there was nothing new.

    Raises:
        OSError: it may not be read, or is no file.
    """
    file: BinaryIO | None = None
    try:
        file = _opened(path)
        if file is not None and not from_start:
            file.seek(0, os.SEEK_END)
        while True:
            data = file.read(_CHUNK) if file is not None else b""
            if data:
                yield data
                continue
            now = _opened_if_other(path, file)
            if now is not None:
                if file is not None:
                    rest = file.read()  # what was written between the last look and the rotation
                    file.close()
                    if rest:
                        yield rest
                file = now
                continue
            yield None
            wait()
    finally:
        if file is not None:
            file.close()


def _opened(path: Path) -> BinaryIO | None:
    try:
        return path.open("rb")
    except FileNotFoundError:
        return None


def _opened_if_other(path: Path, file: BinaryIO | None) -> BinaryIO | None:
    """Open the file again where another one stands at its path by now, or where it was emptied."""
    if file is None:
        return _opened(path)
    try:
        there = path.stat()
    except FileNotFoundError:  # being rotated: the new one comes
        return None
    held = os.fstat(file.fileno())
    if (there.st_dev, there.st_ino) == (held.st_dev, held.st_ino) and there.st_size >= file.tell():
        return None
    return _opened(path)
