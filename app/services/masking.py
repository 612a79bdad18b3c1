"""Pasted text as it may be echoed: secrets masked, length bounded.

Secrets are looked for in the raw lines round the text, not in the text alone: a captured value `hunter2`
shows what it is only beside its `password=`.
"""

from __future__ import annotations

from functools import lru_cache

from app.domain.redact import redact
from app.domain.text import Passage, Source

__all__ = ["MAX_ECHO_CHARS", "Masking"]

MAX_ECHO_CHARS = 10_000
_MAX_REGION_CHARS = 200_000


class Masking:
    """Masks passages of one paste."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._spans = lru_cache(maxsize=256)(self._find)

    def passage(self, passage: Passage) -> str:
        """Return a passage's text with every secret replaced, in the raw text or in the text as it was unescaped."""
        if not passage.text:
            return ""
        start, end = passage.origin(0), passage.end_origin(len(passage.text))
        text = passage.text
        spans = [span for span in self._spans(*self._region(start, end)) if span[0] < end and span[1] > start]
        if spans:
            text = _masked(passage, spans)
        return self.text(text)

    @staticmethod
    def text(text: str) -> str:
        """Return a text with its own secrets replaced, and cut at `MAX_ECHO_CHARS`."""
        if len(text) > 2 * MAX_ECHO_CHARS:
            text = text[: 2 * MAX_ECHO_CHARS]
        clean = redact(text).text
        return clean if len(clean) <= MAX_ECHO_CHARS else clean[: MAX_ECHO_CHARS - 1] + "…"

    @staticmethod
    def texts(texts: list[str]) -> list[str]:
        """Return one-line texts with their secrets replaced; all at once, since each run has a fixed cost."""
        return redact("\n".join(texts)).text.split("\n") if texts else []

    def _region(self, start: int, end: int) -> tuple[int, int]:
        raw = self._source.raw
        first = raw.rfind("\n", max(0, start - _MAX_REGION_CHARS), start) + 1
        last = raw.find("\n", end, end + _MAX_REGION_CHARS)
        return max(first, start - _MAX_REGION_CHARS), last if last >= 0 else min(
            len(raw), end + _MAX_REGION_CHARS
        )

    def _find(self, first: int, last: int) -> tuple[tuple[int, int, str], ...]:
        found = redact(self._source.raw[first:last]).found
        return tuple((first + span.start, first + span.end, span.rule) for span in found)


def _masked(passage: Passage, spans: list[tuple[int, int, str]]) -> str:
    """Replace the characters of the passage that stood in a span, once for each span."""
    parts: list[str] = []
    inside: tuple[int, int, str] | None = None
    for position, char in enumerate(passage.text):
        origin = passage.origin(position)
        span = next((span for span in spans if span[0] <= origin < span[1]), None)
        if span is None:
            parts.append(char)
        elif span != inside:
            parts.append(f"[redacted:{span[2]}]")
        inside = span
    return "".join(parts)
