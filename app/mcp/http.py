"""`/mcp`: the front for coding agents over HTTP, loaded when the first agent comes.

Loading it takes as long as all the rest of the server does, and most servers never need it. Each request stands for
itself, so any number of workers may share them; a browser page of another site is refused by the guards, a foreign Host
name by the front itself.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import anyio
import anyio.to_thread
from anyio.abc import TaskGroup, TaskStatus
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from app.config import Settings
from app.services.wiring import Services

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

__all__ = ["Agents", "allowed_hosts", "route"]

PATH: Final = "/mcp"
_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")


def allowed_hosts(settings: Settings) -> list[str]:
    """Return the values of Host that are answered: loopback, the public address, and those of the setting.

    A name without a port stands for itself with every port.
    """
    names = [*_LOOPBACK, *settings.mcp_hosts()]
    if settings.public_url:
        names.append(urlsplit(settings.public_url).netloc.rpartition("@")[2].lower())
    hosts: list[str] = []
    for name in names:
        hosts.append(name)
        if ":" not in name.rpartition("]")[2]:
            hosts.append(f"{name}:*")
    return list(dict.fromkeys(hosts))


class Agents:
    """The front, started by its first request and stopped with the server."""

    def __init__(self, services: Services, max_body_bytes: int, tasks: TaskGroup) -> None:
        self._services = services
        self._max_body_bytes = max_body_bytes
        self._tasks = tasks
        self._starting = anyio.Lock()
        self._manager: StreamableHTTPSessionManager | None = None

    @classmethod
    @contextlib.asynccontextmanager
    async def running(cls, services: Services, max_body_bytes: int) -> AsyncIterator[Agents]:
        """Give the front for as long as the server runs.

        Args:
            services: what answers.
            max_body_bytes: largest body of a request.
        """
        async with anyio.create_task_group() as tasks:
            try:
                yield cls(services, max_body_bytes, tasks)
            finally:
                tasks.cancel_scope.cancel()

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        async with self._starting:
            if self._manager is None:
                self._manager = await self._tasks.start(self._run)
        await self._manager.handle_request(scope, receive, send)

    async def _run(self, *, task_status: TaskStatus[StreamableHTTPSessionManager]) -> None:
        manager = await anyio.to_thread.run_sync(_load, self._services, self._max_body_bytes)
        async with manager.run():
            task_status.started(manager)
            await anyio.sleep_forever()


def _load(services: Services, max_body_bytes: int) -> StreamableHTTPSessionManager:
    from mcp.server.transport_security import TransportSecuritySettings  # noqa: PLC0415 - see above

    from app.mcp.server import make_server  # noqa: PLC0415

    hosts = allowed_hosts(services.settings)
    server = make_server(services)
    server.streamable_http_app(
        json_response=True,
        stateless_http=True,
        max_request_body_size=max_body_bytes,
        transport_security=TransportSecuritySettings(
            allowed_hosts=hosts,
            allowed_origins=[f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")],
        ),
    )
    return server.session_manager


class _Endpoint:
    """An ASGI application, so that the answer may come in pieces."""

    path_format = PATH

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["route"] = self  # for the log line and the metrics
        agents: Agents = scope["app"].state.agents
        await agents.answer(scope, receive, send)


def route() -> Route:
    """Return the route; there is no stream to get and no session to end, so other methods are a 405."""
    endpoint: ASGIApp = _Endpoint()
    return Route(PATH, endpoint, methods=["POST"], include_in_schema=False)
