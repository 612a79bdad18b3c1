"""The dialog for what does not fit into a command: a text, files, or both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["PASTE", "nothing_given", "paste_dialog", "submitted"]

PASTE: Final = "paste"
_TEXT, _FILES = "text", "files"
_MAX_TEXT_CHARS: Final = 3_000  # Slack's own for an input
_MAX_METADATA_CHARS: Final = 3_000
_MAX_FILES: Final = 5


def paste_dialog(response_url: str) -> dict[str, Any]:
    """Return the dialog; the answer goes to `response_url`, where there is one."""
    return {
        "type": "modal",
        "callback_id": PASTE,
        "private_metadata": response_url if len(response_url) <= _MAX_METADATA_CHARS else "",
        "title": _plain("Explain an error"),
        "submit": _plain("Explain"),
        "close": _plain("Cancel"),
        "blocks": [
            {
                "type": "input",
                "block_id": _TEXT,
                "optional": True,
                "label": _plain("Traceback or error message"),
                "element": {
                    "type": "plain_text_input",
                    "action_id": _TEXT,
                    "multiline": True,
                    "max_length": _MAX_TEXT_CHARS,
                },
            },
            {
                "type": "input",
                "block_id": _FILES,
                "optional": True,
                "label": _plain("Or log files, for what is longer"),
                "element": {"type": "file_input", "action_id": _FILES, "max_files": _MAX_FILES},
            },
            {
                "type": "context",
                "elements": [_plain("Only you see the answer. What you paste is neither stored nor logged.")],
            },
        ],
    }


def submitted(view: Mapping[str, Any]) -> tuple[str, list[Mapping[str, Any]]]:
    """Return the text and the files of a dialog that was sent."""
    text = _value(view, _TEXT).get("value")
    files = _value(view, _FILES).get("files")
    return (
        text if isinstance(text, str) else "",
        [file for file in files if isinstance(file, dict)] if isinstance(files, list) else [],
    )


def nothing_given() -> dict[str, Any]:
    """Return the answer to a dialog that was sent empty."""
    return {"response_action": "errors", "errors": {_TEXT: "Paste a text, or attach a file."}}


def _value(view: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found: Any = view
    for part in ("state", "values", name, name):
        found = found.get(part) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def _plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}
