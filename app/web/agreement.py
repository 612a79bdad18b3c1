"""What a pasted message and a record's message have in common, drawn on the message itself.

Words that stand in both, in the same order, are marked; what stands where the record has a value is marked as that
value. Drawing only: how good a match is has been decided long before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from markupsafe import Markup

from app.domain.templates import Interpolation, parse_template
from app.web.markup import visible

__all__ = ["Piece", "agreement", "message_html"]

# The alignment is quadratic in words: past this a message is shown without marks.
_MAX_WORDS = 400
_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"\w")
_HOLE = "\0"

Kind = Literal["same", "value", "other"]


@dataclass(frozen=True)
class Piece:
    """A part of the message: its text, what it is, and of a value its name."""

    text: str
    kind: Kind
    name: str = ""


def agreement(template: str | None, message: str, captures: Mapping[str, str]) -> list[Piece]:
    """Cut a message at what it has in common with a record's message; the pieces joined are the message.

    Args:
        template: the record's message; None where its site has no text.
        message: as pasted, redacted.
        captures: what the match captured, by name.
    """
    tokens = list(_TOKEN.finditer(message))
    wanted = list(_wanted(template or ""))
    if not wanted or len(tokens) > _MAX_WORDS or len(wanted) > _MAX_WORDS:
        return [Piece(message, "other")] if message else []
    words = [token[0].casefold() for token in tokens]
    blocks = SequenceMatcher(None, wanted, words, autojunk=False).get_matching_blocks()
    pieces: list[Piece] = []
    at = behind = 0
    for block in blocks:
        start = tokens[block.b].start() if block.size else len(message)
        holds_value = _HOLE in wanted[behind : block.a]
        pieces += _between(message[at:start], captures if holds_value else {})
        if block.size:
            at = tokens[block.b + block.size - 1].end()
            text = message[start:at]
            pieces.append(Piece(text, "same" if _WORD.search(text) else "other"))
        behind = block.a + block.size
    return [piece for piece in pieces if piece.text]


def message_html(pieces: list[Piece], *, marks: bool = True) -> Markup:
    """Draw the pieces; without `marks` only the values are set off."""
    return Markup("").join(_piece_html(piece, marks=marks) for piece in pieces)


def _wanted(template: str) -> Iterator[str]:
    for part in parse_template(template):
        if isinstance(part, Interpolation):
            yield _HOLE
        else:
            yield from (token[0].casefold() for token in _TOKEN.finditer(part))


def _between(text: str, captures: Mapping[str, str]) -> Iterator[Piece]:
    """Set off the value that a text between agreeing words is, white space and quotes round it left outside."""
    for name, value in captures.items():
        if value.strip() and value in text:
            before, _, after = text.partition(value)
            yield Piece(before, "other")
            yield Piece(value, "value", name)
            yield from _between(after, captures)
            return
    yield Piece(text, "other")


def _piece_html(piece: Piece, *, marks: bool) -> Markup:
    if piece.kind == "value":
        return Markup('<var class="value" title="{}">{}</var>').format(
            visible_title(piece.name), visible(piece.text)
        )
    if piece.kind == "same" and marks:
        return Markup('<mark class="hit">{}</mark>').format(visible(piece.text))
    return visible(piece.text)


def visible_title(name: str) -> str:
    """Name of a value for a tooltip; a value by position has none of its own."""
    return f"value {name}" if name.isdigit() else name
