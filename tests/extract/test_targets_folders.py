"""Folders, git checkouts and single files as targets."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from app.extract.targets.folders import folder
from app.extract.targets.git import find_checkout
from app.extract.targets.model import Limits, Options, Target
from tests.extract.making import CODE, git, make_checkout, write

PROJECT = '[project]\nname = "tiny"\nversion = "1.2"\nlicense = "MIT"\n'
REMOTE = "git@github.com:tiny-org/tiny-pkg.git"


@pytest.fixture
def options(tmp_path: Path) -> Options:
    """Options with a cache of this test's own."""
    return Options(cache=tmp_path / "cache")


def paths(target: Target) -> list[str]:
    """What a target reads."""
    return [file.path for file in target.files()]


def test_a_plain_folder(tmp_path: Path, options: Options) -> None:
    """Paths start at the folder; it is called after its project, or after itself."""
    root = write(tmp_path / "my dir", {"a.py": CODE, "sub/b.py": "", "note.txt": ""})
    target = folder("x", root, options)
    assert paths(target) == ["a.py", "sub/b.py"]
    assert (target.origin.repo, target.origin.version, target.origin.sha) == ("local/my-dir", None, None)
    assert not target.origin.on_github
    write(root, {"pyproject.toml": PROJECT})
    assert folder("x", root, options).label == "tiny 1.2"
    assert folder("x", root, options).origin.repo == "local/tiny"


def test_a_package_keeps_its_name(tmp_path: Path, options: Options) -> None:
    """Of a folder inside a package, paths start where an import does, or at the project whose `src` it is in."""
    root = write(
        tmp_path / "p", {"src/pkg/__init__.py": "", "src/pkg/sub/__init__.py": "", "src/pkg/sub/a.py": ""}
    )
    assert paths(folder("x", root / "src/pkg/sub", options)) == ["pkg/sub/__init__.py", "pkg/sub/a.py"]
    write(root, {"pyproject.toml": PROJECT})
    target = folder("x", root / "src/pkg/sub", options)
    assert paths(target) == ["src/pkg/sub/__init__.py", "src/pkg/sub/a.py"]
    assert (target.label, target.origin.repo) == ("tiny/src/pkg/sub 1.2", "local/tiny")
    assert folder("x", root, options).label == "tiny 1.2"


def test_a_single_file(tmp_path: Path, options: Options) -> None:
    """A Python file is read alone, be it called like a test."""
    root = write(tmp_path / "p", {"test_a.py": CODE, "b.py": ""})
    assert paths(folder("x", root / "test_a.py", options)) == ["test_a.py"]
    assert paths(folder("x", root / "b.py", options)) == ["b.py"]


def test_what_is_not_entered(tmp_path: Path, options: Options) -> None:
    """Hidden folders, virtual environments and other tools' folders are not entered, and counted."""
    files = {f"{name}/x.py": "" for name in (".tox", "node_modules", "env/lib", "__pycache__", "ok")}
    root = write(tmp_path / "p", {**files, "env/pyvenv.cfg": ""})
    target = folder("x", root, options)
    assert paths(target) == ["ok/x.py"]
    assert dict(target.tally.skipped) == {"folders of other software or tools": 3}


def test_links_are_not_followed(tmp_path: Path, options: Options) -> None:
    """Links to files and folders, out of the tree or in a circle, are left out and counted."""
    root = write(tmp_path / "p", {"a.py": "", "sub/b.py": ""})
    write(tmp_path / "out", {"secret.py": ""})
    (root / "file.py").symlink_to(tmp_path / "out/secret.py")
    (root / "folder").symlink_to(tmp_path / "out")
    (root / "sub/round").symlink_to(root)
    target = folder("x", root, options)
    assert paths(target) == ["a.py", "sub/b.py"]
    assert dict(target.tally.skipped) == {"links": 3}


def test_odd_files(tmp_path: Path, options: Options) -> None:
    """A pipe, or a name that does not print on one line, is not read; nothing hangs."""
    root = write(tmp_path / "p", {"a.py": "", "new\nline.py": ""})
    os.mkfifo(root / "pipe.py")
    (root / os.fsdecode(b"\xff.py")).write_text("")
    target = folder("x", root, options)
    assert paths(target) == ["a.py"]
    assert dict(target.tally.skipped) == {"odd names": 3}


def test_files_that_go_away(tmp_path: Path, options: Options) -> None:
    """A file that vanishes while the folder is read is told."""
    root = write(tmp_path / "p", {"a.py": "", "b.py": ""})
    target = folder("x", root, options)
    files = target.files()
    assert next(files).path == "a.py"
    (root / "b.py").unlink()
    assert list(files) == []
    assert target.tally.notes == ["b.py cannot be read: No such file or directory."]


