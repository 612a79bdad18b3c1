"""`/mcp` as a part of the server: hosts, sites, methods, sizes, several workers, and that it costs nothing before it is used."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from mcp.client import Client
from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from app.mcp.http import allowed_hosts
from tests.cli.test_commands import KNOWN, MESSAGE
from tests.mcp.conftest import HEADERS, asked, posted

CALL = {
    "jsonrpc": "2.0",
    "id": 7,
    "method": "tools/call",
    "params": {"name": "match_error", "arguments": {"text": MESSAGE}},
}


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200),
        ("localhost", 200),
        ("localhost:1234", 200),
        ("[::1]:80", 200),
        ("errdex.example", 200),
        ("errdex.example:443", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("errdex.example.evil", 421),
    ],
)
def test_only_known_hosts_are_answered(agent_server: str, host: str, status: int) -> None:
    """A Host that is neither loopback, nor the public address, nor named by the setting is refused (DNS rebinding)."""
    assert posted(agent_server, json.dumps(CALL).encode(), Host=host)[0] == status


def test_hosts_of_the_setting() -> None:
    """Names of the setting are taken with and without a port."""
    settings = Settings(
        _env_file=None, mcp_allowed_hosts="Errdex.internal, other:9000,", public_url="https://a.example/x"
    )
    hosts = allowed_hosts(settings)
    for name in ("errdex.internal", "errdex.internal:*", "other:9000", "a.example", "localhost:*", "[::1]:*"):
        assert name in hosts
    assert "other:9000:*" not in hosts


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Sec_Fetch_Site": "cross-site"}, {"Origin": "null"}],
)
def test_a_page_of_another_site_is_refused(agent_server: str, headers: dict[str, str]) -> None:
    """A browser that works for another site gets a 403."""
    status, body = posted(agent_server, json.dumps(CALL).encode(), **headers)
    assert status == 403
    assert json.loads(body)["code"] == "cross-site"


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "HEAD"])
def test_other_methods_do_not_hang(agent_server: str, method: str) -> None:
    """There is no stream to get and no session to end: 405, at once."""
    parts = urlsplit(agent_server)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=20)
    connection.request(method, "/mcp", headers={"Accept": "text/event-stream"})
    assert connection.getresponse().status == 405
    connection.close()


@pytest.mark.parametrize(
    ("body", "statuses"),
    [
        (b"", {400}),
        (b"{", {400}),
        (b"[]", {400}),
        (b"\xff\xfe", {400}),
        (b"[" * 100_000, {400}),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "no/such"}', {200, 400, 404}),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": 5}', {200, 400}),
    ],
)
def test_bodies_that_are_no_request(agent_server: str, body: bytes, statuses: set[int]) -> None:
    """What is no request of the protocol is refused or answered with an error, never a 500."""
    assert posted(agent_server, body)[0] in statuses


def test_too_large_a_body(agent_server: str) -> None:
    """A body over the limit is a 413."""
    assert posted(agent_server, b"x" * (64 * 1024 * 3 + 64 * 1024 + 1))[0] == 413


def test_a_wrong_content_type(agent_server: str) -> None:
    """Only JSON is taken."""
    status, _ = posted(agent_server, json.dumps(CALL).encode(), Content_Type="text/plain")
    assert status in {400, 415}


def test_nothing_is_loaded_before_it_is_used(agent_settings: Settings) -> None:
    """A server that no agent has asked has not loaded the protocol; the first request does, and is answered."""
    script = (
        "import json, os, sys\n"
        "from starlette.testclient import TestClient\n"
        "from app.main import create_app\n"
        "with TestClient(create_app(), base_url='http://localhost') as client:\n"
        "    client.get('/healthz')\n"
        "    before = sorted({name.split('.')[0] for name in sys.modules} & {'mcp', 'mcp_types', 'httpx2'} - {'httpx2'})\n"
        "    answer = client.post('/mcp', json=json.loads(sys.argv[1]), headers=json.loads(sys.argv[2]))\n"
        "print(json.dumps([before, answer.status_code, answer.json()]))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, json.dumps(CALL), json.dumps(HEADERS)],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "ERRDEX_DATABASE_URL": agent_settings.database_url},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    before, status, answer = json.loads(ran.stdout.splitlines()[-1])
    assert before == []
    assert status == 200
    assert answer["result"]["structuredContent"]["best"] == KNOWN


def test_the_server_starts_and_stops_again(agent_settings: Settings) -> None:
    """The same application can be started twice, and stops although an agent was there."""
    app = create_app(agent_settings)
    for _ in range(2):
        with TestClient(app, base_url="http://localhost") as client:
            assert client.post("/mcp", json=CALL, headers=HEADERS).status_code == 200


def test_pasted_text_is_not_logged(agent_settings: Settings, capfd: pytest.CaptureFixture[str]) -> None:
    """Neither what an agent sends nor what it asks wrongly is logged."""
    with TestClient(create_app(agent_settings), base_url="http://localhost") as client:
        for arguments in (
            {"text": "ValueError: canary-4711"},
            {"text": "canary-4711", "limit": "canary-4711"},
        ):
            call = {**CALL, "params": {"name": "match_error", "arguments": arguments}}
            client.post("/mcp", json=call, headers=HEADERS)
    out, err = capfd.readouterr()
    assert '"/mcp"' in err or "/mcp" in err
    assert "canary" not in out + err


def test_many_at_once(agent_server: str) -> None:
    """Requests stand for themselves: many clients at once are all answered."""
    import anyio

    results: list[Any] = []

    async def one() -> None:
        async with Client(f"{agent_server}/mcp") as client:
            results.append(await client.call_tool("match_error", {"text": MESSAGE}))

    async def all_of_them() -> None:
        async with anyio.create_task_group() as tasks:
            for _ in range(12):
                tasks.start_soon(one)

    anyio.run(all_of_them)
    assert [result.structured_content["best"] for result in results] == [KNOWN] * 12


def test_stdio_closes_with_its_stdin(agent_settings: Settings) -> None:
    """When the agent goes away the command ends with 0 and without a word."""
    from tests.mcp.conftest import ROOT, SCRIPT

    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, "mcp"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "ERRDEX_DATABASE_URL": agent_settings.database_url},
        input=b"",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


def test_the_official_client_over_http(agent_server: str) -> None:
    """The client's own ping and listing work."""

    async def look(client: Client) -> Any:
        return [tool.name for tool in (await client.list_tools()).tools]

    assert "match_error" in asked(f"{agent_server}/mcp", look)
