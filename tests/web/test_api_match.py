"""`POST /api/match` over the bundled records: every way to send a paste, and every way to get it wrong."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from tests.contract.openapi_files import PASTE, RECORD

URL = "/api/match"
TEXT = {"Content-Type": "text/plain"}
JSON = {"Content-Type": "application/json"}
LIMIT = 10 * 1024 * 1024
SMALL = 100_000
RAW = PASTE.encode()


def without_time(response: Any) -> Any:
    """The answer without how long it took."""
    assert response.status_code == 200, response.text
    answer = response.json()
    answer.pop("stats")
    return answer


@pytest.mark.parametrize(
    ("content", "headers"),
    [
        (RAW, TEXT),
        (RAW, {"Content-Type": "text/plain; charset=UTF-8"}),
        (RAW, {"Content-Type": "text/x-log"}),
        (RAW, {"Content-Type": "application/octet-stream"}),
        (RAW, {}),
        (RAW, {**TEXT, "Content-Encoding": "identity"}),
        (gzip.compress(RAW, mtime=0), {**TEXT, "Content-Encoding": "gzip"}),
        (gzip.compress(RAW, mtime=0), {**TEXT, "Content-Encoding": "X-GZIP"}),
        (gzip.compress(RAW, mtime=0), TEXT),
        (gzip.compress(RAW, mtime=0), {"Content-Type": "application/gzip"}),
        (gzip.compress(RAW, mtime=0), {"Content-Type": "application/octet-stream"}),
        (PASTE.encode("utf-16"), {"Content-Type": "text/plain; charset=utf-16"}),
        (json.dumps({"text": PASTE}).encode(), JSON),
        (
            json.dumps({"text": PASTE}).encode(),
            {"Content-Type": "application/vnd.errdex+json; charset=utf-8"},
        ),
        (gzip.compress(json.dumps({"text": PASTE}).encode(), mtime=0), {**JSON, "Content-Encoding": "gzip"}),
        (gzip.compress(json.dumps({"text": PASTE}).encode(), mtime=0), JSON),
    ],
    ids=lambda value: "; ".join(value.values()) or "no header" if isinstance(value, dict) else "",
)
def test_every_way_to_send_a_paste(client: TestClient, content: bytes, headers: dict[str, str]) -> None:
    """However a paste is sent, the answer is the same."""
    answer = without_time(client.post(URL, content=content, headers=headers))
    assert answer["best"]["id"] == RECORD
    assert answer["events"][0]["matches"][0]["captures"] == {"T": "17", "N": "4"}
    assert answer == without_time(client.post(URL, json={"text": PASTE}))


def test_options_of_a_raw_log(client: TestClient) -> None:
    """Query parameters mean what the members of a JSON body mean."""
    query = "?limit=1&repo=sgl-project/sglang&explain=true&version=sglang==0.5.18&version=torch==2.9"
    raw = client.post(URL + query, content=RAW, headers=TEXT)
    members = {
        "text": PASTE,
        "limit": 1,
        "repo": "sgl-project/sglang",
        "explain": True,
        "versions": {"sglang": "0.5.18", "torch": "2.9"},
    }
    assert without_time(raw) == without_time(client.post(URL, json=members))
    assert without_time(raw)["events"][0]["considered"] is not None
    elsewhere = client.post(f"{URL}?repo=pypi/other", content=RAW, headers=TEXT)
    assert without_time(elsewhere)["best"] is None


def test_a_body_wins_over_the_query(client: TestClient) -> None:
    """A member of a JSON body wins over the query parameter of the same name."""
    response = client.post(f"{URL}?repo=pypi/other", json={"text": PASTE, "repo": "sgl-project/sglang"})
    assert without_time(response)["best"]["id"] == RECORD


def test_markdown(client: TestClient) -> None:
    """A chat gets Markdown that names the record; caches are told that the answer depends on Accept."""
    response = client.post(URL, content=RAW, headers={**TEXT, "Accept": "text/markdown"})
    assert response.headers["content-type"] == "text/markdown; charset=utf-8"
    assert "accept" in response.headers["vary"].lower()
    assert RECORD in response.text
    assert "accept" in client.post(URL, content=RAW, headers=TEXT).headers["vary"].lower()


def test_an_answer_is_not_kept(client: TestClient) -> None:
    """No cache keeps the answer to a paste."""
    assert client.post(URL, content=RAW, headers=TEXT).headers["cache-control"] == "no-store"


@pytest.mark.parametrize("media_type", ["text/plain", "application/json"])
def test_nothing_found(client: TestClient, media_type: str) -> None:
    """An empty paste gets an empty answer."""
    content = b'{"text": ""}' if media_type.endswith("json") else b""
    answer = without_time(client.post(URL, content=content, headers={"Content-Type": media_type}))
    assert (answer["events"], answer["best"]) == ([], None)


@pytest.mark.parametrize(
    ("content", "headers", "status", "code", "fields"),
    [
        (b"{", JSON, 400, "bad-json", []),
        (b"[" * 200_000, JSON, 400, "bad-json", []),
        (b'{"text": "\xff"}', JSON, 400, "bad-json", []),
        (b'{"text": NaN}', JSON, 400, "bad-json", []),
        (b'{"text": "a\x00"}', JSON, 400, "bad-json", []),
        (b"", JSON, 400, "bad-json", []),
        (b"", {}, 400, "bad-input", []),
        (b"{}", JSON, 422, "invalid-fields", ["body.text"]),
        (b'{"text": 1, "limit": 21, "x": 0}', JSON, 422, "invalid-fields", ["body.text", "body.x"]),
        (b'{"text": "", "limit": 21}', JSON, 422, "invalid-fields", ["body.limit"]),
        (b"no gzip", {**TEXT, "Content-Encoding": "gzip"}, 400, "bad-compression", []),
        (gzip.compress(RAW, mtime=0)[:-10], {**JSON, "Content-Encoding": "gzip"}, 400, "bad-compression", []),
        (RAW, {**TEXT, "Content-Encoding": "br"}, 415, "unsupported-body", []),
        (RAW, {**TEXT, "Content-Encoding": "gzip, gzip"}, 415, "unsupported-body", []),
        (RAW, {"Content-Type": "application/x-www-form-urlencoded"}, 415, "unsupported-body", []),
        (RAW, {"Content-Type": "multipart/form-data; boundary=x"}, 415, "unsupported-body", []),
        (RAW, {"Content-Type": "nonsense"}, 415, "unsupported-body", []),
        (RAW, {"Content-Type": "text/plain; charset=rot13"}, 415, "unsupported-body", []),
        (RAW, {"Content-Type": "text/plain; charset=klingon"}, 415, "unsupported-body", []),
        (RAW, {"Content-Type": "text/plain; charset=\x7f"}, 415, "unsupported-body", []),
    ],
    ids=lambda value: repr(value)[:50],
)
def test_what_cannot_be_read(
    client: TestClient, *, content: bytes, headers: dict[str, str], status: int, code: str, fields: list[str]
) -> None:
    """What cannot be read is a problem with its own code, and the paths of all wrong members."""
    response = client.post(URL, content=content, headers=headers)
    problem = response.json()
    assert (response.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert [error["field"] for error in problem["errors"]] == fields
    assert response.headers["content-type"] == "application/problem+json"
    assert problem["requestId"] == response.headers["x-request-id"]
    if status == 415:
        assert response.headers["accept-encoding"] == "gzip"


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("limit=0", ["query.limit"]),
        ("limit=21", ["query.limit"]),
        ("limit=five&explain=perhaps", ["query.limit", "query.explain"]),
        ("repo=sglang", ["query.repo"]),
        ("version=sglang", ["query.version.0"]),
        ("version=a==1&version===", ["query.version.1"]),
    ],
)
@pytest.mark.parametrize("as_json", [True, False])
def test_wrong_query_parameters(client: TestClient, query: str, fields: list[str], as_json: bool) -> None:
    """A wrong query parameter is named, beside whichever body."""
    body: dict[str, Any] = (
        {"json": {"text": "x", "limit": 1}} if as_json else {"content": b"x", "headers": TEXT}
    )
    response = client.post(f"{URL}?{query}", **body)
    assert response.status_code == 422
    assert [error["field"] for error in response.json()["errors"]] == fields


def test_half_a_surrogate_is_answered(client: TestClient) -> None:
    """Text that is no Unicode gets an answer, and so does one with NUL."""
    for text in (b"\\ud800", b"ValueError: \\udfff\\u0000 \\ud83d"):
        assert client.post(URL, content=b'{"text": "' + text + b'"}', headers=JSON).status_code == 200


@given(content=st.binary(max_size=300))
@hypothesis_settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_bytes_are_answered(client: TestClient, content: bytes) -> None:
    """Raw bytes of any kind get an answer; only what begins as gzip and is not may be refused."""
    response = client.post(URL, content=content, headers=TEXT)
    assert response.status_code == (400 if content.startswith(b"\x1f\x8b") else 200)
    assert client.post(URL, content=content, headers=JSON).status_code in {200, 400, 422}


def filler(size: int) -> bytes:
    """A dull log of exactly this size that ends in the paste."""
    line = b"2026-01-01T00:00:00Z INFO step finished and nothing else happened\n"
    return (line * (size // len(line) + 1))[: size - len(RAW) - 1] + b"\n" + RAW


@pytest.fixture
def small(loaded: Settings) -> Iterator[TestClient]:
    """A client of a server that takes pastes of a hundred kilobytes."""
    app = create_app(loaded.model_copy(update={"max_paste_bytes": SMALL}))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def sent(data: bytes, how: str) -> dict[str, Any]:
    """Arguments of a request that sends a paste in one of the forms."""
    match how:
        case "chunked":
            return {"content": (data[at : at + 65536] for at in range(0, len(data), 65536)), "headers": TEXT}
        case "gzip":
            return {
                "content": gzip.compress(data, 1, mtime=0),
                "headers": {**TEXT, "Content-Encoding": "gzip"},
            }
        case "gzip file":
            return {"content": gzip.compress(data, 1, mtime=0), "headers": TEXT}
        case "json":
            return {"content": json.dumps({"text": data.decode()}).encode(), "headers": JSON}
        case _:
            return {"content": data, "headers": TEXT}


@pytest.mark.parametrize("how", ["raw", "chunked", "gzip", "gzip file", "json"])
def test_the_size_limit_is_exact(small: TestClient, how: str) -> None:
    """A paste of the limit is answered, one byte more is a 413 that names the limit, in every form."""
    answered = small.post(URL, **sent(filler(SMALL), how))
    assert answered.status_code == 200
    assert answered.json()["best"]["id"] == RECORD
    refused = small.post(URL, **sent(filler(SMALL + 1), how))
    problem = refused.json()
    assert (refused.status_code, problem["code"]) == (413, "paste-too-large")
    assert (problem["limit"], problem["unit"]) == (SMALL, "bytes")
    assert "100,000 bytes" in problem["detail"]


@pytest.mark.slow
def test_ten_and_eleven_megabytes(client: TestClient) -> None:
    """As shipped, ten megabytes get an answer and eleven a 413."""
    answered = client.post(URL, content=filler(10_000_000), headers=TEXT)
    assert answered.status_code == 200
    assert answered.json()["best"]["id"] == RECORD or answered.json()["truncated"]
    for how in ("raw", "chunked", "gzip", "json"):
        refused = client.post(URL, **sent(filler(11_000_000), how))
        assert (refused.status_code, refused.json()["limit"]) == (413, LIMIT)
        assert "10,485,760 bytes" in refused.json()["detail"]


def test_json_may_be_escaped(small: TestClient) -> None:
    """A text of the limit whose every character is escaped fits; a body over thrice the limit does not."""
    escaped = json.dumps({"text": "ж" * (SMALL // 2)}).encode()
    assert small.post(URL, content=escaped, headers=JSON).status_code == 200
    response = small.post(URL, content=b" " * (3 * SMALL + 65537), headers=JSON)
    problem = response.json()
    assert (response.status_code, problem["code"], problem["limit"]) == (
        413,
        "body-too-large",
        3 * SMALL + 65536,
    )
    assert "A paste may have 100,000 bytes" in problem["detail"]


def test_a_bomb(small: TestClient) -> None:
    """Two hundred times the limit in a small gzip body is a 413."""
    bomb = gzip.compress(b"\x00" * (200 * SMALL), mtime=0)
    for headers in ({**TEXT, "Content-Encoding": "gzip"}, TEXT, {**JSON, "Content-Encoding": "gzip"}):
        assert small.post(URL, content=bomb, headers=headers).status_code == 413
