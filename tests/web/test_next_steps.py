"""Next steps on every front: one record with facts, as learn writes them, from the paste to page, API, Markdown and chat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from app.cli import app as command_line
from app.config import Settings
from app.domain.answer import DERIVED_STEPS
from app.main import create_app
from app.services import wiring
from app.services.inputs import Input
from tests.web.html_document import parse
from tests.web.test_derived_records import RECORD

ERRDEX: dict[str, Any] = {
    "function": "Pool.grow",
    "provenance": {"kind": "derived", "verified": []},
    "facts": {
        "guard": {"text": "name not in NAMES", "needs": "`name` is in `NAMES`", "names": ["name"]},
        "accepted": {"of": "name", "values": ["'red'", "'blues'"]},
        "arguments": [{"name": "name", "of": "Pool.grow"}],
    },
}
PASTE = """\
Traceback (most recent call last):
  File "/srv/shop/<b>jobs</b>.py", line 12, in nightly
    pool.grow("blue")
  File "/venv/lib/python3.11/site-packages/acme/pool.py", line 40, in grow
    raise ValueError(
ValueError: Pool 'blue' cannot grow past 16 slots
"""
ACCEPTED = (
    "Use a value of `name` that is accepted: `'red'`, `'blues'`. Here it was `'blue'`; did you mean `blues`?"
)
CALLER = (
    "In your own code, look at `/srv/shop/<b>jobs</b>.py:12` in `nightly`: the error comes out of its call of `grow`; "
    "check what it passes as `name`."
)


@pytest.fixture
def settings_with_facts(loaded: Settings) -> Settings:
    """Settings of a base that also holds the record."""
    services = wiring.build(loaded, migrate=False)
    report = services.ingest.ingest(
        [Input("derived.json", data=json.dumps({"record": RECORD, "errdex": ERRDEX}).encode())]
    )
    services.close()
    assert not report.faults, report.faults
    return loaded


@pytest.fixture
def client(settings_with_facts: Settings) -> Iterator[TestClient]:
    """A client of an application over it."""
    with TestClient(create_app(settings_with_facts), raise_server_exceptions=False) as client:
        yield client


def test_the_api_gives_the_steps(client: TestClient) -> None:
    """Kind, text and evidence, marked as derived; the match keeps its other members."""
    (match,) = client.post("/api/match", json={"text": PASTE}).json()["events"][0]["matches"]
    assert [(one["kind"], one["text"], one["derived"]) for one in match["nextSteps"]] == [
        ("accepted", ACCEPTED, True),
        ("caller", CALLER, True),
    ]
    assert match["nextSteps"][0]["evidence"] == "name not in NAMES"
    assert "installed" not in match


def test_the_page_shows_them_escaped_and_before_the_code(client: TestClient) -> None:
    """Under a heading that says where they are from; nothing of the paste becomes markup."""
    page = parse(client.post("/", data={"text": PASTE}, headers={"Accept": "text/html"}).text)
    words = page.words
    assert words.index(DERIVED_STEPS) < words.index("When it happens") < words.index("Code")
    assert "did you mean blues?" in words
    assert "/srv/shop/<b>jobs</b>.py:12" in words


def test_markdown_shows_the_first_ones(client: TestClient) -> None:
    """A chat gets at most two, in a list under the same heading."""
    text = client.post("/api/match", json={"text": PASTE}, headers={"Accept": "text/markdown"}).text
    assert f"**{DERIVED_STEPS}**" in text
    assert text.count("\n- Use a value of `name`") == 1


def test_the_command_line_says_the_same(settings_with_facts: Settings) -> None:
    """The steps of the API, word by word."""
    ran = CliRunner().invoke(
        command_line, ["--database", settings_with_facts.database_url, "match"], input=PASTE
    )
    assert ran.exit_code == 0, ran.output
    assert DERIVED_STEPS in ran.stdout
    assert ACCEPTED in ran.stdout
    assert CALLER in ran.stdout


def test_the_record_page_has_them_without_values(client: TestClient) -> None:
    """A record by itself says what passes, and nothing of a paste."""
    path = f"/errors/acme/pool/{RECORD['slug']}-{RECORD['id']}"
    words = parse(client.get(path, headers={"Accept": "text/html"}).text).words
    assert DERIVED_STEPS in words
    assert "'red', 'blues'" in words
    assert "Here it was" not in words


def test_facts_that_a_later_version_writes_are_left_alone(loaded: Settings) -> None:
    """Members that this version does not know are kept, and the others still give their steps."""
    facts = {**ERRDEX["facts"], "soundtrack": ["b"]}
    services = wiring.build(loaded, migrate=False)
    data = json.dumps({"record": RECORD, "errdex": {**ERRDEX, "facts": facts}}).encode()
    assert not services.ingest.ingest([Input("derived.json", data=data)]).faults
    envelope = services.catalog.get(RECORD["id"]).envelope
    assert envelope.errdex.facts is not None
    assert envelope.errdex.facts.wire()["soundtrack"] == ["b"]
    match = services.match.match(PASTE).best_match()
    services.close()
    assert match is not None
    assert match.next_steps[0].kind == "accepted"
