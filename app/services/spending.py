"""What asking a model may cost, and what it has cost: nothing is sent that could lead over a limit."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = ["Budget", "LimitReached", "Prices", "Spent", "tokens_in"]

_BYTES_A_TOKEN: Final = 3  # of source code; of prose it is four, so estimates are rather high
_MILLION: Final = 1_000_000


class LimitReached(Exception):
    """The next request could lead over a limit, so it is not sent."""


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars for a million tokens that are sent, and that are answered."""

    sent: float = 0.0
    answered: float = 0.0

    def of(self, sent: int, answered: int) -> float:
        """Return what so many tokens cost."""
        return (sent * self.sent + answered * self.answered) / _MILLION


@dataclass(frozen=True, slots=True)
class Spent:
    """Requests that were sent, and tokens that they used; `estimated` where the server did not count them."""

    requests: int = 0
    sent: int = 0
    answered: int = 0
    usd: float = 0.0
    estimated: bool = False

    @property
    def tokens(self) -> int:
        """Sent and answered."""
        return self.sent + self.answered

    def wire(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "requests": self.requests,
            "promptTokens": self.sent,
            "completionTokens": self.answered,
            "usd": round(self.usd, 6),
            "estimated": self.estimated,
        }


@dataclass
class Budget:
    """Counts requests, tokens and dollars; safe to share between threads.

    Args:
        max_requests: every request counts, one that is sent again too.
        max_tokens: sent and answered.
        max_usd: needs `prices`.
        prices: of the model.
    """

    max_requests: int
    max_tokens: int
    max_usd: float | None = None
    prices: Prices = field(default_factory=Prices)
    _requests: int = 0
    _sent: int = 0
    _answered: int = 0
    _held: int = 0
    _held_usd: float = 0.0
    _estimated: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def hold(self, sent: int, answered: int) -> None:
        """Set aside what a request may use at the most; `settle` or `release` it afterwards.

        Raises:
            LimitReached: there is not so much left.
        """
        usd = self.prices.of(sent, answered)
        with self._lock:
            if self._requests + 1 > self.max_requests:
                raise LimitReached(f"{self.max_requests:,} requests are sent (--max-requests).")
            if self._sent + self._answered + self._held + sent + answered > self.max_tokens:
                raise LimitReached(
                    f"The next request could lead over {self.max_tokens:,} tokens (--max-tokens)."
                )
            spent = self.prices.of(self._sent, self._answered)
            if self.max_usd is not None and spent + self._held_usd + usd > self.max_usd:
                raise LimitReached(f"The next request could lead over {self.max_usd:g} USD (--max-usd).")
            self._requests += 1
            self._held += sent + answered
            self._held_usd += usd

    def settle(self, sent: int, answered: int, used: tuple[int, int] | None) -> None:
        """Count what a held request used; None where the server does not say, so that all of it counts."""
        with self._lock:
            self._release(sent, answered)
            self._sent += used[0] if used else sent
            self._answered += used[1] if used else answered
            self._estimated = self._estimated or used is None

    def release(self, sent: int, answered: int) -> None:
        """Give back what was held for a request that was refused or lost, and used nothing."""
        with self._lock:
            self._release(sent, answered)

    def _release(self, sent: int, answered: int) -> None:
        self._held -= sent + answered
        self._held_usd -= self.prices.of(sent, answered)

    @property
    def spent(self) -> Spent:
        """What was spent so far."""
        with self._lock:
            usd = self.prices.of(self._sent, self._answered)
            return Spent(self._requests, self._sent, self._answered, usd, self._estimated)


def tokens_in(text: str) -> int:
    """Estimate the tokens of a text, rather too many than too few."""
    return len(text.encode("utf-8", "replace")) // _BYTES_A_TOKEN + 1