def test_reading_twice_counts_once(tmp_path: Path, options: Options) -> None:
    """The tally is that of the last reading."""
    target = folder("x", write(tmp_path / "p", {"a.py": "", "tests/b.py": ""}), options)
    assert paths(target) == paths(target)
    assert (target.tally.files, dict(target.tally.skipped)) == (1, {"tests": 1})


def test_source_bytes_are_bounded(tmp_path: Path) -> None:
    """Past the bytes that are read at once, files are counted, and a sentence says what to do."""
    root = write(tmp_path / "p", {f"{number}.py": "#" * 40 for number in range(5)})
    target = folder("x", root, Options(cache=tmp_path, limits=Limits(source_bytes=100)))
    assert paths(target) == ["0.py", "1.py"]
    assert dict(target.tally.skipped) == {"past what is read at once": 3}


def test_a_checkout(tmp_path: Path, options: Options) -> None:
    """Repository and commit come from git; what git ignores is left out."""
    sha = make_checkout(tmp_path / "p", {"python/pkg/a.py": CODE, ".gitignore": "build/\n"}, remote=REMOTE)
    write(tmp_path / "p", {"build/b.py": ""})
    target = folder("x", tmp_path / "p", options)
    assert paths(target) == ["python/pkg/a.py"]
    assert (target.origin.repo, target.origin.sha, target.origin.on_github) == (
        "tiny-org/tiny-pkg",
        sha,
        True,
    )
    assert (target.origin.version, target.tally.notes) == (None, [])
    assert dict(target.tally.skipped) == {"ignored by git": 1}


def test_a_folder_of_a_checkout(tmp_path: Path, options: Options) -> None:
    """Paths are those in the repository, whichever folder of it was named; a change elsewhere does not matter."""
    files = {"python/pkg/a.py": CODE, "other/b.py": "", "python/pyproject.toml": PROJECT}
    sha = make_checkout(tmp_path / "p", files, remote=REMOTE)
    write(tmp_path / "p", {"other/b.py": "changed = 1\n", "README": "changed"})
    target = folder("x", tmp_path / "p/python", options)
    assert paths(target) == ["python/pkg/a.py"]
    assert (target.origin.sha, target.label) == (sha, "tiny 1.2")


@pytest.mark.parametrize("change", ["edited", "staged", "new"])
def test_a_dirty_checkout(tmp_path: Path, options: Options, change: str) -> None:
    """Where a file that is read is not as committed there is no commit, and a sentence says so."""
    root = tmp_path / "p"
    make_checkout(root, {"a.py": CODE}, remote=REMOTE)
    write(root, {"new.py" if change == "new" else "a.py": f"# changed\n{CODE}"})
    if change == "staged":
        git(root, "add", "-A")
    target = folder("x", root, options)
    assert target.origin.sha is None
    assert "has changes that are not committed" in target.tally.notes[0]
    assert "a.py" in paths(target)
    assert target.tally.notes
    assert folder("x", root, Options(cache=tmp_path, sha="b" * 40)).origin.sha == "b" * 40


def test_line_ends_are_no_change(tmp_path: Path, options: Options) -> None:
    """A checkout that git wrote with CRLF is clean."""
    root = tmp_path / "p"
    sha = make_checkout(root, {"a.py": CODE})
    (root / "a.py").write_bytes(CODE.replace("\n", "\r\n").encode())
    assert folder("x", root, options).origin.sha == sha


def test_a_changed_test_is_no_change(tmp_path: Path, options: Options) -> None:
    """Only files that are read have to be as committed."""
    root = tmp_path / "p"
    sha = make_checkout(root, {"a.py": CODE, "tests/t.py": ""})
    write(root, {"tests/t.py": "changed = 1\n"})
    assert folder("x", root, options).origin.sha == sha


def test_the_tag_of_a_release(tmp_path: Path, options: Options) -> None:
    """A release's tag at the commit gives the version, where the project itself does not."""
    root = tmp_path / "p"
    make_checkout(root, {"a.py": CODE})
    git(root, "tag", "v1.4.0rc1")
    git(root, "tag", "nightly")
    assert folder("x", root, options).origin.version == "1.4.0rc1"


def test_other_remotes_and_none(tmp_path: Path, options: Options) -> None:
    """`origin` counts first, then any remote on a known forge; without one the project is local."""
    root = tmp_path / "p"
    make_checkout(root, {"a.py": CODE, "pyproject.toml": PROJECT})
    assert folder("x", root, options).origin.repo == "local/tiny"
    git(root, "remote", "add", "backup", "/srv/tiny.git")
    git(root, "remote", "add", "up", "https://token@codeberg.org/o/up.git")
    target = folder("x", root, options)
    assert (target.origin.repo, target.origin.on_github) == ("o/up", False)
    git(root, "remote", "add", "origin", REMOTE)
    assert folder("x", root, options).origin.repo == "tiny-org/tiny-pkg"


