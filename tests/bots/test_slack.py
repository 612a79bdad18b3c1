"""The slash command: exact messages for each kind of answer, within Slack's limits, and nothing in them acts."""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.bots import slack_blocks
from app.bots.slack import ack_seconds
from app.bots.slack_app import pasted_text
from app.domain.answer import Answer
from app.errors import DatabaseBusy
from app.services.replies import reply_of
from tests.bots.conftest import AT, SECRET, Answering
from tests.bots.signing import slack_body, slack_headers
from tests.services import answers

PATH = "/bots/slack/command"
PAYLOADS = Path(__file__).parent / "payloads"
SEED = "ValueError: Currently DFLASH speculative decoding does not support dp attention."


def ask(client: TestClient, body: bytes, **headers: str) -> Any:
    """Send one signed request and return the response."""
    return client.post(PATH, content=body, headers={**slack_headers(body, SECRET, at=AT), **headers})


@pytest.mark.parametrize("kind", answers.ALL)
def test_the_message_for_each_kind_of_answer(client: TestClient, answering: Answering, kind: str) -> None:
    """Known, ambiguous, similar, unknown and silent answers give exactly the stored message."""
    answering(lambda _paste, _options: answers.ALL[kind]())
    response = ask(client, slack_body("ValueError: x"))
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"
    expected = json.loads((PAYLOADS / f"slack_{kind}.json").read_text(encoding="utf-8"))
    assert response.json() == expected


def test_a_captured_request_is_answered_from_the_bundled_records(client: TestClient) -> None:
    """A form as Slack sends it, with entities and percent-escapes, finds the record."""
    body = (PAYLOADS / "slash_command.txt").read_bytes().strip()
    message = ask(client, body).json()
    assert message["response_type"] == "ephemeral"
    assert message["text"].startswith("Known error: ValueError: Currently DFLASH speculative decoding")
    links = [block["text"]["text"] for block in message["blocks"] if block["type"] == "section"]
    assert any(
        link.startswith("<https://errdex.example/errors/sgl-project/sglang/")
        and "af12c88f3c53cbd9|Record" in link
        for link in links
    )


def test_text_reaches_the_match_as_it_was_typed(client: TestClient, answering: Answering) -> None:
    """Exactly Slack's three entities are undone, once, and a fence round the paste is taken off."""
    seen: list[str | bytes] = []

    def answer(paste: str | bytes, _options: object) -> Answer:
        seen.append(paste)
        return answers.nothing()

    answering(answer)
    for text in (
        "a < b && c > d",
        "&lt; &amp;lt; &quot;",
        "```\nTraceback\n```",
        "```x",
        "a ``` b",
        "“q” é 🔑\r\n\tx",
    ):
        ask(client, slack_body(text))
    assert seen == [
        "a < b && c > d",
        "&lt; &amp;lt; &quot;",
        "Traceback\n",
        "x",
        "a ``` b",
        "“q” é 🔑\r\n\tx",
    ]


@pytest.mark.parametrize("text", ["", "   ", "help", "HELP", " Help ", "?"])
def test_without_a_paste_it_says_how_it_is_used(client: TestClient, text: str) -> None:
    """No text, or `help`, gives the usage with the command's own name."""
    message = ask(client, slack_body(text, command="/err")).json()
    assert message["response_type"] == "ephemeral"
    assert message["text"].startswith("/err &lt;traceback or error message&gt;\n")
    assert "neither stored nor logged" in message["text"]


def test_usage_does_not_repeat_a_forged_command(client: TestClient) -> None:
    """A command name with anything but letters is not echoed."""
    assert ask(client, slack_body("", command="<!channel>")).json()["text"].startswith("/errdex ")


def test_a_form_without_text_gives_the_usage(client: TestClient) -> None:
    """Fields that are missing are as good as empty."""
    assert "traceback or error message" in ask(client, b"command=%2Ferrdex").json()["text"]


def test_answers_the_certificate_check(client: TestClient) -> None:
    """Slack's check of the certificate gets a bare 200, by GET or signed POST."""
    assert client.get(f"{PATH}?ssl_check=1&token=x").status_code == 200
    body = slack_body("", ssl_check="1")
    response = ask(client, body)
    assert (response.status_code, response.content) == (200, b"")


def test_another_get_is_not_taken(client: TestClient) -> None:
    """GET without the check is a 405 that lists the method."""
    response = client.get(PATH)
    assert response.status_code == 405
    assert "POST" in response.headers["allow"]


def test_a_retry_gets_the_same_answer(client: TestClient) -> None:
    """Slack's retries of one command are answered alike."""
    body = slack_body(SEED)
    first = ask(client, body)
    again = ask(client, body, **{"X-Slack-Retry-Num": "1", "X-Slack-Retry-Reason": "http_timeout"})
    assert again.status_code == 200
    assert again.json() == first.json()


def test_errors_of_ours_are_told_to_the_person(client: TestClient, answering: Answering) -> None:
    """With a right signature an expected failure is a message with status 200."""

    def fail(_paste: str | bytes, _options: object) -> Answer:
        raise DatabaseBusy("Another writer holds the <database>.")

    answering(fail)
    response = ask(client, slack_body("x"))
    assert response.status_code == 200
    assert response.json()["response_type"] == "ephemeral"
    assert response.json()["text"] == "Another writer holds the &lt;database&gt;."


