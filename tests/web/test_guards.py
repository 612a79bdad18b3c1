"""The guards at the door, each round an application of a few lines."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import anyio
import pytest
from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, Response, StreamingResponse
from starlette.testclient import TestClient
from starlette.types import Message
from structlog.testing import capture_logs

from app.config import Settings
from app.telemetry import Metrics
from app.web import guards, problems

SETTINGS = Settings(_env_file=None, database_url="sqlite://", public_url="https://errors.example.org/base")


class BoomError(Exception):
    """Something that nobody foresaw."""


@pytest.fixture
def metrics() -> Metrics:
    """Metrics of this test's own."""
    return Metrics()


@pytest.fixture
def client(metrics: Metrics) -> Iterator[TestClient]:
    """A guarded application."""
    app = FastAPI(openapi_url=None)

    @app.get("/things/{name}")
    def thing(name: str) -> PlainTextResponse:
        return PlainTextResponse(name)

    @app.get("/large")
    def large() -> PlainTextResponse:
        return PlainTextResponse("x" * 2000)

    @app.get("/own")
    def own() -> Response:
        return Response(headers={"Referrer-Policy": "same-origin"})

    @app.get("/boom")
    def boom() -> Response:
        raise BoomError("the secret canary")

    @app.get("/breaks")
    async def breaks() -> StreamingResponse:
        async def pieces() -> AsyncIterator[bytes]:
            yield b"first"
            raise BoomError("the secret canary")

        return StreamingResponse(pieces())

    @app.post("/change")
    @app.post("/bots/thing")
    async def change(request: Request) -> PlainTextResponse:
        return PlainTextResponse(str(len(await request.body())))

    problems.install(app)
    guards.install(app, SETTINGS, metrics)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("abc-123_X.y", True),
        ("a" * 64, True),
        ("a" * 65, False),
        ("", False),
        ("a b", False),
        ("a\tb", False),
        ("é", False),
        ("a;b", False),
    ],
)
def test_request_id(client: TestClient, given: str, kept: bool) -> None:
    """A well-formed request id is returned, any other is replaced."""
    response = client.get("/things/x", headers={"X-Request-ID": given.encode("latin-1")})
    assert (response.headers["x-request-id"] == given) is kept
    assert len(response.headers["x-request-id"]) >= 11


@pytest.mark.parametrize("path", ["/things/x", "/nowhere", "/boom", "/things/%ff"])
def test_security_headers(client: TestClient, path: str) -> None:
    """Every response, an error's too, has the headers."""
    headers = client.get(path).headers
    assert headers["content-security-policy"] == guards.CONTENT_SECURITY_POLICY
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert "permissions-policy" in headers
    assert "server" not in headers


def test_a_handlers_own_header_stands(client: TestClient) -> None:
    """A handler may set another value."""
    assert client.get("/own").headers.get_list("referrer-policy") == ["same-origin"]


def test_head_is_get_without_body(client: TestClient) -> None:
    """HEAD gives the headers of GET on a route that only names GET."""
    got, head = client.get("/things/hello"), client.head("/things/hello")
    assert head.status_code == 200
    assert head.content == b""
    assert head.headers["content-length"] == got.headers["content-length"] == "5"
    assert client.head("/nowhere").status_code == 404


def test_methods(client: TestClient) -> None:
    """A wrong method is told the right ones; OPTIONS gets them without an error."""
    wrong = client.delete("/things/x")
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "GET, HEAD, OPTIONS")
    asked = client.options("/things/x")
    assert (asked.status_code, asked.headers["allow"], asked.content) == (204, "GET, HEAD, OPTIONS", b"")
    assert client.options("/nowhere").status_code == 404


