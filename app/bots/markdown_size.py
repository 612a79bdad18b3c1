"""Markdown of a reply within a chat's limit, counted as the chats count: in UTF-16."""

from __future__ import annotations

from app.services.replies import Reply
from app.services.reply_markdown import LEAST_CHARS, markdown, prose
from app.services.visible import shortened

__all__ = ["fitting_markdown", "fitting_prose", "units"]


def units(text: str) -> int:
    """Return the length of a text in UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def fitting_markdown(reply: Reply, max_units: int) -> str:
    """Render a reply so that it has at most `max_units`, which is 1,000 or more."""
    chars = max_units
    while True:
        text = markdown(reply, chars)
        if units(text) <= max_units or chars == LEAST_CHARS:
            return text
        chars = max(LEAST_CHARS, chars * 3 // 4)


def fitting_prose(text: str, max_units: int) -> str:
    """Escape a text of our own words; it is cut before, since a cut behind could take a closing backtick away."""
    chars = max_units
    while True:
        escaped = "\n".join(prose(line) for line in shortened(text, chars).split("\n"))
        if units(escaped) <= max_units:
            return escaped
        chars = chars * 2 // 3
