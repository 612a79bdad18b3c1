r"""Undoing the escapes of a string literal, places kept: `\n` becomes a line break that stood where its escape stood."""

from __future__ import annotations

import re

from app.domain.text import Passage

__all__ = ["string_end", "through", "unescape"]

_ESCAPE = re.compile(
    r"\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|x([0-9a-fA-F]{2})|(.))", re.DOTALL
)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": " ", "/": "/", '"': '"', "\\": "\\", "'": "'"}


def unescape(passage: Passage) -> Passage:
    """Undo one level of string escapes; what is no escape stays."""
    text = passage.text
    if "\\" not in text:
        return passage
    pieces: list[Passage] = []
    position = 0
    for found in _ESCAPE.finditer(text):
        high, low, byte, simple = found.groups()
        if simple is not None and simple not in _SIMPLE:
            continue
        if found.start() > position:
            pieces.append(passage.cut(position, found.start()))
        pieces.append(Passage.at(_decoded(high or byte, low, simple), passage.origin(found.start())))
        position = found.end()
    if position < len(text):
        pieces.append(passage.cut(position))
    return Passage.join(pieces, "")


def _decoded(high: str | None, low: str | None, simple: str | None) -> str:
    if high is None:
        return _SIMPLE[simple or "\\"]
    first = int(high, 16)
    if low is not None and 0xD800 <= first < 0xDC00:
        return chr(0x10000 + ((first - 0xD800) << 10) + (int(low, 16) - 0xDC00))
    both = chr(first) + (chr(int(low, 16)) if low else "")
    return "".join(char if not "\ud800" <= char <= "\udfff" else "\ufffd" for char in both)


def string_end(text: str, start: int, quote: str) -> int:
    """Return where the string that begins at `start` ends, or the text does."""
    position = text.find(quote, start)
    while position >= 0:
        first = position
        while first > start and text[first - 1] == "\\":
            first -= 1
        if (position - first) % 2 == 0:
            return position
        position = text.find(quote, position + 1)
    return len(text)


def through(cleaned: Passage, part: Passage) -> Passage:
    """Compose two passages: `cleaned` stands in `part`, `part` in the raw text."""
    pieces = []
    for index, start in enumerate(cleaned.starts):
        end = cleaned.starts[index + 1] if index + 1 < len(cleaned.starts) else len(cleaned.text)
        origin = cleaned.origins[index]
        pieces.append(
            part.cut(origin, origin + end - start)
            if part.text[origin : origin + end - start] == cleaned.text[start:end]
            else Passage.at(cleaned.text[start:end], part.origin(origin))
        )
    return Passage.join(pieces, "")
