"""A real database with the bundled records, and the command line as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli import app
from tests.seeds import SEEDS

ROOT = Path(__file__).parents[2]
# What the console script does: the folder of the script, not the current one, is looked in for modules.
SCRIPT = "import sys\nfrom app.cli import main\nif __name__ == '__main__':\n    sys.exit(main())\n"

Errdex = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture(autouse=True)
def _no_data_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A command that is given no database uses one in the test's folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Address of a database with the bundled records; read from it only."""
    url = f"sqlite:///{tmp_path_factory.mktemp('records') / 'errdex.db'}"
    ran = CliRunner().invoke(app, ["--database", url, "ingest", *map(str, SEEDS)])
    assert ran.exit_code == 0, ran.output
    return url


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A console script as an installation has it."""
    path = tmp_path / "bin" / "errdex"
    path.parent.mkdir()
    path.write_text(SCRIPT)
    return path


@pytest.fixture
def environment(database: str, tmp_path: Path) -> dict[str, str]:
    """Variables for a process that finds this checkout and the database, and nothing of the user's."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "error",
        "ERRDEX_DATABASE_URL": database,
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder, far from the checkout."""
    path = tmp_path / "elsewhere"
    path.mkdir()
    return path


@pytest.fixture
def trap(folder: Path) -> Path:
    """That folder as somebody else's project, whose modules fail when they are imported."""
    (folder / "app").mkdir()
    for name in (
        "app/__init__.py",
        "app/main.py",
        "app/cli.py",
        "main.py",
        "uvicorn.py",
        "multiprocessing.py",
    ):
        (folder / name).write_text("raise SystemExit('a foreign module was imported')\n")
    return folder


@pytest.fixture
def errdex(script: Path, environment: dict[str, str], folder: Path) -> Errdex:
    """Run the command line in a process of its own, in an empty folder."""

    def run(*arguments: str, stdin: bytes = b"", **variables: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, script, *arguments],
            cwd=folder,
            env={**environment, **variables},
            input=stdin,
            capture_output=True,
            timeout=120,
            check=False,
        )

    return run
