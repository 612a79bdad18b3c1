"""Signed requests as Slack and a webhook's sender make them."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any
from urllib.parse import urlencode

from nacl.signing import SigningKey

from app.bots.signatures import sign_webhook

__all__ = [
    "DISCORD_KEY",
    "SECRET",
    "discord_command",
    "discord_headers",
    "discord_message_command",
    "mattermost_body",
    "mattermost_headers",
    "slack_body",
    "slack_headers",
    "webhook_headers",
]

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
DISCORD_KEY = SigningKey(bytes(range(32)))

_AS_SLACK_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def slack_body(text: str, *, command: str = "/errdex", **fields: str) -> bytes:
    """Return the form of a slash command; Slack escapes `&`, `<` and `>` of what was typed."""
    escaped = "".join(_AS_SLACK_ESCAPES.get(char, char) for char in text)
    form = {
        "token": "not-used",
        "team_id": "T0000000",
        "team_domain": "example",
        "channel_id": "C0000000",
        "channel_name": "general",
        "user_id": "U0000000",
        "user_name": "somebody",
        "command": command,
        "text": escaped,
        "api_app_id": "A0000000",
        "is_enterprise_install": "false",
        "response_url": "https://slack.example/commands/1",
        "trigger_id": "1.2.3",
        **fields,
    }
    return urlencode(form).encode()


def slack_headers(body: bytes, secret: str, *, at: float) -> dict[str, str]:
    """Return the headers of a slash command signed at a time, in seconds since 1970, with the app's signing secret."""
    timestamp = str(int(at))
    digest = hmac.new(secret.encode(), b"v0:" + timestamp.encode() + b":" + body, hashlib.sha256).hexdigest()
    return {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Slack-Request-Timestamp": timestamp,
        "X-Slack-Signature": f"v0={digest}",
    }


def webhook_headers(
    body: bytes, secret: str, *, at: float, content_type: str = "application/json"
) -> dict[str, str]:
    """Return the headers of a webhook message signed at a time, in seconds since 1970."""
    timestamp = str(int(at))
    return {
        "Content-Type": content_type,
        "X-Errdex-Timestamp": timestamp,
        "X-Errdex-Signature": sign_webhook(secret, timestamp, body),
    }


def discord_headers(body: bytes, *, at: float, key: SigningKey = DISCORD_KEY) -> dict[str, str]:
    """Return the headers of an interaction signed at a time, in seconds since 1970."""
    timestamp = str(int(at))
    return {
        "Content-Type": "application/json",
        "X-Signature-Timestamp": timestamp,
        "X-Signature-Ed25519": key.sign(timestamp.encode() + body).signature.hex(),
    }


def _discord_interaction(data: dict[str, Any]) -> bytes:
    return json.dumps(
        {
            "application_id": "775799577604522054",
            "channel_id": "645027906669510667",
            "id": "846462639134605312",
            "guild_id": "290926798626357999",
            "locale": "en-US",
            "member": {
                "user": {"id": "53908232506183680", "username": "Mason", "discriminator": "0"},
                "roles": [],
            },
            "token": "A_UNIQUE_TOKEN",
            "type": 2,
            "version": 1,
            "data": {"id": "866818195033292850", **data},
        }
    ).encode()


def discord_command(text: str | None = None, file: dict[str, Any] | None = None) -> bytes:
    """Return the interaction of a slash command with a text, a file, or both."""
    options: list[dict[str, Any]] = [] if text is None else [{"name": "text", "type": 3, "value": text}]
    resolved = {}
    if file is not None:
        options.append({"name": "file", "type": 11, "value": "866818195033292851"})
        resolved = {"resolved": {"attachments": {"866818195033292851": {"id": "866818195033292851", **file}}}}
    return _discord_interaction({"name": "errdex", "type": 1, "options": options, **resolved})


def discord_message_command(content: str, *files: dict[str, Any]) -> bytes:
    """Return the interaction of the command on a message."""
    message = {"id": "867793854505943041", "content": content, "attachments": list(files), "type": 0}
    return _discord_interaction(
        {
            "name": "Explain error",
            "type": 3,
            "target_id": "867793854505943041",
            "resolved": {"messages": {"867793854505943041": message}},
        }
    )


def mattermost_body(text: str, *, token: str | None = None, command: str = "/errdex") -> bytes:
    """Return the form of a slash command."""
    form = {
        "channel_id": "fukfnzr63tyd5cgpwzc3m7xaow",
        "channel_name": "town-square",
        "command": command,
        "response_url": "http://localhost:8065/hooks/commands/1",
        "team_domain": "team",
        "team_id": "mfw9fsh4u3gkzfs8yxtkdw1roc",
        "text": text,
        "trigger_id": "ZHVrbjR5",
        "user_id": "i9jgpnkkbbn8xnfmnbpk9jq1jo",
        "user_name": "somebody",
    }
    return urlencode(form if token is None else {**form, "token": token}).encode()


def mattermost_headers(token: str | None) -> dict[str, str]:
    """Return the headers of a slash command with its token."""
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    return headers if token is None else {**headers, "Authorization": f"Token {token}"}
