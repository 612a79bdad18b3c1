"""The tools and resources, as the official client gets them over both transports."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from mcp.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult

from app.domain.answer import Answer, MatchOptions
from app.mcp.bounds import MAX_RESULT_CHARS, MAX_TEXT_CHARS, Bounded, bounded_answer
from app.mcp.server import make_server
from app.mcp.shapes import DATA_NOTICE, MatchedErrors
from app.services.wiring import Services
from tests.cli.test_commands import KNOWN, MESSAGE
from tests.mcp.conftest import PUBLIC_URL, Ask, asked, posted
from tests.services.answers import EVIL, a_match, an_event

TOOLS = {"match_error", "get_record", "search_records", "related_errors"}
NO_RECORD = "0123456789abcdef"


def structured(result: CallToolResult) -> dict[str, Any]:
    """The structured part of a result that is no error."""
    assert not result.is_error, result
    assert result.structured_content is not None
    return result.structured_content


def text(result: CallToolResult) -> str:
    """The text for the model."""
    return "\n".join(part.text for part in result.content if part.type == "text")


def test_tools_and_resources(ask: Ask) -> None:
    """Four tools that only read, each with title, description, and schemas of what it takes and gives."""

    async def look(client: Client) -> Any:
        return await client.list_tools(), await client.list_resource_templates(), client.instructions

    tools, templates, instructions = ask(look)
    assert {tool.name for tool in tools.tools} == TOOLS
    for tool in tools.tools:
        assert tool.title
        assert len(tool.description) > 50
        hints = tool.annotations
        assert (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint) == (
            True, False, True, False,
        )  # fmt: skip
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
        for name, member in tool.input_schema["properties"].items():
            assert member.get("description"), f"{tool.name}: {name}"
    assert [one.uri_template for one in templates.resource_templates] == ["errdex://records/{record_id}"]
    assert DATA_NOTICE in instructions
    assert "packages" in instructions


def test_match_error(ask: Ask, agent_services: Services) -> None:
    """The answer is the API's: same events, matches, order and scores; the text is the neutral reply, labelled as data."""
    paste = f"INFO start\n{MESSAGE}\nKeyError: 'x'\n"

    async def match(client: Client) -> Any:
        return await client.call_tool("match_error", {"text": paste, "limit": 5})

    result = ask(match)
    found = structured(result)
    answer = agent_services.match.match(paste)
    assert found["best"] == KNOWN
    assert found["bestEvent"] == answer.best.event
    assert found["dataNotice"] == DATA_NOTICE
    assert found["totalEvents"] == len(answer.events)
    first = found["events"][0]
    assert first == json.loads(json.dumps(answer.wire()["events"][0]))
    assert text(result).startswith(DATA_NOTICE)
    assert KNOWN in text(result)
    link = next(part for part in result.content if part.type == "resource_link")
    assert str(link.uri) == f"errdex://records/{KNOWN}"


def test_versions_reach_the_match(agent_services: Services) -> None:
    """`packages`, `repo` and `limit` are the options of the match service."""
    seen: list[MatchOptions | None] = []

    class Noting(type(agent_services.match)):
        def __init__(self) -> None:
            """Hold nothing."""

        def match(
            self, paste: str | bytes, options: MatchOptions | None = None, *, clip: bool = False
        ) -> Answer:
            seen.append(options)
            return Answer(revision=1)

    from dataclasses import replace

    async def match(client: Client) -> Any:
        arguments = {"text": "x", "packages": {"sglang": "0.5.18"}, "repo": "sgl-project/sglang", "limit": 2}
        return await client.call_tool("match_error", arguments)

    structured(asked(make_server(replace(agent_services, match=Noting())), match))
    assert seen == [MatchOptions(limit=2, repo="sgl-project/sglang", versions={"sglang": "0.5.18"})]


def test_nothing_known(ask_server: Ask) -> None:
    """An unknown error has no `best`; it is told what was understood, and nothing is guessed."""

    async def match(client: Client) -> Any:
        return await client.call_tool("match_error", {"text": "KeyError: 'x'"})

    result = ask_server(match)
    found = structured(result)
    assert (found["best"], found["bestEvent"], found["related"]) == (None, None, [])
    assert found["events"][0]["status"] == "unknown"
    assert [part.type for part in result.content] == ["text"]


def test_a_record(ask: Ask, agent_services: Services) -> None:
    """A record comes whole, with its page; upper case and aliases are taken; the resource is its page text."""

    async def get(client: Client) -> Any:
        return (
            await client.call_tool("get_record", {"record_id": KNOWN.upper()}),
            await client.read_resource(f"errdex://records/{KNOWN}"),
        )

    result, resource = ask(get)
    found = structured(result)
    envelope = agent_services.catalog.get(KNOWN).envelope
    assert found["record"] == envelope.wire()["record"]
    assert found["url"].startswith(f"{PUBLIC_URL}/errors/")
    assert found["truncated"] is False
    assert envelope.record.solutions[0] in text(result)
    assert resource.contents[0].mime_type == "text/plain"
    assert resource.contents[0].text.startswith(DATA_NOTICE)
    assert envelope.record.error_message in resource.contents[0].text


