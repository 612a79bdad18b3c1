"""The manifest of the Slack app: what Slack has to know of the commands, shortcuts, events and rights."""

from __future__ import annotations

from typing import Any

__all__ = ["slack_manifest"]


def slack_manifest(public_url: str | None) -> dict[str, Any]:
    """Return the manifest.

    Args:
        public_url: where Slack reaches the server; None for an app over a socket.
    """
    base = public_url.rstrip("/") + "/bots/slack" if public_url else None

    def at(path: str, name: str = "request_url") -> dict[str, str]:
        return {name: f"{base}/{path}"} if base else {}

    return {
        "display_information": {
            "name": "errdex",
            "description": "Explains errors: what they mean, and how to fix them",
        },
        "features": {
            "bot_user": {"display_name": "errdex", "always_online": True},
            "app_home": {"messages_tab_enabled": True, "messages_tab_read_only_enabled": False},
            "slash_commands": [
                {
                    "command": "/errdex",
                    "description": "Explain a traceback",
                    "usage_hint": "<traceback or error message>, or nothing for a form",
                    "should_escape": False,
                    **at("command", "url"),
                }
            ],
            "shortcuts": [
                {
                    "name": "Explain this error",
                    "type": "message",
                    "callback_id": "explain_error",
                    "description": "Look up the errors in a message",
                },
                {
                    "name": "Explain an error",
                    "type": "global",
                    "callback_id": "explain_paste",
                    "description": "Paste a traceback or attach a log",
                },
            ],
        },
        "oauth_config": {
            "scopes": {
                "bot": [
                    "app_mentions:read",
                    "channels:history",
                    "chat:write",
                    "commands",
                    "files:read",
                    "groups:history",
                    "im:history",
                    "im:write",
                ]
            }
        },
        "settings": {
            "interactivity": {"is_enabled": True, **at("interactivity")},
            "event_subscriptions": {"bot_events": ["app_mention", "message.im"], **at("events")},
            "socket_mode_enabled": base is None,
            "org_deploy_enabled": False,
            "token_rotation_enabled": False,
        },
    }
