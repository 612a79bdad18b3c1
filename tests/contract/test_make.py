"""The Makefile installs what it should, again when it should; the check script ends with pytest's own line."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.contract.installed import ROOT

# Stands for Python: makes an environment of itself, writes down what it was asked, and breaks where it is told to.
PYTHON = """#!/bin/sh
case "$*" in
  *version_info*) exit "${TOO_OLD:-0}" ;;
  "-m venv --clear .venv")
    rm -rf .venv && mkdir -p .venv/bin && cp "$0" .venv/bin/python
    for name in errdex pytest; do printf '#!/bin/sh\\necho "$(basename $0) $*" >> asked\\n' > .venv/bin/$name; done
    chmod +x .venv/bin/* ;;
esac
echo "$*" >> asked
case "$*" in *"${BREAKS_AT:-nothing}"*) exit 1 ;; esac
"""
VENV = "-m venv --clear .venv"
RUN_LOCKS = "-r requirements.lock -r requirements-build.lock"
EDITABLE = "--editable ."
DEV_LOCK = "-r requirements-dev.lock"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the Makefile, empty locks and a stand-in for Python."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ("requirements.lock", "requirements-build.lock", "requirements-dev.lock", "pyproject.toml"):
        (tmp_path / name).touch()
    python = tmp_path / "python-of-test"
    python.write_text(PYTHON)
    python.chmod(0o755)
    return tmp_path


def make(project: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run make in the folder, with the stand-in for Python."""
    (project / "asked").write_text("")
    return subprocess.run(
        ["make", f"PYTHON={project}/python-of-test", *arguments],
        cwd=project,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def asked(project: Path) -> list[str]:
    """What the last make asked of Python and the commands, shortened to what matters."""
    return [
        next((step for step in (VENV, RUN_LOCKS, EDITABLE, DEV_LOCK) if line.endswith(step)), line)
        for line in (project / "asked").read_text().splitlines()
    ]


def changed(project: Path, name: str) -> None:
    """Make a file newer than every stamp."""
    newest = max((path.stat().st_mtime for path in (project / ".venv").iterdir()), default=0)
    os.utime(project / name, (newest + 5, newest + 5))


TESTS = "-m pytest -n 2 -q"


def test_installs_once(project: Path) -> None:
    """The first make test installs everything in order, the second nothing."""
    assert make(project, "test").returncode == 0
    assert asked(project) == [VENV, RUN_LOCKS, EDITABLE, DEV_LOCK, TESTS]
    assert make(project, "test").returncode == 0
    assert asked(project) == [TESTS]


def test_run_loads_and_serves(project: Path) -> None:
    """Make run installs only what serving needs, loads the records, and serves on HOST and PORT."""
    assert make(project, "run", "PORT=8123", "HOST=::1").returncode == 0
    assert asked(project) == [
        VENV,
        RUN_LOCKS,
        EDITABLE,
        "errdex ingest",
        "errdex serve --host ::1 --port 8123",
    ]
    assert make(project, "run").returncode == 0
    assert asked(project) == ["errdex ingest", "errdex serve --host 127.0.0.1 --port 8000"]


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("requirements.lock", [VENV, RUN_LOCKS, EDITABLE, DEV_LOCK]),
        ("requirements-build.lock", [VENV, RUN_LOCKS, EDITABLE, DEV_LOCK]),
        ("pyproject.toml", [EDITABLE, DEV_LOCK]),
        ("requirements-dev.lock", [DEV_LOCK]),
    ],
)
def test_installs_again_after_a_change(project: Path, name: str, again: list[str]) -> None:
    """A changed lock is installed again: into a new environment where packages may have to go."""
    assert make(project, "test").returncode == 0
    changed(project, name)
    assert make(project, "test").returncode == 0
    assert asked(project) == [*again, TESTS]


@pytest.mark.parametrize("step", [VENV, RUN_LOCKS, EDITABLE, DEV_LOCK])
def test_interrupted_install_is_done_again(project: Path, step: str) -> None:
    """An install that broke off at any step is not taken for a whole one."""
    assert make(project, "test", BREAKS_AT=step).returncode != 0
    assert TESTS not in asked(project)
    assert make(project, "test").returncode == 0
    steps = asked(project)
    assert (
        steps[steps.index(step) :]
        == [VENV, RUN_LOCKS, EDITABLE, DEV_LOCK, TESTS][steps.index(step) - len(steps) :]
    )
    assert step in steps


def test_says_which_python_it_needs(project: Path) -> None:
    """An old Python is refused before anything is made, with what to do."""
    refused = make(project, "test", TOO_OLD="1")
    assert refused.returncode != 0
    assert "Python 3.11" in refused.stderr
    assert "PYTHON=" in refused.stderr
    assert not (project / ".venv").exists()


def test_help_lists_every_target(project: Path) -> None:
    """Make without a target explains each one and does nothing."""
    shown = make(project)
    assert shown.returncode == 0
    targets = {line.split()[1] for line in shown.stdout.splitlines()}
    phony = next(line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith(".PHONY:"))
    assert targets == set(phony.split()[1:])
    assert asked(project) == []


FAILING = "1 failed, 8 passed, 1 skipped in 61.20s (0:01:01)"
PASSING = "9 passed in 1.20s"


@pytest.mark.parametrize("apt", ['#!/bin/sh\necho "$*" >> apt-asked\n', "#!/bin/sh\nexit 100\n"])
def test_check_goes_on_without_a_browser(tmp_path: Path, apt: str) -> None:
    """The check script installs a missing Chromium with apt-get, and says so loudly and goes on when it cannot."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/run", tmp_path / ".ci")
    (tmp_path / "Makefile").write_text(f"lint:\ntest:\n\t@echo {PASSING}\n")
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in (
        "bash",
        "dirname",
        "env",
        "grep",
        "id",
        "make",
        "mktemp",
        "rm",
        "sed",
        "sh",
        "tail",
        "tee",
        "echo",
    ):
        (programs / name).symlink_to(str(shutil.which(name)))
    for name, text in [
        ("apt-get", apt),
        ("sudo", '#!/bin/sh\nshift\nexec "$@"\n'),
        ("curl", ""),
        ("openssl", ""),
    ]:
        (programs / name).write_text(text or "#!/bin/sh\n")
        (programs / name).chmod(0o755)
    ran = subprocess.run(
        [programs / "bash", tmp_path / ".ci/run"],
        env={"PATH": str(programs)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == PASSING
    if "exit" in apt:
        assert "COULD NOT INSTALL chromium" in ran.stderr
    else:
        update, install = (tmp_path / "apt-asked").read_text().splitlines()
        assert update.startswith("update")
        assert install.split()[0] == "install"
        assert install.split()[-1] == "chromium"
        assert ran.stderr == ""


@pytest.mark.parametrize(
    ("lint", "test", "line", "code"),
    [
        ("true", f"echo {PASSING}", PASSING, 0),
        ("false", f"echo {PASSING}", PASSING, 1),
        ("true", f"echo '{FAILING}'; false", FAILING, 1),
        ("true", f"echo 'FAILED tests/x.py - assert 1 passed in'; echo '{FAILING}'; exit 1", FAILING, 1),
        ("true", "printf '\\033[32m9 passed\\033[0m in 1.20s\\n'", PASSING, 0),
        ("true", "echo nothing", "nothing", 1),
        ("true", "echo 'no tests ran in 0.01s'; exit 5", "no tests ran in 0.01s", 1),
    ],
)
def test_check_ends_with_the_closing_line(tmp_path: Path, lint: str, test: str, line: str, code: int) -> None:
    """The check script runs lint and tests, fails when either does, and prints pytest's closing line last."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/run", tmp_path / ".ci")
    (tmp_path / "Makefile").write_text(f"lint:\n\t@touch linted\n\t@{lint}\ntest:\n\t@{test}\n")
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("chromium", "curl", "openssl"):  # so that nothing is installed here
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    ran = subprocess.run(
        ["bash", tmp_path / ".ci/run"],
        cwd="/",
        env={"PATH": f"{programs}:{os.environ['PATH']}", "CI": "true"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == code, ran.stderr
    assert ran.stdout.splitlines()[-1] == line
    assert (tmp_path / "linted").exists()