def test_search_and_related(ask: Ask, agent_services: Services) -> None:
    """Search gives pages, related gives reasons; both as the catalogue has them."""

    async def look(client: Client) -> Any:
        first = await client.call_tool("search_records", {"limit": 2})
        cursor = first.structured_content["next"]
        return (
            first,
            await client.call_tool("search_records", {"limit": 2, "cursor": cursor}),
            await client.call_tool("search_records", {"query": "dp attention", "repo": "sgl-project/sglang"}),
            await client.call_tool("related_errors", {"record_id": KNOWN, "limit": 3}),
        )

    first, second, words, related = ask(look)
    ids = [[item["id"] for item in structured(one)["items"]] for one in (first, second)]
    assert len({*ids[0], *ids[1]}) == 4
    assert structured(words)["items"][0]["id"] == "af12c88f3c53cbd9"
    assert "af12c88f3c53cbd9" in text(words)
    wanted = [one.id for one in agent_services.catalog.related(KNOWN, limit=3)]
    assert [one["id"] for one in structured(related)["items"]] == wanted


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        (
            "get_record",
            {"record_id": NO_RECORD},
            f"There is no record {NO_RECORD}. Find one with search_records.",
        ),
        ("related_errors", {"record_id": NO_RECORD}, "Find one with search_records."),
        ("get_record", {"record_id": "x"}, "pattern"),
        ("match_error", {}, "text"),
        ("match_error", {"text": "x", "limit": 0}, "limit"),
        ("match_error", {"text": "x", "repo": "no repo"}, "repo"),
        ("match_error", {"text": "x", "packages": {"a": "1" * 300}}, "packages"),
        ("match_error", {"text": "x", "packages": {str(n): "1" for n in range(501)}}, "packages"),
        ("search_records", {"cursor": "not a cursor"}, "cursor"),
        ("search_records", {"limit": 21}, "limit"),
        ("no_such_tool", {}, "no_such_tool"),
    ],
)
def test_what_cannot_be_done_is_told(
    agent_services: Services, tool: str, arguments: dict[str, Any], words: str
) -> None:
    """An expected failure is an error result with what to do, and nothing of the inside."""

    async def call(client: Client) -> Any:
        return await client.call_tool(tool, arguments)

    try:
        result = asked(make_server(agent_services), call)
    except MCPError as error:
        assert words in str(error)  # noqa: PT017 - either form is an error for the agent
        return
    assert result.is_error
    assert words in text(result)
    assert "Traceback" not in text(result)


def test_a_resource_that_is_none(ask_server: Ask) -> None:
    """A record that does not exist is an error of the protocol, with what to do."""

    async def read(client: Client) -> Any:
        with pytest.raises(MCPError, match="Find one with search_records"):
            await client.read_resource(f"errdex://records/{NO_RECORD}")

    ask_server(read)


@pytest.mark.parametrize("paste", ["", "\x00", "ValueError: " + EVIL.replace("\ud800", ""), "word " * 30_000])
def test_any_text_gets_an_answer(ask_server: Ask, paste: str) -> None:
    """Empty, odd and very long texts are answered; a text over the limit keeps head and tail, and it is said."""

    async def match(client: Client) -> Any:
        return await client.call_tool("match_error", {"text": paste})

    result = ask_server(match)
    found = structured(result)
    assert len(text(result)) <= len(DATA_NOTICE) + 2 + MAX_TEXT_CHARS
    assert (found["unread"] is not None) == (len(paste) > 64 * 1024)
    assert "\u202e" not in text(result)
    assert "\x1b" not in text(result)


def test_half_a_surrogate_pair_is_refused_in_words(agent_server: str) -> None:
    """A request with half of a surrogate pair, which is no Unicode, is a 400 of the protocol and not a 500."""
    body = (
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "match_error", '
        b'"arguments": {"text": "ValueError: a \\ud800 b"}}}'
    )
    status, answer = posted(agent_server, body)
    assert status == 400
    assert json.loads(answer)["error"]["code"] < 0


def test_a_huge_answer_is_bounded() -> None:
    """Many errors with long texts fit: the one to fix first stays, the rest as far as there is room, in text order."""
    long = "word " * 1_000
    events = [
        an_event(
            index=number,
            message=f"{number} {long}",
            matches=[a_match(id=f"{number:016x}", documentation=long, example_fix=long, solutions=[long] * 3)]
            * 20,
        )
        for number in range(150)
    ]
    from app.domain.answer import Best

    answer = Answer(revision=1, events=events, best=Best(event=120, id=f"{120:016x}"))
    kept, cut = bounded_answer(answer)
    assert cut
    assert len(json.dumps(kept, ensure_ascii=False)) < MAX_RESULT_CHARS * 1.5
    indexes = [event["index"] for event in kept]
    assert 120 in indexes
    assert indexes == sorted(indexes)
    MatchedErrors.model_validate(
        {
            "best": None, "bestEvent": None, "ambiguous": False, "events": kept, "related": [], "totalEvents": 150,
            "unread": None, "truncated": True,
        }
    )  # fmt: skip


def test_what_fits_is_not_touched() -> None:
    """A small answer is the API's, but for the details of matches after the first."""
    answer = Answer(revision=1, events=[an_event(matches=[a_match(), a_match(id=NO_RECORD)])])
    kept, cut = bounded_answer(answer)
    assert not cut
    wire = answer.wire()["events"][0]
    assert kept[0]["matches"][0] == wire["matches"][0]
    assert kept[0]["matches"][1]["documentation"] is None
    assert kept[0]["matches"][1]["captures"] == wire["matches"][1]["captures"]


def test_cutting_says_so() -> None:
    """A text, list or object over its bound is cut, and that is told."""
    for value in ("x" * 100, ["x"] * 50, {str(n): 1 for n in range(300)}):
        bounded = Bounded(50, 20)
        assert len(bounded(value)) < len(value)
        assert bounded.cut
    bounded = Bounded(50, 20)
    assert bounded({"a": ["x", 1, None, True]}) == {"a": ["x", 1, None, True]}
    assert not bounded.cut
