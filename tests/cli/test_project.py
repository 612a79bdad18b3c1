"""`errdex init` and `errdex check --undocumented`: a project's own errors, from the first file to the record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.cli import app
from tests.extract.making import git, make_checkout, write

POOL = """\
class Pool:
    def grow(self, by):
        if by <= 0:
            raise ValueError(f"a pool grows by one worker or more, not by {by}")
        if by > self.limit:
            raise RuntimeError("growing by %d workers is past the limit" % by)
        assert by != 3, "three workers bring bad luck"

    def stop(self):
        raise NotImplementedError
"""
MAIN = """\
import logging, sys
logger = logging.getLogger()
def main():
    logger.error("the pool of workers is gone")
    sys.exit("usage of this program: pool NUMBER")
"""
FILES = {
    "pyproject.toml": '[project]\nname = "pooling"\n',
    "src/pooling/__init__.py": "",
    "src/pooling/pool.py": POOL,
    "src/pooling/main.py": MAIN,
    "tests/test_pool.py": 'def test_it():\n    raise ValueError("a test may raise what it likes")\n',
}
GROWS = "a pool grows by one worker or more, not by {by}"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout of a small project."""
    folder = tmp_path / "pooling"
    make_checkout(folder, FILES, remote="https://github.com/acme/pooling.git")
    return folder


def run(*arguments: object, code: int = 0) -> str:
    """Run a command; gives what it printed on stdout."""
    ran = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert ran.exit_code == code, ran.output
    return ran.stdout


def said(*arguments: object, code: int = 0) -> Any:
    """Run a command with --json."""
    return json.loads(run(*arguments, "--json", code=code))


def the_file(project: Path, part: str) -> Path:
    """The file in errors/ whose name holds a text."""
    (found,) = [path for path in (project / "errors").iterdir() if part in path.name]
    return found


def explain(path: Path) -> None:
    """Write what a person would write."""
    text = path.read_text()
    begins = "## Solutions\n"
    path.write_text(text.replace(begins, f"{begins}\n1. Give a number above zero.\n"))


def test_a_file_for_each_raise_site(project: Path) -> None:
    """Log lines, assertions, abstract methods and tests have none; the second run adds nothing."""
    found = said("init", project)
    names = sorted(Path(path).name.rpartition("-")[0] for path in found["added"])
    assert names == [
        "a-pool-grows-by-one-worker-or-more-not-by-by",
        "growing-by-d-workers-is-past-the-limit",
        "usage-of-this-program-pool-number",
    ]
    assert (found["repo"], found["sites"], found["documented"]) == ("acme/pooling", 3, 0)
    sha = git(project, "rev-parse", "HEAD").strip()
    head = the_file(project, "a-pool-grows").read_text().partition("\n---\n")[0]
    assert f'template: "{GROWS}"' in head
    assert f"file: src/pooling/pool.py\nline: 4\ncommit: {sha}" in head or f'commit: "{sha}"' in head
    again = said("init", project)
    assert (again["added"], again["moved"], again["gone"], again["files"]) == ([], [], [], 3)


def test_a_dry_run_writes_nothing(project: Path) -> None:
    """It says what it would write."""
    assert "Would add (3)" in run("init", "--dry-run", project)
    assert not (project / "errors").exists()


def test_the_files_follow_their_sites(project: Path) -> None:
    """Moved to another file, to another line, reworded, gone: what was written stays in every one."""
    run("init", project)
    grows, past = the_file(project, "a-pool-grows"), the_file(project, "growing-by")
    explain(grows)
    before = grows.read_text().partition("\n---\n")
    write(
        project,
        {
            "src/pooling/pool.py": POOL.split("        if by <= 0:", maxsplit=1)[0]
            + "        if by > self.limit:\n"
            + '            raise RuntimeError("growing by %d workers is past what is allowed" % by)\n',
            "src/pooling/checks.py": f'\n\ndef check(by):\n    if by < 1:\n        raise ValueError(f"{GROWS}")\n',
            "src/pooling/main.py": "# one line more\n" + MAIN,
        },
    )
    found = said("init", project)
    assert [(Path(one["file"]).name, one["filePath"], one["function"]) for one in found["moved"]] == [
        (grows.name, "src/pooling/checks.py", "check")
    ]
    after = grows.read_text().partition("\n---\n")
    assert after[2] == before[2]
    assert "line: 5" in after[0]
    assert "function: check" in after[0]
    assert "commit:" not in after[0], "there are changes that are not committed, so no commit has this line"
    assert before[0].splitlines()[1] == after[0].splitlines()[1], "the id stays"
    assert [(Path(one["file"]).name, bool(one["perhaps"])) for one in found["gone"]] == [(past.name, True)]
    assert "line: 6" in the_file(project, "usage-of").read_text()
    assert "which may be it in other words" in run("init", project)


