"""Feedback and notes from the chats: buttons, dialogs, who may press them, and that nothing of a paste is kept."""

from __future__ import annotations

import dataclasses
import json
from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from starlette.testclient import TestClient

from app.bots.discord_messages import NOTE
from app.bots.mattermost_people import sign_button
from app.bots.pressed import MAX_TARGET_CHARS, Shown, note_target, read_target
from app.domain.answer import Tier
from app.domain.people import Caller
from app.errors import BadInput
from app.services.replies import reply_of
from tests.bots.conftest import AT
from tests.bots.fake_slack import FakeSlack
from tests.bots.signing import (
    SECRET,
    discord_command,
    discord_headers,
    mattermost_body,
    mattermost_headers,
    slack_body,
    slack_headers,
)

SEED = "ValueError: Currently DFLASH speculative decoding does not support dp attention."
SEED_ID = "af12c88f3c53cbd9"
UNKNOWN = "shop.errors.CartFull: cart of 'alice' cannot take item 4711, 16 is the most"
HOSTILE = "<!channel> @everyone ``` <script>x</script> \u202e [a](http://e.org) \x1b[31m"
SAM = {"id": "U1", "username": "sam", "team_id": "T1"}
OWNER = Caller("cli", key="local:al", name="Al", maintains=True)


def slack_answer(client: TestClient, paste: str) -> dict[str, Any]:
    """The message that a slash command gets."""
    body = slack_body(paste)
    answer: dict[str, Any] = client.post(
        "/bots/slack/command", content=body, headers=slack_headers(body, SECRET, at=AT)
    ).json()
    return answer


def buttons(message: dict[str, Any]) -> dict[str, str]:
    """The buttons of a Slack message, action to value."""
    return {
        element["action_id"]: element["value"]
        for block in message["blocks"]
        if block["type"] == "actions"
        for element in block["elements"]
    }


def pressed(action: str, value: str, url: str) -> dict[str, Any]:
    """What Slack sends when a button is pressed."""
    return {
        "type": "block_actions", "user": SAM, "team": {"id": "T1"}, "trigger_id": "1.2.3",
        "response_url": f"{url}/later", "container": {"thread_ts": "1.0"},
        "actions": [{"action_id": action, "value": value}],
    }  # fmt: skip


def interact(client: TestClient, payload: Any, *, secret: str = SECRET, at: float = AT) -> Any:
    """Send one interaction."""
    body = urlencode({"payload": json.dumps(payload)}).encode()
    return client.post("/bots/slack/interactivity", content=body, headers=slack_headers(body, secret, at=at))


def submission(view: dict[str, Any], words: str | None, version: str | None = None) -> dict[str, Any]:
    """What Slack sends when a dialog is sent."""
    values = {"text": {"text": {"value": words}}, "version": {"version": {"value": version}}}
    sent = {name: view[name] for name in ("callback_id", "private_metadata")}
    return {
        "type": "view_submission",
        "user": SAM,
        "team": {"id": "T1"},
        "view": {**sent, "state": {"values": values}},
    }


def everything(app: FastAPI) -> str:
    """All that the database holds of people, and of records."""
    with app.state.services.database.read() as session:
        return "".join(
            str(session.execute(text(f"SELECT * FROM {table}")).all())
            for table in ("note", "note_event", "feedback", "record")
        )


# -- Slack -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", ["solved", "wrong"])
def test_slack_feedback(app: FastAPI, client: TestClient, platform: FakeSlack, verdict: str) -> None:
    """A pressed button is acknowledged at once, counted with tier and score, once, and answered beside the message."""
    value = buttons(slack_answer(client, SEED))[verdict]
    for _ in range(2):
        response = interact(client, pressed(verdict, value, platform.address))
        assert (response.status_code, response.content) == (200, b"")
    feedback = app.state.services.feedback.of_record(SEED_ID)
    assert (feedback.solved, feedback.wrong) == ((1, 0) if verdict == "solved" else (0, 1))
    path, message = platform.calls[-1]
    assert path == "/later"
    assert message["replace_original"] is False
    assert message["response_type"] == "ephemeral"
    assert "Noted" in message["text"]
    tiers = app.state.services.catalog.stats().feedback.tiers
    assert list(tiers) == [Tier.EXACT]


