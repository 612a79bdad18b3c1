"""What `make verify-knowledge` says of a proof on another release."""

from __future__ import annotations

import dataclasses
import os
import sys

import pytest

from app.extract.model import Origin
from app.services.learn_drafts import read_drafts
from tests.knowledge.drift import judge, judge_site
from tests.knowledge.proofs import Part, all_proofs, run
from tests.knowledge.sites import Release
from tests.knowledge.test_records import ENVELOPES

PROOF = next(proof for proof in all_proofs() if proof.name == "fastapi/prefix_without_slash")
RECORD = ENVELOPES[PROOF.record_id]
PATH, FUNCTION = "fastapi/routing.py", "APIRouter.__init__"
MESSAGE = "A path prefix must start with '/'"


def a_release(message: str = MESSAGE, path: str = PATH, function: str = FUNCTION) -> Release:
    """A release with one raise site."""
    record = {
        "repo": "fastapi/fastapi",
        "slug": "a",
        "errorClass": "AssertionError",
        "errorMessage": message,
        "messagePattern": message.replace("/", "\\/") if "\\" in message else message,
        "filePath": path,
        "lineNumber": 7,
    }
    drafts = [{"record": record, "errdex": {"function": function}}]
    sites, faults = read_drafts("fastapi/fastapi", drafts)
    assert not faults
    return Release(Origin(repo="fastapi/fastapi", name="fastapi", version="9.9"), drafts, sites)


def printed(message: str = MESSAGE, path: str = PATH) -> Part:
    """What a failing program prints."""
    trace = f'Traceback (most recent call last):\n  File "/v/site-packages/{path}", line 7, in f\n    raise\n'
    return Part(1, f"{trace}AssertionError: {message}\n")


FINE = Part(0, "")
CASES = [
    (printed(), FINE, a_release(), "holds"),
    (FINE, FINE, a_release(), "lifted"),
    (printed(), Part(1, "AttributeError: gone"), a_release(), "broken"),
    (printed("Prefixes begin with a slash"), FINE, a_release("Prefixes begin with a slash"), "reworded"),
    (printed("Something else"), FINE, a_release(), "reworded"),
    (printed("Something else"), FINE, a_release("Else", function="APIRouter.check"), "gone"),
    (printed(path="fastapi/paths.py"), FINE, a_release(path="fastapi/paths.py"), "moved"),
    (printed(), FINE, a_release(function="APIRouter.check"), "moved"),
    (Part(-1, "PostgreSQL does not start here: no room"), FINE, a_release(), "not run"),
]


@pytest.mark.parametrize(("before", "after", "release", "state"), CASES)
def test_the_verdict(before: Part, after: Part, release: Release, state: str) -> None:
    """Each fate of an error has its name."""
    proof = dataclasses.replace(PROOF, prose=dataclasses.replace(PROOF.prose, site=None))
    assert judge(proof, {"before": before, "after": after}, RECORD, release).state == state


def test_the_interpreter_may_be_named_from_here() -> None:
    """The programs run in folders of their own, and the Makefile names the interpreter from where it stands."""
    assert run([PROOF], python=os.path.relpath(sys.executable))[PROOF.name]["after"] == FINE


PLACED = next(proof for proof in all_proofs() if proof.name == "pytest/pattern_did_not_match")
PLACED_CASES = [
    (
        "E       AssertionError: Regex pattern did not match.\nE         Expected regex: 'a'\nE         Actual message: 'b'",
        "holds",
    ),
    (
        "E       AssertionError: Regex pattern did not match.\nE        Regex: 'a'\nE        Input: 'b'",
        "reworded",
    ),
]


@pytest.mark.parametrize(("output", "state"), PLACED_CASES)
def test_the_words_of_a_place_that_was_written_down(output: str, state: str) -> None:
    """Where the place is not looked up the message decides, behind whatever pytest puts before its lines."""
    origin = Origin(repo="pytest-dev/pytest", name="pytest", version="9.9")
    parts = {"before": Part(1, output), "after": FINE}
    record = ENVELOPES[PLACED.record_id]
    assert judge(PLACED, parts, record, Release(origin, [], [])).state == state


SITE_CASES = [
    (a_release(), False, "holds"),
    (a_release(path="fastapi/paths.py"), False, "moved"),
    (a_release(function="APIRouter.check"), False, "moved"),
    (a_release("A path prefix must begin with '/'"), False, "reworded"),
    (a_release("Something else"), False, "gone"),
    (a_release("{problem}"), False, "gone"),
    (a_release("{problem}"), True, "holds"),
]


@pytest.mark.parametrize(("release", "made_elsewhere", "state"), SITE_CASES)
def test_the_verdict_on_a_site_that_is_only_read(release: Release, made_elsewhere: bool, state: str) -> None:
    """Place and words of the site decide; a text that was made elsewhere is not looked for there."""
    prose = dataclasses.replace(PROOF.prose, message=MESSAGE if made_elsewhere else None)
    assert RECORD.record.error_message == MESSAGE
    assert judge_site(prose, RECORD, release).state == state
