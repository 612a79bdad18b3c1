"""How often one author or address may write: a window that slides, in memory, of this process alone.

Addresses are kept for an hour, in memory, and go nowhere else.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

from app.errors import TooMany

__all__ = ["HOUR_SECONDS", "HourlyRate"]

HOUR_SECONDS: Final = 3600.0
_MOST_KEYS: Final = 10_000


class HourlyRate:
    """Counts what was done under each key within the last hour; safe to share between threads.

    Args:
        what: is counted, in the plural, for the message.
        limit: how many are allowed.
        clock: seconds that only grow.
    """

    def __init__(self, what: str, limit: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._limit = limit
        self._clock = clock
        self._lock = threading.Lock()
        self._done: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, key: str) -> None:
        """Count one more.

        Raises:
            TooMany: the limit was reached within the last hour; this one is not counted.
        """
        now = self._clock()
        with self._lock:
            done = self._done.setdefault(key, deque())
            self._done.move_to_end(key)
            while done and done[0] <= now - HOUR_SECONDS:
                done.popleft()
            if len(done) >= self._limit:
                raise TooMany(self._what, self._limit, math.ceil(done[0] + HOUR_SECONDS - now))
            done.append(now)
            if len(self._done) > _MOST_KEYS:  # whoever was seen longest ago may begin anew
                self._done.popitem(last=False)
