"""Texts without an error in them get no answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.config import Settings
from app.services.inputs import Input, find_inputs
from app.services.wiring import Services, build

FOLDER = Path(__file__).parents[1] / "cases" / "innocent"
FAMILIES = sorted(file.stem for file in FOLDER.glob("*.txt"))
# Messages as short and as common as real packages have them.
TEMPTING = (
    "{error}",
    "Error: {error}",
    "Failed to {what}",
    "Invalid {name}",
    "{name} is not valid",
    "{name} not found",
    "Not found: {path}",
    "Unknown error",
    "No such file: {path}",
    "{name} must be set",
    "Unsupported {kind}: {value}",
    "Connection refused",
    "{what} failed",
    "Cannot {what} {name}",
    "Expected {expected}, got {given}",
    "Warning: {text}",
    "missing",
    "not implemented",
    "timed out",
    "{count} errors",
)


def texts_of(family: str) -> list[str]:
    """Read the texts of a family."""
    return (FOLDER / f"{family}.txt").read_text(encoding="utf-8").split("\n%%\n")


@pytest.fixture(scope="module")
def services(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """Give services with the bundled records, and others whose messages are short and common."""
    file = tmp_path_factory.mktemp("innocent") / "errdex.db"
    file.write_bytes(migrated_file.read_bytes())
    opened = build(Settings(_env_file=None, database_url=f"sqlite:///{file}"))
    records = [
        {
            "repo": "acme/tempting",
            "filePath": f"tempting/part{number}.py",
            "lineNumber": 10 + number,
            "errorMessage": message,
            "errorClass": "ValueError",
        }
        for number, message in enumerate(TEMPTING)
    ]
    report = opened.ingest.ingest(
        [*find_inputs([]), Input("tempting.json", data=json.dumps(records).encode())]
    )
    assert not report.faults
    yield opened
    opened.close()


def test_there_are_two_hundred() -> None:
    """The folder holds 200 different texts or more, of many families."""
    texts = [text for family in FAMILIES for text in texts_of(family)]
    assert len(texts) == len(set(texts)) >= 200
    assert len(FAMILIES) >= 15
    assert min(map(len, texts)) < 100
    assert max(map(len, texts)) > 3000


@pytest.mark.parametrize("family", FAMILIES)
def test_an_innocent_text_has_no_best(services: Services, family: str) -> None:
    """No text of the family gets a `best`, neither from the bundled records nor from short and common messages."""
    answered = {}
    for text in texts_of(family):
        answer = services.match.match(text)
        if answer.best is not None:
            best = answer.best_match()
            answered[text[:200]] = best.error_message if best else None
    assert not answered