def test_undocumented_sites_fail_a_build(project: Path) -> None:
    """Each with file and line, until it is explained or in the baseline; new ones are told all the same."""
    lines = run("check", "--undocumented", project, code=3).splitlines()
    assert lines[0] == (
        "src/pooling/main.py:5: SystemExit: usage of this program: pool NUMBER (no file in errors/)"
    )
    assert len(lines) == 3
    run("init", project)
    assert "says nothing yet" in run("check", "--undocumented", project, code=3)
    explain(the_file(project, "a-pool-grows"))
    assert len(said("check", "--undocumented", project, code=3)["undocumented"]) == 2
    baseline = project / "errors.baseline"
    run("check", "--undocumented", "--baseline", baseline, "--write-baseline", project)
    assert run("check", "--undocumented", "--baseline", baseline, project) == ""
    write(
        project,
        {"src/pooling/main.py": "# a line\n" + MAIN + '\n\ndef stop():\n    raise OSError("cannot stop")\n'},
    )
    (one,) = said("check", "--undocumented", "--baseline", baseline, project, code=3)["undocumented"]
    assert (one["filePath"], one["lineNumber"], one["errorMessage"]) == (
        "src/pooling/main.py",
        10,
        "cannot stop",
    )
    write(project, {"src/pooling/main.py": ""})
    ended = said("check", "--undocumented", "--baseline", baseline, project)
    assert (ended["undocumented"], ended["notNeededInBaseline"]) == ([], 1)


def test_a_documented_site_excuses_no_new_one(project: Path) -> None:
    """An entry of the baseline whose site is explained by now does not stand for a new one with the same text."""
    baseline = project / "errors.baseline"
    run("check", "--undocumented", "--baseline", baseline, "--write-baseline", project)
    run("init", project)
    explain(the_file(project, "a-pool-grows"))
    again = 'def fresh(by):\n    if by <= 0:\n        raise ValueError(f"' + GROWS + '")\n'
    write(project, {"src/pooling/new.py": again})
    (one,) = said("check", "--undocumented", "--baseline", baseline, project, code=3)["undocumented"]
    assert (one["filePath"], one["lineNumber"]) == ("src/pooling/new.py", 3)


def test_what_is_no_utf8_is_told_and_left_alone(project: Path) -> None:
    """A file in another encoding is no reason to lose what somebody wrote in it."""
    run("init", project)
    path = the_file(project, "a-pool-grows")
    content = path.read_bytes() + b"Caf\xe9\n"
    path.write_bytes(content)
    write(project, {"src/pooling/pool.py": "# a line\n" + POOL})
    assert "is not UTF-8" in CliRunner().invoke(app, ["init", str(project)]).output
    assert path.read_bytes() == content


def test_marks_and_line_ends_stay(project: Path) -> None:
    """A byte order mark, and each line's own end, are as they were when the place is set anew."""
    run("init", project)
    path = the_file(project, "a-pool-grows")
    before = b"\xef\xbb\xbf" + path.read_bytes() + b"one\r\ntwo\n"
    path.write_bytes(before)
    write(project, {"src/pooling/pool.py": "# a line\n" + POOL})
    run("init", project)
    after = path.read_bytes()
    assert b"\nline: 5\n" in after
    assert after.startswith(b"\xef\xbb\xbf---\n")
    assert after.endswith(b"one\r\ntwo\n")
    assert after.count(b"\r") == 1


