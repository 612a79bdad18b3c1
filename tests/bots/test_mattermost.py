"""The Mattermost slash command: its token, its replies, and that nothing in them acts."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.bots.mattermost import MAX_POST_CHARS, patience
from app.domain.answer import Answer
from app.errors import DatabaseBusy
from tests.bots.conftest import SECRET, Answering
from tests.bots.signing import mattermost_body, mattermost_headers
from tests.services import answers

PATH = "/bots/mattermost/command"
PAYLOADS = Path(__file__).parent / "payloads"
SEED = "ValueError: Currently DFLASH speculative decoding does not support dp attention."


def ask(client: TestClient, body: bytes, token: str | None = SECRET) -> Any:
    """Send one command with the token in the header."""
    return client.post(PATH, content=body, headers=mattermost_headers(token))


@pytest.mark.parametrize("kind", answers.ALL)
def test_the_message_for_each_kind_of_answer(client: TestClient, answering: Answering, kind: str) -> None:
    """Each kind of answer gives exactly the stored message, to the person only."""
    answering(lambda _paste, _options: answers.ALL[kind]())
    response = ask(client, mattermost_body("ValueError: x"))
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    expected = json.loads((PAYLOADS / f"mattermost_{kind}.json").read_text(encoding="utf-8"))
    assert response.json() == expected


@pytest.mark.parametrize("in_form", [True, False])
def test_the_token_stands_in_the_header_or_in_the_form(client: TestClient, *, in_form: bool) -> None:
    """Either place is taken, as servers of all versions send it."""
    body = mattermost_body(SEED, token=SECRET if in_form else None)
    response = ask(client, body, None if in_form else SECRET)
    assert response.status_code == 200
    assert "af12c88f3c53cbd9" in response.json()["text"]


@pytest.mark.parametrize("text", ["", " ", "help", "?"])
def test_without_a_paste_it_says_how_it_is_used(client: TestClient, text: str) -> None:
    """No text, or `help`, gives the usage; a forged command name is not repeated."""
    assert "neither stored nor logged" in ask(client, mattermost_body(text)).json()["text"]
    assert "@all" not in ask(client, mattermost_body(text, command="@all")).json()["text"]


def test_a_wrong_form_with_a_right_token(client: TestClient) -> None:
    """With the token shown, what is no form is a 415 or 400."""
    headers = {**mattermost_headers(SECRET), "Content-Type": "application/json"}
    assert client.post(PATH, content=b"{}", headers=headers).status_code == 415
    assert ask(client, b"\xff=1").status_code == 400
    assert ask(client, b"&".join(b"a=1" for _ in range(100))).status_code == 400


def test_an_expected_failure_is_told(client: TestClient, answering: Answering) -> None:
    """It is a message with status 200, in which nothing acts."""

    def fail(_paste: str | bytes, _options: object) -> Answer:
        raise DatabaseBusy("Another writer of @all holds it.")

    answering(fail)
    response = ask(client, mattermost_body("x"))
    assert response.status_code == 200
    assert "`@all`" in response.json()["text"]


def test_a_slow_match_is_told_in_time(app: FastAPI, client: TestClient, answering: Answering) -> None:
    """When Mattermost would give up, the person is told."""
    go_on = threading.Event()

    def answer(_paste: str | bytes, _options: object) -> Answer:
        assert go_on.wait(30)
        return answers.known()

    answering(answer)
    app.dependency_overrides[patience] = lambda: 0.05
    try:
        assert "took longer than Mattermost waits" in ask(client, mattermost_body("x")).json()["text"]
    finally:
        go_on.set()


def test_a_hostile_answer_is_inert(client: TestClient, answering: Answering) -> None:
    """Mentions, tags, links and hidden characters of paste and record do nothing, within the limit of a post."""
    answering(lambda _paste, _options: answers.hostile())
    post = ask(client, mattermost_body("x")).json()
    assert post["skip_slack_parsing"] is True
    assert len(post["text"]) <= MAX_POST_CHARS
    for hidden in ("\u202e", "\x1b", "\x00"):
        assert hidden not in post["text"]
