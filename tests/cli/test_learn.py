"""`errdex learn` and `errdex extract`: a small program is read, breaks for real, and is explained."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Errdex
from tests.cli.test_processes import on_a_terminal
from tests.extract.making import CODE, make_checkout, make_wheel, write

PROGRAM = '''\
"""A pool of workers."""
import sys


class PoolError(RuntimeError):
    """The pool cannot do it."""


class Pool:
    """Workers."""

    def __init__(self, limit):
        self.limit = limit

    def grow(self, by):
        """Add workers."""
        if by <= 0:
            raise ValueError(f"a pool grows by one worker or more, not by {by}")
        if by > self.limit:
            raise PoolError("growing by %d workers is past the limit of %d" % (by, self.limit))
        assert by != 3, "three workers bring bad luck"


def main():
    if len(sys.argv) < 2:
        sys.exit("usage of this program: pool NUMBER")
    pool = Pool(8)
    try:
        pool.grow(int(sys.argv[1]))
    except PoolError as error:
        raise RuntimeError("the pool of workers could not be made any larger") from error


if __name__ == "__main__":
    main()
'''


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Address of a database of this test's own, not made yet."""
    return f"sqlite:///{tmp_path / 'learn.db'}"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a small program."""
    return write(
        tmp_path / "pooling", {"pool/__init__.py": "", "pool/main.py": PROGRAM, "tests/test_x.py": PROGRAM}
    )


def crash(project: Path, *arguments: str) -> bytes:
    """Run the program and return what it printed when it failed."""
    ran = subprocess.run(
        [sys.executable, project / "pool/main.py", *arguments], capture_output=True, timeout=60, check=False
    )
    assert ran.returncode == 1
    return ran.stderr


def line_of(text: str) -> int:
    """The line of the program that raises what the text is part of."""
    lines = PROGRAM.splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.mark.parametrize(
    ("arguments", "error_class", "text", "captures"),
    [
        (["-2"], "ValueError", "a pool grows", {"by": "-2"}),
        (["99"], "PoolError", "past the limit", {"1": "99", "2": "8"}),
        (["3"], "AssertionError", "bad luck", {}),
        ([], None, "usage of this program", {}),
    ],
)
def test_a_program_that_was_learned_is_explained(  # noqa: PLR0917 - two fixtures and a row of the table
    errdex: Errdex,
    project: Path,
    arguments: list[str],
    error_class: str | None,
    text: str,
    captures: dict[str, str],
) -> None:
    """What the program prints when it breaks is named by its record: exact, the right file and line, the values."""
    learned = errdex("learn", str(project))
    assert learned.returncode == 0, learned.stderr
    matched = errdex("match", "--json", stdin=crash(project, *arguments))
    assert matched.returncode == 0, matched.stdout
    answer = json.loads(matched.stdout)
    best = answer["events"][answer["best"]["event"]]["matches"][0]
    assert (best["tier"], best["repo"], best["filePath"]) == ("exact", "local/pooling", "pool/main.py")
    assert best["lineNumber"] == line_of(text)
    assert best["confidence"] == "high"
    if error_class is not None:
        assert best["errorClass"] == error_class
    assert list(best["captures"].values()) == list(captures.values())
    assert best["provenance"] == "derived" or best["provenance"]["kind"] == "derived"


def test_both_links_of_a_chain(errdex: Errdex, project: Path) -> None:
    """In a chain the first error is the best, and the one that wrapped it is known too."""
    assert errdex("learn", str(project)).returncode == 0
    answer = json.loads(errdex("match", "--json", stdin=crash(project, "99")).stdout)
    assert [
        (event["role"], event["status"], event["matches"][0]["errorClass"]) for event in answer["events"]
    ] == [
        ("root", "known", "PoolError"),
        ("wrapper", "known", "RuntimeError"),
    ]


def summary(ran: subprocess.CompletedProcess[bytes]) -> dict[str, Any]:
    """The JSON summary of a run."""
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_the_summary(errdex: Errdex, project: Path) -> None:
    """It says what was read, what was left out and what became of the records; learning again changes nothing."""
    first = summary(errdex("learn", "--json", str(project)))
    (target,) = first["targets"]
    assert (target["repo"], target["name"], target["version"], target["files"]) == (
        "local/pooling",
        "pooling",
        None,
        2,
    )
    assert (target["sites"], target["withText"], target["skipped"]) == (5, 5, {"tests": 1})
    assert (first["records"]["added"], first["exitCode"]) == (5, 0)
    second = summary(errdex("learn", "--json", str(project)))
    assert (second["records"].get("added", 0), second["records"]["unchanged"]) == (0, 5)
    shown = errdex("learn", str(project)).stdout.decode()
    assert "2 files, 5 sites, 5 with text (100%): 5 unchanged" in shown
    assert "left out: 1 tests" in shown
    assert re.search(r"Learned 5 sites from 2 files.* in [\d.]+ s\.", shown)


def test_a_line_that_moved(errdex: Errdex, project: Path) -> None:
    """After an edit the record follows its site, and keeps its id."""
    errdex("learn", str(project))
    paste = crash(project, "-2")
    before = json.loads(errdex("match", "--json", stdin=paste).stdout)["best"]["id"]
    write(project, {"pool/main.py": f"# a new first line\n{PROGRAM}"})
    again = summary(errdex("learn", "--json", str(project)))
    assert again["records"].get("added", 0) == 0
    answer = json.loads(errdex("match", "--json", stdin=crash(project, "-2")).stdout)
    assert answer["best"]["id"] == before
    assert answer["events"][0]["matches"][0]["lineNumber"] == line_of("a pool grows") + 1


def test_several_targets_and_one_that_is_none(errdex: Errdex, project: Path, folder: Path) -> None:
    """The others are learned, the bad one is told, and the exit code is 2."""
    wheel = make_wheel(folder, {"tiny/a.py": CODE})
    ran = errdex("learn", "--json", "./gone", str(project), wheel.name)
    assert ran.returncode == 2, ran.stderr
    run = summary(ran)
    assert [target["repo"] for target in run["targets"]] == ["local/pooling", "tiny-org/tiny-pkg"]
    assert [failure["target"] for failure in run["failures"]] == ["./gone"]
    assert (run["sites"], run["records"]["added"], run["exitCode"]) == (6, 6, 2)
    text = errdex("learn", "./gone", str(project)).stdout.decode()
    assert "Not read (1)\n  ./gone: There is no file or folder './gone'" in text


def test_nothing_to_learn(errdex: Errdex, folder: Path) -> None:
    """Where there is no raise site the exit code is 1."""
    write(folder, {"empty.py": "x = 1\n"})
    ran = errdex("learn", ".")
    assert ran.returncode == 1, ran.stderr
    assert b"Learned 0 sites from 1 file" in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Name what to read"),
        (["--repo", "x", "."], "--repo takes owner/name"),
        (["--repo", "../x", "."], "--repo takes owner/name"),
        (["--repo", "a/b", "--environment"], "--repo is for the named targets"),
        (["--sha", "abc", "."], "40 or 64 hex digits"),
        (["--sha", "a" * 40, ".", "./x"], "one target"),
        (["--prefix", "../x", "."], "--prefix takes a folder"),
        (["--prefix", "/x", "."], "--prefix takes a folder"),
        (["--jobs", "0", "."], "--jobs"),
        (["--python", "/nowhere", "name"], "--python"),
    ],
)
def test_wrong_usage(errdex: Errdex, arguments: list[str], said: str) -> None:
    """Options that cannot be used are refused with what they take."""
    for command in ("learn", "extract"):
        ran = errdex(command, *arguments)
        assert ran.returncode == 2
        assert said in (ran.stderr + ran.stdout).decode()
        assert b"Traceback" not in ran.stderr


def test_extract_writes_what_ingest_and_check_read(errdex: Errdex, project: Path, folder: Path) -> None:
    """JSON Lines of envelopes, the same each time and by each way, without a database."""
    ran = errdex("extract", str(project))
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.decode("ascii").splitlines()
    assert len(lines) == 5
    assert b"Extracted 5 sites from 2 files" in ran.stderr
    records = [json.loads(line)["record"] for line in lines]
    assert all(re.fullmatch("[0-9a-f]{16}", record["id"]) for record in records)
    assert not list(folder.parent.glob("**/errdex.db"))
    for name in ("out.jsonl", "out.jsonl.gz"):
        ran = errdex("extract", str(project), "-o", name)
        assert b"Extracted 5 sites" in ran.stdout
    assert (folder / "out.jsonl").read_bytes() == "\n".join([*lines, ""]).encode()
    assert gzip.decompress((folder / "out.jsonl.gz").read_bytes()) == (folder / "out.jsonl").read_bytes()
    assert sorted(path.name for path in folder.iterdir()) == ["out.jsonl", "out.jsonl.gz"]
    checked = errdex("check", "--json", "out.jsonl.gz")
    assert json.loads(checked.stdout)["faults"] == []
    ingested = json.loads(errdex("ingest", "--json", "out.jsonl").stdout)
    assert ingested["counts"]["added"] == 5
    answer = json.loads(errdex("match", "--json", stdin=crash(project, "-2")).stdout)
    assert answer["best"]["id"] in {record["id"] for record in records}


def test_extract_and_learn_give_the_same_ids(errdex: Errdex, project: Path) -> None:
    """An extracted record is the learned one."""
    extracted = {
        json.loads(line)["record"]["id"] for line in errdex("extract", str(project)).stdout.splitlines()
    }
    errdex("learn", str(project))
    stored = json.loads(errdex("search", "--json", "--limit", "100").stdout)
    assert {item["id"] for item in stored["items"]} == extracted


def test_extract_that_cannot_write(errdex: Errdex, project: Path, folder: Path) -> None:
    """A file that cannot be written is told; nothing half is left."""
    ran = errdex("extract", str(project), "-o", "gone/out.jsonl")
    assert ran.returncode == 2
    assert b"gone/out.jsonl cannot be written" in ran.stderr
    assert list(folder.iterdir()) == []


def test_a_checkout_gives_links(errdex: Errdex, tmp_path: Path) -> None:
    """Records of a clean checkout link to their lines at its commit; options have the last word."""
    sha = make_checkout(tmp_path / "p", {"tiny/a.py": CODE}, remote="https://github.com/o/n.git")
    (line,) = errdex("extract", str(tmp_path / "p")).stdout.splitlines()
    record = json.loads(line)["record"]
    assert record["githubUrl"] == f"https://github.com/o/n/blob/{sha}/tiny/a.py#L1-L3"
    assert (record["analyzedSha"], record["repo"]) == (sha, "o/n")
    other = "b" * 40
    options = ["--repo", "x/y", "--sha", other, "--prefix", "python"]
    (line,) = errdex("extract", *options, str(tmp_path / "p")).stdout.splitlines()
    record = json.loads(line)["record"]
    assert record["githubUrl"] == f"https://github.com/x/y/blob/{other}/python/tiny/a.py#L1-L3"


def test_another_forge_gives_no_links(errdex: Errdex, tmp_path: Path) -> None:
    """A commit on another forge than GitHub has no address there."""
    make_checkout(tmp_path / "p", {"tiny/a.py": CODE}, remote="https://codeberg.org/o/n.git")
    (line,) = errdex("extract", str(tmp_path / "p")).stdout.splitlines()
    record = json.loads(line)["record"]
    assert (record["repo"], record["githubUrl"]) == ("o/n", None)
    assert record["analyzedSha"]


def test_hostile_source(errdex: Errdex, folder: Path) -> None:
    """Files that cannot be read are told, the others are learned, and nothing of them controls the terminal."""
    write(
        folder,
        {
            "p/good.py": CODE,
            "p/syntax.py": "def (",
            "p/nul.py": b"\x00" * 10,
            "p/cookie.py": b"# -*- coding: nonsense -*-\n",
            "p/deep.py": "x = " + "(" * 5000 + ")" * 5000,
            "p/sum.py": "x = " + "1+" * 50_000 + "1\n",
            "p/escape.py": "raise ValueError('\x1b[31m red \u202e text')\n",
            "p/runs.py": f"import pathlib\npathlib.Path({str(folder / 'ran')!r}).touch()\n{CODE}",
        },
    )
    ran = errdex("learn", "./p")
    assert ran.returncode == 0, ran.stderr
    text = ran.stdout.decode()
    for name in ("syntax.py", "nul.py", "cookie.py", "deep.py"):
        assert f"p/{name}: skipped: " in text or f"{name}: skipped: " in text
    assert "\x1b" not in text
    assert not (folder / "ran").exists()
    out = errdex("extract", "./p").stdout
    assert b"\x1b" not in out
    assert b"\\u001b[31m" in out


def test_a_foreign_folder_is_safe(errdex: Errdex, trap: Path) -> None:
    """In a folder whose modules fail when imported, learning it works, worker processes included."""
    filler = "# what a long file says\n" * 2000
    write(trap, {f"code/m{number}.py": CODE + filler for number in range(40)})
    ran = errdex("learn", ".", "--jobs", "2")
    assert ran.returncode == 0, ran.stderr
    assert b"foreign" not in ran.stderr + ran.stdout
    assert b"40 sites" in ran.stdout or b"sites" in ran.stdout


def test_a_progress_bar_on_a_terminal(
    script: Path, environment: dict[str, str], tmp_path: Path, project: Path
) -> None:
    """On a terminal a bar shows what is read; where stderr is none it stays empty."""
    variables = {**environment, "TERM": "xterm-256color"}
    screen = on_a_terminal([sys.executable, script, "learn", str(project)], variables, tmp_path)
    assert "Reading pooling" in screen
    assert "Learned 5 sites" in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_while_reading(script: Path, environment: dict[str, str], tmp_path: Path) -> None:
    """An interrupt ends with 130, without a traceback, workers included; nothing half is in the database."""
    filler = "x = [1, 2, 3]\n" * 2000
    write(tmp_path / "big", {f"m{number}.py": CODE + filler for number in range(400)})
    process = subprocess.Popen(
        [sys.executable, script, "learn", str(tmp_path / "big"), "--jobs", "2"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    give_up = time.monotonic() + 60
    while len(_children(process.pid)) < 2 and time.monotonic() < give_up:
        assert process.poll() is None, process.communicate()
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.strip()) == (130, b"", b"")


def _children(pid: int) -> list[str]:
    """Processes that a process has started; Linux tells."""
    try:
        return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        pytest.skip("this system does not tell the children of a process")


def test_parts_of_a_project_do_not_replace_each_other(errdex: Errdex, folder: Path) -> None:
    """Learning one folder of a project leaves what another one, learned before, has."""
    write(
        folder,
        {"pyproject.toml": '[project]\nname = "tiny"\n', "a/x.py": CODE, "b/y.py": CODE.replace("x", "y")},
    )
    assert errdex("learn", "./a", "./b").returncode == 0
    assert errdex("learn", "./b").returncode == 0
    for name in "xy":
        paste = f"ValueError: {name} must not be negative, got -3".encode()
        answer = json.loads(errdex("match", "--json", stdin=paste).stdout)
        assert answer["events"][0]["matches"][0]["repo"] == "local/tiny"
        assert answer["events"][0]["matches"][0]["filePath"] in {"a/x.py", "b/y.py"}
    shown = json.loads(errdex("search", "--json").stdout)
    assert shown["total"] == 2
