"""The whole application: how it starts and stops, and that what is pasted stays nowhere."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from app.config import Settings
from app.errors import StorageError
from app.main import create_app
from app.services.match import MatchService
from app.telemetry import configure_logging
from tests.contract.openapi_files import PASTE, RECORD

CANARY = "canary8f2e61"
CANARY_PASTE = f'{PASTE}\nKeyError: "{CANARY}"\nexport PASSWORD={CANARY}\n'
WEBHOOK = "webhook-secret"
SLACK = "slack-signing-secret"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that is logged during the test."""
    stream = io.StringIO()
    yield stream
    configure_logging()


@pytest.fixture
def canary_client(loaded: Settings, log: io.StringIO) -> Iterator[TestClient]:
    """A client of a server with every front on, whose log is kept."""
    settings = loaded.model_copy(
        update={"webhook_secret": SecretStr(WEBHOOK), "slack_signing_secret": SecretStr(SLACK)}
    )
    app = create_app(settings)
    configure_logging(log)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def slack_headers(body: bytes) -> dict[str, str]:
    """Sign as Slack does."""
    now = str(int(time.time()))
    digest = hmac.new(SLACK.encode(), b"v0:" + now.encode() + b":" + body, hashlib.sha256).hexdigest()
    return {
        "X-Slack-Request-Timestamp": now,
        "X-Slack-Signature": f"v0={digest}",
        "Content-Type": "application/x-www-form-urlencoded",
    }


def everywhere(client: TestClient) -> list[Any]:
    """Send the canary by every route that takes text; return the answers."""
    text = {"Content-Type": "text/plain"}
    slack = urlencode({"command": "/errdex", "text": CANARY_PASTE, "user_id": "U1"}).encode()
    return [
        client.post("/api/match", json={"text": CANARY_PASTE, "explain": True}),
        client.post("/api/match", content=CANARY_PASTE.encode(), headers=text),
        client.post("/api/match", content=CANARY_PASTE.encode(), headers={**text, "Accept": "text/markdown"}),
        client.post(
            "/api/match", content=f"{{{CANARY_PASTE}".encode(), headers={"Content-Type": "application/json"}
        ),
        client.post("/api/match", json={"text": [CANARY_PASTE]}),
        client.post("/api/match", json={"text": "", "repo": CANARY, "versions": {"a": [CANARY]}}),
        client.post(f"/api/match?limit={CANARY}&version={CANARY}", json={"text": ""}),
        client.post("/api/match", data={"text": CANARY_PASTE}),
        client.post("/", data={"text": CANARY_PASTE}),
        client.post("/", files={"file": (f"{CANARY}.log", CANARY_PASTE.encode())}),
        client.post("/", content=CANARY_PASTE.encode(), headers=text),
        client.get("/api/errors", params={"q": CANARY, "tag": CANARY}),
        client.get("/api/errors", params={"limit": CANARY}),
        client.get("/api/repos", params={"q": CANARY}),
        client.get("/search", params={"q": CANARY}),
        client.get("/nowhere", params={"q": CANARY}),
        client.post("/bots/slack/command", content=slack, headers=slack_headers(slack)),
        client.post(
            "/bots/slack/command",
            content=slack,
            headers={**slack_headers(slack), "X-Slack-Signature": CANARY},
        ),
        client.post(
            "/bots/webhook", content=CANARY_PASTE.encode(), headers={"Authorization": f"HMAC {CANARY}"}
        ),
        client.get(
            "/healthz",
            headers={"Authorization": f"Bearer {CANARY}", "Cookie": f"a={CANARY}", "User-Agent": CANARY},
        ),
        client.request(CANARY.upper(), f"/{CANARY}"),
    ]


def test_what_is_pasted_stays_nowhere(canary_client: TestClient, log: io.StringIO) -> None:
    """A pasted word is in no log line, metric, problem, database file or its journal."""
    answers = everywhere(canary_client)
    assert {answer.status_code for answer in answers} >= {200, 400, 401, 404, 415, 422}
    assert CANARY in answers[0].text, "the canary reached the match"
    for answer in answers:
        if (
            answer.headers.get("content-type") == "application/problem+json"
            and CANARY not in answer.request.url.path
        ):
            assert CANARY not in answer.text.lower(), answer.request.url
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert len([line for line in lines if line["event"] == "request"]) == len(answers)
    assert CANARY not in log.getvalue().lower()
    assert CANARY not in canary_client.get("/metrics").text.lower()
    for path in files_of(canary_client):
        assert CANARY.encode() not in path.read_bytes().lower(), path


def files_of(client: TestClient) -> list[Path]:
    """The database and what SQLite keeps beside it."""
    path = Path(client.app.state.settings.database_url.removeprefix("sqlite:///"))  # type: ignore[attr-defined]
    files = sorted(path.parent.glob(f"{path.name}*"))
    assert path in files
    return files


