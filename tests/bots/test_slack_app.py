"""The whole Slack app against a Slack of the test's own: dialogs, shortcuts, buttons, mentions, files, retries."""

from __future__ import annotations

import json
import threading
from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.bots.slack_app import pasted_text
from app.bots.slack_manifest import slack_manifest
from app.bots.slack_views import paste_dialog
from app.domain.answer import Answer
from app.services.pasted import unfenced
from tests.bots.conftest import AT, SECRET, AfterAnswer, Answering
from tests.bots.fake_slack import TOKEN, FakeSlack
from tests.bots.signing import slack_body, slack_headers
from tests.services import answers
from tests.serving import other_server

SEED = "ValueError: Currently DFLASH speculative decoding does not support dp attention."
SEED_ID = "af12c88f3c53cbd9"


def interact(client: TestClient, payload: Any) -> Any:
    """Send one signed interaction."""
    body = urlencode({"payload": json.dumps(payload)}).encode()
    return client.post("/bots/slack/interactivity", content=body, headers=slack_headers(body, SECRET, at=AT))


def happen(client: TestClient, envelope: Any, **headers: str) -> Any:
    """Send one signed event."""
    body = json.dumps(envelope).encode()
    signed = {**slack_headers(body, SECRET, at=AT), "Content-Type": "application/json"}
    return client.post("/bots/slack/events", content=body, headers={**signed, **headers})


def event(number: int = 1, **values: Any) -> dict[str, Any]:
    """An event in its envelope."""
    inner = {"user": "U0000000", "channel": "C0000000", "ts": "1.0", "event_ts": "1.0", **values}
    return {
        "token": "not-used", "team_id": "T0000000", "api_app_id": "A0000000", "type": "event_callback",
        "event_id": f"Ev{number}", "event_time": 1, "event": inner,
    }  # fmt: skip


def mention(number: int = 1, **values: Any) -> dict[str, Any]:
    """A mention of the app."""
    return event(number, type="app_mention", **values)


def blocks_text(message: dict[str, Any]) -> str:
    """All of the text of a message."""
    return json.dumps(message["blocks"], ensure_ascii=False)


def shares(message: dict[str, Any]) -> list[str]:
    """The values of the share buttons."""
    return [
        element["value"]
        for block in message["blocks"]
        if block["type"] == "actions"
        for element in block["elements"]
        if element["action_id"] == "share"
    ]


# -- commands and dialogs -------------------------------------------------------------------------


def command(client: TestClient, text: str, **fields: str) -> Any:
    """Send a slash command."""
    body = slack_body(text, **fields)
    return client.post("/bots/slack/command", content=body, headers=slack_headers(body, SECRET, at=AT))


def test_the_reply_can_be_shared(client: TestClient, platform: FakeSlack) -> None:
    """With the whole app a reply has a button that shares the record."""
    message = command(client, SEED).json()
    assert message["response_type"] == "ephemeral"
    assert shares(message) == [SEED_ID]
    assert shares(command(client, "KeyError: 1").json()) == []


def test_a_command_without_text_opens_the_dialog(client: TestClient, platform: FakeSlack) -> None:
    """The dialog is opened within the same request, and the command is acknowledged without a message."""
    response = command(client, " ", trigger_id="1.2.abc", response_url=f"{platform.address}/later")
    assert (response.status_code, response.content) == (200, b"")
    call = platform.only("views.open")
    assert call["trigger_id"] == "1.2.abc"
    assert call["view"] == paste_dialog(f"{platform.address}/later")


def test_where_the_dialog_cannot_be_opened_the_usage_is_told(client: TestClient, platform: FakeSlack) -> None:
    """A refusal of Slack's ends in the usage."""
    platform.answers["views.open"] = {"ok": False, "error": "expired_trigger_id"}
    assert "neither stored nor logged" in command(client, "", trigger_id="1").json()["text"]


def submission(
    text: str | None, files: list[dict[str, Any]] | None = None, metadata: str = ""
) -> dict[str, Any]:
    """A dialog as it is sent."""
    return {
        "type": "view_submission",
        "user": {"id": "U0000000"},
        "view": {
            "callback_id": "paste",
            "private_metadata": metadata,
            "state": {
                "values": {
                    "text": {"text": {"type": "plain_text_input", "value": text}},
                    "files": {"files": {"type": "file_input", "files": files or []}},
                }
            },
        },
    }


def test_the_dialogs_answer_goes_where_it_was_opened(client: TestClient, platform: FakeSlack) -> None:
    """Text and files of a dialog are explained to the person who opened it by a command."""
    platform.files["/files/a.log"] = f"{SEED}\n".encode()
    file = {"id": "F1", "size": 90, "url_private_download": f"{platform.address}/files/a.log"}
    response = interact(client, submission("see the file", [file], f"{platform.address}/later"))
    assert (response.status_code, response.content) == (200, b"")
    message = platform.only("/later")
    assert message["response_type"] == "ephemeral"
    assert shares(message) == [SEED_ID]


