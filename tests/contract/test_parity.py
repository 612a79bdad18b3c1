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

from app.bots.discord import discord
from app.cli import app as cli
from app.commands.run import explain
from app.commands.setup import Setup
from app.config import Settings
from app.domain.answer import BEST_FROM
from app.domain.records import Envelope
from app.main import create_app
from app.services.wiring import build
from tests.bots.conftest import PATIENT
from tests.bots.signing import (
    DISCORD_KEY,
    discord_command,
    discord_headers,
    discord_message_command,
    mattermost_body,
    mattermost_headers,
    slack_body,
    slack_headers,
    webhook_headers,
)
from tests.domain.reference import answer_by_full_scan
from tests.seeds import seeds

SECRET = "a-signing-secret"
CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "seeds.jsonl").read_text(encoding="utf-8").splitlines()
]
each_case = pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A database with the bundled records, and all chat fronts switched on."""
    path = tmp_path_factory.mktemp("parity") / "errdex.db"
    settings = Settings.model_validate(
        {
            "database_url": f"sqlite:///{path}",
            "slack_signing_secret": SECRET,
            "webhook_secret": SECRET,
            "mattermost_token": SECRET,
            "discord_public_key": DISCORD_KEY.verify_key.encode().hex(),
        }
    )
    services = build(settings)
    services.ingest.ingest(seeds())
    services.close()
    return settings


@pytest.fixture(scope="module")
def client(settings: Settings) -> Iterator[TestClient]:
    """A client of the whole application."""
    app = create_app(settings)
    app.dependency_overrides[discord] = lambda: PATIENT
    with TestClient(app) as client:
        yield client


@pytest.fixture(scope="module")
def records() -> list[Envelope]:
    """The bundled records, as files."""
    return [Envelope.model_validate_json(one.read()) for one in seeds()]


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
    """Every chat front links the same record, and no other one as the answer."""
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
    body = discord_command(case["text"])
    others = [client.post("/bots/discord/interactions", content=body, headers=discord_headers(body, at=now))]
    body = discord_message_command(f"```\n{case['text']}\n```")
    others.append(
        client.post("/bots/discord/interactions", content=body, headers=discord_headers(body, at=now))
    )
    body = mattermost_body(case["text"])
    others.append(client.post("/bots/mattermost/command", content=body, headers=mattermost_headers(SECRET)))
    for response in others:
        assert response.status_code == 200
        assert (best in response.text) if best else ("Share the record" not in response.text)


@each_case
def test_agents_agree(client: TestClient, case: dict[str, Any]) -> None:
    """`match_error` gives the same ids in the same order, with the same tiers and scores."""
    answer = api_answer(client, case["text"])
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "match_error", "arguments": {"text": case["text"], "limit": 5}},
    }
    headers = {"Accept": "application/json, text/event-stream", "Host": "localhost"}
    result = client.post("/mcp", json=call, headers=headers).json()["result"]["structuredContent"]
    assert result["best"] == (answer["best"] and answer["best"]["id"])
    assert result["truncated"] or ids_of(result) == ids_of(answer)
    for theirs in result["events"]:
        ours = answer["events"][theirs["index"]]
        for name in ("id", "tier", "score"):
            assert [match[name] for match in theirs["matches"]] == [match[name] for match in ours["matches"]]


@each_case
def test_the_terminal_and_reports_agree(
    client: TestClient,
    settings: Settings,
    case: dict[str, Any],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What follows a failed program, a watched log, SARIF and JUnit name the same records, each in text order."""
    answer = api_answer(client, case["text"])
    best = answer["best"] and answer["best"]["id"]
    known = [
        event["matches"][0]["id"]
        for event in answer["events"]
        if event["matches"] and event["matches"][0]["score"] >= BEST_FROM
    ]
    explain(Setup(database=settings.database_url), None, case["text"].encode(), 1)
    explained = capsys.readouterr().err
    assert (f"Record   {best}" in explained) if best else ("Record   " not in explained)
    log = tmp_path / "test.log"
    log.write_bytes(case["text"].encode())
    base = ["--database", settings.database_url]
    sarif = json.loads(CliRunner().invoke(cli, [*base, "match", "--format", "sarif", str(log)]).stdout)
    assert [result["ruleId"] for result in sarif["runs"][0]["results"]] == known
    junit = CliRunner().invoke(cli, [*base, "match", "--format", "junit", str(log)]).stdout
    assert junit.count("<failure ") == len(known)
    watched = CliRunner().invoke(cli, [*base, "watch", "--once", "--known", str(log)]).stdout
    shown = re.findall(r"── errdex .*?Record   ([0-9a-f]{16})", watched, flags=re.DOTALL)
    assert shown == list(dict.fromkeys(known))
