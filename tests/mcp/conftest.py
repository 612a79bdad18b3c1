"""The front for agents over each of its transports, asked by the official client."""

from __future__ import annotations

import http.client
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import anyio
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from app.config import Settings
from app.main import create_app
from app.services.inputs import find_inputs
from app.services.wiring import Services, build
from tests.serving import running_server

ROOT = Path(__file__).parents[2]
SCRIPT = "import sys\nfrom app.cli import main\nsys.exit(main())\n"
PUBLIC_URL = "https://errdex.example"

HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}

Result = TypeVar("Result")
Ask = Callable[[Callable[[Client], Awaitable[Any]]], Any]


@pytest.fixture(scope="session")
def agent_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings over a database with the bundled records; read from it only."""
    path = tmp_path_factory.mktemp("mcp") / "errdex.db"
    settings = Settings(
        _env_file=None, database_url=f"sqlite:///{path}", public_url=PUBLIC_URL, max_paste_bytes=64 * 1024
    )
    services = build(settings)
    services.ingest.ingest(find_inputs([]))
    services.close()
    return settings


@pytest.fixture(scope="session")
def agent_services(agent_settings: Settings) -> Iterator[Services]:
    """Services over it."""
    services = build(agent_settings)
    yield services
    services.close()


@pytest.fixture(scope="session")
def agent_server(agent_settings: Settings) -> Iterator[str]:
    """Address of a server that runs over it."""
    with running_server(create_app(agent_settings)) as address:
        yield address


def stdio_target(settings: Settings) -> Any:
    """What the client starts: the command as an agent starts it, where every warning is an error."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "error",
        "ERRDEX_DATABASE_URL": settings.database_url,
        "ERRDEX_PUBLIC_URL": PUBLIC_URL,
        "ERRDEX_MCP_PROPOSALS": str(settings.mcp_proposals),
        "ERRDEX_MAX_PASTE_BYTES": str(settings.max_paste_bytes),
    }
    return stdio_client(
        StdioServerParameters(command=sys.executable, args=["-c", SCRIPT, "mcp"], env=environment)
    )


def asked(target: Any, question: Callable[[Client], Awaitable[Result]], mode: str = "auto") -> Result:
    """Connect, ask, and disconnect."""

    async def ask() -> Result:
        with anyio.fail_after(90):
            async with Client(target, mode=mode) as client:
                return await question(client)

    return anyio.run(ask)


@pytest.fixture(
    params=[("stdio", "auto"), ("stdio", "legacy"), ("http", "auto"), ("http", "legacy")], ids="-".join
)
def ask(request: pytest.FixtureRequest, agent_settings: Settings) -> Ask:
    """A function that asks over each transport, with the handshake of old clients and with that of new ones."""
    transport, mode = request.param
    address = request.getfixturevalue("agent_server") if transport == "http" else ""

    def _ask(question: Callable[[Client], Awaitable[Any]]) -> Any:
        target = f"{address}/mcp" if transport == "http" else stdio_target(agent_settings)
        return asked(target, question, mode)

    return _ask


@pytest.fixture(params=["auto", "legacy"])
def ask_server(request: pytest.FixtureRequest, agent_server: str) -> Ask:
    """Like `ask`, over HTTP only: no process has to start."""

    def _ask(question: Callable[[Client], Awaitable[Any]]) -> Any:
        return asked(f"{agent_server}/mcp", question, request.param)

    return _ask


def posted(address: str, body: bytes, **headers: str) -> tuple[int, bytes]:
    """Status and body of a POST; a header's `_` is a hyphen."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("POST", "/mcp", body, {**HEADERS, **given})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()
