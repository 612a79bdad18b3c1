"""errdex documents its own errors as it asks others to: `errors/` is right, up to date, and whole where users look."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli import app

ROOT = Path(__file__).parents[2]
ERRORS = ROOT / "errors"
# What is raised here meets everybody who sets errdex up or pastes something.
WHOLE = (
    "app/commands/paste.py",
    "app/commands/setup.py",
    "app/db/address.py",
    "app/db/engine.py",
    "app/services/match.py",
    "app/web/body_limit.py",
)


@pytest.fixture(scope="module")
def undocumented() -> dict[str, str]:
    """File and line of the raise sites that nobody has explained, and what was said of files without a site."""
    ran = CliRunner().invoke(app, ["check", "--undocumented", "--json", str(ROOT)])
    assert ran.exit_code in {0, 3}, ran.output
    found = json.loads(ran.stdout)["undocumented"]
    return {f"{one['filePath']}:{one['lineNumber']}": str(one["errorMessage"]) for one in found} | {
        "": ran.stderr
    }


def test_the_files_are_right() -> None:
    """No fault, and nothing odd."""
    ran = CliRunner().invoke(app, ["check", "--strict", str(ERRORS)])
    assert ran.exit_code == 0, ran.output


def test_every_file_is_about_a_site_of_today(undocumented: dict[str, str]) -> None:
    """Else the message was changed or taken away: change or remove the file with it."""
    assert "is about a raise site that is gone" not in undocumented[""]


@pytest.mark.parametrize("file", WHOLE)
def test_what_users_meet_most_is_explained(undocumented: dict[str, str], file: str) -> None:
    """Each raise site of these files has a file in errors/; `errdex init` begins one."""
    assert {place: text for place, text in undocumented.items() if place.startswith(f"{file}:")} == {}
