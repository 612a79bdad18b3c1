"""Folders, checkouts and single files as targets."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from pathlib import Path

from app.extract.targets.forges import safe_name
from app.extract.targets.git import INSTALLED, Checkout, find_checkout
from app.extract.targets.metadata import Metadata
from app.extract.targets.model import UNREADABLE, Options, Source, Tally, Target
from app.extract.targets.packages import METADATA_FILES, origin_of
from app.extract.targets.selection import select

__all__ = ["Folder", "folder"]

LINKS = "links"
NOT_OWN = "folders of other software or tools"
IGNORED = "ignored by git"
ODD = "odd names"

# Folders that hold no source of the project; those of hidden name and virtual environments are left out as well.
_NOT_OWN = frozenset({"__pycache__", "node_modules", "__pypackages__", "site-packages"})
_SOURCE_ROOTS = frozenset({"src", "python", "lib"})
_PROJECT_FILES = ("pyproject.toml", "setup.py", "setup.cfg")
_MOST_METADATA_BYTES = 1024 * 1024


class Folder(Source):
    """Python files of a folder or of one below it; links are not followed.

    Args:
        root: where paths start.
        named: the folder that is read, `root` or below.
        checkout: leaves out what git ignores.
        only: a single file to read, in `named`.
    """

    def __init__(
        self, root: Path, named: Path, checkout: Checkout | None = None, only: str | None = None
    ) -> None:
        self._root = root
        self._named = named
        self._checkout = checkout
        self._only = only

    def paths(self, tally: Tally) -> dict[str, int]:
        """Walk the folder; counts links, folders that are not entered, and what git ignores."""
        sizes: dict[str, int] = {}
        known = self._checkout.files if self._checkout else None

        def unreadable(error: OSError) -> None:
            tally.skip(UNREADABLE)
            tally.note(f"{error.filename} cannot be read: {error.strerror}.")

        for place, folders, files in os.walk(self._named, onerror=unreadable):
            self._prune(place, folders, tally)
            for name in files:
                if not name.endswith(".py") or self._only not in {None, name}:
                    continue
                full = Path(place, name)
                path = full.relative_to(self._root).as_posix()
                try:
                    status = full.lstat()
                except OSError:
                    tally.skip(UNREADABLE)
                    continue
                if stat.S_ISLNK(status.st_mode):
                    tally.skip(LINKS)
                elif not stat.S_ISREG(status.st_mode) or not path.isprintable():
                    tally.skip(ODD)
                elif known is not None and path not in known and self._only is None:
                    tally.skip(IGNORED)
                else:
                    sizes[path] = status.st_size
            if self._only is not None:
                break
        return sizes

    def _prune(self, place: str, folders: list[str], tally: Tally) -> None:
        kept = []
        for name in sorted(folders):
            full = Path(place, name)
            if full.is_symlink():
                tally.skip(LINKS)
            elif name.startswith(".") or name in _NOT_OWN or (full / "pyvenv.cfg").is_file():
                if name not in {".git", "__pycache__"}:
                    tally.skip(NOT_OWN)
            else:
                kept.append(name)
        folders[:] = kept

    def read(self, path: str, limit: int) -> bytes:
        """Return the first `limit` bytes of a file.

        Raises:
            OSError: it cannot be read.
        """
        with (self._root / path).open("rb") as stream:
            return stream.read(limit)


def folder(text: str, path: Path, options: Options, known: Metadata | None = None) -> Target:
    """Return the target of a folder or a single Python file.

    Args:
        text: what was asked for.
        path: the folder or file, which exists.
        options: of the run.
        known: metadata that somebody else has, such as of an editable installation.
    """
    path = path.resolve()
    only = path.name if path.is_file() else None
    if only:  # it was asked for by name, whatever it is called
        options = replace(options, include_tests=True)
    named = path.parent if only else path
    checkout = find_checkout(named)
    found, project = (known, named) if known else _metadata_above(named, checkout)
    if checkout:
        root = checkout.top.resolve()
    elif found and not known:
        root = project
    else:
        root = _top_of(named)
    if found is None:
        project = root if checkout else named
    metadata = found or Metadata(safe_name(project.name))
    inside = "" if named == root else f"{named.relative_to(root).as_posix()}/"
    source = Folder(root, named, checkout, only)
    sha, tests_as_committed = None, True
    notes: list[str] = []
    if checkout:
        repository = checkout.repository or metadata.repository
        metadata = replace(metadata, repository=repository, version=metadata.version or checkout.version)
        sizes = source.paths(Tally())
        selection = select(sizes, inside=inside, include_tests=options.include_tests)
        short = [path for path in selection.paths if sizes[path] <= options.limits.file_bytes]
        sha, said = _commit(checkout, source, short)
        notes += said
        tests_as_committed = sha is None or all(
            _is_committed(checkout, source, path) for path in selection.tests
        )
    origin = origin_of(metadata, options, sha=sha, local=True)
    # A part of a project is learned beside the other parts; under the project's own name it would replace them.
    part = (named / (only or "")).relative_to(project).as_posix()
    if part != ".":
        origin = replace(origin, name=f"{origin.name}/{part}")
    target = Target(text, origin, str(path), source, options, inside=inside)
    target.tests_as_committed = tests_as_committed
    for sentence in notes:
        target.note(sentence)
    return target


def _top_of(named: Path) -> Path:
    """Return the folder that paths start from: above packages, and above the `src` of a project."""
    top = named
    while (top / "__init__.py").is_file() and top.parent != top:
        top = top.parent
    if top.name in _SOURCE_ROOTS and any((top.parent / name).is_file() for name in _PROJECT_FILES):
        return top.parent
    return top


def _metadata_above(named: Path, checkout: Checkout | None) -> tuple[Metadata | None, Path]:
    """Return what the nearest project file in or above a folder says, and its folder; not from outside a checkout."""
    for place in (named, *named.parents):
        if place.name in INSTALLED:
            break
        for name, reader in METADATA_FILES.items():
            try:
                with (place / name).open("rb") as stream:
                    found = reader(stream.read(_MOST_METADATA_BYTES))
            except OSError:
                continue
            if found is not None:
                return found, place
        if checkout and place == checkout.top.resolve():
            break
    return None, named


def _commit(checkout: Checkout, source: Folder, paths: list[str]) -> tuple[str | None, list[str]]:
    """Return the commit where every file that is read is as committed, and what to say otherwise."""
    if checkout.problem:
        return None, [f"{checkout.top} is a git checkout. {checkout.problem}"]
    changed = [path for path in paths if not _is_committed(checkout, source, path)]
    if not changed:
        return checkout.sha, []
    more = f" and {len(changed) - 1:,} more" if len(changed) > 1 else ""
    sentence = (
        f"{checkout.top} has changes that are not committed ({changed[0]}{more}), so its records name no "
        "commit and link to none. Commit them, or say which it is with --sha."
    )
    return None, [sentence]


def _is_committed(checkout: Checkout, source: Folder, path: str) -> bool:
    try:
        return checkout.holds(path, source.read(path, -1))
    except OSError:
        return True  # it is not read either
