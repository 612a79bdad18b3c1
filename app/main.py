"""The application: the only place where routers, guards and services meet.

Run it with `errdex serve`, or with any ASGI server: `uvicorn app.main:create_app --factory`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio.to_thread
from fastapi import FastAPI

from app import __version__
from app.bots import discord, mattermost, slack, webhook
from app.config import Settings
from app.mcp import http as agents
from app.services import wiring
from app.telemetry import Metrics, configure_logging
from app.web import api, guards, openapi, pages, problems
from app.web.body_limit import max_body_bytes
from app.web.gate import GatedMatch, threads_needed

__all__ = ["create_app"]

# Threads for what writes records: there is one writer at a time, and the next one may check its file meanwhile.
_WRITERS = 2


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application; the database is opened when it starts and closed when it stops.

    Args:
        settings: read from the environment where none are given.
    """
    settings = settings or Settings()
    configure_logging()
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        limiter = anyio.to_thread.current_default_thread_limiter()
        limiter.total_tokens = max(limiter.total_tokens, threads_needed(settings.max_parallel_matches))
        services = await anyio.to_thread.run_sync(wiring.build, settings)
        gate = GatedMatch(services.match, metrics, settings.max_parallel_matches)
        app.state.services = dataclasses.replace(services, match=gate)
        app.state.writers = anyio.CapacityLimiter(_WRITERS)
        try:
            async with agents.Agents.running(
                app.state.services, max_body_bytes(settings)
            ) as app.state.agents:
                yield
        finally:
            await anyio.to_thread.run_sync(services.close)

    app = FastAPI(
        title="errdex",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,  # served by app.web.api_docs, as is /docs
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.settings = settings
    app.state.metrics = metrics
    app.include_router(api.router)
    app.include_router(slack.router)
    app.include_router(discord.router)
    app.include_router(mattermost.router)
    app.include_router(webhook.router)
    app.router.routes.append(agents.route())
    app.include_router(pages.router)
    problems.install(app, pages.error_page)
    guards.install(app, settings, metrics)
    openapi.describe(app, settings)
    return app