def test_slack_note(app: FastAPI, client: TestClient, platform: FakeSlack) -> None:
    """The button opens a dialog that says what is stored; what is sent there becomes a note of the record."""
    value = buttons(slack_answer(client, SEED))["add_note"]
    assert interact(client, pressed("add_note", value, platform.address)).content == b""
    view = platform.only("views.open")["view"]
    assert SEED_ID in json.dumps(view["blocks"])
    response = interact(client, submission(view, "Use <none> & @all", "0.5.18"))
    assert (response.status_code, response.content) == (200, b"")
    note = app.state.services.notes.of_record(SEED_ID).items[0]
    assert (note.text, note.author, note.version, note.front) == (
        "Use <none> & @all",
        "sam",
        "0.5.18",
        "slack",
    )
    assert "is added to the record" in platform.calls[-1][1]["text"]
    blocks = json.dumps(slack_answer(client, SEED)["blocks"])
    assert "Notes from people" in blocks
    assert "Use &lt;none&gt; &amp; @all" in blocks


def test_slack_note_on_an_unknown_error(app: FastAPI, client: TestClient, platform: FakeSlack) -> None:
    """Button and dialog carry class and template alone; what is sent makes the error known."""
    message = slack_answer(client, UNKNOWN)
    value = buttons(message)["add_note"]
    assert list(buttons(message)) == ["add_note"]
    interact(client, pressed("add_note", value, platform.address))
    view = platform.only("views.open")["view"]
    for held in (value, json.dumps(view)):
        assert "alice" not in held
        assert "4711" not in held
    assert len(view["private_metadata"]) <= 3_000
    assert "CartFull" in json.dumps(view["blocks"])
    assert interact(client, submission(view, "Buy less")).content == b""
    answer = app.state.services.match.match(UNKNOWN.replace("alice", "bob"))
    assert [note.text for note in answer.best_match().notes] == ["Buy less"]
    assert "alice" not in everything(app)


@pytest.mark.parametrize(
    ("words", "fault"), [(None, "empty"), (" ", "empty"), ("x" * 4_001, "most is 4,000"), ("\x00", "NUL")]
)
def test_slack_dialog_that_is_not_usable(
    app: FastAPI, client: TestClient, platform: FakeSlack, words: str | None, fault: str
) -> None:
    """The dialog stays open and says what is wrong; nothing is stored."""
    interact(client, pressed("add_note", SEED_ID, platform.address))
    view = platform.only("views.open")["view"]
    answer = interact(client, submission(view, words)).json()
    assert answer["response_action"] == "errors"
    assert fault in answer["errors"]["text"]
    assert app.state.services.notes.of_record(SEED_ID).total == 0


METADATA = [
    "", "{", "[]", "null", '{"target": 5}', '{"target": "0000"}', '{"target": "{}"}',
    json.dumps({"target": "[" * 9_000}), '{"target": "{\\"class\\": 5}"}',
]  # fmt: skip


@pytest.mark.parametrize("metadata", METADATA)
def test_slack_dialog_with_another_target(
    app: FastAPI, client: TestClient, platform: FakeSlack, metadata: str
) -> None:
    """A dialog whose target is none is refused in its own words, never a 500."""
    view = {"callback_id": "note", "private_metadata": metadata}
    response = interact(client, submission(view, "x"))
    assert response.status_code == 200
    assert response.json()["response_action"] == "errors"


@pytest.mark.parametrize("action", ["solved", "wrong", "add_note"])
@pytest.mark.parametrize(
    "value", ["", "x", "0" * 16, "0" * 16 + ":exact:0.9", "a:b:c", "{", "\ud800", "x" * 9_000]
)
def test_slack_button_with_another_value(
    app: FastAPI, client: TestClient, platform: FakeSlack, action: str, value: str
) -> None:
    """A value that leads nowhere is told to the person; nothing is counted, and nothing fails."""
    assert interact(client, pressed(action, value, platform.address)).status_code == 200
    assert app.state.services.catalog.stats().feedback.solved == 0
    assert all(path in {"/later", "views.open"} for path, _ in platform.calls)


