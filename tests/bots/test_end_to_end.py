"""The chat fronts of a running server, asked with what the platforms' own libraries sign."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from nacl.signing import SigningKey
from slack_sdk.signature import SignatureVerifier

from app.bots.discord import discord
from app.config import Settings
from app.main import create_app
from app.services.outgoing import Response, send
from tests.bots.conftest import PATIENT, SECRET
from tests.bots.signing import discord_command, mattermost_body, mattermost_headers, slack_body
from tests.serving import running_server

SEED = "ValueError: Currently DFLASH speculative decoding does not support dp attention."
SEED_ID = "af12c88f3c53cbd9"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def key() -> SigningKey:
    """The key of a Discord application, made now."""
    return SigningKey.generate()


@pytest.fixture(scope="module")
def server(loaded_file: Path, key: SigningKey) -> Iterator[str]:
    """Address of a server with its real clock."""
    settings = Settings(
        _env_file=None,
        database_url=f"sqlite:///{loaded_file}",
        slack_signing_secret=SECRET,
        mattermost_token=SECRET,
        discord_public_key=key.verify_key.encode().hex(),
    )
    app = create_app(settings)
    app.dependency_overrides[discord] = lambda: PATIENT
    with running_server(app) as address:
        yield address


def slack_signed(server: str, path: str, body: bytes, media_type: str) -> Response:
    """Send what slack-sdk signs."""
    timestamp = str(int(time.time()))
    signature = SignatureVerifier(SECRET).generate_signature(timestamp=timestamp, body=body)
    assert signature
    headers = {
        "Content-Type": media_type,
        "X-Slack-Request-Timestamp": timestamp,
        "X-Slack-Signature": signature,
    }
    return send("POST", f"{server}/bots/slack/{path}", body, headers)


def test_slack(server: str) -> None:
    """A command and a challenge signed by slack-sdk are answered."""
    answer = slack_signed(server, "command", slack_body(SEED), FORM)
    assert answer.status == 200
    assert SEED_ID.encode() in answer.body
    answer = slack_signed(
        server, "events", b'{"type": "url_verification", "challenge": "abc"}', "application/json"
    )
    assert answer.json() == {"challenge": "abc"}


def test_discord(server: str, key: SigningKey) -> None:
    """A PING and a command signed by PyNaCl are answered; one signed by another key is refused."""
    for body, wanted in ((b'{"type": 1}', b'{"type":1}'), (discord_command(SEED), SEED_ID.encode())):
        for signing, status in ((key, 200), (SigningKey.generate(), 401)):
            timestamp = str(int(time.time()))
            headers = {
                "Content-Type": "application/json",
                "X-Signature-Timestamp": timestamp,
                "X-Signature-Ed25519": signing.sign(timestamp.encode() + body).signature.hex(),
            }
            answer = send("POST", f"{server}/bots/discord/interactions", body, headers)
            assert answer.status == status
            assert (wanted in answer.body) == (status == 200)


def test_mattermost(server: str) -> None:
    """A command with its token is answered."""
    answer = send(
        "POST", f"{server}/bots/mattermost/command", mattermost_body(SEED), mattermost_headers(SECRET)
    )
    assert answer.status == 200
    assert SEED_ID in json.loads(answer.body)["text"]
