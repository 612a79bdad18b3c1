"""Feedback in Mattermost: buttons below an answer, which Mattermost sends back as they were made.

Mattermost signs nothing. It shows the context of a button to nobody, so what this server signed in it comes from there.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from app.bots.pressed import Shown
from app.domain.people import Caller
from app.errors import NotAllowed
from app.services.replies import Reply
from app.services.wiring import Services

__all__ = ["Pressed", "people_buttons", "read_pressed", "sign_button"]

_VERDICTS: Final[dict[str, Literal["solved", "wrong"]]] = {"solved": "solved", "wrong": "wrong"}
_LABELS: Final = {"solved": "Solved it", "wrong": "Wrong"}
_MAX_ID_CHARS: Final = 64


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button that somebody pressed."""

    verdict: Literal["solved", "wrong"]
    value: str
    caller: Caller

    def keep(self, services: Services) -> str:
        """Keep the verdict; return the words for the person.

        Raises:
            ErrdexError: it was not kept.
        """
        shown = Shown.of(self.value)
        services.feedback.give(self.caller, shown.record_id, self.verdict, tier=shown.tier, score=shown.score)
        return (
            "Noted: it solved it. Thank you."
            if self.verdict == "solved"
            else "Noted: it was wrong. Thank you."
        )


def people_buttons(token: str, public_url: str | None) -> Callable[[Reply], list[dict[str, Any]]] | None:
    """Return a function that gives the buttons of a reply; None where Mattermost cannot reach this server."""
    if public_url is None:
        return None
    address = f"{public_url.rstrip('/')}/bots/mattermost/action"

    def buttons(reply: Reply) -> list[dict[str, Any]]:
        if not reply.record_id:
            return []
        value = Shown(reply.record_id, reply.tier, reply.score).value()
        actions = [
            {
                "id": verdict,
                "type": "button",
                "name": label,
                "integration": {
                    "url": address,
                    "context": {
                        "verdict": verdict,
                        "shown": value,
                        "signature": sign_button(token, verdict, value),
                    },
                },
            }
            for verdict, label in _LABELS.items()
        ]
        return [{"fallback": "Did this help?", "text": "Did this help?", "actions": actions}]

    return buttons


def read_pressed(body: bytes, token: str) -> Pressed:
    """Read a request of Mattermost.

    Raises:
        NotAllowed: it is none, or its button was not made by this server.
    """
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    request: dict[str, Any] = found if isinstance(found, dict) else {}
    context = request.get("context")
    parts = [
        context.get(name) if isinstance(context, dict) else None for name in ("verdict", "shown", "signature")
    ]
    verdict, value, signature = (part if isinstance(part, str) else "" for part in parts)
    expected = sign_button(token, verdict, value)
    if not hmac.compare_digest(expected.encode(), signature.encode("utf-8", "surrogatepass")):
        raise NotAllowed("The context of the button was not made by this server.")
    return Pressed(_VERDICTS[verdict], value, _caller(request))


def sign_button(token: str, verdict: str, value: str) -> str:
    """Return the HMAC-SHA256, in hex, of a button."""
    text = f"errdex-button\n{verdict}\n{value}"
    return hmac.new(token.encode(), text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def _caller(request: dict[str, Any]) -> Caller:
    user, name = request.get("user_id"), request.get("user_name")
    known = isinstance(user, str) and bool(user)
    return Caller(
        "mattermost",
        key=f"mattermost:{str(user)[:_MAX_ID_CHARS]}" if known else None,
        name=name[:80] or None if isinstance(name, str) else None,
    )