@pytest.mark.parametrize(("secret", "at"), [("another-secret", AT), (SECRET, AT - 301), (SECRET, AT + 301)])
@pytest.mark.parametrize("kind", ["solved", "add_note", "submission"])
def test_slack_forged_or_stale(  # noqa: PLR0917
    app: FastAPI, client: TestClient, platform: FakeSlack, secret: str, at: float, kind: str
) -> None:
    """A wrong signature, and one of another time, is a 401; nothing is kept, and Slack is not called."""
    view = {"callback_id": "note", "private_metadata": json.dumps({"target": SEED_ID, "url": ""})}
    value = f"{SEED_ID}:exact:0.9" if kind == "solved" else SEED_ID
    payload = submission(view, "forged") if kind == "submission" else pressed(kind, value, platform.address)
    assert interact(client, payload, secret=secret, at=at).status_code == 401
    assert platform.calls == []
    assert app.state.services.feedback.of_record(SEED_ID).wire() == {"notes": 0, "solved": 0, "wrong": 0}


def test_slack_where_notes_are_off(app: FastAPI, client: TestClient, platform: FakeSlack) -> None:
    """There are no such buttons, and one of an older message is refused."""
    services = app.state.services
    settings = services.settings.model_copy(update={"chat_notes": False})
    notes, feedback = type(services.notes), type(services.feedback)
    app.state.services = dataclasses.replace(
        services,
        settings=settings,
        notes=notes(services.database, settings),
        feedback=feedback(services.database, settings),
    )
    assert list(buttons(slack_answer(client, SEED))) == ["share"]
    interact(client, pressed("solved", f"{SEED_ID}:exact:0.9", platform.address))
    assert "does not take feedback" in platform.calls[-1][1]["text"]
    assert services.feedback.of_record(SEED_ID).solved == 0


def test_slack_without_a_bot_token(client: TestClient) -> None:
    """Feedback needs none; a dialog does, so there is no button for it."""
    assert list(buttons(slack_answer(client, SEED))) == ["solved", "wrong"]
    assert buttons(slack_answer(client, UNKNOWN)) == {}


# -- Discord ---------------------------------------------------------------------------------------


def discord(client: TestClient, payload: bytes | dict[str, Any]) -> Any:
    """Send one signed interaction."""
    body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return client.post("/bots/discord/interactions", content=body, headers=discord_headers(body, at=AT))


def component(custom_id: str, kind: int = 3, **data: Any) -> dict[str, Any]:
    """What Discord sends for a button (3) or a sent dialog (5)."""
    member = {"user": {"id": "539082325061836999", "username": "mason"}}
    return {
        "type": kind, "token": "T", "application_id": "7757", "member": member,
        "data": {"custom_id": custom_id, **data},
    }  # fmt: skip


def rows(words: str) -> list[dict[str, Any]]:
    """The fields of a sent dialog, one in a row and one under a label, as newer dialogs have it."""
    return [
        {"type": 1, "components": [{"type": 4, "custom_id": "text", "value": words}]},
        {"type": 18, "component": {"type": 4, "custom_id": "version", "value": "0.5.18"}},
    ]


def test_discord_feedback(app: FastAPI, client: TestClient) -> None:
    """The buttons below an answer carry at most a hundred characters; a pressed one is counted once."""
    found = discord(client, discord_command(SEED)).json()["data"]["components"][0]["components"]
    ids = {one["label"]: one.get("custom_id", "") for one in found}
    assert len(found) <= 5
    assert all(len(one) <= 100 for one in ids.values())
    for _ in range(2):
        answer = discord(client, component(ids["Solved it"])).json()
        assert answer["type"] == 4
        assert answer["data"]["flags"] == 64
        assert answer["data"]["allowed_mentions"] == {"parse": []}
    discord(client, component(ids["Wrong"]))
    assert app.state.services.feedback.of_record(SEED_ID).wire() == {"notes": 0, "solved": 0, "wrong": 1}