def test_equal_sites_are_told_apart_without_ids(project: Path) -> None:
    """Two files about one text in one function are about its two places; two with one id are a fault."""
    twice = 'def both(x):\n    if x:\n        raise ValueError("same text here")\n    raise ValueError("same text here")\n'
    write(project, {"src/pooling/both.py": twice})
    run("init", project)
    first, second = sorted((project / "errors").glob("same-text*"))
    one_of_them = first.read_text()
    for path in (first, second):
        head = path.read_text().splitlines(keepends=True)
        path.write_text("".join(line for line in head if not line.startswith("id:")))
    found = said("init", project)
    assert (found["added"], found["gone"], found["files"]) == ([], [], 5)
    first.write_text(one_of_them)
    second.write_text(one_of_them)
    assert "is the id of" in CliRunner().invoke(app, ["init", str(project)]).output


def test_the_files_are_records(project: Path, tmp_path: Path) -> None:
    """Ingested, or learned with the source they stand beside: the same record, written by a person, pinned."""
    run("init", project)
    explain(the_file(project, "a-pool-grows"))
    write(project, {"errors/README.md": "# How we write these\n"})
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "second")
    shown = []
    for name, command in (
        ("ingested", ["ingest", project / "errors"]),
        ("learned", ["learn", f"{project}/"]),
    ):
        database = f"sqlite:///{tmp_path / name}.db"
        run("--database", database, *command)
        found = said("--database", database, "search", "grows", "one", "worker")["items"]
        assert len(found) == 1
        shown.append(said("--database", database, "show", found[0]["id"]))
    for one in shown:
        assert one["record"]["solutions"] == ["Give a number above zero."]
        assert one["errdex"]["provenance"]["kind"] == "written"
        assert one["record"]["githubUrl"].startswith("https://github.com/acme/pooling/blob/")
    assert shown[0]["record"]["id"] == shown[1]["record"]["id"]
    assert "raise ValueError" in shown[1]["record"]["sourceCode"], (
        "what the file does not say comes from the source"
    )
    assert shown[1]["record"]["triggerScenarios"]
    database = f"sqlite:///{tmp_path / 'learned'}.db"
    again = said("--database", database, "learn", f"{project}/")["records"]
    assert (again["added"], again["changed"], again["documented"]) == (0, 0, 3)


def test_a_file_with_faults_is_told(project: Path) -> None:
    """By file and line, and nothing is written."""
    write(project, {"errors/x.md": "---\nclass: ValueError\nklass: x\n---\n## Solution\n"})
    ran = CliRunner().invoke(app, ["init", str(project)])
    assert ran.exit_code == 3
    assert "x.md, line 3: klass: is not a known name. Call it class if that is meant." in ran.stderr
    assert len(list((project / "errors").iterdir())) == 1


def test_learning_tells_a_file_with_faults(project: Path, tmp_path: Path) -> None:
    """The rest is learned all the same, and the exit code says that something is wrong."""
    write(project, {"errors/x.md": "---\nclass: ValueError\nfile: a.py\n---\n## Solution\n"})
    database = f"sqlite:///{tmp_path / 'x.db'}"
    found = said("--database", database, "learn", f"{project}/", code=3)
    assert "x.md, line 5" in found["targets"][0]["faults"][0]
    assert (found["records"]["added"], found["records"]["documented"]) == (found["targets"][0]["sites"], 0)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["check"], "Name what to check"),
        (["check", "--baseline", "x", "."], "go with --undocumented"),
        (["check", "--undocumented", "a", "b"], "one project"),
        (["check", "--undocumented", "--write-baseline"], "needs --baseline"),
        (["check", "--undocumented", "--baseline", "absent", "{project}"], "--write-baseline"),
        (
            ["check", "--undocumented", "--baseline", "{project}/pyproject.toml", "{project}"],
            "line 1, is no entry",
        ),
        (["init", "{project}/absent"], "There is no folder"),
        (["init", "--repo", "nonsense", "{project}"], "owner/name"),
    ],
)
def test_wrong_usage_is_told(project: Path, arguments: list[str], part: str) -> None:
    """With what to do instead."""
    ran = CliRunner().invoke(app, [argument.replace("{project}", str(project)) for argument in arguments])
    assert (ran.exit_code, part in ran.stderr) == (2, True), ran.stderr
