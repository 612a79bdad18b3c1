"""Where an error belongs in the reader's own code, for tools that show findings beside the source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from app.domain.answer import EventAnswer

__all__ = ["Place", "place_of"]


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file; the path is relative to the reader's folder, with forward slashes."""

    path: str
    line: int


def place_of(event: EventAnswer, *, folder: str, exists: Callable[[str], bool]) -> Place | None:
    """Return the innermost frame that is in the reader's own code; None where no frame is.

    Args:
        event: with its frames, the raising one last.
        folder: absolute path of the reader's code; frames below it, and relative ones, count.
        exists: tells whether a relative path is a file there.
    """
    root = folder.replace("\\", "/").rstrip("/") + "/"
    for frame in reversed(event.frames):
        path = frame.file.replace("\\", "/")
        path = path.removeprefix(root)
        path = path.removeprefix("./")
        parts = PurePosixPath(path).parts
        if frame.line is None or not parts or parts[0] == "/" or ".." in parts or "-packages" in path:
            continue
        if exists(path):
            return Place(path, frame.line)
    return None
