"""Discord interactions: text, files and messages, in time or later, within limits, and nothing in a reply acts."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.bots import discord_messages
from app.bots.discord import Discord, discord
from app.bots.markdown_size import units
from app.domain.answer import Answer
from app.errors import DatabaseBusy
from app.services.replies import reply_of
from tests.bots.conftest import AT, AfterAnswer, Answering
from tests.bots.signing import discord_command, discord_headers, discord_message_command
from tests.services import answers
from tests.serving import other_server, saying

PATH = "/bots/discord/interactions"
PAYLOADS = Path(__file__).parent / "payloads"
SEED = "ValueError: Currently DFLASH speculative decoding does not support dp attention."
SEED_ID = "af12c88f3c53cbd9"


def ask(client: TestClient, body: bytes) -> Any:
    """Send one signed interaction and return the response."""
    return client.post(PATH, content=body, headers=discord_headers(body, at=AT))


def description(response: Any) -> str:
    """The text of the one embed of an ephemeral answer in which nobody is mentioned."""
    assert response.status_code == 200
    answer = response.json()
    assert answer["type"] == 4
    data = answer["data"]
    assert (data["flags"], data["allowed_mentions"]) == (64, {"parse": []})
    (embed,) = data["embeds"]
    text: str = embed["description"]
    return text


def notice(response: Any) -> str:
    """The content of an ephemeral message of our own words."""
    assert response.status_code == 200
    data = response.json()["data"]
    assert (data["flags"], data["allowed_mentions"]) == (64, {"parse": []})
    content: str = data["content"]
    return content


@contextmanager
def at_place(app: FastAPI, **values: Any) -> Iterator[None]:
    """Let Discord be somewhere else."""
    before = app.dependency_overrides[discord]
    app.dependency_overrides[discord] = lambda: Discord(**values)
    try:
        yield
    finally:
        app.dependency_overrides[discord] = before


def test_ping(client: TestClient) -> None:
    """A PING is answered with a PONG."""
    response = ask(client, b'{"type": 1, "id": "1", "token": "t", "version": 1}')
    assert (response.status_code, response.json()) == (200, {"type": 1})


@pytest.mark.parametrize("kind", answers.ALL)
def test_the_message_for_each_kind_of_answer(client: TestClient, answering: Answering, kind: str) -> None:
    """Each kind of answer gives exactly the stored message."""
    answering(lambda _paste, _options: answers.ALL[kind]())
    response = ask(client, discord_command("ValueError: x"))
    assert response.headers["cache-control"] == "no-store"
    path = PAYLOADS / f"discord_{kind}.json"
    assert response.json() == json.loads(path.read_text(encoding="utf-8"))


def test_a_command_finds_the_record(client: TestClient) -> None:
    """A pasted error is answered from the bundled records, with buttons to share the record and to open it."""
    response = ask(client, discord_command(SEED))
    assert SEED_ID in description(response)
    share, link = response.json()["data"]["components"][0]["components"][-2:]
    assert share["custom_id"] == f"share:{SEED_ID}"
    assert link["url"].startswith("https://errdex.example/errors/")


def test_a_message_command_reads_the_message(client: TestClient, answering: Answering) -> None:
    """The text of the message is matched, without the fence round it."""
    seen: list[str | bytes] = []

    def answer(paste: str | bytes, _options: object) -> Answer:
        seen.append(paste)
        return answers.nothing()

    answering(answer)
    for content in ("```py\nTraceback\n```", "`KeyError: 1`", "plain <@1> text", "``` a"):
        ask(client, discord_message_command(content))
    assert seen == [b"Traceback\n", b"KeyError: 1", b"plain <@1> text", b"a"]


@pytest.mark.parametrize("body", [discord_command(), discord_command("  "), discord_message_command("")])
def test_without_a_paste_it_says_how_it_is_used(client: TestClient, body: bytes) -> None:
    """Neither text nor file gives the usage."""
    assert "neither stored nor logged" in notice(ask(client, body))


def test_a_file_is_fetched_and_matched(app: FastAPI, client: TestClient) -> None:
    """An attached log is read from where Discord keeps files; a command with both has both matched."""
    with (
        other_server(saying(200, f"INFO start\n{SEED}\n".encode())) as address,
        at_place(app, file_origins=(address,), patience_seconds=30),
    ):
        file = {"url": f"{address}/attachments/1/2/app.log?ex=1", "size": 100, "filename": "app.log"}
        assert SEED_ID in description(ask(client, discord_command(file=file)))
        assert SEED_ID in description(ask(client, discord_command("see the file", file)))
        assert SEED_ID in description(ask(client, discord_message_command("", file)))


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:1/x",
        "https://cdn.discordapp.com.evil.example/x",
        "https://cdn.discordapp.com@evil.example/x",
        "http://cdn.discordapp.com/x",
        "https://cdn.discordapp.com:444/x",
        "https://evil.example/cdn.discordapp.com",
        "file:///etc/passwd",
        "https://[",
        "",
    ],
)
def test_files_of_other_places_are_not_fetched(client: TestClient, url: str) -> None:
    """Only https on Discord's own hosts is fetched; nothing is sent anywhere else."""
    response = ask(client, discord_command(file={"url": url, "size": 10, "filename": "x"}))
    assert "was not fetched" in notice(response)


