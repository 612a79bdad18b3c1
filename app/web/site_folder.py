"""The folder of a static site: written whole, never into somebody else's folder, and without what is out of date."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from app.errors import BadInput

__all__ = ["MARKER", "SiteFolder"]

MARKER = ".errdex-site"
# The names of what a run has written so far: one that is broken off leaves nothing that the next does not know of.
_JOURNAL = ".errdex-site.part"


class SiteFolder:
    """Writes the files of a site; `finish` removes those that an earlier site left and this one has not.

    Args:
        root: the folder; made where it is not there.

    Raises:
        BadInput: it holds something else than a site of errdex, or cannot be written.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._files: set[str] = set()
        self.changed = 0
        try:
            root.mkdir(parents=True, exist_ok=True)
            entries = {path.name for path in root.iterdir()}
            self._before = _listed(root / MARKER) if MARKER in entries else set()
            if MARKER in entries and _JOURNAL in entries:
                self._before |= _inside((root / _JOURNAL).read_text("utf-8").splitlines())
        except (OSError, ValueError, TypeError) as error:
            said = getattr(error, "strerror", None) or "its marker is damaged"
            raise BadInput(f"The folder {root} cannot be used: {said}.", path=str(root)) from None
        if entries and MARKER not in entries:
            raise BadInput(
                f"{root} is not empty and holds no site of errdex (no file {MARKER}). Name an empty folder; what is in "
                "this one is left as it is.",
                path=str(root),
            )
        if not entries:
            self._mark()  # at once, so that a run that is broken off can be repeated

    def write(self, name: str, content: bytes) -> None:
        """Write a file, unless it has this content already.

        Raises:
            BadInput: it cannot be written.
        """
        self._files.add(name)
        path = self._root / name
        try:
            if path.is_file() and path.read_bytes() == content:
                return
            if name not in self._before:
                with (self._root / _JOURNAL).open("a", encoding="utf-8") as journal:
                    journal.write(f"{name}\n")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as error:
            raise BadInput(f"{path} cannot be written: {error.strerror}.", path=str(path)) from None
        self.changed += 1

    def finish(self) -> int:
        """Remove the files of an earlier site that this one has not; returns how many."""
        stale = sorted(self._before - self._files)
        removed = 0
        for name in stale:
            path = self._root / name
            if path.is_file() and not path.is_symlink():
                path.unlink()
                removed += 1
            for parent in path.parents:
                if parent == self._root or not parent.is_dir() or any(parent.iterdir()):
                    break
                parent.rmdir()
        self._mark()
        (self._root / _JOURNAL).unlink(missing_ok=True)
        return removed

    @property
    def files(self) -> int:
        """How many files the site has."""
        return len(self._files)

    def _mark(self) -> None:
        text = json.dumps({"files": sorted(self._files)}, indent=0) + "\n"
        (self._root / MARKER).write_text(text, "utf-8")


def _listed(marker: Path) -> set[str]:
    """Return the files that the marker of a site lists; names that lead out of the folder are none.

    Raises:
        ValueError, TypeError: it is no marker.
    """
    found = json.loads(marker.read_text("utf-8"))
    if not isinstance(found, dict) or not isinstance(found.get("files"), list):
        raise TypeError("no marker")
    return _inside(name for name in found["files"] if isinstance(name, str))


def _inside(names: Iterable[str]) -> set[str]:
    return {
        name
        for name in names
        if name and not PurePosixPath(name).is_absolute() and ".." not in PurePosixPath(name).parts
    }
