"""Which releases of a distribution there are, as pip tells; its own configuration says which registry is asked."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence

from packaging.version import InvalidVersion, Version

from app.errors import BadInput
from app.extract.targets.metadata import is_name
from app.extract.targets.model import Options
from app.extract.targets.registry import DownloadError, pip_command

__all__ = ["MAX_RELEASES", "newest_releases", "with_releases"]

MAX_RELEASES = 50
_LAST = re.compile(r"last (?P<count>\d{1,4})")
_AVAILABLE = re.compile(r"^Available versions: (?P<versions>.+)$", re.MULTILINE)
_SECONDS = 60


def with_releases(targets: Sequence[str], wanted: str, options: Options) -> list[str]:
    """Return targets with their newest releases, oldest first: `sglang` becomes `sglang==0.5.22`, `sglang==0.5.23`.

    Args:
        targets: names of distributions.
        wanted: `last 5`, or versions by commas.
        options: of the run.

    Raises:
        BadInput: a target is no bare name, `wanted` has another form, or pip does not say which releases there are.
    """
    for target in targets:
        if not is_name(target):
            raise BadInput(
                f"--versions is for distributions by name, such as sglang, not for {target[:100]!r}."
            )
    found = _LAST.fullmatch(" ".join(wanted.split()))
    if found is None:
        versions = [one.strip() for one in wanted.split(",")]
        if not all(_is_version(one) for one in versions):
            raise BadInput(f"--versions takes 'last 5', or versions by commas, not {wanted[:100]!r}.")
        return [f"{target}=={version}" for target in targets for version in versions]
    count = int(found["count"])
    if not 1 <= count <= MAX_RELEASES:
        raise BadInput(
            f"--versions 'last {count}': between 1 and {MAX_RELEASES} releases are learned at once."
        )
    return [
        f"{target}=={version}" for target in targets for version in newest_releases(target, count, options)
    ]


def newest_releases(name: str, count: int, options: Options) -> list[str]:
    """Return the newest releases of a distribution that are no pre-releases, oldest first.

    Raises:
        BadInput: pip is missing or names none.
    """
    try:
        ran = subprocess.run(  # noqa: S603 - a list; the name is checked
            [
                *pip_command(),
                "index",
                "versions",
                "--disable-pip-version-check",
                "--no-input",
                "--ignore-requires-python",
                name,
            ],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=min(_SECONDS, options.limits.download_seconds),
            check=False,
        )
    except DownloadError as error:
        raise BadInput(str(error)) from None
    except (OSError, subprocess.TimeoutExpired):
        raise BadInput(
            f"pip does not say which releases of {name} there are. Name them: {name}==1.2.3"
        ) from None
    found = _AVAILABLE.search(ran.stdout.decode("utf-8", "replace"))
    versions = [one.strip() for one in found["versions"].split(",")] if found else []
    released = sorted(
        (Version(one), one) for one in versions if _is_version(one) and not Version(one).is_prerelease
    )
    if not released:
        raise BadInput(f"pip names no release of {name}. Check the name, or name the versions: {name}==1.2.3")
    return [text for _, text in released[-count:]]


def _is_version(text: str) -> bool:
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True
