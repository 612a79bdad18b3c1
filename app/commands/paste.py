"""Reading a paste: a file, or stdin in bytes of any kind."""

from __future__ import annotations

import sys
from pathlib import Path

from app.commands.terminal import note, visible
from app.errors import BadInput, PasteTooLarge

# A paste over `max_paste_bytes` keeps its head and tail, but something has to end `yes | errdex match`.
MOST_READ_BYTES = 1024 * 1024 * 1024
_LONGEST_NAME = 200


def read_paste(name: str | None) -> bytes:
    """Return the bytes of the file, or of stdin for "-" and None; a person at a terminal is told how to paste.

    Raises:
        BadInput: there is no such file, it is a folder, or it may not be read.
        PasteTooLarge: more than 1 GiB.
    """
    if name in {None, "-"}:
        return _read_stdin()
    assert name is not None
    path = Path(name)
    try:
        if path.stat().st_size > MOST_READ_BYTES:
            raise PasteTooLarge(MOST_READ_BYTES)
        with path.open("rb") as file:
            return _bounded(file.read(MOST_READ_BYTES + 1))
    except (OSError, ValueError) as error:
        raise BadInput(_unreadable(name, error)) from None


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise BadInput("There is no standard input. Name a file: errdex match crash.log")
    if sys.stdin.isatty():
        end = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D on a line of its own"
        note(f"Paste the traceback or log, then press {end}. (Or name a file: errdex match crash.log)")
    return _bounded(sys.stdin.buffer.read(MOST_READ_BYTES + 1))


def _bounded(data: bytes) -> bytes:
    if len(data) > MOST_READ_BYTES:
        raise PasteTooLarge(MOST_READ_BYTES)
    return data


def _unreadable(name: str, error: OSError | ValueError) -> str:
    """Say what is wrong with FILE; what looks like a pasted text instead of a path is not repeated."""
    if isinstance(error, IsADirectoryError):
        problem = "is a folder; name a file"
    elif isinstance(error, PermissionError):
        problem = "may not be read; check its permissions"
    elif isinstance(error, FileNotFoundError):
        problem = "does not exist"
    else:
        problem = "cannot be read"
    if len(name) > _LONGEST_NAME or "\n" in name or ": " in name:
        return (
            f"The FILE given ({len(name):,} characters) {problem}. To match a text instead of a file, "
            "pipe it in: pbpaste | errdex match, or errdex match < crash.log"
        )
    return f"The file {visible(name)!r} {problem}. Without FILE, or with -, the paste is read from stdin."
