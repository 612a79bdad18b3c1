"""Answers for other programs: SARIF, JUnit, Markdown, and the log of a GitHub Actions job."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from app.cli import app
from app.domain.answer import Answer, Best, Frame
from app.services.junit import junit
from app.services.places import Place, place_of
from app.services.sarif import sarif
from app.services.workflow import MAX_ANNOTATIONS, MAX_SUMMARY_CHARS, annotation_lines, job_summary
from tests.cli.test_commands import KNOWN, MESSAGE
from tests.services import answers
from tests.services.answers import EVIL, a_match, an_event

OTHER = "ValueError: Currently DFLASH speculative decoding does not support dp attention."
OTHER_ID = "af12c88f3c53cbd9"
ROOT = Path(__file__).parents[2]


def log_of(folder: Path) -> Path:
    """A log with a traceback through a file of the folder, another known error, and an unknown one."""
    (folder / "src").mkdir()
    (folder / "src/my code.py").write_text("x\n")
    path = folder / "test.log"
    path.write_text(
        "Traceback (most recent call last):\n"
        f'  File "{folder}/src/my code.py", line 7, in main\n    go()\n'
        '  File "/opt/lib/python3.11/site-packages/sglang/x.py", line 3, in go\n    raise\n'
        f"{MESSAGE}\n\nINFO between\n{OTHER}\n\nKeyError: 'x'\n"
    )
    return path


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the command works in, as a job does in its workspace."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for name in ("GITHUB_WORKSPACE", "GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"):
        monkeypatch.delenv(name, raising=False)
    return folder


def ran(*arguments: str) -> Any:
    """A command in this process."""
    return CliRunner().invoke(app, list(arguments))


def test_sarif(database: str, here: Path) -> None:
    """Each recognised error is a result of its record's rule, at the line of one's own code where there is one."""
    log_of(here)
    done = ran("--database", database, "match", "--format", "sarif", "test.log")
    assert done.exit_code == 0
    document = json.loads(done.stdout)
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [KNOWN, OTHER_ID]
    assert all(rule["help"]["markdown"] and rule["fullDescription"]["text"] for rule in rules)
    places = [
        (
            result["ruleId"],
            rules[result["ruleIndex"]]["id"],
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            result["locations"][0]["physicalLocation"]["region"]["startLine"],
        )
        for result in run["results"]
    ]
    assert places == [(KNOWN, KNOWN, "src/my%20code.py", 7), (OTHER_ID, OTHER_ID, "test.log", 9)]


def test_junit(database: str, here: Path) -> None:
    """Each error is a case: a recognised one has failed, with the explanation; another is skipped, with its hint."""
    log_of(here)
    done = ran("--database", database, "match", "--format", "junit", "test.log")
    suite = ET.fromstring(done.stdout).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "2", "1")
    cases = suite.findall("testcase")
    failure = cases[0].find("failure")
    assert failure is not None
    assert failure.get("type") == "ValueError"
    assert KNOWN in (failure.text or "")
    assert cases[2].find("skipped") is not None


def test_markdown_is_the_apis(database: str, here: Path) -> None:
    """`--format markdown` is what `Accept: text/markdown` gives; `--format json` is `--json`."""
    log_of(here)
    done = ran("--database", database, "match", "--format", "markdown", "test.log")
    assert done.stdout.startswith("**Known error: ValueError: Kimi-K3 DCP")
    first, second = (
        json.loads(ran("--database", database, "match", *option, "test.log").stdout)
        for option in (["--json"], ["--format", "json"])
    )
    first.pop("stats"), second.pop("stats")
    assert first == second


@pytest.mark.parametrize("form", ["sarif", "junit", "markdown"])
def test_without_a_match_the_report_is_whole_and_the_code_is_one(
    database: str, here: Path, form: str
) -> None:
    """A report without a finding is a report, too."""
    (here / "a.log").write_text("all is well\n")
    done = ran("--database", database, "match", "--format", form, "a.log")
    assert done.exit_code == 1
    if form == "sarif":
        assert json.loads(done.stdout)["runs"][0]["results"] == []
    elif form == "junit":
        assert ET.fromstring(done.stdout).get("tests") == "0"


def hostile() -> Answer:
    """An answer with what acts somewhere, in every place of paste and record."""
    evil = f"{EVIL} ::error::x\r\n::set-output name=a::b %0A%25 ]]> \ufffe \x0b"
    match = a_match(title=evil, solutions=[evil], documentation=evil, url="https://errdex.example/a::b\nc")
    event = an_event(error_class=evil, message=evil, package=evil, matches=[match], hint=evil)
    return Answer(revision=1, events=[event], best=Best(event=0, id=match.id))


def test_hostile_text_is_inert_in_every_report() -> None:
    """XML and JSON read back; a line of a log or record is no workflow command, no tag and no mention."""
    answer = hostile()
    tree = ET.fromstring(junit(answer, log="a\x00<b>"))
    assert tree.get("failures") == "1"
    document = json.dumps(sarif(answer, log="a b\n", folder="/", exists=lambda _: False))
    assert "\\u202e" not in document
    (line,) = annotation_lines(answer, folder="/", exists=lambda _: False)
    assert re.fullmatch(r"::error title=[^\r\n,]*?::[^\r\n]*", line)
    assert "\u202e" not in line
    assert "\x1b" not in line
    summary = job_summary(answer, public_url=None)
    outside = re.sub(r"(?ms)^```$.*?^```$", "", summary)
    outside = re.sub(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", "", outside)
    for active in ("<script", "<img", "@everyone", "https://evil", "<!channel>"):
        assert active not in outside


def test_an_annotation_is_escaped_as_the_runner_reads_it() -> None:
    """Percent, line breaks, colons and commas are escaped where they would end a part."""
    event = an_event(
        message="50%, a: b\nc", matches=[a_match(title="t: 100%, u", solutions=["one", "two: 2"])]
    )
    answer = Answer(revision=1, events=[event], best=Best(event=0, id="d7326ee57f8a95e6"))
    (line,) = annotation_lines(answer, folder="/", exists=lambda _: False)
    title, _, message = line.removeprefix("::error ").partition("::")
    assert "%2C" in title
    assert "%3A" in title
    assert "%25" in title
    assert "50%25, a: b c%0A1. one%0A2. two: 2%0A" in message


def test_there_are_no_more_annotations_than_are_shown() -> None:
    """The one to fix first is an error and leads, the others are warnings, and what the runner drops is not written."""
    events = [an_event(index=number, message=f"m{number}") for number in range(30)]
    answer = Answer(revision=1, events=events, best=Best(event=20, id="d7326ee57f8a95e6"))
    lines = list(annotation_lines(answer, folder="/", exists=lambda _: False))
    assert len(lines) == MAX_ANNOTATIONS
    assert lines[0].startswith("::error ")
    assert "m20" in lines[0]
    assert all(line.startswith("::warning ") for line in lines[1:])


def test_a_summary_is_bounded() -> None:
    """However many errors there are, the summary fits and says how many are left out."""
    long = "word " * 400
    events = [
        an_event(index=number, matches=[a_match(documentation=long, solutions=[long] * 3)])
        for number in range(100)
    ]
    answer = Answer(revision=1, events=events, best=Best(event=0, id="d7326ee57f8a95e6"))
    summary = job_summary(answer, public_url=None)
    assert len(summary) < MAX_SUMMARY_CHARS + 20_000
    assert summary.count("<details>") == summary.count("</details>") <= 20
    assert " more errors." in summary


@pytest.mark.parametrize("kind", answers.ALL)
def test_every_kind_of_answer_has_every_report(kind: str) -> None:
    """No kind of answer breaks a report."""
    answer = answers.ALL[kind]()
    ET.fromstring(junit(answer, log="x"))
    sarif(answer, log="x", folder="/", exists=lambda _: True)
    list(annotation_lines(answer, folder="/", exists=lambda _: True))
    assert job_summary(answer, public_url=answers.PUBLIC_URL).startswith("## errdex: ")


@pytest.mark.parametrize(
    ("frames", "wanted"),
    [
        ([("/w/a.py", 1), ("/w/b.py", 2)], Place("b.py", 2)),
        ([("/w/a.py", 1), ("/usr/lib/x.py", 2)], Place("a.py", 1)),
        ([("./a.py", 3)], Place("a.py", 3)),
        ([("a.py", 3), ("missing.py", 4)], Place("a.py", 3)),
        ([("/w/.venv/lib/site-packages/p/a.py", 3)], None),
        ([("../w/a.py", 3), ("/w/../etc/a.py", 4)], None),
        ([("a.py", None)], None),
        ([("C:\\w\\a.py", 3)], None),
        ([("<string>", 3), ("", 1)], None),
        ([], None),
    ],
)
def test_the_place_in_ones_own_code(frames: list[tuple[str, int | None]], wanted: Place | None) -> None:
    """The innermost frame in the workspace counts; nothing outside of it does."""
    event = an_event(frames=[Frame(file=file, line=line, function="f") for file, line in frames])
    exists = {"a.py", "b.py", ".venv/lib/site-packages/p/a.py"}
    assert place_of(event, folder="/w", exists=exists.__contains__) == wanted


def test_a_job(database: str, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a job annotations go to stdout, the summary and the outputs to the runner's files, behind what is there."""
    log_of(here)
    summary, output = tmp_path / "summary.md", tmp_path / "output.txt"
    summary.write_text("# before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    monkeypatch.setenv("GITHUB_OUTPUT", str(output))
    monkeypatch.setenv("GITHUB_WORKSPACE", str(here))
    done = ran("--database", database, "github", "test.log")
    assert done.exit_code == 0, done.output
    error, warning = done.stdout.splitlines()
    assert error.startswith("::error file=src/my code.py,line=7,title=Known error%3A ValueError")
    assert warning.startswith("::warning title=")
    text = summary.read_text()
    assert text.startswith("# before\n## errdex: 2 of 3 errors recognised\n")
    assert KNOWN in text
    assert f"<details><summary>Known error: {OTHER[:60]}" in text
    assert output.read_text() == f"best={KNOWN}\nknown=2\n"


def test_a_job_without_an_error(
    database: str, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing found leaves the summary alone, sets empty outputs, and does not fail the step."""
    (here / "a.log").write_text("all is well\n")
    summary, output = tmp_path / "summary.md", tmp_path / "output.txt"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    monkeypatch.setenv("GITHUB_OUTPUT", str(output))
    done = ran("--database", database, "github", "a.log")
    assert (done.exit_code, done.stdout) == (0, "")
    assert not summary.exists()
    assert output.read_text() == "best=\nknown=0\n"


def test_a_summary_that_cannot_be_written(database: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A runner's file that cannot be written is told, and the step goes on."""
    log_of(here)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "/proc/none/x")
    done = ran("--database", database, "github", "--no-annotations", "test.log")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "GITHUB_STEP_SUMMARY cannot be written" in done.stderr


def test_the_action_is_a_composite_of_known_inputs() -> None:
    """The action takes its inputs through variables only, and its script is one that a shell can read."""
    text = (ROOT / "action.yml").read_text()
    script = text.split("run: |\n", 1)[1]
    assert "${{" not in script
    lines = "\n".join(line.removeprefix(" " * 8) for line in script.splitlines())
    assert subprocess.run(["bash", "-n"], input=lines, text=True, check=False, timeout=30).returncode == 0
    inputs = re.findall(r"^  (\w+):\n    description", text.split("outputs:")[0], flags=re.MULTILINE)
    assert inputs == ["log", "remote", "learn", "python"]
    for name in inputs:
        assert f"INPUT_{name.upper()}: ${{{{ inputs.{name} }}}}" in text
        assert f"$INPUT_{name.upper()}" in script


def test_the_actions_script_explains_a_log(database: str, here: Path, tmp_path: Path) -> None:
    """The action's own script, with an installed errdex in the place of the one that it installs, does what it says."""
    log_of(here)
    script = (ROOT / "action.yml").read_text().split("run: |\n", 1)[1]
    lines = "\n".join(line.removeprefix(" " * 8) for line in script.splitlines())
    fake = tmp_path / "python"
    fake.write_text(
        "#!/bin/sh\n"  # stands for `python -m venv FOLDER`
        'mkdir -p "$3/bin"\nprintf "#!/bin/sh\\nexit 0\\n" > "$3/bin/pip"\n'
        f'printf "#!/bin/sh\\nexec {sys.executable} -m app \\"\\$@\\"\\n" > "$3/bin/errdex"\n'
        'chmod +x "$3/bin/pip" "$3/bin/errdex"\n'
    )
    fake.chmod(0o755)
    summary, output = tmp_path / "summary.md", tmp_path / "output.txt"
    done = subprocess.run(
        ["bash", "-c", lines],
        cwd=here,
        env={
            "PATH": "/usr/bin:/bin",
            "HOME": str(tmp_path),
            "PYTHONPATH": str(ROOT),
            "RUNNER_TEMP": str(tmp_path),
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_WORKSPACE": str(here),
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_OUTPUT": str(output),
            "ERRDEX_DATABASE_URL": f"sqlite:///{tmp_path}/errdex.db",
            "INPUT_LOG": "test.log",
            "INPUT_REMOTE": "",
            "INPUT_LEARN": "",
            "INPUT_PYTHON": str(fake),
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("::error file=src/my code.py,line=7")
    assert KNOWN in summary.read_text()
