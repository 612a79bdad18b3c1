"""Programs that make installed packages raise for real; what they print is named by the record of the raise site.

The packages are learned from the environment that the tests run in, so that files and lines are those of the versions
that raise. The interpreter's own traceback says which they are.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from packaging.utils import canonicalize_name
from typer.testing import CliRunner

from app.cli import app

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
# The distribution of each program is the start of its name, but for those that are spelt otherwise.
SPELLINGS = {"markdown": "markdown-it-py", "prometheus": "prometheus-client", "yaml": "pyyaml"}
FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)|(?P<boxed>/\S+\.py):(?P<at>\d+) in')


def distribution(program: Path) -> str:
    """The distribution that a program makes raise."""
    name = program.stem.partition("_")[0]
    return SPELLINGS.get(name, name)


def errdex(database: str, *arguments: str, stdin: bytes = b"") -> dict[str, Any]:
    """Run a command of the command line and return its JSON."""
    ran = CliRunner().invoke(app, ["--database", database, *arguments, "--json"], input=stdin)
    assert ran.exit_code in {0, 1}, ran.output
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Address of a database with what these packages raise, learned once, for all test processes."""
    base = tmp_path_factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    path = folder / "programs.db"
    with (folder / "programs.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            unfinished = folder / "programs-unfinished.db"
            wanted = sorted({distribution(program) for program in PROGRAMS})
            learned = errdex(f"sqlite:///{unfinished}", "learn", "--python", sys.executable, *wanted)
            assert learned["failures"] == []
            assert len(learned["targets"]) == len(wanted) >= 15
            unfinished.rename(path)
    return f"sqlite:///{path}"


def crash(program: Path, folder: Path) -> bytes:
    """Run a program and return what it printed when it failed."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "COLUMNS": "100", "TMPDIR": str(folder)}
    ran = subprocess.run(
        [sys.executable, program], cwd=folder, env=environment, capture_output=True, timeout=120, check=False
    )
    assert ran.returncode == 1, ran.stderr
    return ran.stderr


def raised_at(printed: str) -> tuple[str, int]:
    """File, from its package on, and line of the error that was raised first.

    A traceback that ends in no `raise` is the interpreter's own error, of which there can be no record.
    """
    links = re.split(r"\n\n(?:During handling of|The above exception)", printed)
    first = next((link for link in links if re.search(r"\n +raise\b.*(\n +[~^]+)?\n\S", link)), links[0])
    *_, frame = FRAME.finditer(first)
    file, line = frame["file"] or frame["boxed"], frame["line"] or frame["at"]
    return re.split(r"site-packages/|^lib/", file)[-1], int(line)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_real_error_is_named_by_its_record(program: Path, database: str, tmp_path: Path) -> None:
    """Record, file and line are those of the first raise, and the whole message agrees."""
    printed = crash(program, tmp_path)
    answer = errdex(database, "match", stdin=printed)
    assert answer["best"], answer["events"]
    assert not answer["best"]["ambiguous"]
    event = answer["events"][answer["best"]["event"]]
    best = event["matches"][0]
    assert (best["filePath"], best["lineNumber"]) == raised_at(printed.decode())
    assert best["tier"] == "exact"
    assert best["errorClass"] == event["errorClass"].rpartition(".")[2]
    shown = errdex(database, "show", best["id"])
    assert shown["record"]["lineNumber"] == best["lineNumber"]
    assert shown["errdex"]["provenance"]["kind"] == "derived"
    assert canonicalize_name(shown["errdex"]["source"].split()[0]) == distribution(program)
    lines = shown["record"]["sourceCode"].split("\n")
    said = lines[best["lineNumber"] - shown["record"]["sourceCodeStart"]]
    assert re.match(r"\s*(raise|assert|self\.\w+\(|\w+(\.\w+)*\()", said), said


def test_many_packages_are_covered() -> None:
    """The programs break at least fifteen packages."""
    assert len({distribution(program) for program in PROGRAMS}) >= 15
