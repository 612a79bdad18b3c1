"""Linting files of records without a database."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.domain.reading import Limits
from app.domain.vocabulary import Vocabulary
from app.services.check import CheckReport, check_inputs

ROOT = Path(__file__).parents[2]
BROKEN = ROOT.joinpath("tests/data/broken")
RECORD: dict[str, Any] = {
    "id": "0123456789abcdef",
    "repo": "acme/rockets",
    "slug": "fuel-tank-name-of-the-second-stage-is-empty",
    "errorMessage": "fuel tank {name} of the second stage is empty",
    "messagePattern": "fuel tank (.*?) of the second stage is empty",
    "errorClass": "ValueError",
    "severity": "error",
    "filePath": "src/rockets/tank.py",
    "lineNumber": 2,
    "sourceCode": "def check(tank):\n    raise ValueError(text)\n",
    "sourceCodeStart": 1,
    "sourceCodeEnd": 2,
    "githubUrl": "https://github.com/acme/rockets/blob/0123456789/src/rockets/tank.py#L1-L2",
    "analyzedSha": "0123456789",
    "schemaVersion": 2,
}


def _check(*values: object, strict: bool = False) -> CheckReport:
    inputs = [(f"{number}.json", json.dumps(value).encode()) for number, value in enumerate(values)]
    return check_inputs(inputs, strict=strict)


def _changed(*without: str, **members: object) -> dict[str, Any]:
    return {**{key: value for key, value in RECORD.items() if key not in without}, **members}


def test_eight_differently_broken_records_are_all_named() -> None:
    """A folder with eight broken files gives a fault for each, and the good lines beside them are read."""
    paths = sorted(BROKEN.iterdir())
    report = check_inputs((path.name, path.read_bytes()) for path in paths)
    problems = {
        "1-not-closed.json": "is not JSON",
        "2-no-place.json": "is missing",
        "3-number-in-quotes.json": "must be a whole number",
        "4-other-schema-version.json": "must be 2",
        "5-empty-pattern.json": "must not be empty",
        "6-no-message-no-class.json": "neither errorMessage nor errorClass",
        "7-field-twice.json": "stands twice",
        "8-broken-line.jsonl": "is not JSON",
    }
    assert {path.name for path in paths} == set(problems)
    assert {fault.file for fault in report.faults} == set(problems)
    for fault in report.faults:
        assert problems[fault.file] in fault.problem
        assert fault.advice
    assert (report.files, report.records) == (8, 2)


def test_the_bundled_records_are_clean() -> None:
    """Nothing is wrong or odd with the records that are shipped, nor with the pages that two came from."""
    paths = [
        *sorted(ROOT.joinpath("data/records").rglob("*.json")),
        *sorted(ROOT.joinpath("tests/data/pages").iterdir()),
    ]
    report = check_inputs((path.name, path.read_bytes()) for path in paths)
    assert report.faults == ()
    # A program may say little; its record says what it says, and is matched with more care.
    warnings = [warning for warning in report.warnings if warning.field != "messagePattern"]
    # Both pages say, with the commit known from the others, just what the files made of them say.
    assert [warning.problem.partition(" in ")[0] for warning in warnings] == ["also stands"] * 2
    assert (report.files, report.records, report.pattern_problems) == (len(paths), len(paths), 0)


def test_a_good_record_has_no_findings() -> None:
    """The record that the cases below break is clean by itself."""
    report = _check(RECORD)
    assert (report.faults, report.warnings) == ((), ())


WARNINGS = [
    (_changed(slug="other"), "slug", "is not the slug"),
    (_changed(messagePattern="fuel (?=tank) of the second stage"), "messagePattern", "cannot be used"),
    (_changed(messagePattern="something else entirely written"), "messagePattern", "own errorMessage"),
    (
        _changed(errorMessage="got {x}", messagePattern="got (.*)", slug="got-x"),
        "messagePattern",
        "fire on ordinary lines",
    ),
    (_changed(githubUrl="https://github.com/acme/rockets/blob/main/x.py"), "githubUrl", "not pinned"),
    (_changed("analyzedSha"), "githubUrl", "no analyzedSha"),
    (_changed(lineNumber=3), "lineNumber", "outside the source window, 1 to 2"),
    (_changed(lineNumber=1), "lineNumber", "is no line that raises"),
    (_changed(sourceCodeEnd=9), "sourceCode", "has 2 lines, and sourceCodeStart 1 to sourceCodeEnd 9 are 9"),
    (_changed(solution=["Fill it"]), "solution", "solutions is"),
    (_changed(error_type="validation"), "error_type", "errorType is"),
]


@pytest.mark.parametrize(("record", "field", "problem"), WARNINGS, ids=[case[2] for case in WARNINGS])
def test_what_is_odd_is_a_warning_and_with_strict_a_fault(
    record: dict[str, Any], field: str, problem: str
) -> None:
    """What would be stored all the same is named with its field, and refused only where that is asked for."""
    report = _check(record)
    assert report.faults == ()
    (warning,) = report.warnings
    assert (warning.field, warning.file, warning.record_id) == (field, "0.json", RECORD["id"])
    assert problem in warning.problem
    strict = _check(record, strict=True)
    assert (strict.faults, strict.warnings) == (report.warnings, ())


def test_a_site_without_a_text_is_no_generic_pattern() -> None:
    """A bare raise has no pattern that could say too little."""
    record = _changed(errorMessage=None, messagePattern=None, slug="valueerror-in-tank-py")
    assert _check(record, strict=True).faults == ()


def test_unusable_patterns_are_counted() -> None:
    """A look-ahead is counted, since such a record is found by its place and by similarity only."""
    report = _check(_changed(messagePattern="fuel (?!x) tank"), _changed("id", lineNumber=2))
    assert report.pattern_problems == 1


def test_the_last_line_of_a_window_may_be_empty() -> None:
    """Lines are counted as the window has them, whether the last one has an end, and whether it is empty."""
    code = "\n".join(["raise X", *["line"] * 35, ""])
    for text in (code, f"{code}\n"):
        window = {"sourceCode": text, "sourceCodeStart": 2, "sourceCodeEnd": 38, "lineNumber": 2}
        assert _check(_changed(**window)).warnings == ()
        (warning,) = _check(_changed(**window | {"sourceCodeEnd": 40})).warnings
        assert warning.field == "sourceCode"


def test_a_logged_message_or_another_language_needs_no_raise() -> None:
    """Only Python raise sites are looked at for their keyword."""
    code = "a\nb"
    for record in (_changed("errorClass", sourceCode=code), _changed(sourceCode=code, filePath="src/a.ts")):
        assert _check(record).warnings == ()


def test_two_records_of_one_id() -> None:
    """The same content twice is odd; other content is a contradiction, unless one is of a newer data set."""
    same = _check(RECORD, {"record": RECORD})
    assert same.faults == ()
    assert [(one.file, one.problem) for one in same.warnings] == [("1.json", "also stands in 0.json")]
    other = _changed(documentation="new")
    (fault,) = _check(RECORD, [{"record": other}]).faults
    assert (fault.file, fault.index, fault.field) == ("1.json", 1, "id")
    assert "with other content" in fault.problem
    newer = _check(RECORD, {"record": other, "datasetVersion": "2026-08-28"})
    assert (newer.faults, len(newer.warnings)) == ((), 1)
    within = _check([RECORD, other])
    assert "0.json, record 1" in within.faults[0].problem


def test_a_partial_record_needs_its_whole_one() -> None:
    """A partial record by itself lacks fields; beside the whole one it is checked as merged."""
    partial = {"id": RECORD["id"], "documentation": "The tank is empty."}
    alone = _check(partial)
    assert [fault.field for fault in alone.faults] == [
        "repo",
        "slug",
        "filePath",
        "lineNumber",
        "errorMessage",
    ]
    assert "no other of these files" in alone.faults[0].problem
    assert _check(partial, RECORD).faults == ()
    assert _check(partial, RECORD).records == 2
    (fault,) = _check({**partial, "errorClass": "X", "documentation": 3}, RECORD).faults
    assert (fault.file, fault.field) == ("0.json", "documentation")
    report = _check({**partial, "messagePattern": "fuel (?=tank)", "slug": "x"}, _changed(lineNumber=1))
    assert [(one.file, one.field) for one in report.warnings] == [
        ("1.json", "lineNumber"),
        ("0.json", "messagePattern"),
        ("0.json", "slug"),
    ]
    assert report.pattern_problems == 1
    report = _check({**partial, "tags": ["x" * 600], "errorType": "y" * 600}, RECORD)
    assert [fault.field for fault in report.faults] == ["errorType"]


PATHS = [
    ("/srv/app/tank.py", "is an absolute path", "src/pkg/module.py"),
    (r"C:\app\tank.py", "is an absolute path", "src/pkg/module.py"),
    (r"src\rockets\tank.py", "has backslashes", '"src/rockets/tank.py"'),
    ("src/../../tank.py", "has a part `..`", "src/pkg/module.py"),
]


@pytest.mark.parametrize(("path", "problem", "advice"), PATHS, ids=[case[0] for case in PATHS])
def test_a_path_that_is_none_in_a_repository_is_a_fault(path: str, problem: str, advice: str) -> None:
    """Absolute paths, backslashes and `..` are refused with the value and with what to write; two dots in a name are none."""
    (fault,) = _check(_changed(filePath=path)).faults
    assert (fault.field, fault.value, fault.problem) == ("filePath", json.dumps(path), problem)
    assert advice in fault.advice
    assert _check(_changed(filePath="src/a..b/C:tank.py")).faults == ()


def test_what_no_database_keeps_is_a_fault() -> None:
    """A line number beyond what a column holds is refused here as it is by ingest."""
    report = _check(_changed("sourceCodeStart", "sourceCodeEnd", lineNumber=2**31))
    assert [fault.field for fault in report.faults] == ["lineNumber"]


def test_limits_are_passed_on() -> None:
    """Sizes over the limits are faults, as in ingest."""
    data = json.dumps(RECORD).encode()
    report = check_inputs([("a.json", data)], limits=Limits(max_record_bytes=100))
    assert "more than the limit of 100" in report.faults[0].problem


def test_names_in_fixes_are_looked_up_in_a_source() -> None:
    """Only for records of its package; a partial record's own fields alone; all of it warnings."""
    rockets = Vocabulary(
        labels=("rockets 1.2",),
        packages=frozenset({"rockets"}),
        flags=frozenset({"--tank-size"}),
        declared=frozenset({"--tank-size"}),
    )
    whole = {
        "id": "0" * 16,
        "repo": "acme/rockets",
        "errorMessage": "the fuel tank of the rocket is empty",
        "filePath": "src/rockets/launch.py",
        "lineNumber": 3,
        "solutions": ["Set --tank-sizes"],
    }
    other = {**whole, "id": "1" * 16, "filePath": "src/boats/sail.py", "lineNumber": 4}
    partial = {"id": "0" * 16, "preventionTips": ["Never set --tank-volume"]}
    data = "".join(json.dumps(one) + "\n" for one in (whole, other, partial)).encode()
    report = check_inputs([("r.jsonl", data)], against=rockets)
    named = [(one.field, one.value) for one in report.warnings if "does not occur" in one.problem]
    assert named == [("solutions[0]", '"--tank-sizes"'), ("preventionTips[0]", '"--tank-volume"')]
    assert (report.looked_up, report.records) == (1, 3)
    assert not any("does not occur" in one.problem for one in check_inputs([("r.jsonl", data)]).warnings)
    assert any(
        "does not occur" in one.problem
        for one in check_inputs([("r.jsonl", data)], strict=True, against=rockets).faults
    )