@pytest.mark.parametrize(
    ("respond", "size", "words"),
    [
        (saying(200, b"x" * 16_385), 10, "larger than 16,384 bytes"),
        (saying(200, b"x"), 1_000_000, "larger than 16,384 bytes"),
        (saying(404, b"gone"), 10, "does not give the file any more"),
        (saying(302, b"", Location="http://127.0.0.1:1/"), 10, "does not give the file any more"),
    ],
)
def test_files_that_cannot_be_had(
    app: FastAPI, client: TestClient, respond: Callable[[Any], None], size: int, words: str
) -> None:
    """A file that is too large, gone or moved is told; a redirect is not followed."""
    with other_server(respond) as address, at_place(app, file_origins=(address,), patience_seconds=30):
        file = {"url": f"{address}/x", "size": size, "filename": "x"}
        assert words in notice(ask(client, discord_command(file=file)))


@pytest.mark.parametrize("fails", [False, True])
def test_a_slow_answer_follows(
    app: FastAPI, client: TestClient, answering: Answering, *, fails: bool
) -> None:
    """What takes longer than Discord waits is "thinking" at first; the answer, or what went wrong, takes its place later."""
    go_on = threading.Event()
    got: list[tuple[str, str, dict[str, Any]]] = []

    def answer(_paste: str | bytes, _options: object) -> Answer:
        assert go_on.wait(30)
        if fails:
            raise DatabaseBusy("Another writer holds the database.")
        return answers.known()

    def take(handler: Any) -> None:
        got.append((handler.command, handler.path, json.loads(handler.body)))
        saying(200, b"{}")(handler)

    answering(answer)
    with other_server(take) as address, at_place(app, api_url=address, patience_seconds=0.01):
        response = ask(TestClient(AfterAnswer(app, go_on.set)), discord_command("ValueError: x"))
    assert response.json() == {"type": 5, "data": {"flags": 64}}
    ((method, path, data),) = got
    assert (method, path) == ("PATCH", "/webhooks/775799577604522054/A_UNIQUE_TOKEN/messages/@original")
    assert data["allowed_mentions"] == {"parse": []}
    assert "flags" not in data
    assert (
        ("Another writer" in data["content"])
        if fails
        else ("d7326ee57f8a95e6" in data["embeds"][0]["description"])
    )


