"""The errors of a text that grows: each one once."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Final

from app.domain.answer import Answer, EventAnswer
from app.services.single import alone, recognised

__all__ = ["FreshErrors"]

WINDOW_BYTES: Final = 512 * 1024
_OVERLAP_BYTES: Final = 64 * 1024
_MOST_SEEN: Final = 10_000
_VARIABLE: Final = re.compile(r"0x[0-9a-f]+|\d+|'[^']*'|\"[^\"]*\"", re.IGNORECASE)


class FreshErrors:
    """Takes pieces of a log, and gives an answer for every error that it has not seen before.

    A traceback may come in several pieces, so a text is looked at only once nothing more comes (`settle`), or once
    it is long; then its end stays, since an error may go on in the next piece.

    Args:
        match: answers a text.
    """

    def __init__(self, match: Callable[[bytes], Answer]) -> None:
        self._match = match
        self._text = bytearray()
        self._new = False
        self._seen: OrderedDict[str, None] = OrderedDict()

    def add(self, data: bytes) -> Iterator[Answer]:
        """Take more text; it is looked at here only where there is much of it."""
        self._text += data
        self._new = True
        if len(self._text) >= WINDOW_BYTES:
            yield from self._look()
            del self._text[: self._line_before(len(self._text) - _OVERLAP_BYTES)]

    def settle(self) -> Iterator[Answer]:
        """Nothing more comes for now: look at what there is."""
        if self._new:
            yield from self._look()
            self._text.clear()

    def _look(self) -> Iterator[Answer]:
        self._new = False
        answer = self._match(bytes(self._text))
        for event in answer.events:
            key = _key(event)
            if key in self._seen:
                self._seen.move_to_end(key)
                continue
            self._seen[key] = None
            if len(self._seen) > _MOST_SEEN:
                self._seen.popitem(last=False)
            yield alone(answer, event)

    def _line_before(self, position: int) -> int:
        return self._text.rfind(b"\n", 0, position) + 1 or position


def _key(event: EventAnswer) -> str:
    """Return what makes it the same error when it comes again: its record, or its class and shape of message."""
    if recognised(event):
        return event.matches[0].id
    return f"{event.error_class}: {_VARIABLE.sub('#', ' '.join((event.message or '').split()))[:500]}"
