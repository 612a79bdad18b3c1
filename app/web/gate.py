"""How many matches run at once in this process, on whichever front they arrive, and what they cost.

A match is work for a processor. More of them at once than `max_parallel_matches` only slow each other down and
hold the threads that other requests need; so a few wait for a bounded time, and the rest are turned away.
"""

from __future__ import annotations

import threading
import time
from typing import Final

from app.domain.answer import Answer, MatchOptions
from app.services.match import MatchService
from app.telemetry import Metrics
from app.web.refusals import TooBusy

__all__ = ["GatedMatch", "threads_needed"]

WAIT_SECONDS: Final = 10.0
_WAITING_PER_RUNNING: Final = 4
_RETRY_AFTER_SECONDS: Final = 5
_THREADS_FOR_OTHERS: Final = 24


def threads_needed(max_parallel: int) -> int:
    """Return how many threads let all matches run and wait without starving other requests."""
    return max_parallel * (1 + _WAITING_PER_RUNNING) + _THREADS_FOR_OTHERS


class GatedMatch(MatchService):
    """The match service behind a gate, with metrics; the same answers and errors, and `TooBusy` beside them."""

    def __init__(
        self, inner: MatchService, metrics: Metrics, max_parallel: int, *, wait_seconds: float = WAIT_SECONDS
    ) -> None:
        # The inner service holds all state, so its constructor is not run a second time.
        self._inner = inner
        self._metrics = metrics
        self._max_parallel = max_parallel
        self._wait_seconds = wait_seconds
        self._running = threading.BoundedSemaphore(max_parallel)
        self._admitted = threading.BoundedSemaphore(max_parallel * (1 + _WAITING_PER_RUNNING))

    def match(self, paste: str | bytes, options: MatchOptions | None = None, *, clip: bool = False) -> Answer:
        """Answer a paste as the inner service does, once there is room.

        Raises:
            TooBusy: too many are waiting already, or none finished in time.
            PasteTooLarge: over the limit, and not `clip`.
            StorageError: the database cannot answer.
        """
        if not self._admitted.acquire(blocking=False):
            raise self._refusal()
        try:
            if not self._running.acquire(timeout=self._wait_seconds):
                raise self._refusal()
            try:
                begun = time.perf_counter()
                answer = self._inner.match(paste, options, clip=clip)
                self._metrics.match(answer, time.perf_counter() - begun)
                return answer
            finally:
                self._running.release()
        finally:
            self._admitted.release()

    def _refusal(self) -> TooBusy:
        self._metrics.match_refused()
        return TooBusy(self._max_parallel, _RETRY_AFTER_SECONDS)
