"""A git checkout: which repository and commit it is, and which files belong to it.

The `git` command is asked for facts only. A checkout's own configuration may name programs (hooks, file-system
monitors, filters, transports); none of the questions here runs one, and those that could be started are turned off.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from app.extract.targets.forges import Repository, repository_of

__all__ = ["INSTALLED", "Checkout", "find_checkout"]

INSTALLED = frozenset({"site-packages", "dist-packages"})

_SECONDS = 120
_OFF = (
    "--no-pager", "--no-replace-objects",
    "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "-c", "protocol.allow=never",
)  # fmt: skip
_RELEASE = re.compile(r"v?(\d+(?:\.\d+)+(?:(?:a|b|rc|\.post|\.dev)\d+)*)")
_HASHES = {40: "sha1", 64: "sha256"}


@dataclass(frozen=True, slots=True)
class Checkout:
    """A working copy.

    Attributes:
        top: its folder.
        sha: the commit that it is at; None where there is none, or git cannot say.
        repository: from the remote `origin`, else from the first one on a known host.
        version: of a release whose tag is at this commit.
        blobs: hash of each file in that commit, by path.
        files: paths that belong to the checkout or could (not ignored); None where git cannot say.
        problem: why something is not known, in words.
    """

    top: Path
    sha: str | None = None
    repository: Repository | None = None
    version: str | None = None
    blobs: dict[str, str] = field(default_factory=dict, repr=False)
    files: frozenset[str] | None = field(default=None, repr=False)
    problem: str | None = None

    def holds(self, path: str, data: bytes) -> bool:
        """Tell whether a file is as it was committed, line ends apart."""
        blob = self.blobs.get(path)
        return blob is not None and blob in {
            _hash(data, _HASHES[len(blob)]),
            _hash(data.replace(b"\r\n", b"\n"), _HASHES[len(blob)]),
        }


def find_checkout(folder: Path) -> Checkout | None:
    """Return the checkout that a folder belongs to, None where it belongs to none."""
    for top in (folder, *folder.parents):
        if top.name in INSTALLED:
            return None  # packages of others, in an environment that stands in the checkout
        marker = top / ".git"
        if marker.is_dir() or marker.is_file():
            return _read(top)
    return None


def _read(top: Path) -> Checkout:
    if shutil.which("git") is None:
        return Checkout(top, problem="The command git is not there, so its commit is not known.")
    try:
        # Elsewhere than where `.git` was found (core.worktree), or a folder of somebody else, which git refuses.
        if (
            Path(os.fsdecode(_git(top, "rev-parse", "--show-toplevel").rstrip(b"\n"))).resolve()
            != top.resolve()
        ):
            return Checkout(top, problem="Its .git belongs to another folder, so its commit is not known.")
        repository = _repository(
            _git(top, "config", "--null", "--get-regexp", r"^remote\..*\.url$", ok=(0, 1))
        )
        listed = _git(top, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        files = frozenset(_paths(listed))
        sha = (
            _git(top, "rev-parse", "--verify", "--quiet", "HEAD^{commit}", ok=(0, 1)).decode("ascii").strip()
        )
        if not sha:
            return Checkout(top, repository=repository, files=files, problem="It has no commit yet.")
        blobs = _blobs(_git(top, "ls-tree", "-r", "-z", "--full-tree", sha))
        tags = _git(top, "tag", "--points-at", sha).decode("utf-8", "replace").split()
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        said = _said(error)
        return Checkout(top, problem=f"git cannot read it ({said}), so its commit is not known.")
    releases = {found[1] for tag in tags if (found := _RELEASE.fullmatch(tag))}
    version = releases.pop() if len(releases) == 1 else None
    return Checkout(top, sha, repository, version, blobs, files)


def _git(top: Path, *arguments: str, ok: tuple[int, ...] = (0,)) -> bytes:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }
    ran = subprocess.run(  # noqa: S603 - a list of fixed arguments; the folder is no argument of git's own
        ["git", *_OFF, *arguments],  # noqa: S607 - the git that its user has
        cwd=top,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_SECONDS,
        check=False,
    )
    if ran.returncode not in ok:
        raise subprocess.CalledProcessError(ran.returncode, ["git", arguments[0]], ran.stdout, ran.stderr)
    return ran.stdout


def _said(error: Exception) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        lines = error.stderr.decode("utf-8", "replace").strip().splitlines()
        return (lines[0] if lines else f"git {error.cmd[1]} ended with {error.returncode}").removeprefix(
            "fatal: "
        )
    return type(error).__name__


def _repository(listed: bytes) -> Repository | None:
    """Choose among `remote.<name>.url`, newline, address, NUL."""
    found: dict[str, Repository] = {}
    for entry in listed.decode("utf-8", "replace").split("\0"):
        key, _, address = entry.partition("\n")
        if (repository := repository_of(address)) is not None:
            found.setdefault(key.removeprefix("remote.").removesuffix(".url"), repository)
    return found.get("origin") or next(iter(found.values()), None)


def _paths(listed: bytes) -> list[str]:
    return [os.fsdecode(path) for path in listed.split(b"\0") if path]


def _blobs(listed: bytes) -> dict[str, str]:
    """Read `<mode> blob <hash>`, tab, path, NUL; links and submodules are left out."""
    blobs: dict[str, str] = {}
    for entry in listed.split(b"\0"):
        head, tab, path = entry.partition(b"\t")
        if tab and head.startswith(b"100"):
            blobs[os.fsdecode(path)] = head.split()[2].decode("ascii")
    return blobs


def _hash(data: bytes, algorithm: str) -> str:
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
