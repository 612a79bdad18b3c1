"""Wheels and sdists as targets."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename

from app.errors import BadInput
from app.extract.model import Origin
from app.extract.targets.archives import Archive, TarArchive, ZipArchive
from app.extract.targets.forges import safe_name
from app.extract.targets.metadata import Metadata, is_name, read_metadata, read_pyproject, read_setup_cfg
from app.extract.targets.model import Options, Source, Tally, Target

__all__ = ["METADATA_FILES", "origin_of", "sdist", "wheel"]

# Best first; what an earlier one does not say, a later one may.
METADATA_FILES = {"PKG-INFO": read_metadata, "pyproject.toml": read_pyproject, "setup.cfg": read_setup_cfg}

_WHEEL_METADATA = re.compile(r"[^/]+\.dist-info/METADATA")
_WHEEL_DATA = re.compile(r"[^/]+\.data/(?:(?P<library>purelib|platlib)/|[^/]+/)")


def origin_of(metadata: Metadata, options: Options, *, sha: str | None = None, local: bool = False) -> Origin:
    """Return the origin of what has this metadata; the options have the last word.

    Args:
        metadata: of the project.
        options: of the run.
        sha: commit of a clean checkout.
        local: a project without a repository is called `local/<name>`, not `pypi/<name>`.
    """
    repository = metadata.repository
    unknown = f"local/{safe_name(metadata.name)}" if local else f"pypi/{canonicalize_name(metadata.name)}"
    return Origin(
        repo=options.repo or (repository.name if repository else unknown),
        name=metadata.name,
        version=metadata.version,
        sha=options.sha or sha,
        license=metadata.license,
        homepage=metadata.homepage,
        prefix=options.prefix,
        on_github=options.repo is not None or (repository is not None and repository.on_github),
    )


def wheel(text: str, path: Path, options: Options) -> Target:
    """Return the target of a wheel.

    Raises:
        BadInput: it is none, or holds more than the limits allow.
    """
    archive = ZipArchive(path, options.limits)
    found = [name for name in archive.names() if _WHEEL_METADATA.fullmatch(name)]
    metadata = read_metadata(_small(archive, found[0])) if found else None
    if metadata is None:
        try:
            name, version, _, _ = parse_wheel_filename(path.name)
        except InvalidWheelFilename:
            raise BadInput(
                f"{path.name} is no wheel: it holds no *.dist-info/METADATA with a name."
            ) from None
        metadata = Metadata(str(name), str(version))
    return Target(text, origin_of(metadata, options), str(path), Renamed(archive, _installed_path), options)


def sdist(text: str, path: Path, options: Options) -> Target:
    """Return the target of a source distribution: .tar.gz, .tgz or .zip.

    Raises:
        BadInput: it cannot be read, or holds more than the limits allow.
    """
    kind = ZipArchive if path.suffix.lower() == ".zip" else TarArchive
    archive = kind(path, options.limits)
    names = archive.names()
    tops = {name.partition("/")[0] for name in names}
    # `name-version/…`, as sdists and the archives of code forges have it.
    top = f"{tops.pop()}/" if len(tops) == 1 and all("/" in name for name in names) else ""
    metadata = None
    for name, reader in METADATA_FILES.items():
        if top + name in names and (metadata := reader(_small(archive, top + name))) is not None:
            break
    if metadata is None:
        metadata = _named_by_file(path)
    source = Renamed(archive, lambda name: name.removeprefix(top))
    origin = origin_of(metadata, options, local=f"{top}PKG-INFO" not in names)
    return Target(text, origin, str(path), source, options)


class Renamed(Source):
    """A source whose paths are not those that its records should have."""

    def __init__(self, source: Source, rename: Callable[[str], str | None]) -> None:
        """Wrap a source; `rename` gives the path of a record, None for a file to leave out."""
        self._source = source
        self._rename = rename
        self._inner: dict[str, str] = {}

    def paths(self, tally: Tally) -> dict[str, int]:
        """Return the Python files by their new paths."""
        sizes: dict[str, int] = {}
        for path, size in self._source.paths(tally).items():
            if (name := self._rename(path)) is not None:
                self._inner[name] = path
                sizes[name] = size
        return sizes

    def read(self, path: str, limit: int) -> bytes:
        """Return the bytes of a file by its new path."""
        return self._source.read(self._inner[path], limit)


def _installed_path(path: str) -> str | None:
    """Return where a file of a wheel is installed; None for a script."""
    found = _WHEEL_DATA.match(path)
    if not found:
        return path
    return path[found.end() :] if found["library"] else None


def _named_by_file(path: Path) -> Metadata:
    name = path.name
    for suffix in (".tar.gz", ".tgz", ".zip"):
        name = name[: -len(suffix)] if name.lower().endswith(suffix) else name
    stem, dash, version = name.rpartition("-")
    if dash and is_name(stem) and version[:1].isdigit():
        return Metadata(stem, version)
    return Metadata(safe_name(name))


def _small(archive: Archive, path: str) -> bytes:
    try:
        return archive.read(path, archive.limits.file_bytes)
    except ValueError as error:
        raise BadInput(f"{path} in the archive cannot be read: {error}.") from None