def test_gzip(client: TestClient) -> None:
    """Answers over a kilobyte are gzipped for who takes that."""
    assert client.get("/large").headers["content-encoding"] == "gzip"
    assert "content-encoding" not in client.get("/large", headers={"Accept-Encoding": "identity"}).headers
    assert "content-encoding" not in client.get("/things/x").headers


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("/things/%C3%A9", 200),
        ("/things/%zz", 200),
        ("/things/%ff", 400),
        ("/things/%ED%A0%80", 400),
        ("/things/%00", 400),
        ("/things/x?q=%C3%A9", 200),
        ("/things/x?q=%ff", 400),
        ("/things/x?%00", 400),
        ("/things/x?q=%F0%28", 400),
    ],
)
def test_bad_bytes(client: TestClient, target: str, status: int) -> None:
    """Path and query that are no UTF-8, or hold a NUL, are a 400 before any route sees them."""
    response = client.get(target)
    assert response.status_code == status
    if status == 400:
        assert response.json()["code"] == "bad-encoding"


HOST = "testserver"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"}, 200),
        ({"Origin": f"http://{HOST}"}, 200),
        ({"Origin": f"https://{HOST.upper()}"}, 200),
        ({"Origin": f"http://{HOST}:8000"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": f"https://{HOST}.evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://[bad"}, 403),
        ({"Origin": "https://errors.example.org"}, 200),
    ],
)
def test_cross_site(client: TestClient, headers: dict[str, str], status: int) -> None:
    """What a browser sends for another site is refused; reading, programs and signed bots are not."""
    response = client.post("/change", headers=headers)
    assert response.status_code == status
    if status == 403:
        assert response.json()["code"] == "cross-site"
    assert client.get("/things/x", headers=headers).status_code == 200
    assert client.post("/bots/thing", headers=headers).status_code == 200


def test_an_unforeseen_error(client: TestClient) -> None:
    """It becomes a problem with the request id; its message reaches neither client nor log."""
    with capture_logs() as logs:
        response = client.get("/boom", headers={"X-Request-ID": "find-me"})
    problem = response.json()
    assert response.status_code == 500
    assert response.headers["content-type"] == "application/problem+json"
    assert (problem["code"], problem["requestId"]) == ("internal", "find-me")
    assert "canary" not in response.text
    assert "BoomError" not in response.text
    failed = next(line for line in logs if line["event"] == "request-failed")
    assert failed["code"] == "internal"


def test_metrics_and_log_name_the_route(client: TestClient, metrics: Metrics) -> None:
    """Log lines and metrics have the route's template, not the path or query that was asked for."""
    with capture_logs() as logs:
        client.get("/things/canary?q=canary")
        client.request("CANARY", "/canary")
    text = metrics.render()[0].decode()
    assert [(line["route"], line["status"]) for line in logs if line["event"] == "request"] == [
        ("/things/{name}", 200),
        ("unmatched", 404),
    ]
    assert 'errdex_http_requests_total{method="GET",route="/things/{name}",status="200"} 1.0' in text
    assert 'errdex_http_requests_total{method="OTHER",route="unmatched",status="404"} 1.0' in text
    assert "canary" not in text.lower()


def test_an_answer_that_breaks_off(client: TestClient) -> None:
    """When an answer fails half-way the connection breaks, and the log has no message either."""
    with capture_logs() as logs, pytest.raises(Exception) as caught:  # noqa: PT011  starlette wraps it at will
        TestClient(client.app).get("/breaks")
    assert "canary" not in str(caught.value)
    assert [line["event"] for line in logs] == ["response-broken-off", "request"]


def test_a_client_that_leaves(metrics: Metrics) -> None:
    """A client that goes away in the middle of its body is counted as 499 and answered with nothing."""
    app = FastAPI(openapi_url=None)

    @app.post("/change")
    async def change(request: Request) -> PlainTextResponse:
        return PlainTextResponse(str(len(await request.body())))

    guards.install(app, SETTINGS, metrics)
    messages: list[Message] = [
        {"type": "http.request", "body": b"half", "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Message:
        return messages.pop(0)

    async def send(message: Message) -> None:
        raise AssertionError(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/change",
        "raw_path": b"/change",
        "query_string": b"",
        "headers": [],
    }
    with capture_logs() as logs:
        anyio.run(app, scope, receive, send)
    assert [(line["event"], line["status"]) for line in logs] == [("request", 499)]
    assert b'route="/change",status="499"} 1.0' in metrics.render()[0]
