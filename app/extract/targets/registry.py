"""Wheels from the package registry, kept in the user's cache by name and version.

`pip download --only-binary=:all: --no-deps` fetches a wheel and never builds or runs anything; which registry it asks,
and how, is pip's own configuration.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.utils import (
    InvalidWheelFilename,
    canonicalize_name,
    canonicalize_version,
    parse_wheel_filename,
)
from packaging.version import InvalidVersion, Version

from app.extract.targets.model import Options

__all__ = ["DownloadError", "fetch_wheel", "kept_versions", "kept_wheel", "pip_command"]

_NO_SUCH = ("no matching distribution found", "could not find a version that satisfies")
_VERSIONS = re.compile(r"\(from versions: (?!none\))([^)]+)\)")
_MOST_VERSIONS = 5
_MOST_SAID = 300


class DownloadError(Exception):
    """A wheel could not be fetched; says why, and what to do instead. Ends in the resolver."""


def fetch_wheel(name: str, version: str | None, options: Options) -> Path:
    """Return the wheel of a distribution from the cache, fetching it first where it is not there.

    Args:
        name: of the distribution.
        version: exact; None fetches the newest.
        options: cache and time limit.

    Raises:
        DownloadError: there is no such wheel, pip is missing, or the registry cannot be reached.
    """
    kept = kept_wheel(name, version, options) if version is not None else None
    if kept is not None:
        return kept
    home = _home(name, options)
    home.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=home, prefix=".fetching-") as folder:
        _download(f"{name}=={version}" if version is not None else name, Path(folder), options)
        wheels = sorted(Path(folder).glob("*.whl"))
        if not wheels:
            raise DownloadError(f"pip fetched no wheel of {name}. Fetch it yourself, and name the file.")
        try:
            found = str(parse_wheel_filename(wheels[0].name)[1])
        except InvalidWheelFilename as error:
            raise DownloadError(f"What pip fetched for {name} is no wheel: {error}.") from None
        place = home / _folder_of(version or found)
        place.mkdir(exist_ok=True)
        return wheels[0].replace(place / wheels[0].name)


def kept_wheel(name: str, version: str, options: Options) -> Path | None:
    """Return the wheel of a distribution at a version that is in the cache.

    Raises:
        DownloadError: the version is none.
    """
    return next(iter(sorted((_home(name, options) / _folder_of(version)).glob("*.whl"))), None)


def kept_versions(name: str, options: Options) -> list[str]:
    """Return the versions of a distribution that are in the cache, oldest first."""
    found: list[Version] = []
    for path in _home(name, options).glob("*/*.whl"):
        try:
            found.append(parse_wheel_filename(path.name)[1])
        except InvalidWheelFilename:
            continue
    return [str(version) for version in sorted(found)]


def _folder_of(version: str) -> str:
    try:
        return canonicalize_version(Version(version))
    except InvalidVersion:
        raise DownloadError(f"{version!r} is no version. Name one such as 1.2.3.") from None


def _home(name: str, options: Options) -> Path:
    return options.cache / "wheels" / canonicalize_name(name)


def _download(requirement: str, folder: Path, options: Options) -> None:
    seconds = options.limits.download_seconds
    command = [
        *pip_command(), "download", "--only-binary=:all:", "--no-deps", "--ignore-requires-python",
        "--disable-pip-version-check", "--no-input", "--progress-bar=off", "--quiet", "--retries=1",
        "--dest", str(folder), requirement,
    ]  # fmt: skip
    try:
        ran = subprocess.run(  # noqa: S603 - a list; the requirement is a checked name and version
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise DownloadError(
            f"Fetching {requirement} took more than {seconds:g} seconds. Fetch the wheel yourself, and name the file."
        ) from None
    except OSError as error:
        raise DownloadError(
            f"pip cannot be run ({error.strerror}), so {requirement} cannot be fetched."
        ) from None
    if ran.returncode:
        raise _failed(requirement, ran.stderr.decode("utf-8", "replace"))


def pip_command() -> list[str]:
    """Return how pip is run.

    Raises:
        DownloadError: it is not there.
    """
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-I", "-m", "pip"]  # -I: not a pip.py of the current folder
    found = shutil.which("pip3") or shutil.which("pip")
    if found is None:
        raise DownloadError(
            "pip is not there to fetch wheels with. Install it beside errdex (pipx inject errdex pip, or uv tool "
            "install --with pip errdex), or fetch the wheel yourself and name the file."
        )
    return [os.fspath(found)]


def _failed(requirement: str, said: str) -> DownloadError:
    lines = [line.removeprefix("ERROR: ") for line in said.splitlines() if line.startswith("ERROR: ")]
    text = " ".join(lines).lower()
    reached = "connection" not in said.lower() and "temporary failure" not in said.lower()
    if any(sign in text for sign in _NO_SUCH) and reached:
        others = _VERSIONS.search(said)
        known = [version.strip() for version in others[1].split(",")][-_MOST_VERSIONS:] if others else []
        return DownloadError(
            f"There is no wheel of {requirement} for this Python and platform. "
            + (f"The newest that there are: {', '.join(known)}. " if known else "Check name and version. ")
            + "Where there is only an sdist, fetch it and name the file: it is read, not built."
        )
    if not reached:
        return DownloadError(
            f"{requirement} cannot be fetched: the package registry cannot be reached. Offline, name a wheel, an "
            "sdist, a folder, or what is installed."
        )
    reason = " ".join((lines or said.strip().splitlines() or ["it said nothing"])[0].split())[:_MOST_SAID]
    return DownloadError(f"pip cannot fetch {requirement}: {reason}")