def test_discord_note(app: FastAPI, client: TestClient) -> None:
    """The button opens a dialog; what is sent there becomes a note under the name of the member."""
    dialog = discord(client, component(f"{NOTE}{SEED_ID}")).json()
    assert dialog["type"] == 9
    assert len(dialog["data"]["title"]) <= 45
    assert all(len(row["components"][0]["label"]) <= 45 for row in dialog["data"]["components"])
    answer = discord(client, component(dialog["data"]["custom_id"], 5, components=rows("Use less"))).json()
    assert "is added to the record" in answer["data"]["content"]
    note = app.state.services.notes.of_record(SEED_ID).items[0]
    assert (note.text, note.author, note.version, note.front) == ("Use less", "mason", "0.5.18", "discord")


@pytest.mark.parametrize(
    ("payload", "status"),
    [
        (component("solved:x"), 200),
        (component(f"solved:{'0' * 16}:exact:0.9"), 200),
        (component("other:x"), 400),
        (component(f"{NOTE}{SEED_ID}", 5, components=rows("")), 200),
        (component(f"{NOTE}{SEED_ID}", 5, components=[5, {"components": 7}, {}]), 200),
        (component(f"{NOTE}{SEED_ID}", 5, components=[{}] * 9), 400),
        (component("solved:" + SEED_ID, 5), 200),
    ],
)
def test_discord_what_is_not_usable(
    app: FastAPI, client: TestClient, payload: dict[str, Any], status: int
) -> None:
    """It is told to the person, or a 400 where it is none of ours; never a 500."""
    assert discord(client, payload).status_code == status
    assert app.state.services.notes.of_record(SEED_ID).total == 0
    assert not app.state.services.feedback.of_record(SEED_ID)


def test_discord_forged(app: FastAPI, client: TestClient) -> None:
    """A button with a wrong signature is a 401."""
    body = json.dumps(component(f"solved:{SEED_ID}:exact:0.9")).encode()
    headers = discord_headers(body + b" ", at=AT)
    assert client.post("/bots/discord/interactions", content=body, headers=headers).status_code == 401
    assert not app.state.services.feedback.of_record(SEED_ID)


# -- Mattermost ------------------------------------------------------------------------------------


def mattermost_actions(client: TestClient) -> list[dict[str, Any]]:
    """The buttons below an answer."""
    body = mattermost_body(SEED)
    response = client.post("/bots/mattermost/command", content=body, headers=mattermost_headers(SECRET))
    found: list[dict[str, Any]] = response.json()["attachments"][0]["actions"]
    return found


def press(client: TestClient, context: Any, **more: Any) -> Any:
    """What Mattermost sends when a button is pressed."""
    body = {"user_id": "i9jg", "user_name": "kim", "context": context, **more}
    return client.post("/bots/mattermost/action", json=body)


def test_mattermost_feedback(app: FastAPI, client: TestClient) -> None:
    """A button comes back with what this server signed, and is counted once."""
    actions = mattermost_actions(client)
    assert [one["id"] for one in actions] == ["solved", "wrong"]
    assert all(one["integration"]["url"].endswith("/bots/mattermost/action") for one in actions)
    for _ in range(2):
        answer = press(client, actions[0]["integration"]["context"])
        assert answer.status_code == 200
        assert answer.json()["ephemeral_text"].startswith("Noted")
    assert app.state.services.feedback.of_record(SEED_ID).wire() == {"notes": 0, "solved": 1, "wrong": 0}


@pytest.mark.parametrize(
    "context",
    [
        None,
        {},
        [],
        {"verdict": "solved", "shown": f"{SEED_ID}:exact:0.9", "signature": "0" * 64},
        {"verdict": "solved", "shown": f"{SEED_ID}:exact:0.9", "signature": "é\ud800"},
        {"verdict": "solved", "shown": f"{SEED_ID}:exact:0.9", "signature": 5},
        {
            "verdict": "wrong",
            "shown": f"{SEED_ID}:exact:0.9",
            "signature": sign_button(SECRET, "solved", f"{SEED_ID}:exact:0.9"),
        },
        {
            "verdict": "solved",
            "shown": f"{SEED_ID}:exact:0.9",
            "signature": sign_button("another-secret", "solved", f"{SEED_ID}:exact:0.9"),
        },
    ],
)
def test_mattermost_forged(app: FastAPI, client: TestClient, context: Any) -> None:
    """A button that this server did not make is a 401."""
    body = json.dumps({"user_id": "i9jg", "context": context}).encode()
    assert client.post("/bots/mattermost/action", content=body).status_code == 401
    assert not app.state.services.feedback.of_record(SEED_ID)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"5", b"\xff", b"[" * 60_000])
