"""Which representation a client asks for: a small reading of the `Accept` header (RFC 9110, 12.5.1)."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["preferred", "prefers_html"]


def _qualities(accept: str) -> dict[str, float]:
    """Return quality by media range, parameters other than q ignored; a broken q counts as 1."""
    ranges: dict[str, float] = {}
    for part in accept.split(","):
        media, *parameters = (piece.strip().lower() for piece in part.split(";"))
        if not media:
            continue
        quality = 1.0
        for parameter in parameters:
            name, _, value = parameter.partition("=")
            if name.strip() == "q":
                try:
                    quality = min(max(float(value), 0.0), 1.0)
                except ValueError:
                    quality = 1.0
        ranges[media] = max(quality, ranges.get(media, 0.0))
    return ranges


def _quality(media_type: str, ranges: dict[str, float]) -> float:
    kind = media_type.partition("/")[0]
    for candidate in (media_type, f"{kind}/*", "*/*"):
        if candidate in ranges:
            return ranges[candidate]
    return 0.0


def preferred(accept: str | None, offers: Sequence[str]) -> str:
    """Return the offer that the client likes best; at a tie, or when it likes none, the first one.

    Example:
        >>> preferred("text/markdown, */*;q=0.1", ["application/json", "text/markdown"])
        'text/markdown'
    """
    if not accept:
        return offers[0]
    ranges = _qualities(accept)
    return max(offers, key=lambda offer: _quality(offer, ranges))


def prefers_html(accept: str | None) -> bool:
    """Whether a page is wanted rather than JSON: `text/html` is named and not less wanted."""
    if not accept:
        return False
    ranges = _qualities(accept)
    json = max(_quality("application/json", ranges), _quality("application/problem+json", ranges))
    return ranges.get("text/html", 0.0) > 0 and _quality("text/html", ranges) >= json
