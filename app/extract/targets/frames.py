"""The files that frames of a traceback name, on this machine: which distribution they are of, and their raise sites.

Only regular Python files are read, as bytes; nothing is imported or run, and nothing outside this machine is touched.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import Distribution, distributions
from pathlib import Path
from time import monotonic
from typing import Any, Final

from packaging.utils import canonicalize_name

from app.domain.identity import package_of
from app.errors import BadInput
from app.extract.index import ModuleIndex
from app.extract.model import Origin, SourceFile
from app.extract.records import draft
from app.extract.sites import read_sites
from app.extract.targets.environments import installed
from app.extract.targets.forges import safe_name
from app.extract.targets.model import Options

__all__ = ["MAX_FILES", "MAX_FILE_BYTES", "LocalFile", "LocalTarget", "drafts_of", "local_targets"]

MAX_FILES: Final = 24
MAX_FILE_BYTES: Final = 1024 * 1024
_MAX_SITES = 150  # of one file, those nearest to its frames
_MAX_DEPTH = 20
_PACKAGES = frozenset({"site-packages", "dist-packages"})
_STDLIB = re.compile(r"python(?P<version>\d+\.\d+)t?\Z")


@dataclass(frozen=True, slots=True)
class LocalFile:
    """A file that frames name: its path here, its path in its target, the lines of the frames."""

    here: Path
    path: str
    lines: tuple[int, ...]
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class LocalTarget:
    """Files of one distribution, or of a folder of the user's own (`version` None)."""

    origin: Origin
    files: tuple[LocalFile, ...]
    distribution: Distribution | None = None


def local_targets(
    named: Mapping[str, Iterable[int]], options: Options, *, deadline: float
) -> list[LocalTarget]:
    """Return the files that exist here, by the distribution that they are of.

    Args:
        named: file names of frames as pasted, the most important first, with their lines.
        options: of learning; its `repo` is not looked at.
        deadline: in seconds of the monotonic clock, after which no further file is read.
    """
    found: dict[Origin, list[LocalFile]] = {}
    known: dict[str, _Installed] = {}
    by_origin: dict[Origin, Distribution | None] = {}
    count = 0
    for name, lines in named.items():
        if count == MAX_FILES or monotonic() > deadline:
            break
        here = _here(name)
        data = _read(here) if here is not None else None
        if here is None or data is None:
            continue
        origin, path, distribution = _placed(here, options, known)
        by_origin.setdefault(origin, distribution)
        found.setdefault(origin, []).append(LocalFile(here, path, tuple(lines), data))
        count += 1
    return [LocalTarget(origin, tuple(files), by_origin[origin]) for origin, files in found.items()]


def drafts_of(target: LocalTarget, *, deadline: float) -> Iterator[dict[str, Any]]:
    """Yield the records of the sites that are nearest to the frames, without ids; stops at the deadline."""
    sources = [SourceFile(one.path, one.data) for one in target.files]
    index = ModuleIndex.of(sources)
    for file, source in zip(target.files, sources, strict=True):
        if monotonic() > deadline:
            return
        sites = read_sites(source, module=index).sites
        if len(sites) > _MAX_SITES and file.lines:
            nearest = sorted(sites, key=lambda site: min(abs(site.line - line) for line in file.lines))
            sites = tuple(sorted(nearest[:_MAX_SITES], key=lambda site: site.line))
        for site in sites:
            yield {**draft(site, file.path, target.origin), "ordinal": site.ordinal}


def _here(name: str) -> Path | None:
    """Return the path of a file name as pasted; None for what is no plain path of a Python file on this machine."""
    if not name.endswith(".py") or len(name) > 4096 or name.startswith(("<", "\\\\", "//")) or "\x00" in name:
        return None
    return Path(name)


def _read(path: Path) -> bytes | None:
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_FILE_BYTES:
            return None
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES)
    except (OSError, ValueError):
        return None


_Installed = tuple[Origin, Distribution | None]


def _placed(
    here: Path, options: Options, known: dict[str, _Installed]
) -> tuple[Origin, str, Distribution | None]:
    """Return where a file comes from, and its path there."""
    parts = here.absolute().parts
    for at in range(len(parts) - 2, 0, -1):
        if parts[at] in _PACKAGES:
            root, path = Path(*parts[: at + 1]), "/".join(parts[at + 1 :])
            key = f"{root}\n{package_of(path)}"
            if key not in known:
                known[key] = _distribution(root, path, options)
            origin, distribution = known[key]
            return origin, path, distribution
    for at in range(len(parts) - 2, 0, -1):
        if (found := _STDLIB.fullmatch(parts[at])) and parts[at - 1] in {"lib", "lib64"}:
            path = "Lib/" + "/".join(parts[at + 1 :])
            return Origin("python/cpython", "Python", found["version"]), path, None
    return *_own(here.absolute()), None


def _distribution(root: Path, path: str, options: Options) -> _Installed:
    """Return the origin of the distribution that has installed a file."""
    package = package_of(path)
    wanted = canonicalize_name(package)
    everything = list(distributions(path=[str(root)]))
    likely = [one for one in everything if canonicalize_name(_name(one)) == wanted]
    for one in [*likely, *(other for other in everything if _has(other, package))]:
        try:
            return installed(_name(one), one, options).origin, one
        except BadInput:
            continue
    return Origin(f"pypi/{wanted}", package, None, on_github=False), None


def _name(distribution: Distribution) -> str:
    try:
        return str(distribution.metadata["Name"] or "")
    except Exception:  # noqa: BLE001 - metadata that is broken in whatever way
        return ""


def _has(distribution: Distribution, package: str) -> bool:
    try:
        top = (distribution.read_text("top_level.txt") or "").split()
        record = distribution.read_text("RECORD") or ""
    except (OSError, ValueError):
        return False
    return package in top or f"\n{package}/" in f"\n{record}" or f"\n{package}.py," in f"\n{record}"


def _own(here: Path) -> tuple[Origin, str]:
    """Return a file of the user's own: from its outermost package on, under the name of that."""
    root = here.parent
    for _ in range(_MAX_DEPTH):
        if not (root / "__init__.py").is_file() or root.parent == root:
            break
        root = root.parent
    path = here.relative_to(root).as_posix()
    name = safe_name(package_of(path))
    return Origin(f"local/{name}", name, None, on_github=False), path
