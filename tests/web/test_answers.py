"""What the API's routes share, and the addresses that they see."""

from __future__ import annotations

import json

import pytest

from app.web.addresses import public_path, route_path
from app.web.answers import Json, problems


@pytest.mark.parametrize("value", [{"a": "ü\u2028😀"}, {"a": "\ud800", "b": "ü"}, [], None])
def test_json_is_always_sendable(value: object) -> None:
    """JSON goes out as UTF-8, half a surrogate pair escaped."""
    body = Json(value).body
    assert json.loads(bytes(body).decode("utf-8")) == value


def test_a_number_that_json_does_not_have_is_our_fault() -> None:
    """NaN is never sent as if it were JSON."""
    with pytest.raises(ValueError, match="JSON compliant"):
        Json({"a": float("nan")})


def test_every_route_documents_what_every_route_may_answer() -> None:
    """Bad requests, faults and an absent database are documented everywhere."""
    assert list(problems()) == [400, 500, 503]
    assert list(problems(404, 422)) == [400, 404, 422, 500, 503]
    assert "record-not-found" in problems(404)[404]["description"]


@pytest.mark.parametrize(
    ("root_path", "path", "expected"),
    [
        ("", "/api/match", "/api/match"),
        ("/base", "/base/api/match", "/api/match"),
        ("/base", "/api/match", "/api/match"),
        ("/base", "/based/x", "/based/x"),
        ("/base", "/base", "/"),
        ("/base/", "/base/x", "/x"),
    ],
)
def test_route_path(root_path: str, path: str, expected: str) -> None:
    """The path below the proxy's, whether the proxy strips it or not."""
    assert route_path({"type": "http", "root_path": root_path, "path": path}) == expected


@pytest.mark.parametrize(
    ("public_url", "expected"),
    [(None, ""), ("https://a.example", ""), ("https://a.example/", ""), ("https://a.example/b/c/", "/b/c")],
)
def test_public_path(public_url: str | None, expected: str) -> None:
    """The path of the public address, without a final slash."""
    assert public_path(public_url) == expected
