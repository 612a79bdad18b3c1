"""A reply as a Discord message: one embed within Discord's limits, in which no pasted or record text does anything.

The embed's description is the neutral reply as Markdown, in which names of people and roles, links and tags of a paste or
record are code; `allowed_mentions` is empty on top of it.
"""

from __future__ import annotations

from typing import Any, Final

from app.bots.markdown_size import fitting_markdown, fitting_prose
from app.bots.pressed import Shown
from app.services.replies import Reply

__all__ = [
    "EPHEMERAL",
    "MAX_CONTENT_CHARS",
    "MAX_EMBED_CHARS",
    "NOTE",
    "SHARE",
    "SOLVED",
    "WRONG",
    "message",
    "notice",
    "shared",
]

MAX_CONTENT_CHARS: Final = 2_000
MAX_EMBED_CHARS: Final = 4_096
EPHEMERAL: Final = 64
SHARE: Final = "share:"
SOLVED: Final = "solved:"
WRONG: Final = "wrong:"
NOTE: Final = "note:"

_COLOURS: Final = {"known": 0x2E7D32, "ambiguous": 0xF9A825, "similar": 0xF9A825}
_OTHER_COLOUR: Final = 0x757575
_ACTION_ROW, _BUTTON, _SECONDARY, _LINK = 1, 2, 2, 5
_MAX_URL_CHARS: Final = 512


def message(reply: Reply, *, people: bool = False) -> dict[str, Any]:
    """Return the data of a message that only the person who asked sees.

    Args:
        reply: what to say.
        people: add buttons for feedback and notes.
    """
    return {**_embed(reply), "flags": EPHEMERAL, "components": _buttons(reply, share=True, people=people)}


def shared(reply: Reply) -> dict[str, Any]:
    """Return the data of a message for the whole channel; the reply must be about a record alone."""
    return {**_embed(reply), "components": _buttons(reply, share=False)}


def notice(text: str) -> dict[str, Any]:
    """Return the data of a message with one paragraph of our own words, for the person who asked."""
    return {
        "content": fitting_prose(text, MAX_CONTENT_CHARS),
        "flags": EPHEMERAL,
        "allowed_mentions": {"parse": []},
    }


def _embed(reply: Reply) -> dict[str, Any]:
    return {
        "embeds": [
            {
                "description": fitting_markdown(reply, MAX_EMBED_CHARS),
                "color": _COLOURS.get(reply.status, _OTHER_COLOUR),
            }
        ],
        "allowed_mentions": {"parse": []},
    }


def _buttons(reply: Reply, *, share: bool, people: bool = False) -> list[dict[str, Any]]:
    buttons: list[dict[str, Any]] = []
    if reply.record_id and people:
        value = Shown(reply.record_id, reply.tier, reply.score).value()
        buttons += [
            _button("Solved it", f"{SOLVED}{value}"),
            _button("Wrong", f"{WRONG}{value}"),
            _button("Add what fixed it", f"{NOTE}{reply.record_id}"),
        ]
    if reply.record_id and share:
        buttons.append(_button("Share the record", f"{SHARE}{reply.record_id}"))
    if reply.link and reply.link.startswith(("http://", "https://")) and len(reply.link) <= _MAX_URL_CHARS:
        buttons.append({"type": _BUTTON, "style": _LINK, "label": "Open the record", "url": reply.link})
    return [{"type": _ACTION_ROW, "components": buttons}] if buttons else []


def _button(label: str, custom_id: str) -> dict[str, Any]:
    return {"type": _BUTTON, "style": _SECONDARY, "label": label, "custom_id": custom_id}
