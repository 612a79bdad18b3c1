"""Which representation an Accept header asks for."""

from __future__ import annotations

import pytest

from app.web.negotiation import preferred, prefers_html

JSON, MARKDOWN = "application/json", "text/markdown"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        (None, JSON),
        ("", JSON),
        ("*/*", JSON),
        ("text/markdown", MARKDOWN),
        ("TEXT/Markdown", MARKDOWN),
        ("text/*", MARKDOWN),
        ("text/markdown;q=0.5, application/json;q=0.4", MARKDOWN),
        ("text/markdown;q=0.4, application/json", JSON),
        ("text/markdown;q=0", JSON),
        ("image/png", JSON),
        ("text/markdown;q=oops", MARKDOWN),
        (", ,;q=1", JSON),
        ("text/markdown;charset=utf-8", MARKDOWN),
    ],
)
def test_preferred(accept: str | None, expected: str) -> None:
    """The best liked offer is served, the first at a tie or where none is liked."""
    assert preferred(accept, [JSON, MARKDOWN]) == expected


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        (None, False),
        ("*/*", False),
        (BROWSER, True),
        ("text/html;q=0.3, application/json", False),
        ("application/problem+json, text/html;q=0.9", False),
        ("text/html;q=0", False),
        ("text/*", False),
    ],
)
def test_prefers_html(accept: str | None, expected: bool) -> None:
    """Only a client that names text/html, and likes JSON no better, gets a page."""
    assert prefers_html(accept) is expected