def test_mattermost_what_is_no_button(client: TestClient, body: bytes) -> None:
    """What cannot be read shows no signature."""
    assert client.post("/bots/mattermost/action", content=body).status_code == 401


def test_mattermost_off(app: FastAPI, client: TestClient) -> None:
    """Without a token there is no such address."""
    services = app.state.services
    settings = services.settings.model_copy(update={"mattermost_token": None})
    app.state.services = dataclasses.replace(services, settings=settings)
    assert press(client, {}).status_code == 404


# -- all of them -----------------------------------------------------------------------------------


def test_a_hostile_note_is_inert_in_every_chat(app: FastAPI, client: TestClient) -> None:
    """Nothing of it mentions, links, formats or stays unseen, whoever shows it."""
    app.state.services.notes.add(OWNER, SEED_ID, HOSTILE, author="<!here> @al")
    blocks = slack_answer(client, SEED)["blocks"]
    for block in blocks:
        for one in (block.get("text"), *block.get("elements", [])):
            if one and one.get("type") == "mrkdwn":
                assert "channel" not in one["text"]
    slack_text = json.dumps(blocks, ensure_ascii=False)
    assert "<!channel>" not in slack_text
    assert "<!here>" not in slack_text
    embed = discord(client, discord_command(SEED)).json()["data"]
    assert embed["allowed_mentions"] == {"parse": []}
    body = mattermost_body(SEED)
    posted = client.post("/bots/mattermost/command", content=body, headers=mattermost_headers(SECRET)).json()
    for markdown in (embed["embeds"][0]["description"], posted["text"]):
        notes = markdown[markdown.index("**Notes from people**") :]
        assert "\n```" not in notes
        assert "`@everyone`" in notes
        assert "<!channel>" not in notes
        assert "`[a](http://e.org)`" in notes
    for shown in (slack_text, embed["embeds"][0]["description"], posted["text"]):
        assert not {"\u202e", "\x1b"} & set(shown)


def test_messages_with_notes_stay_within_limits(app: FastAPI, client: TestClient) -> None:
    """The longest notes make no message longer than its platform takes."""
    for _ in range(5):
        app.state.services.notes.add(OWNER, SEED_ID, "& < 😀 " * 500)
    message = slack_answer(client, SEED)
    assert len(message["blocks"]) <= 50
    for block in message["blocks"]:
        if block["type"] == "section":
            assert len(block["text"]["text"].encode("utf-16-le")) // 2 <= 3_000
    embed = discord(client, discord_command(SEED)).json()["data"]["embeds"][0]
    assert len(embed["description"].encode("utf-16-le")) // 2 <= 4_096


def test_targets_are_read_as_they_were_written(app: FastAPI, client: TestClient) -> None:
    """Class and template come back to the same record; a long one stays within what a button takes."""
    long = f"shop.errors.CartError: {'word ' * 500}"
    for paste in (UNKNOWN, long, f"{'x' * 150}.{'E' * 90}Error: some words of a message"):
        reply = reply_of(app.state.services.match.match(paste), public_url=None)
        target = note_target(reply)
        assert target is not None
        assert len(target) <= MAX_TARGET_CHARS
        assert read_target(target).record == reply.unknown
    assert note_target(reply_of(app.state.services.match.match("INFO: fine"), public_url=None)) is None


@pytest.mark.parametrize(
    "value", ["", "x:y:z", f"{SEED_ID}:lucky:0.9", f"{SEED_ID}:exact:1.2.3", f"{SEED_ID}\n::"]
)
def test_values_that_are_no_match(value: str) -> None:
    """What a button does not hold is refused."""
    with pytest.raises(BadInput):
        Shown.of(value)


@pytest.mark.parametrize(
    "shown", [Shown(SEED_ID), Shown(SEED_ID, Tier.SITE, 0.71), Shown(SEED_ID, Tier.EXACT, 1.0)]
)
def test_values_of_matches(shown: Shown) -> None:
    """What it holds is read again, and is short."""
    assert Shown.of(shown.value()) == shown
    assert len(shown.value()) <= 60
