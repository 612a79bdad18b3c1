"""The output of a program, kept in bounded memory: its first part, and the last."""

from __future__ import annotations

from collections import deque


class Kept:
    """Takes bytes as they come and keeps at most `limit` of them, a quarter from the start, the rest from the end.

    Args:
        limit: most bytes that are kept; a little more while they arrive.
    """

    def __init__(self, limit: int) -> None:
        self._most_head = limit // 4
        self._most_tail = limit - self._most_head
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_bytes = 0
        self.dropped = 0

    def add(self, data: bytes) -> None:
        """Keep some more."""
        room = self._most_head - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        if not data:
            return
        self._tail.append(data)
        self._tail_bytes += len(data)
        while self._tail_bytes - len(self._tail[0]) >= self._most_tail:
            gone = self._tail.popleft()
            self._tail_bytes -= len(gone)
            self.dropped += len(gone)

    def bytes(self) -> bytes:
        """Return what was kept; where a part is missing, both sides are cut at a line and a blank line stands between."""
        tail = b"".join(self._tail)
        if over := max(0, len(tail) - self._most_tail):
            tail = tail[over:]
        if not (self.dropped or over):
            return bytes(self._head) + tail
        head = self._head[: self._head.rfind(b"\n") + 1] or self._head
        line = tail.find(b"\n") + 1
        return bytes(head) + b"\n\n" + (tail[line:] if 0 < line < len(tail) else tail)