def test_an_unreachable_platform_is_logged_without_its_token(
    app: FastAPI, client: TestClient, answering: Answering, capfd: pytest.CaptureFixture[str]
) -> None:
    """When the answer cannot be delivered, that is logged; neither the token nor the paste is."""
    go_on = threading.Event()

    def answer(_paste: str | bytes, _options: object) -> Answer:
        assert go_on.wait(30)
        return answers.known()

    answering(answer)
    with at_place(app, api_url="http://127.0.0.1:1", patience_seconds=0.01):
        response = ask(TestClient(AfterAnswer(app, go_on.set)), discord_command("ValueError: canary"))
    assert response.json()["type"] == 5
    said = "".join(capfd.readouterr())
    assert "A_UNIQUE_TOKEN" not in said
    assert "canary" not in said


def test_a_fault_of_ours_is_told_without_its_text(
    client: TestClient, answering: Answering, capfd: pytest.CaptureFixture[str]
) -> None:
    """What nobody expected is a short message to the person, never a 500, and its text is not logged."""

    def fail(_paste: str | bytes, _options: object) -> Answer:
        raise RuntimeError("canary")

    answering(fail)
    assert "Something went wrong here" in notice(ask(client, discord_command("x")))
    assert "canary" not in "".join(capfd.readouterr())


def test_sharing_shows_the_record_to_all_and_nothing_of_the_paste(client: TestClient) -> None:
    """The button answers the channel with the record alone."""
    body = json.dumps(
        {"type": 3, "token": "t", "data": {"custom_id": f"share:{SEED_ID}", "component_type": 2}}
    ).encode()
    data = ask(client, body).json()["data"]
    assert "flags" not in data
    assert data["allowed_mentions"] == {"parse": []}
    assert SEED_ID in data["embeds"][0]["description"]
    assert [button["label"] for row in data["components"] for button in row["components"]] == [
        "Open the record"
    ]


@pytest.mark.parametrize("record_id", ["0123456789abcdef", "", "<@1>", "x" * 90])
def test_sharing_what_is_not_there(client: TestClient, record_id: str) -> None:
    """A record that is gone is told to the person only."""
    body = json.dumps({"type": 3, "data": {"custom_id": f"share:{record_id}"}}).encode()
    assert "no record" in notice(ask(client, body)).lower()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b"[" * 50_000,
        b'{"type": "x"}',
        b'{"type": 9}',
        b'{"type": 2, "data": []}',
        b'{"type": 3, "data": {"custom_id": "other:1"}}',
        b'{"type": 2, "application_id": "../../x", "data": {}}',
        b'{"type": 2, "data": {"resolved": {"attachments": 5}}}',
    ],
)
def test_a_signed_body_that_is_no_interaction(client: TestClient, body: bytes) -> None:
    """What is signed but is none is a 400, never a 500."""
    response = ask(client, body)
    assert response.status_code == 400
    assert response.json()["code"] == "bad-input"


@settings(max_examples=40, deadline=None)
@given(
    text=st.text(max_size=300),
    odd=st.sampled_from(["@everyone", "<@&1>", "```", "`", "||", "[a](https://x)", "\u202e", "𐀀" * 50]),
)
def test_replies_keep_to_the_limits(text: str, odd: str) -> None:
    """Whatever an answer holds, the embed fits, and no ping, link or hidden character gets into it."""
    match = answers.a_match(
        documentation=(odd + text) * 40, solutions=[odd * 100] * 9, example_fix=(odd + "\n") * 400
    )
    answer = answers.known().model_copy(
        update={"events": [answers.an_event(message=(odd + text) * 20, matches=[match])]}
    )
    for data in (
        discord_messages.message(reply_of(answer, public_url=answers.PUBLIC_URL)),
        discord_messages.notice((odd + text) * 100),
    ):
        written = data.get("content") or data["embeds"][0]["description"]
        assert written
        assert units(written) <= (2_000 if "content" in data else 4_096)
        assert "\u202e" not in written
        assert data["allowed_mentions"] == {"parse": []}
