"""The lint of prose: what it finds, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from app.domain.prose_lint import prose_findings
from app.domain.records import Envelope
from tests.seeds import seeds

GOOD: dict[str, Any] = {
    "id": "0" * 16,
    "repo": "acme/rockets",
    "slug": "fuel-tank",
    "errorMessage": "fuel tank {name!r} of stage {stage} is empty",
    "filePath": "src/rockets/tank.py",
    "lineNumber": 48,
    "documentation": "The launch check found a tank without fuel.",
    "triggerScenarios": "Calling launch() before fill().",
    "solutions": ["Fill the tank before the launch", "Leave the stage out with --skip-stage"],
    "exampleFix": "# before\nlaunch()\n# after\nfill()\nlaunch()",
    "validationCode": "if not tank.full:\n    raise SystemExit('fill it')",
    "typeGuard": "def full(tank) -> bool:\n    return tank.level == 1.0",
    "tryCatchPattern": "except ValueError:\n    fill()",
    "preventionTips": ["Fill tanks in the evening"],
}


def findings(kind: str = "written", **fields: Any) -> list[tuple[str, str]]:
    """Field and problem of each finding in the good record with other fields."""
    envelope = Envelope.model_validate(
        {"record": GOOD | fields, "errdex": {"provenance": {"kind": kind, "verified": []}}}
    )
    return [(one.field, one.problem) for one in prose_findings(envelope, "f.json", None, "record")]


def test_good_prose_has_no_findings() -> None:
    """Sentences, advice and code that parses are let alone, and so is a record without prose."""
    assert findings() == []
    assert findings(**dict.fromkeys(["documentation", "exampleFix", "preventionTips"]), solutions=[]) == []


def test_the_seeds_have_none() -> None:
    """The lint is no stricter than the records that the project began with."""
    for seed in seeds():
        envelope = Envelope.model_validate_json(seed.read())
        assert list(prose_findings(envelope, seed.name, None, "record")) == []


def test_derived_records_are_not_looked_at() -> None:
    """What follows from source by rule is no prose."""
    assert findings("derived", documentation="TODO") == []


PLACEHOLDERS = [
    "",
    "  ",
    "N/A",
    "unknown",
    "TBD",
    "...",
    "TODO: write this",
    "Set it to <your value> first.",
    "Lorem ipsum dolor",
    "Describe it here",
    "The cause is to be determined.",
    "Use [insert name] instead.",
]


@pytest.mark.parametrize("text", PLACEHOLDERS)
@pytest.mark.parametrize("field", ["documentation", "triggerScenarios", "commonSituations", "solutions"])
def test_placeholders_are_found(field: str, text: str) -> None:
    """A text that stands for another one is found in every field of prose."""
    value = [text] if field == "solutions" else text
    ((found, problem), *others) = findings(**{field: value})
    assert found == ("solutions[0]" if field == "solutions" else field)
    assert problem in {"is a placeholder", "says nothing"}
    assert others == []


NO_PLACEHOLDERS = [
    "The value None is not known to the model.",
    "Add the tag here and there.",
    "A to-do list is not a queue.",
    "`<class 'int'>` is what came.",
    "Write `List[int]`, `dict[str, Any]`.",
    "An unknown key was sent.",
]


@pytest.mark.parametrize("text", NO_PLACEHOLDERS)
def test_words_that_only_look_like_placeholders(text: str) -> None:
    """Sentences that use such words in earnest are let alone."""
    assert findings(documentation=text, solutions=[text, "Fill the tank"]) == []


IDLE = [
    "Fix the error",
    "Resolve this issue.",
    "Check the error message",
    "Please check your code.",
    "Consult the documentation",
    "Contact support",
    "Try again later.",
]


@pytest.mark.parametrize("text", IDLE)
def test_advice_that_says_nothing_is_found(text: str) -> None:
    """A sentence that would fit every error is no solution."""
    assert findings(solutions=[text]) == [("solutions[0]", "is no solution")]


@pytest.mark.parametrize(
    "text",
    ["Fuel tank of stage is empty", "The fuel tank of stage is empty.", "fuel tank 'a' of stage 2 is empty"],
)
def test_a_solution_that_repeats_the_message_is_found(text: str) -> None:
    """The reader has the message before their eyes; saying it again is no advice."""
    assert findings(solutions=["Fill the tank", text]) == [("solutions[1]", "only repeats the message")]


def test_a_solution_may_use_the_words_of_the_message() -> None:
    """Advice speaks of the same things as the message."""
    assert (
        findings(solutions=["A fuel tank that is empty: fill it, or leave its stage out of the plan"]) == []
    )


def test_the_same_solution_twice_is_found() -> None:
    """Case and punctuation make no other solution."""
    assert findings(solutions=["Fill the tank", "fill the tank."]) == [
        ("solutions[1]", "says the same as solutions[0]")
    ]


UNPARSABLE = [
    ("exampleFix", "# before\nlaunch(\n# after\nlaunch()"),
    ("exampleFix", "# before\nlaunch()\n# after\nif full\n    launch()"),
    ("validationCode", "if tank.full\n    pass"),
    ("typeGuard", "def full(tank) -> bool\n    return True"),
    ("tryCatchPattern", "except ValueError:\nfill()"),
    ("validationCode", "import os\nos.environ['A' = 'b'"),
]


@pytest.mark.parametrize(("field", "code"), UNPARSABLE)
def test_code_that_does_not_parse_is_found(field: str, code: str) -> None:
    """Code will be pasted as it is."""
    ((found, problem),) = findings(**{field: code})
    assert found == field
    assert problem.startswith("does not parse: ")


PARSABLE = [
    ("exampleFix", "# before\nexport MODE=compact\n# after\nexport MODE=static"),
    ("exampleFix", "# before\n--skip-stage 1 --fast\n# after\n--fast"),
    ("exampleFix", "# before\npip install 'a[b]\n# after\npython -m pip install a"),
    ("exampleFix", "# before\n$ errdex match (\n# after\n$ errdex match"),
    ("exampleFix", "# before\nstages:\n  - one: {\n# after\nstages: []"),
    ("validationCode", "return await fill() if x else None"),
    ("validationCode", 'pattern = "\\d+"'),
    ("exampleFix", "# before\nfor f in *.py; do\n  errdex match $f\n# after\nerrdex match all.py"),
    ("tryCatchPattern", "try:\n    launch()\nexcept ValueError as error:\n    fill(); retry()\n    raise"),
]


@pytest.mark.parametrize(("field", "code"), PARSABLE)
def test_fragments_and_other_languages_are_let_alone(field: str, code: str) -> None:
    """Command lines, settings and parts of functions are not taken for broken Python."""
    assert findings(**{field: code}) == []


def test_code_to_be_written_is_found() -> None:
    """A comment that stands for code is a placeholder."""
    assert findings(validationCode="def f():\n    pass  # TODO") == [("validationCode", "is a placeholder")]
    assert findings(validationCode="# your code here") == [("validationCode", "is a placeholder")]


@pytest.mark.parametrize("code", [f"x = {'(' * 300}1{')' * 300}", f"x = {'-' * 19_000}1"])
def test_deep_nesting_ends_in_a_finding(code: str) -> None:
    """Code that no parser gets through costs a finding and nothing else."""
    ((field, _),) = findings(validationCode=code)
    assert field == "validationCode"


LINKS = [
    ("https://github.com/acme/rockets/blob/main/src/tank.py#L3", "leads to the branch main, which moves on"),
    ("https://github.com/acme/rockets/tree/develop", "leads to the branch develop, which moves on"),
    (
        "https://raw.githubusercontent.com/acme/rockets/master/README.md",
        "leads to the branch master, which moves on",
    ),
    (
        "https://raw.githubusercontent.com/acme/rockets/refs/heads/main/README.md",
        "leads to the branch main, which moves on",
    ),
    ("https://gitlab.com/acme/rockets/-/blob/main/a.py", "leads to the branch main, which moves on"),
    ("https://rockets.example/en/latest/tanks.html", "leads to latest, which will say something else"),
    ("https://rockets.example/stable/", "leads to stable, which will say something else"),
]


@pytest.mark.parametrize(("url", "problem"), LINKS)
def test_links_that_move_are_found(url: str, problem: str) -> None:
    """A link to a branch or to the newest documentation will show something else one day."""
    assert findings(documentation=f"See {url}.") == [("documentation", problem)]
    assert findings(solutions=[f"Do as [the page]({url}) says"]) == [("solutions[0]", problem)]


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/acme/rockets/blob/0132848349585cfe6aae51c4941cbae872505f8a/src/tank.py#L3",
        "https://github.com/acme/rockets/blob/v1.2.0/src/tank.py",
        "https://github.com/acme/rockets/tree/release-2.14.4",
        "https://github.com/acme/rockets/issues/12",
        "https://errors.rockets.example/2.14/v/tank",
        "https://rockets.example/",
    ],
)
def test_links_that_stay_are_let_alone(url: str) -> None:
    """Commits, tags, issues and pages of a version stay what they are."""
    assert findings(documentation=f"See {url}.") == []


@pytest.mark.parametrize("char", ["\u202e", "\x1b", "\u200b", "\ufeff", "\x85", "\U000e0041"])
@pytest.mark.parametrize("field", ["documentation", "solutions", "exampleFix"])
def test_what_nobody_sees_is_found(field: str, char: str) -> None:
    """Controls, bidi and zero-width marks can make a text look like another one."""
    text = f"x = {char}1"
    ((found, problem), *_) = findings(**{field: [text] if field == "solutions" else text})
    assert found.startswith(field)
    assert problem == f"has the invisible character U+{ord(char):04X}"


def test_letters_may_be_joined() -> None:
    """Scripts and emoji need their joiners; tabs and line breaks are text."""
    assert (
        findings(
            documentation="\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645\t\U0001f468\u200d\U0001f4bb\nok"
        )
        == []
    )