def test_a_dialog_of_a_shortcut_is_answered_by_direct_message(
    client: TestClient, platform: FakeSlack
) -> None:
    """Opened without a channel, the answer is a message to the person."""
    interact(client, {"type": "shortcut", "callback_id": "explain_paste", "trigger_id": "1.2"})
    assert platform.only("views.open")["view"]["private_metadata"] == ""
    platform.calls.clear()
    interact(client, submission(SEED))
    call = platform.only("chat.postMessage")
    assert call["channel"] == "U0000000"
    assert shares(call) == [SEED_ID]


def test_an_empty_dialog_is_told_in_it(client: TestClient, platform: FakeSlack) -> None:
    """Neither text nor file is an error of the field."""
    for text in (None, "", "  "):
        answer = interact(client, submission(text)).json()
        assert answer == {"response_action": "errors", "errors": {"text": "Paste a text, or attach a file."}}
    assert platform.calls == []


# -- shortcut and button ----------------------------------------------------------------------------


def test_the_message_shortcut_explains_a_message(client: TestClient, platform: FakeSlack) -> None:
    """Text and snippets of the message are explained to the person who asked."""
    platform.files["/files/snippet"] = SEED.encode()
    for message in (
        {"type": "message", "text": f"what is this? ```{SEED}```"},
        {
            "type": "message",
            "text": "",
            "files": [{"url_private": f"{platform.address}/files/snippet", "size": 9}],
        },
    ):
        platform.calls.clear()
        response = interact(
            client,
            {
                "type": "message_action",
                "callback_id": "explain_error",
                "response_url": f"{platform.address}/later",
                "message": message,
            },
        )
        assert (response.status_code, response.content) == (200, b"")
        answer = platform.only("/later")
        assert answer["response_type"] == "ephemeral"
        assert shares(answer) == [SEED_ID]


def test_sharing_shows_the_record_and_nothing_of_the_paste(client: TestClient, platform: FakeSlack) -> None:
    """The button posts the record to the channel, in the thread that it was pressed in, beside the private message."""
    interact(
        client,
        {
            "type": "block_actions",
            "response_url": f"{platform.address}/later",
            "container": {"type": "message", "thread_ts": "5.5"},
            "actions": [{"action_id": "share", "value": SEED_ID, "type": "button"}],
        },
    )
    message = platform.only("/later")
    assert (message["response_type"], message["replace_original"], message["thread_ts"]) == (
        "in_channel",
        False,
        "5.5",
    )
    assert SEED_ID in blocks_text(message)
    assert "Solutions" not in message["text"]
    assert shares(message) == []


def test_other_buttons_and_unknown_interactions_are_acknowledged(
    client: TestClient, platform: FakeSlack
) -> None:
    """A link button, a closed dialog or something new is an empty 200, and nothing follows."""
    for payload in (
        {"type": "block_actions", "actions": [{"action_id": "link"}, 5, None]},
        {"type": "block_actions", "actions": "x"},
        {"type": "view_closed"},
        {"type": "view_submission", "view": {"callback_id": "other"}},
        {"type": "view_submission", "view": {"callback_id": "paste", "state": {"values": []}}},
        {"type": ["odd"]},
        {},
    ):
        response = interact(client, payload)
        assert response.status_code == 200
    assert platform.calls == []


def test_answers_go_to_slack_only(client: TestClient, platform: FakeSlack) -> None:
    """An address for later answers that is not Slack's is never asked."""
    with other_server(platform.respond) as elsewhere:
        for url in (f"{elsewhere}/x", "http://127.0.0.1:1/", "file:///etc/passwd", "https://[", ""):
            interact(client, {"type": "message_action", "response_url": url, "message": {"text": SEED}})
    assert platform.calls == []


# -- events -----------------------------------------------------------------------------------------


def test_the_challenge(client: TestClient, platform: FakeSlack) -> None:
    """Slack's check of the address gets its challenge back."""
    answer = happen(
        client,
        {"type": "url_verification", "challenge": "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"},
    )
    assert answer.json() == {"challenge": "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"}


def test_a_mention_is_answered_to_who_wrote_it(client: TestClient, platform: FakeSlack) -> None:
    """What stands beside the mention is explained, in the thread, to the person only."""
    response = happen(client, mention(text=f"<@U0ERRDEX> {SEED}", thread_ts="7.7"))
    assert (response.status_code, response.content) == (200, b"")
    call = platform.only("chat.postEphemeral")
    assert (call["channel"], call["user"], call["thread_ts"]) == ("C0000000", "U0000000", "7.7")
    assert shares(call) == [SEED_ID]
    assert "response_type" not in call