def test_a_checkout_without_commits(tmp_path: Path, options: Options) -> None:
    """An empty repository has no commit, and its files are read."""
    root = write(tmp_path / "p", {"a.py": CODE})
    git(root, "init", "-q")
    target = folder("x", root, options)
    assert paths(target) == ["a.py"]
    assert target.tally.notes == [f"{root} is a git checkout. It has no commit yet."]


def test_a_worktree_and_a_packed_repository(tmp_path: Path, options: Options) -> None:
    """`.git` may be a file, and references packed."""
    sha = make_checkout(tmp_path / "p", {"a.py": CODE}, remote=REMOTE)
    git(tmp_path / "p", "gc", "-q")
    git(tmp_path / "p", "worktree", "add", "-q", str(tmp_path / "w"))
    for place in ("p", "w"):
        assert folder("x", tmp_path / place, options).origin.sha == sha


def test_a_broken_git_folder(tmp_path: Path, options: Options) -> None:
    """A `.git` that git cannot read leaves a plain folder, and says so."""
    root = write(tmp_path / "p", {"a.py": CODE, ".git/HEAD": "nonsense"})
    target = folder("x", root, options)
    assert paths(target) == ["a.py"]
    assert target.origin.sha is None
    assert "so its commit is not known" in target.tally.notes[0]


def test_without_git(tmp_path: Path, options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the command git is missing the files are read without a commit, and that is said."""
    root = tmp_path / "p"
    make_checkout(root, {"a.py": CODE})
    monkeypatch.setenv("PATH", str(tmp_path))
    target = folder("x", root, options)
    assert (target.origin.sha, paths(target)) == (None, ["a.py"])
    assert "git is not there" in target.tally.notes[0]


def test_a_checkouts_configuration_runs_nothing(tmp_path: Path, options: Options) -> None:
    """Hooks, monitors, filters, pagers and transports that a checkout's own configuration names are not run."""
    root = tmp_path / "p"
    sha = make_checkout(root, {"a.py": CODE, ".gitattributes": "*.py filter=bad diff=bad\n"}, remote=REMOTE)
    ran = tmp_path / "ran"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {ran}\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    for key in (
        "core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "filter.bad.clean", "filter.bad.smudge",
        "filter.bad.process", "diff.bad.textconv", "diff.external", "remote.origin.uploadpack", "credential.helper",
        "gpg.program",
    ):  # fmt: skip
        git(root, "config", key, str(script))
    git(root, "config", "remote.origin.promisor", "true")
    for hook in ("post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-commit"):
        shutil.copy(script, root / ".git/hooks" / hook)
    os.utime(root / "a.py", (1, 1))
    target = folder("x", root, options)
    assert paths(target) == ["a.py"]
    assert target.origin.sha == sha
    assert not ran.exists()
    with suppress(subprocess.CalledProcessError):  # the filter is no good one
        git(root, "status")
    assert ran.exists()  # so a plain git would have run what it names


def test_variables_of_git_are_not_heeded(
    tmp_path: Path, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GIT_DIR and its kin, as set inside a hook, do not lead to another repository."""
    sha = make_checkout(tmp_path / "p", {"a.py": CODE})
    make_checkout(tmp_path / "q", {"b.py": CODE})
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "q/.git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "q/.git/index"))
    assert folder("x", tmp_path / "p", options).origin.sha == sha


def test_a_git_folder_of_somewhere_else(tmp_path: Path, options: Options) -> None:
    """A configuration that points at another working folder gives no commit."""
    root = tmp_path / "p"
    make_checkout(root, {"a.py": CODE})
    write(tmp_path / "q", {"b.py": ""})
    git(root, "config", "core.worktree", str(tmp_path / "q"))
    checkout = find_checkout(root)
    assert checkout
    assert checkout.sha is None
    assert paths(folder("x", root, options)) == ["a.py"]


def test_packages_in_an_environment_of_a_checkout(tmp_path: Path, options: Options) -> None:
    """A folder of installed packages is not the project in whose checkout the environment stands."""
    root = tmp_path / "p"
    make_checkout(root, {"a.py": "", "pyproject.toml": PROJECT, ".gitignore": ".venv\n"}, remote=REMOTE)
    site = write(root / ".venv/lib/python3.11/site-packages", {"other/__init__.py": "", "other/b.py": CODE})
    target = folder("x", site / "other", options)
    assert paths(target) == ["other/__init__.py", "other/b.py"]
    assert (target.origin.repo, target.label, target.origin.sha) == ("local/other", "other", None)