@pytest.mark.parametrize(
    "error", [RuntimeError(CANARY_PASTE), StorageError("It is gone."), RecursionError(CANARY)]
)
def test_a_failing_match_tells_nothing(
    canary_client: TestClient, log: io.StringIO, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Where the match itself fails with the paste in its message, neither answer nor log has it."""

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(MatchService, "match", fail)
    canary_client.app.state.services = type(canary_client.app.state.services)(  # type: ignore[attr-defined]
        **{
            name: getattr(canary_client.app.state.services, name)  # type: ignore[attr-defined]
            for name in canary_client.app.state.services.__slots__  # type: ignore[attr-defined]
        }
    )
    answer = canary_client.post("/api/match", json={"text": CANARY_PASTE})
    page = canary_client.post("/", data={"text": CANARY_PASTE}, headers={"Accept": "text/html"})
    for response in (answer, page):
        assert response.status_code in {500, 503}
        assert CANARY not in response.text
    assert CANARY not in log.getvalue()
    assert "request-failed" in log.getvalue()


def test_the_factory_under_uvicorn(loaded: Settings, tmp_path: Path) -> None:
    """`uvicorn app.main:create_app --factory` serves, logs no query, and stops on SIGTERM."""
    environment = {**os.environ, "ERRDEX_DATABASE_URL": loaded.database_url}
    command = [sys.executable, "-m", "uvicorn", "app.main:create_app", "--factory", "--port", "0"]
    output = tmp_path / "output.txt"
    with (
        output.open("wb") as out,
        subprocess.Popen(command, env=environment, stdout=out, stderr=out) as server,
    ):
        try:
            port = _port_in(output, server)
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request("GET", f"/api/errors?q={CANARY}")
            assert connection.getresponse().read().startswith(b'{"items":[]')
            connection.request("POST", "/api/match", PASTE, {"Content-Type": "text/plain"})
            assert json.loads(connection.getresponse().read())["best"]["id"] == RECORD
            connection.close()
            for expect in ("", "Expect: 100-continue\r\n"):
                assert _refusal(port, 11_000_000, expect) == ("paste-too-large", 10_485_760)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(15)
    text = output.read_text()
    assert CANARY not in text
    assert '"route": "/api/errors"' in text
    assert "Traceback" not in text


def _refusal(port: int, size: int, expect: str) -> tuple[str, int]:
    """Send too much, or wait to be asked for it; return code and limit of the answer, which arrives whole."""
    head = f"POST /api/match HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: {size}\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(f"{head}{expect}\r\n".encode())
        if not expect:
            connection.sendall(b"x" * size)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 413 "), answer[:100]
    problem = json.loads(answer.partition(b"\r\n\r\n")[2])
    return problem["code"], problem["limit"]


def _port_in(output: Path, server: subprocess.Popen[bytes]) -> int:
    """Wait for the line that names the port."""
    until = time.monotonic() + 30
    pause = _Pause()
    while time.monotonic() < until and server.poll() is None:
        found = re.search(r"http://127\.0\.0\.1:(\d+)", output.read_text())
        if found:
            return int(found[1])
        pause()
    raise AssertionError(output.read_text())


class _Pause:
    """Gives the processor away for a moment."""

    def __call__(self) -> None:
        os.sched_yield()


def test_importing_does_nothing(tmp_path: Path) -> None:
    """Importing the application opens no database and reads no setting."""
    code = "import app.main, os; assert not os.listdir('.')"
    environment = {
        **os.environ,
        "ERRDEX_DATABASE_URL": "sqlite:///here.db",
        "ERRDEX_MAX_PASTE_BYTES": "nonsense",
    }
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True, timeout=60)


def test_behind_a_proxy_with_a_path(loaded: Settings) -> None:
    """With a public address that has a path, links and problem types begin with it, stripped by the proxy or not."""
    app = create_app(loaded.model_copy(update={"public_url": "https://example.org/errors-of-code"}))
    with TestClient(app) as client:
        for prefix in ("", "/errors-of-code"):
            moved = client.get(f"{prefix}/api/errors/{RECORD.upper()}", follow_redirects=False)
            assert moved.headers["location"] == f"/errors-of-code/api/errors/{RECORD}"
            missing = client.get(f"{prefix}/api/errors/x", headers={"Accept": "text/html"})
            assert missing.json()["type"] == "/errors-of-code/docs/problems#record-not-found"
            assert 'href="/errors-of-code/openapi.json"' in client.get(f"{prefix}/docs").text
        assert app.openapi()["servers"] == [{"url": "/errors-of-code"}]