def test_a_bare_mention_in_a_thread_explains_the_thread(client: TestClient, platform: FakeSlack) -> None:
    """Without words of its own a mention means what stands above it, files included."""
    platform.files["/files/a"] = SEED.encode()
    platform.answers["conversations.replies"] = {
        "ok": True,
        "messages": [
            {
                "ts": "7.7",
                "text": "our build fails",
                "files": [{"url_private": f"{platform.address}/files/a"}],
            },
            {"ts": "7.8", "text": "KeyError: from a bot", "bot_id": "B1"},
            {"ts": "1.0", "text": "<@U0ERRDEX>"},
        ],
    }
    happen(client, mention(text="<@U0ERRDEX> ", thread_ts="7.7"))
    (first, asked), (second, call) = platform.calls
    assert (first, second) == ("conversations.replies", "chat.postEphemeral")
    assert (asked["channel"], asked["ts"]) == ("C0000000", "7.7")
    assert shares(call) == [SEED_ID]


def test_a_bare_mention_elsewhere_gets_the_usage(client: TestClient, platform: FakeSlack) -> None:
    """Outside of a thread, or where the thread may not be read, the usage is told."""
    happen(client, mention(1, text="<@U0ERRDEX>"))
    assert "neither stored nor logged" in platform.only("chat.postEphemeral")["text"]
    platform.calls.clear()
    platform.answers["conversations.replies"] = {"ok": False, "error": "missing_scope"}
    happen(client, mention(2, text="<@U0ERRDEX> help", thread_ts="7.7"))
    happen(client, mention(3, text="<@U0ERRDEX>", thread_ts="7.7"))
    assert ["neither stored" in call["text"] for name, call in platform.calls if name.startswith("chat")] == [
        True,
        True,
    ]


def test_a_direct_message_is_answered_in_place(client: TestClient, platform: FakeSlack) -> None:
    """What is written or uploaded to the app is explained there."""
    platform.files["/files/a"] = SEED.encode()
    happen(client, event(type="message", channel_type="im", text=SEED))
    file = {"url_private_download": f"{platform.address}/files/a", "size": 10}
    happen(client, event(2, type="message", channel_type="im", subtype="file_share", text="", files=[file]))
    assert [(name, shares(call)) for name, call in platform.calls] == [("chat.postMessage", [SEED_ID])] * 2


def test_what_is_not_meant_for_it_is_left_alone(client: TestClient, platform: FakeSlack) -> None:
    """Messages of bots, edits, other channels and other events are acknowledged, and nothing follows."""
    for number, inner in enumerate(
        (
            {"type": "message", "channel_type": "im", "text": SEED, "bot_id": "B1"},
            {
                "type": "message",
                "channel_type": "im",
                "subtype": "message_changed",
                "message": {"text": SEED},
            },
            {"type": "message", "channel_type": "channel", "text": SEED},
            {"type": "reaction_added"},
            {"type": 5},
        )
    ):
        assert happen(client, event(number, **inner)).status_code == 200
    assert happen(client, {"type": "event_callback", "event": "x"}).status_code == 200
    assert happen(client, {}).status_code == 200
    assert platform.calls == []


@pytest.mark.parametrize("reason", ["http_timeout", "http_error", "connection_failed", "unknown_error"])
def test_a_retry_is_answered_once(client: TestClient, platform: FakeSlack, reason: str) -> None:
    """An event that comes again is acknowledged and not answered a second time."""
    happen(client, mention(text=f"<@U0ERRDEX> {SEED}"))
    again = {"X-Slack-Retry-Num": "1", "X-Slack-Retry-Reason": reason}
    for _ in range(3):
        assert happen(client, mention(text=f"<@U0ERRDEX> {SEED}"), **again).status_code == 200
    assert [name for name, _ in platform.calls] == ["chat.postEphemeral"]


def test_a_retry_of_what_never_arrived_is_answered(client: TestClient, platform: FakeSlack) -> None:
    """Where the first delivery failed, the second is the one to answer; after a time-out another worker has it."""
    for number, (reason, count) in enumerate((("http_error", 1), ("http_timeout", 0))):
        platform.calls.clear()
        again = {"X-Slack-Retry-Num": "1", "X-Slack-Retry-Reason": reason}
        happen(client, mention(100 + number, text=f"<@U0ERRDEX> {SEED}"), **again)
        assert len(platform.calls) == count


