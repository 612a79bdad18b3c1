"""One shape for every error, on every path, however it comes about."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi import HTTPException, Request, Response
from starlette.testclient import TestClient

import app as package
from app.config import Settings
from app.domain.faults import Fault
from app.errors import (
    BadCursor,
    BadRecords,
    DatabaseBehind,
    DatabaseBusy,
    ErrdexError,
    NotAllowed,
    PasteTooLarge,
    RecordNotFound,
    StorageError,
)
from app.main import create_app
from app.web.problem_kinds import CATALOGUE
from app.web.refusals import TooBusy
from tests.contract.openapi_files import with_bundled_records

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
CANARY = "canary-4711"


class ForeseenError(Exception):
    """Nothing that any handler knows."""


RAISED: dict[str, tuple[Callable[[], Exception], int, str]] = {
    "record": (lambda: RecordNotFound("abc"), 404, "record-not-found"),
    "cursor": (lambda: BadCursor("The page token is wrong."), 400, "bad-cursor"),
    "paste": (lambda: PasteTooLarge(1000), 413, "paste-too-large"),
    "allowed": (lambda: NotAllowed("The signature is stale."), 401, "not-allowed"),
    "storage": (lambda: StorageError(f"/srv/{CANARY}.db is gone"), 503, "storage"),
    "busy": (lambda: DatabaseBusy(f"/srv/{CANARY}.db"), 503, "database-busy"),
    "behind": (lambda: DatabaseBehind(f"/srv/{CANARY}.db"), 503, "database-behind"),
    "full": (lambda: TooBusy(4, 5), 503, "too-busy"),
    "base": (lambda: ErrdexError(CANARY), 500, "internal"),
    "unforeseen": (lambda: ForeseenError(CANARY), 500, "internal"),
    "recursion": (lambda: RecursionError(CANARY), 500, "internal"),
    "memory": (lambda: MemoryError(CANARY), 500, "internal"),
    "http400": (lambda: HTTPException(400), 400, "bad-request"),
    "http404": (lambda: HTTPException(404, "There is no such page."), 404, "not-found"),
    "http409": (lambda: HTTPException(409, "Two at once."), 409, "bad-request"),
    "http500": (lambda: HTTPException(500, CANARY), 500, "internal"),
    "http502": (lambda: HTTPException(502, CANARY), 502, "internal"),
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The whole application, with routes that raise each error from handler and middleware."""
    settings = with_bundled_records(tmp_path_factory.mktemp("errors"))
    app = create_app(settings)

    @app.get("/raise/{name}")
    @app.get("/api/raise/{name}")
    def raise_it(name: str) -> Response:
        error = RAISED[name][0]()
        raise error

    @app.get("/api/raise-late")
    async def raise_late(request: Request) -> Response:
        try:
            await request.json()
        except ValueError as cause:
            raise HTTPException(400, "There was an error parsing the body") from PasteTooLarge(
                7
            ).with_traceback(cause.__traceback__)
        return Response()

    class Raiser:
        def __init__(self, app: Any) -> None:
            self.app = app

        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] == "http" and scope["path"].startswith("/api/middleware/"):
                error = RAISED[scope["path"].rpartition("/")[2]][0]()
                raise error
            await self.app(scope, receive, send)

    app.user_middleware.append(type(app.user_middleware[0])(Raiser))  # the innermost
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def assert_problem(response: Any, status: int, code: str) -> dict[str, Any]:
    """The one shape of an error."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["cache-control"] == "no-store"
    problem: dict[str, Any] = response.json()
    assert list(problem)[:8] == [
        "type",
        "title",
        "status",
        "detail",
        "instance",
        "code",
        "requestId",
        "errors",
    ]
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["type"] == f"/docs/problems#{code}"
    assert code in CATALOGUE
    assert problem["title"]
    assert problem["detail"]
    assert problem["requestId"] == response.headers["x-request-id"]
    assert problem["instance"] == response.request.url.path
    assert "content-security-policy" in response.headers
    assert CANARY not in response.text
    assert (status == 503) == ("retry-after" in response.headers)
    assert (status in {408, 413}) == (response.headers.get("connection") == "close")
    return problem


@pytest.mark.parametrize("place", ["/raise", "/api/raise", "/api/middleware"])
@pytest.mark.parametrize("name", RAISED)
def test_raised(client: TestClient, place: str, name: str) -> None:
    """Whatever is raised, from handler or middleware, becomes the one shape."""
    _, status, code = RAISED[name]
    assert_problem(client.get(f"{place}/{name}"), status, code)


@pytest.mark.parametrize(
    ("method", "path", "options", "status", "code"),
    [
        ("GET", "/nowhere", {}, 404, "not-found"),
        ("GET", "/api/nowhere", {"headers": {"Accept": BROWSER}}, 404, "not-found"),
        ("GET", "/api/errors/", {}, 404, "not-found"),
        ("GET", "/static/nothing.css", {}, 404, "not-found"),
        ("GET", "/docs/nothing", {}, 404, "not-found"),
        ("PUT", "/api/errors/9dc9da1ff5ab745f", {"json": {}}, 404, "not-found"),
        ("DELETE", "/healthz", {}, 405, "method-not-allowed"),
        ("GET", "/api/match", {}, 405, "method-not-allowed"),
        ("PATCH", "/", {}, 405, "method-not-allowed"),
        ("BREW", "/api/match", {}, 405, "method-not-allowed"),
        ("GET", "/%ff", {}, 400, "bad-encoding"),
        ("GET", "/api/errors?q=%00", {}, 400, "bad-encoding"),
        ("POST", "/api/match", {"json": {}}, 422, "invalid-fields"),
        (
            "POST",
            "/api/match",
            {"content": b"{", "headers": {"Content-Type": "application/json"}},
            400,
            "bad-json",
        ),
        ("POST", "/api/match", {"data": {"text": "x"}}, 415, "unsupported-body"),
        ("POST", "/api/match", {"headers": {"Origin": "https://elsewhere.example"}}, 403, "cross-site"),
        ("POST", "/", {"headers": {"Sec-Fetch-Site": "cross-site"}}, 403, "cross-site"),
        (
            "POST",
            "/nowhere",
            {"headers": {"Content-Length": "99999999999"}, "content": b""},
            413,
            "body-too-large",
        ),
        ("POST", "/bots/slack/command", {}, 404, "not-found"),
        ("POST", "/bots/webhook", {}, 404, "not-found"),
        ("POST", "/api/ingest", {}, 404, "not-found"),
    ],
)
def test_refused(
    client: TestClient, *, method: str, path: str, options: dict[str, Any], status: int, code: str
) -> None:
    """Unknown paths, wrong methods and everything that a guard refuses have it too."""
    response = client.request(method, path, **options)
    problem = assert_problem(response, status, code)
    if status == 405:
        assert response.headers["allow"]
    if status == 413:
        assert problem["limit"] > 0
        assert problem["unit"] == "bytes"


def test_a_library_may_wrap_an_error(client: TestClient) -> None:
    """An error that a form or JSON reader wrapped in a bare 400 is found under it."""
    assert_problem(client.get("/api/raise-late"), 413, "paste-too-large")


@pytest.mark.parametrize(
    ("path", "accept", "html"),
    [
        ("/nowhere", BROWSER, True),
        ("/raise/unforeseen", BROWSER, True),
        ("/raise/storage", BROWSER, True),
        ("/nowhere", "*/*", False),
        ("/nowhere", "application/json, text/html;q=0.5", False),
        ("/api/raise/unforeseen", BROWSER, False),
        ("/healthz/nowhere", BROWSER, False),
    ],
)
def test_a_browser_gets_a_page(client: TestClient, path: str, accept: str, html: bool) -> None:
    """On a page's path a browser gets a page, with status and request id; on a program's path the problem."""
    response = client.get(path, headers={"Accept": accept})
    assert response.headers["content-type"].startswith("text/html" if html else "application/problem+json")
    assert response.status_code >= 400
    assert CANARY not in response.text
    assert response.headers["x-request-id"] in response.text
    if not path.startswith(("/api", "/healthz")):
        assert "accept" in response.headers["vary"].lower()


def test_every_error_of_the_program_is_explained() -> None:
    """Each class of error has its code in the catalogue, with the same status and title."""
    for module in pkgutil.walk_packages(package.__path__, "app."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)

    def below(kind: type[ErrdexError]) -> Iterator[type[ErrdexError]]:
        for child in kind.__subclasses__():
            yield child
            yield from below(child)

    for kind in below(ErrdexError):
        if not kind.__module__.startswith("app."):
            continue
        assert kind.code in CATALOGUE, kind
        status, title, advice = CATALOGUE[kind.code]
        assert (status, title) == (kind.status, kind.title)
        assert advice.endswith(".") or "/" in advice


def test_bad_records_name_every_fault(tmp_path: Any) -> None:
    """Each fault of a records file becomes one entry with its place."""
    faults = [
        Fault(
            file="a.json",
            index=3,
            record_id="",
            field="repo",
            value="x",
            problem="is wrong",
            advice="Write owner/name.",
        ),
        Fault(
            file="b.json",
            index=None,
            record_id="",
            field="",
            value="",
            problem="is no JSON",
            advice="Repair it.",
        ),
    ]
    app = create_app(Settings(_env_file=None, database_url=f"sqlite:///{tmp_path}/x.db"))

    @app.get("/api/raise")
    def raise_it() -> Response:
        raise BadRecords("2 faults", faults)

    problem = TestClient(app).get("/api/raise").json()
    assert (problem["status"], problem["code"]) == (422, "bad-records")
    assert [error["problem"] for error in problem["errors"]] == [
        "is wrong. Write owner/name.",
        "is no JSON. Repair it.",
    ]
    assert [error["field"] for error in problem["errors"]] == ["a.json[3].repo", "b.json"]
