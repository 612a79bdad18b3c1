"""Feedback and notes in Discord: the buttons below an answer, and the dialog that takes what fixed it.

A button carries a hundred characters, so an error that no record knows has none: its note goes through another front.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, cast

from app.bots import discord_messages
from app.bots.pressed import Shown
from app.domain.people import Caller
from app.errors import BadInput
from app.services.wiring import Services

__all__ = ["feedback", "note_dialog", "store_note"]

_TEXT, _VERSION = "text", "version"
_ACTION_ROW, _TEXT_INPUT, _SHORT, _PARAGRAPH = 1, 4, 1, 2
_MAX_TEXT_CHARS: Final = 4_000  # Discord's own for an input
_MOST_ROWS: Final = 5


def feedback(services: Services, caller: Caller, kind: str, value: str) -> Callable[[], str]:
    """Return a function that keeps a verdict and gives the words for the person."""

    def keep() -> str:
        shown = Shown.of(value)
        verdict = cast("Literal['solved', 'wrong']", kind)
        services.feedback.give(caller, shown.record_id, verdict, tier=shown.tier, score=shown.score)
        return "Noted: it solved it. Thank you." if verdict == "solved" else "Noted: it was wrong. Thank you."

    return keep


def note_dialog(record_id: str, max_chars: int) -> dict[str, Any]:
    """Return the dialog for a note on a record."""
    return {
        "custom_id": f"{discord_messages.NOTE}{record_id}",
        "title": "Add what fixed it",
        "components": [
            _input(
                _TEXT,
                "What fixed it. Stored with your Discord name",
                _PARAGRAPH,
                min(_MAX_TEXT_CHARS, max_chars),
            ),
            _input(_VERSION, "Version of the package", _SHORT, 100, required=False),
        ],
    }


def store_note(
    services: Services, caller: Caller, record_id: str, components: list[Any]
) -> Callable[[], str]:
    """Return a function that stores a sent dialog and gives the words for the person."""
    fields = dict(_fields(components))

    def store() -> str:
        note = services.notes.add(
            caller, record_id, fields.get(_TEXT, ""), version=fields.get(_VERSION) or None
        )
        return f"Your note is added to the record {note.record_id}. Thank you."

    return store


def _input(name: str, label: str, style: int, max_chars: int, *, required: bool = True) -> dict[str, Any]:
    field = {
        "type": _TEXT_INPUT,
        "custom_id": name,
        "label": label,
        "style": style,
        "max_length": max_chars,
        "required": required,
    }
    return {"type": _ACTION_ROW, "components": [field]}


def _fields(components: list[Any]) -> list[tuple[str, str]]:
    """Return the inputs of a sent dialog by name.

    Raises:
        BadInput: more rows than a dialog has.
    """
    if len(components) > _MOST_ROWS:
        raise BadInput("The form has more fields than one of errdex.")
    found = []
    for row in components:
        # A field stands in a row, or, as newer dialogs have it, under a label.
        inner = row.get("components", [row.get("component")]) if isinstance(row, dict) else None
        for field in inner[:_MOST_ROWS] if isinstance(inner, list) else []:
            if isinstance(field, dict):
                name, value = field.get("custom_id"), field.get("value")
                if isinstance(name, str) and isinstance(value, str):
                    found.append((name, value))
    return found