def test_a_paste_over_the_limit_is_told_with_the_limit(client: TestClient) -> None:
    """The limit of a paste is named to the person who pasted."""
    response = ask(client, slack_body("x" * 20_000))
    assert response.status_code == 200
    assert "16,384 bytes" in response.json()["text"]


def test_a_form_with_too_many_fields_is_not_read(client: TestClient) -> None:
    """A form that no slash command has is answered without being taken apart."""
    assert "more fields" in ask(client, b"&".join(b"a=1" for _ in range(1_000))).json()["text"]


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """An event that is set when the test is over, so that no thread is left waiting."""
    event = threading.Event()
    yield event
    event.set()


def test_answers_in_time_when_a_match_takes_too_long(
    app: FastAPI, client: TestClient, answering: Answering, gate: threading.Event
) -> None:
    """Slack's three seconds are kept with a notice; the match is left to its own limit."""

    def slow(_paste: str | bytes, _options: object) -> Answer:
        gate.wait(30)
        return answers.known()

    answering(slow)
    app.dependency_overrides[ack_seconds] = lambda: 0.05
    message = ask(client, slack_body("x")).json()
    assert not gate.is_set()
    assert "took longer than Slack waits" in message["text"]
    assert answers.PUBLIC_URL in message["text"]


def test_nothing_that_was_pasted_is_logged(
    client: TestClient, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the paste nor its secrets reach a log."""
    with caplog.at_level(logging.DEBUG):
        ask(client, slack_body("CanaryError: password=canary-1234"))
    out, err = capfd.readouterr()
    assert "anary" not in out + err + caplog.text


def test_secrets_in_a_paste_are_not_echoed(client: TestClient) -> None:
    """What the message repeats of the paste is redacted."""
    body = slack_body(
        "Traceback (most recent call last):\nOperationalError: postgres://app:hunter2@db is down"
    )
    response = ask(client, body)
    assert "hunter2" not in response.text
    assert "[redacted:url-password]" in response.text


def _texts(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [text for block in message["blocks"] for text in (block.get("elements") or [block["text"]])]


def check_limits(message: dict[str, Any]) -> None:
    """Assert all limits that Slack documents, and the one it does not."""
    assert 1 <= len(message["blocks"]) <= 50
    assert len(json.dumps(message, ensure_ascii=False)) < slack_blocks.MAX_MESSAGE_CHARS
    for block in message["blocks"]:
        if block["type"] == "context":
            assert 1 <= len(block["elements"]) <= 10
        limit = 150 if block["type"] == "header" else 3_000
        for text in block.get("elements") or [block["text"]]:
            assert 1 <= len(text["text"].encode("utf-16-le")) // 2 <= limit
    assert len(message["text"]) <= 3_000


def check_inert(message: dict[str, Any]) -> None:
    """Assert that the only markup is ours: bold labels, fences, and links to our records."""
    assert (message["parse"], message["mrkdwn"]) == ("none", False)
    for text in [*_texts(message), {"type": "plain_text", "text": message["text"], "emoji": False}]:
        shown = text["text"]
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", shown)
        if text["type"] == "plain_text":
            assert text["emoji"] is False
            assert not re.search(r"[<>]|&(?!(?:amp|lt|gt);)", shown)
            continue
        assert text["verbatim"] is True
        code = re.fullmatch(r"```\n([^<>]*)\n```", shown)
        if code:
            assert "``" not in code[1]
            assert not re.search(r"&(?!(?:amp|lt|gt);)", code[1])
        else:
            assert re.fullmatch(
                r"\*[A-Za-z ]+\*|Record `[0-9a-f]{16}`|<https://errdex\.example/errors/[^\s<>|]+\|Record [0-9a-f]{16}>",
                shown,
            )


@pytest.mark.parametrize("make", [answers.hostile, answers.hostile_derived])
@pytest.mark.parametrize("scale", [1, 2, 10, 100])
def test_a_hostile_answer_stays_inert_and_within_the_limits(
    make: Callable[[int], Answer], scale: int
) -> None:
    """Markup, mentions, controls and length in every text do nothing."""
    message = slack_blocks.message(reply_of(make(scale), public_url=answers.PUBLIC_URL))
    check_limits(message)
    check_inert(message)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="<>&`*_~!@#|:/\n\\ a🔑\u202e", max_size=40), st.sampled_from([1, 30, 400]))
def test_any_text_stays_inert_and_within_the_limits(text: str, times: int) -> None:
    """The same for any text, at any place."""
    evil = text * times
    match = answers.a_match(
        title=evil, documentation=evil, solutions=[evil] * 3, example_fix=evil, captures={evil: evil}
    )
    answer = answers.known().model_copy(
        update={"events": [answers.an_event(message=evil, error_class=evil, matches=[match])]}
    )
    message = slack_blocks.message(reply_of(answer, public_url=answers.PUBLIC_URL))
    check_limits(message)
    check_inert(message)


def test_pasted_text_undoes_three_entities_once() -> None:
    """`&amp;lt;` was typed as `&lt;` and stays that."""
    assert pasted_text("&amp;lt; &lt;b&gt; &quot; &amp;amp;") == "&lt; <b> &quot; &amp;"
