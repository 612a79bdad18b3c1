"""The door of every chat front: what is refused, with which status, before anything of a body is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from tests.bots.conftest import AT, SECRET
from tests.bots.signing import (
    DISCORD_KEY,
    discord_command,
    discord_headers,
    mattermost_body,
    mattermost_headers,
    slack_body,
    slack_headers,
    webhook_headers,
)

Headers = dict[str, str]


@dataclass(frozen=True)
class Door:
    """A chat front: its address, a good body, how it is signed, and which headers hold time and signature."""

    path: str
    body: bytes
    sign: Callable[[bytes, float], Headers]
    signature: str
    timestamp: str | None
    media_type: str


def _slack(path: str, body: bytes, media_type: str) -> Door:
    def sign(given: bytes, at: float) -> Headers:
        return {**slack_headers(given, SECRET, at=at), "Content-Type": media_type}

    return Door(path, body, sign, "X-Slack-Signature", "X-Slack-Request-Timestamp", media_type)


FORM, JSON = "application/x-www-form-urlencoded", "application/json"
DOORS = {
    "slack-command": _slack("/bots/slack/command", slack_body("ValueError: x"), FORM),
    "slack-interactivity": _slack("/bots/slack/interactivity", b"payload=%7B%7D", FORM),
    "slack-events": _slack("/bots/slack/events", b'{"type":"url_verification","challenge":"x"}', JSON),
    "discord": Door(
        "/bots/discord/interactions",
        discord_command("ValueError: x"),
        lambda body, at: discord_headers(body, at=at),
        "X-Signature-Ed25519",
        "X-Signature-Timestamp",
        JSON,
    ),
    "mattermost": Door(
        "/bots/mattermost/command",
        mattermost_body("ValueError: x"),
        lambda _body, _at: mattermost_headers(SECRET),
        "Authorization",
        None,
        FORM,
    ),
    "webhook": Door(
        "/bots/webhook",
        b'{"text": "ValueError: x"}',
        lambda body, at: webhook_headers(body, SECRET, at=at),
        "X-Errdex-Signature",
        "X-Errdex-Timestamp",
        JSON,
    ),
}
each_door = pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
SIGNED = {name: door for name, door in DOORS.items() if door.timestamp}
each_signed = pytest.mark.parametrize("door", SIGNED.values(), ids=SIGNED)


def knock(client: TestClient, door: Door, body: bytes, headers: Headers) -> Any:
    """Send a request; a header whose value is empty is left out."""
    given = {name: value for name, value in headers.items() if value}
    return client.post(door.path, content=body, headers=given)


@each_door
def test_a_good_request_is_let_in(client: TestClient, door: Door) -> None:
    """What the table below spoils is good before."""
    assert knock(client, door, door.body, door.sign(door.body, AT)).status_code == 200


@each_door
@pytest.mark.parametrize(
    "signature",
    [
        "",
        " ",
        "x",
        "v0=",
        "sha256=",
        "0" * 128,
        "v0=" + "0" * 64,
        "sha256=" + "0" * 64,
        "Token ",
        "Token x",
        "Bearer " + SECRET,
        "0" * 100_000,
        "é" * 128,
    ],
)
def test_bad_signatures(client: TestClient, door: Door, signature: str) -> None:
    """A missing, malformed or wrong signature or token is a 401, whatever it looks like."""
    headers: dict[str, Any] = {**door.sign(door.body, AT), door.signature: signature}
    if not signature.isascii():
        headers[door.signature] = signature.encode()
    response = knock(client, door, door.body, headers)
    assert response.status_code == 401
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["code"] == "not-allowed"


@each_signed
@pytest.mark.parametrize(
    "timestamp",
    [
        "",
        " ",
        "abc",
        "1e9",
        "-1",
        "0",
        "1.5",
        "NaN",
        "٣٣٣",
        str(int(AT) - 301),
        str(int(AT) + 301),
        "9" * 5_000,
        "\x1b",
    ],
)
def test_bad_timestamps(client: TestClient, door: Door, timestamp: str) -> None:
    """A missing, odd, old or future time is a 401, never a 500."""
    assert door.timestamp
    headers: dict[str, Any] = {**door.sign(door.body, AT), door.timestamp: timestamp}
    if not timestamp.isascii():
        headers[door.timestamp] = timestamp.encode()
    assert knock(client, door, door.body, headers).status_code == 401


@each_signed
def test_another_body_or_time_does_not_fit(client: TestClient, door: Door) -> None:
    """A signature is good for its own body and time only."""
    assert door.timestamp
    headers = door.sign(door.body, AT)
    assert knock(client, door, door.body + b" ", headers).status_code == 401
    assert knock(client, door, b"", headers).status_code == 401
    assert knock(client, door, door.body, {**headers, door.timestamp: str(int(AT) + 1)}).status_code == 401


@each_signed
def test_a_replay_is_only_as_good_as_the_first(client: TestClient, door: Door) -> None:
    """Within five minutes the same request gets the same answer, and changes nothing; afterwards it is refused."""
    headers = door.sign(door.body, AT - 299)
    first, again = (knock(client, door, door.body, headers) for _ in range(2))
    assert (first.status_code, first.content) == (again.status_code, again.content)
    assert first.status_code == 200
    assert knock(client, door, door.body, door.sign(door.body, AT - 301)).status_code == 401


@each_door
def test_an_oversize_body(client: TestClient, door: Door) -> None:
    """A body over the limit is a 413 before its signature is looked at."""
    body = b"x" * (64 * 1024 + 1)
    response = knock(client, door, body, door.sign(body, AT))
    assert response.status_code == 413
    assert response.json()["limit"] == 64 * 1024


@each_door
@pytest.mark.parametrize("media_type", ["text/html", "multipart/form-data", "image/png", "x", ""])
def test_wrong_content_types(client: TestClient, door: Door, media_type: str) -> None:
    """A signed body of a type that the platform does not send is answered or refused, never a 500."""
    body = b"\x00 not what it says"
    response = knock(client, door, body, {**door.sign(body, AT), "Content-Type": media_type})
    assert response.status_code in {200, 400, 415}


@each_door
@pytest.mark.parametrize(
    "body", [b"", b"\xff\xfe\x00", b"%", b"&&&===", b"{}", b"[]", b"null", b"payload=1&payload=2"]
)
def test_odd_bodies(client: TestClient, door: Door, body: bytes) -> None:
    """Whatever is signed, the answer is none of the server's faults."""
    response = knock(client, door, body, door.sign(body, AT))
    assert response.status_code in {200, 400, 401, 415}


@each_door
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_other_methods(client: TestClient, door: Door, method: str) -> None:
    """Only POST is taken."""
    assert client.request(method, door.path).status_code == 405


@each_door
def test_without_its_secret_a_front_is_not_there(settings: Settings, door: Door) -> None:
    """A front that nobody set up is a 404."""
    with TestClient(create_app(settings)) as client:
        assert knock(client, door, door.body, door.sign(door.body, AT)).status_code == 404


def test_a_key_of_another_application(client: TestClient) -> None:
    """A signature of another Discord application is refused."""
    from nacl.signing import SigningKey

    door = DOORS["discord"]
    other = SigningKey(bytes(32))
    assert other.verify_key != DISCORD_KEY.verify_key
    assert knock(client, door, door.body, discord_headers(door.body, at=AT, key=other)).status_code == 401
