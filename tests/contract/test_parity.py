"""One table of pastes through every front: the same records, in the same order, from the domain to Slack."""

from __future__ import annotations

import html
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from app.cli import app as cli
from app.config import Settings
from app.domain.records import Envelope
from app.main import create_app
from app.services.inputs import find_inputs
from app.services.wiring import build
from tests.bots.signing import slack_body, slack_headers, webhook_headers
from tests.domain.reference import answer_by_full_scan

SECRET = "a-signing-secret"
CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "seeds.jsonl").read_text(encoding="utf-8").splitlines()
]
each_case = pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A database with the bundled records, and both chat fronts switched on."""
    path = tmp_path_factory.mktemp("parity") / "errdex.db"
    settings = Settings.model_validate(
        {
            "database_url": f"sqlite:///{path}",
            "slack_signing_secret": SECRET,
            "webhook_secret": SECRET,
        }
    )
    services = build(settings)
    services.ingest.ingest(find_inputs([]))
    services.close()
    return settings


@pytest.fixture(scope="module")
def client(settings: Settings) -> Iterator[TestClient]:
    """A client of the whole application."""
    with TestClient(create_app(settings)) as client:
        yield client


@pytest.fixture(scope="module")
def records() -> list[Envelope]:
    """The bundled records, as files."""
    return [Envelope.model_validate_json(one.read()) for one in find_inputs([])]


def api_answer(client: TestClient, text: str) -> dict[str, Any]:
    """The answer of the REST API, without its figures."""
    response = client.post("/api/match", json={"text": text})
    assert response.status_code == 200
    answer: dict[str, Any] = response.json()
    answer.pop("stats")
    return answer


def ids_of(answer: dict[str, Any]) -> list[list[str]]:
    """The ids of each event's matches, in order."""
    return [[match["id"] for match in event["matches"]] for event in answer["events"]]


@each_case
def test_api_gives_the_right_answer(client: TestClient, case: dict[str, Any]) -> None:
    """The API names the case's record, with tier, captures, role and count where the case gives them."""
    answer = api_answer(client, case["text"])
    wanted = case["best"]
    best = answer["best"] and answer["best"]["id"]
    assert best in wanted if isinstance(wanted, list) else best == wanted
    if "events" in case:
        assert len(answer["events"]) == case["events"]
    if "ids" in case:
        assert [ids[0] for ids in ids_of(answer) if ids] == case["ids"]
    if best is None:
        return
    event = answer["events"][answer["best"]["event"]]
    first = event["matches"][0]
    assert first["id"] == best
    for name, found in (
        ("tier", first["tier"]),
        ("captures", first["captures"]),
        ("role", event["role"]),
        ("count", event["count"]),
    ):
        if name in case:
            assert found == case[name], name


@each_case
def test_the_domain_agrees(client: TestClient, records: list[Envelope], case: dict[str, Any]) -> None:
    """Reading and matching against every record, without index, database or service, gives the same ids."""
    answer = api_answer(client, case["text"])
    assert answer_by_full_scan(case["text"], records) == [ids for ids in ids_of(answer) if ids]


@each_case
def test_plain_text_and_the_command_line_agree(
    client: TestClient, settings: Settings, case: dict[str, Any]
) -> None:
    """A raw body and `errdex match -` give the very answer that JSON gives."""
    wanted = api_answer(client, case["text"])
    data = case["text"].encode()
    response = client.post("/api/match", content=data, headers={"Content-Type": "text/plain"})
    result = CliRunner().invoke(
        cli, ["--database", settings.database_url, "match", "-", "--json"], input=data
    )
    assert result.exit_code == (0 if wanted["best"] else 1)
    for answer in (response.json(), json.loads(result.stdout)):
        answer.pop("stats")
        assert answer == wanted


@each_case
def test_the_page_agrees(client: TestClient, case: dict[str, Any]) -> None:
    """The page shows the same record first for each event."""
    answer = api_answer(client, case["text"])
    page = client.post("/", data={"text": case["text"]}).text
    shown = {
        article: [
            match.rsplit("-", 1)[-1]
            for match in re.findall(r'<h3><a href="(/errors/[^"]+)"', html.unescape(body))
        ]
        for article, body in re.findall(
            r'<article class="event[^>]*id="([^"]+)"(.*?)</article>', page, re.DOTALL
        )
    }
    first = [ids[0] for ids in ids_of(answer) if ids]
    assert sorted(ids[0] for ids in shown.values() if ids) == sorted(first)
    if answer["best"]:
        assert next(ids[0] for ids in shown.values() if ids) == answer["best"]["id"]


@each_case
def test_the_chat_fronts_agree(client: TestClient, case: dict[str, Any]) -> None:
    """Slack and the webhook link the same record, and no other one as the answer."""
    answer = api_answer(client, case["text"])
    best = answer["best"] and answer["best"]["id"]
    now = time.time()
    body = json.dumps({"text": case["text"]}).encode()
    hook = client.post("/bots/webhook", content=body, headers=webhook_headers(body, SECRET, at=now))
    assert hook.status_code == 200
    assert hook.json()["best"] == best
    form = slack_body(case["text"])
    slack = client.post("/bots/slack/command", content=form, headers=slack_headers(form, SECRET, at=now))
    assert slack.status_code == 200
    assert slack.json()["response_type"] == "ephemeral"
    if best:
        assert best in slack.text
