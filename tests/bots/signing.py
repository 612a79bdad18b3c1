"""Signed requests as Slack and a webhook's sender make them."""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import urlencode

from app.bots.signatures import sign_webhook

__all__ = ["slack_body", "slack_headers", "webhook_headers"]

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
