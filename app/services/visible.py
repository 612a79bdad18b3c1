"""Untrusted text made fit to be shown anywhere: nothing stays invisible, nothing is endless.

Escaping for a place (Markdown, Slack) is the renderer's.
"""

from __future__ import annotations

import unicodedata

__all__ = ["invisible", "one_line", "shortened", "shortened_code", "visible"]

_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Letters and symbols that draw nothing.
_BLANK_LETTERS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def invisible(char: str) -> bool:
    """Tell whether a reader cannot see a character although it changes what the text is or looks like."""
    if char in "\n\t":
        return False
    return unicodedata.category(char) in _HIDDEN_CATEGORIES or char in _BLANK_LETTERS


def visible(text: str) -> str:
    """Write control, bidi, zero-width and other unseen characters as `⟨U+202E⟩`; tabs and line breaks stay.

    Line breaks become a line feed each; half a surrogate pair, which no JSON writer takes, is written out too.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(f"⟨U+{ord(char):04X}⟩" if invisible(char) else char for char in text)


def one_line(text: str) -> str:
    """Join all white space to single spaces, and make the rest visible."""
    return visible(" ".join(text.split()))


def shortened(text: str, max_chars: int) -> str:
    """Cut a text at `max_chars`, with an ellipsis in place of what is gone."""
    return text if len(text) <= max_chars else text[: max_chars - 1].rstrip() + "…"


def shortened_code(code: str, max_chars: int) -> str:
    """Cut code behind the last whole line within `max_chars`, with an ellipsis on a line of its own."""
    code = code.strip("\r\n")
    if len(code) <= max_chars:
        return code
    kept = code[: max_chars - 2]
    return (kept[: kept.rfind("\n")] if "\n" in kept else kept) + "\n…"
