"""Makes what targets are read from: wheels, sdists, checkouts, environments; small and of these tests' own words."""

from __future__ import annotations

import io
import subprocess
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

METADATA = """\
Metadata-Version: 2.4
Name: Tiny.Pkg
Version: 1.2
License-Expression: MIT
Project-URL: Homepage, https://tiny.example
Project-URL: Source, https://github.com/tiny-org/tiny-pkg/
"""
CODE = 'def f(x):\n    if x < 0:\n        raise ValueError(f"x must not be negative, got {x}")\n'


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder, which is made."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def make_zip(path: Path, files: Mapping[str, str | bytes]) -> Path:
    """Make a zip file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def make_wheel(
    folder: Path,
    files: Mapping[str, str | bytes],
    *,
    metadata: str | None = METADATA,
    name: str = "tiny_pkg-1.2-py3-none-any.whl",
) -> Path:
    """Make a wheel."""
    stem = "-".join(name.split("-")[:2])
    kind = "Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    described = (
        {}
        if metadata is None
        else {
            f"{stem}.dist-info/METADATA": metadata,
            f"{stem}.dist-info/WHEEL": kind,
            f"{stem}.dist-info/RECORD": "",
        }
    )
    return make_zip(folder / name, {**files, **described})


def make_tar(path: Path, files: Mapping[str, str | bytes], *members: tarfile.TarInfo) -> Path:
    """Make a .tar.gz of files, and members without content."""
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            data = text.encode() if isinstance(text, str) else text
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        for member in members:
            archive.addfile(member)
    return path


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder, as nobody in particular."""
    return subprocess.run(
        [
            "git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main",
            "-c", "commit.gpgsign=false", *arguments,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    ).stdout  # fmt: skip


def make_checkout(folder: Path, files: Mapping[str, str | bytes], *, remote: str | None = None) -> str:
    """Make a repository with one commit and return its hash."""
    write(folder, files)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    if remote:
        git(folder, "remote", "add", "origin", remote)
    return git(folder, "rev-parse", "HEAD").strip()


def install(
    site_packages: Path, name: str, version: str, files: Mapping[str, str], *, metadata: str = ""
) -> None:
    """Write an installed distribution with its record of files."""
    info = f"{name}-{version}.dist-info"
    head = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{metadata}"
    record = "".join(f"{path},,\n" for path in [*files, f"{info}/METADATA", f"{info}/RECORD"])
    write(site_packages, {**files, f"{info}/METADATA": head, f"{info}/RECORD": record})
