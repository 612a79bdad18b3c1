"""Pages of a list and the opaque tokens that lead from one to the next.

A token holds a position and a digest of the question that it continues, so that it is refused where it
belongs to another question or was changed on the way. It holds nothing secret and grants nothing.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Sequence
from typing import Generic, TypeVar

from app.domain.answer import Shape
from app.errors import BadCursor

__all__ = ["Page", "Position", "decode_cursor", "encode_cursor"]

Item = TypeVar("Item")
Position = tuple[str | int, ...]

_DIGEST_BYTES = 12
_MAX_TOKEN_CHARS = 2048


class Page(Shape, Generic[Item]):
    """A part of a list; `next` leads to the following part and is None at the end.

    `total` counts the whole list, not the page.
    """

    items: list[Item]
    total: int
    next: str | None = None


def encode_cursor(question: Sequence[object], position: Position) -> str:
    """Return the token for the place after `position` in the list that `question` asks for.

    Args:
        question: what identifies the list: its name, filters, order; JSON values.
        position: where the next page begins; text and whole numbers.
    """
    body = json.dumps(position, ensure_ascii=True, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(_digest(question, body) + body).rstrip(b"=").decode()


def decode_cursor(question: Sequence[object], token: str) -> Position:
    """Return the position that a token holds.

    Raises:
        BadCursor: it is no token, was changed, or belongs to another question.
    """
    if len(token) > _MAX_TOKEN_CHARS:
        raise _bad(token)
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raise _bad(token) from None
    digest, body = raw[:_DIGEST_BYTES], raw[_DIGEST_BYTES:]
    if digest != _digest(question, body):
        raise _bad(token)
    try:
        position = json.loads(body)
    except (ValueError, RecursionError):
        raise _bad(token) from None
    if not isinstance(position, list) or not all(type(part) in {str, int} for part in position):
        raise _bad(token)
    return tuple(position)


def _digest(question: Sequence[object], body: bytes) -> bytes:
    asked = json.dumps(list(question), ensure_ascii=True, separators=(",", ":")).encode()
    return hashlib.sha256(len(asked).to_bytes(8, "big") + asked + body).digest()[:_DIGEST_BYTES]


def _bad(token: str) -> BadCursor:
    shown = token if len(token) <= 40 else f"{token[:40]}…"
    return BadCursor(
        f"The page token {shown!r} does not belong to this list. Take `next` of the page before, with the same "
        "filters, or leave the token out to begin at the first page."
    )
