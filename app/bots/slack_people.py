"""Feedback and notes in Slack: the buttons below an answer, and the dialog that takes what fixed it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from app.bots import slack_blocks
from app.bots.pressed import Shown, read_target
from app.bots.slack_place import SlackCalls
from app.domain.people import Caller
from app.errors import ErrdexError
from app.services.unknown import NotedPaste
from app.services.wiring import Services
from app.telemetry import get_logger

__all__ = ["NOTE", "SlackPeople"]

logger = get_logger("app.bots")

NOTE: Final = "note"
_TEXT, _VERSION = "text", "version"
_MAX_TEXT_CHARS: Final = 3_000  # Slack's own for an input
_MAX_METADATA_CHARS: Final = 3_000
_MAX_ID_CHARS: Final = 32


class SlackPeople:
    """Takes what people say of an answer.

    Args:
        services: keeps it.
        calls: what is asked of Slack.
    """

    def __init__(self, services: Services, calls: SlackCalls) -> None:
        self._services = services
        self._calls = calls

    def feedback(
        self, payload: Mapping[str, Any], value: str, verdict: Literal["solved", "wrong"], url: str
    ) -> None:
        """Keep a verdict and say so to the person."""

        def keep() -> str:
            shown = Shown.of(value)
            self._services.feedback.give(
                caller_of(payload), shown.record_id, verdict, tier=shown.tier, score=shown.score
            )
            return (
                "Noted: it solved it. Thank you."
                if verdict == "solved"
                else "Noted: it was wrong. Thank you."
            )

        self._say(url, keep)

    def open_note(self, payload: Mapping[str, Any], value: str, url: str) -> None:
        """Open the dialog for a note; a button that is none of ours opens nothing."""
        try:
            target = read_target(value)
        except ErrdexError as error:
            self._calls.later(url, _beside(error.message))
            return
        dialog = note_dialog(target, value, url, self._services.settings.max_note_chars)
        if not self._calls.open_dialog(_text(payload, "trigger_id"), dialog):
            self._calls.later(url, _beside("Slack did not open the form. Press the button again."))

    def submitted(
        self, payload: Mapping[str, Any], view: Mapping[str, Any]
    ) -> tuple[dict[str, Any] | None, Callable[[], None] | None]:
        """Check a sent dialog; return what Slack gets at once, and what follows: the note is stored."""
        text, version = _value(view, _TEXT), _value(view, _VERSION)
        try:
            self._services.notes.usable(text, None, version or None)
            value, url = _metadata(view)
            target = read_target(value)
        except ErrdexError as error:
            return {"response_action": "errors", "errors": {_TEXT: error.message[:150]}}, None
        caller = caller_of(payload)

        def store() -> None:
            def keep() -> str:
                noted = self._services.unknown.add(caller, target, text, version=version or None)
                return f"Your note is added to the record {noted.record_id}. Thank you."

            self._say(url, keep)

        return None, store

    def _say(self, url: str, keep: Callable[[], str]) -> None:
        """Do something and tell the person what came of it, beside the answer."""
        try:
            words = keep()
        except ErrdexError as error:
            words = error.message
        except Exception:
            logger.exception("chat-note-failed")  # by class and places
            words = "Something went wrong here, and it was noted. Please try again later."
        self._calls.later(url, _beside(words))


def note_dialog(target: NotedPaste, value: str, url: str, max_chars: int) -> dict[str, Any]:
    """Return the dialog for a note.

    Args:
        target: what it is about; said in the dialog, since it is stored.
        value: the same as the button has it.
        url: for later answers.
        max_chars: longest note.
    """
    metadata = json.dumps({"target": value, "url": url}, ensure_ascii=False, separators=(",", ":"))
    if len(metadata) > _MAX_METADATA_CHARS:
        metadata = json.dumps({"target": value, "url": ""}, ensure_ascii=False, separators=(",", ":"))
    record = target.record
    stored = (
        f"Stored with your Slack name, for everybody who uses this errdex, at the record {target.record_id}."
        if record is None
        else "No record knows this error yet. Stored with your Slack name, for everybody who uses this errdex: "
        f"the note, the class {record.error_class or '-'}, and the message as {record.error_message or '-'}"
    )
    return {
        "type": "modal",
        "callback_id": NOTE,
        "private_metadata": metadata[:_MAX_METADATA_CHARS],
        "title": slack_blocks.plain("Add what fixed it", 24),
        "submit": slack_blocks.plain("Add", 24),
        "close": slack_blocks.plain("Cancel", 24),
        "blocks": [
            {
                "type": "input",
                "block_id": _TEXT,
                "label": slack_blocks.plain("What fixed it, in Markdown", 150),
                "element": {
                    "type": "plain_text_input",
                    "action_id": _TEXT,
                    "multiline": True,
                    "max_length": min(_MAX_TEXT_CHARS, max_chars),
                },
            },
            {
                "type": "input",
                "block_id": _VERSION,
                "optional": True,
                "label": slack_blocks.plain("Version of the package", 150),
                "element": {"type": "plain_text_input", "action_id": _VERSION, "max_length": 100},
            },
            {"type": "context", "elements": [slack_blocks.plain(stored, 1_000)]},
        ],
    }


def caller_of(payload: Mapping[str, Any]) -> Caller:
    """Return the person of a request that Slack has signed."""
    user = payload.get("user")
    user = user if isinstance(user, dict) else {}
    team = payload.get("team")
    team_id = _text(team, "id") if isinstance(team, dict) else _text(user, "team_id")
    person = _text(user, "id")
    key = f"slack:{team_id[:_MAX_ID_CHARS]}/{person[:_MAX_ID_CHARS]}" if person else None
    return Caller("slack", key=key, name=(_text(user, "username") or _text(user, "name"))[:80] or None)


def _metadata(view: Mapping[str, Any]) -> tuple[str, str]:
    try:
        found = json.loads(_text(view, "private_metadata"))
    except (ValueError, RecursionError):
        found = None
    return (_text(found, "target"), _text(found, "url")) if isinstance(found, dict) else ("", "")


def _beside(text: str) -> dict[str, Any]:
    return {**slack_blocks.notice(text), "replace_original": False}


def _value(view: Mapping[str, Any], name: str) -> str:
    found: Any = view
    for part in ("state", "values", name, name, "value"):
        found = found.get(part) if isinstance(found, dict) else None
    return found if isinstance(found, str) else ""


def _text(value: Mapping[str, Any], name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""
