"""Which lines may begin an error: all of them hold one of a few words, and most lines of a log hold none.

All lines of a stream are searched at once: to ask each line for each word would be most of a long log's time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Protocol, cast

from app.domain.linear import Found, compile_linear
from app.domain.prefixes import Line

__all__ = ["telling"]

# What the first line of every error, and each sentence between two of them, holds one of.
_WORDS = """
rror xception Traceback Warning Interrupt Exit Fail FAILED Fault Timeout NotFound Denied Iteration DoesNotExist Abort
Rejected Refused Invalid Missing Conflict Expired Exceeded Required Suppressed Uncaught panic
"""
_PHRASES = (
    *("recent call", "Value err", "Assertion f", "Caused by", "terminate called", "During handling"),
    *(" at /", ": in ", ":in ", r"exc\.", r"In ?\["),
    *(
        r"ile.*line:? (?:\d|[xX?*#…]|\.\.\.)",
        r"[\"'“”‘’»`],? ?line (?:\d|[xX?*#…]|\.\.\.)",
        r"line \d+, in ",
        r":\d+, in ",
    ),
    *(r"(?:\.\w{1,6}|:\d+|[>\"'”’»*)`\]]|ipykernel_\S+) in ", r" in \**\S+\.\w{1,6}:\d"),
)


class _BytesPattern(Protocol):
    """RE2 searches bytes as they are, while each search of a text would encode all of it."""

    def search(self, text: bytes, pos: int = ..., /) -> Found | None:
        """Find the leftmost match."""


_ANY = cast("_BytesPattern", compile_linear("|".join([*_WORDS.split(), *_PHRASES])))


def telling(lines: Sequence[Line]) -> set[int]:
    """Return the indices of the lines that hold a needle."""
    encoded = [line.passage.text.encode("utf-8", "replace") for line in lines]
    data = b"\n".join(encoded)
    starts = [0, *accumulate(len(one) + 1 for one in encoded)]
    found: set[int] = set()
    position = 0
    while (match := _ANY.search(data, position)) is not None:
        index = bisect_right(starts, match.span()[0]) - 1
        found.add(index)
        position = starts[index + 1]
        if position > len(data):
            break
    return found
