"""`propose_note`: off by default; what an agent proposes waits for a maintainer, and nobody sees it before."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client

from app.config import Settings
from app.domain.people import Caller
from app.main import create_app
from app.services.wiring import build
from tests.mcp.conftest import asked, posted, stdio_target
from tests.serving import running_server

RECORD = "9dc9da1ff5ab745f"
OWNER = Caller("cli", key="local:al", maintains=True)


@pytest.fixture
def proposing(agent_settings: Settings, tmp_path: Path) -> Settings:
    """Settings of a server that takes proposals, over its own copy of the database."""
    path = tmp_path / "own.db"
    shutil.copyfile(agent_settings.database_url.removeprefix("sqlite:///"), path)
    return agent_settings.model_copy(update={"database_url": f"sqlite:///{path}", "mcp_proposals": True})


@pytest.fixture
def server(proposing: Settings) -> Iterator[str]:
    """Its address."""
    with running_server(create_app(proposing)) as address:
        yield f"{address}/mcp"


def test_the_tool_is_off_by_default(agent_server: str) -> None:
    """A server that does not say so has no tool that writes."""

    async def names(client: Client) -> set[str]:
        return {tool.name for tool in (await client.list_tools()).tools}

    assert "propose_note" not in asked(f"{agent_server}/mcp", names)


def test_a_proposal_waits_for_a_maintainer(server: str, proposing: Settings) -> None:
    """It is stored as proposed, with its secrets masked, shown nowhere, and a note of the record once accepted."""

    async def propose(client: Client) -> Any:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        annotations = tools["propose_note"].annotations
        assert annotations is not None
        assert annotations.read_only_hint is False
        arguments = {"record_id": RECORD.upper(), "text": "Set password=hunter2hunter2", "version": "0.5.18"}
        return await client.call_tool("propose_note", arguments)

    result = asked(server, propose)
    assert not result.is_error
    value = result.structured_content
    assert (value["recordId"], value["state"]) == (RECORD, "proposed")
    assert "hunter2" not in value["stored"]
    services = build(proposing)
    assert services.notes.of_record(RECORD).total == 0
    assert services.feedback.of_record(RECORD).notes == 0
    assert [note.front for note in services.notes.listed("proposed")] == ["mcp"]
    services.notes.judge(OWNER, value["id"], accept=True)
    assert services.notes.of_record(RECORD).total == 1
    services.close()


def test_the_limit_of_an_hour_is_of_an_address(proposing: Settings) -> None:
    """One caller that has reached it takes nothing from another; a proxy says who it is."""
    body = {
        "jsonrpc": "2.0",
        "id": 7,
        "method": "tools/call",
        "params": {"name": "propose_note", "arguments": {"record_id": RECORD, "text": "Use less"}},
    }
    with running_server(create_app(proposing.model_copy(update={"max_notes_per_hour": 1}))) as address:
        answers = [
            posted(address, json.dumps(body).encode(), X_Forwarded_For=caller)
            for caller in ("192.0.2.1", "192.0.2.2", "192.0.2.1")
        ]
    assert [(status, b"waits for a maintainer" in answer) for status, answer in answers] == [
        (200, True),
        (200, True),
        (200, False),
    ]
    assert b"1 notes" in answers[2][1] or b"limit" in answers[2][1]


def test_a_proposal_over_stdio(proposing: Settings) -> None:
    """There it has no address, and needs none."""

    async def propose(client: Client) -> Any:
        return await client.call_tool("propose_note", {"record_id": RECORD, "text": "Use less"})

    assert not asked(stdio_target(proposing), propose).is_error
    services = build(proposing)
    assert [note.text for note in services.notes.listed("proposed")] == ["Use less"]
    services.close()


def test_what_an_agent_reads_of_the_tool(server: str) -> None:
    """Its arguments are those that an agent gives: the request that it comes with is none of them."""

    async def schema(client: Client) -> Any:
        return {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}["propose_note"]

    assert set(asked(server, schema)["properties"]) == {"record_id", "text", "version"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"record_id": "0" * 16, "text": "x"}, "no record"),
        ({"record_id": RECORD, "text": "  "}, "empty"),
        ({"record_id": RECORD, "text": "x" * 4001}, "most is 4,000"),
    ],
)
def test_proposals_that_are_refused(server: str, arguments: dict[str, str], words: str) -> None:
    """The agent is told what is wrong."""

    async def propose(client: Client) -> Any:
        return await client.call_tool("propose_note", arguments)

    result = asked(server, propose)
    assert result.is_error
    assert words in result.content[0].text