def test_files_that_cannot_be_had(client: TestClient, platform: FakeSlack) -> None:
    """A file of elsewhere, too large, or not given is told; the token goes to Slack's own host only."""
    platform.files["/files/big"] = b"x" * 20_000
    with other_server(lambda handler: pytest.fail("asked")) as elsewhere:
        cases = (
            ({"url_private": f"{elsewhere}/x"}, "not kept by Slack itself"),
            ({"url_private": f"{platform.address}/files/big", "size": 5}, "larger than 16,384 bytes"),
            ({"url_private": f"{platform.address}/files/x", "size": 5_000_000}, "larger than 16,384 bytes"),
            ({"url_private": f"{platform.address}/files/gone"}, "files:read"),
            ({}, "not kept by Slack itself"),
            ({"url_private": 5}, "not kept by Slack itself"),
        )
        for number, (file, words) in enumerate(cases):
            platform.calls.clear()
            happen(client, mention(200 + number, text="<@U0ERRDEX> this", files=[file]))
            assert words in platform.only("chat.postEphemeral")["text"]


def test_without_a_token_events_are_acknowledged_only(client: TestClient) -> None:
    """The slash command works without a bot token; what needs one is not tried."""
    assert happen(client, mention(text=SEED)).content == b""
    assert interact(client, {"type": "shortcut", "trigger_id": "1"}).content == b""


def test_a_slow_answer_follows(app: FastAPI, platform: FakeSlack, answering: Answering) -> None:
    """What takes longer is acknowledged soon, and its answer takes the place of the notice."""
    go_on = threading.Event()

    def answer(_paste: str | bytes, _options: object) -> Answer:
        assert go_on.wait(30)
        return answers.known()

    answering(answer)
    slow = TestClient(AfterAnswer(app, go_on.set))
    response = command(slow, "ValueError: x", response_url=f"{platform.address}/later")
    assert response.json()["text"] == "Looking it up…"
    message = platform.only("/later")
    assert message["replace_original"] is True
    assert "d7326ee57f8a95e6" in blocks_text(message)


def test_a_fault_of_ours_is_told_without_its_text(
    client: TestClient, platform: FakeSlack, answering: Answering, capfd: pytest.CaptureFixture[str]
) -> None:
    """What nobody expected is a short message, never a 500, and neither paste nor token is logged."""

    def fail(_paste: str | bytes, _options: object) -> Answer:
        raise RuntimeError("canary")

    answering(fail)
    platform.answers["chat.postEphemeral"] = {"ok": False, "error": "channel_not_found"}
    happen(client, mention(text="<@U0ERRDEX> canary"))
    assert "Something went wrong here" in platform.only("chat.postEphemeral")["text"]
    said = "".join(capfd.readouterr())
    assert "canary" not in said
    assert TOKEN not in said


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("interactivity", b""),
        ("interactivity", b"payload="),
        ("interactivity", b"payload=[]"),
        ("interactivity", b"payload=" + b"[" * 50_000),
        ("interactivity", b"&".join([b"a=1"] * 100)),
        ("events", b""),
        ("events", b"[]"),
        ("events", b"{" * 50_000),
    ],
)
def test_a_signed_body_that_is_none(client: TestClient, path: str, body: bytes) -> None:
    """What is signed but cannot be read is a 400, never a 500."""
    response = client.post(f"/bots/slack/{path}", content=body, headers=slack_headers(body, SECRET, at=AT))
    assert response.status_code == 400
    assert response.json()["code"] == "bad-input"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("see <https://a.example/x|a.example> &lt;b&gt;", "see a.example <b>"),
        ("<https://a.example/x?a=1&amp;b=2>", "https://a.example/x?a=1&b=2"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("<@U1> <!channel> <#C1|x>", "<@U1> <!channel> <#C1|x>"),
    ],
)
def test_links_that_slack_makes_are_undone(text: str, wanted: str) -> None:
    """A log with addresses in it is read as it was written."""
    assert pasted_text(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("what is ```ValueError: x```", "what is\nValueError: x\n"),
        ("a\n```py\nTraceback\n```\nb", "a\n\n\nTraceback\n\n\nb"),
        ("a ``` b", "a ``` b"),
        ("```\nx\n```", "x\n"),
        ("`x: y`", "x: y"),
        ("`a` and `b`", "`a` and `b`"),
        ("", ""),
    ],
)
def test_code_between_words_stands_alone(text: str, wanted: str) -> None:
    """A fence in the middle of a message does not stick to the lines of the paste."""
    assert unfenced(text) == wanted


def test_the_manifest_names_what_the_server_answers(client: TestClient) -> None:
    """Its addresses are routes of the server; over a socket it has none."""
    manifest = slack_manifest("https://errdex.example/base/")
    urls = [
        manifest["features"]["slash_commands"][0]["url"],
        manifest["settings"]["interactivity"]["request_url"],
        manifest["settings"]["event_subscriptions"]["request_url"],
    ]
    for url in urls:
        assert client.post(url.removeprefix("https://errdex.example/base")).status_code == 401
    assert "https://" not in json.dumps(slack_manifest(None))
    assert slack_manifest(None)["settings"]["socket_mode_enabled"] is True
