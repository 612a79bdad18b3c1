"""`errdex serve`: API, pages and chat fronts in one server."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import errno
import os
import signal
import socket
from functools import partial
from tempfile import TemporaryDirectory
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.exits import Exit
from app.commands.setup import setup_of, why_nothing
from app.commands.terminal import note
from app.errors import BadInput, ErrdexError

if TYPE_CHECKING:
    from fastapi import FastAPI
    from uvicorn import Config

    from app.config import Settings

_HELP = """Serve the web page, the REST API and the chat fronts.

Stop it with Ctrl-C or SIGTERM; running requests have 6 seconds to end.

\b
Examples:
  errdex serve
  errdex serve --port 8080 --workers 2
  errdex serve --host 0.0.0.0 --forwarded-allow-ips 10.0.0.5    behind a proxy

Exit codes: 0 stopped by SIGTERM, 2 wrong usage, 4 it could not start, 130 stopped by Ctrl-C.
"""

# Whoever stops us waits about 10 s before killing; what follows the requests needs a part of that.
GRACE_SECONDS = 6
# A worker that loads everything on a busy machine must not be taken for one that hangs.
WORKER_ANSWERS_WITHIN_SECONDS = 60
BACKLOG = 2048
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared with, not bound to


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve", help=_HELP, short_help="Serve the web page and the API.")(serve)


def serve(
    context: typer.Context,
    *,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on; 0.0.0.0 for every one.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port; 0 takes a free one.")
    ] = 8000,
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", min=1, max=64, help="Processes that answer.")
    ] = 1,
    forwarded_allow_ips: Annotated[
        str | None,
        typer.Option(
            "--forwarded-allow-ips",
            metavar="ADDRESSES",
            help="Proxies, separated by commas, whose X-Forwarded-* headers are believed; without it nobody's are.",
        ),
    ] = None,
    bundled: Annotated[
        bool, typer.Option("--bundled", help="Load the bundled records first where the database has none.")
    ] = False,
) -> None:
    """Serve until stopped."""
    setup = setup_of(context)
    settings = setup.settings()
    listener = listen(host, port)
    with listener:
        from app.services.inputs import find_inputs

        with setup.services() as services:  # migrates once, before any worker starts
            if bundled and services.catalog.health().records == 0:
                services.ingest.ingest(find_inputs([]))
            reason = why_nothing(services)
        from uvicorn import Config

        config = Config(
            # The application itself, or a picklable way to it: an import string would be looked up in the
            # folder that errdex was started from, which may have an `app` of its own.
            application(settings) if workers == 1 else partial(application, settings),
            factory=workers > 1,
            workers=workers,
            log_config=None,
            access_log=False,
            lifespan="on",
            ws="none",
            server_header=False,
            proxy_headers=forwarded_allow_ips is not None,
            forwarded_allow_ips=forwarded_allow_ips or "",
            timeout_graceful_shutdown=GRACE_SECONDS,
            timeout_worker_healthcheck=WORKER_ANSWERS_WITHIN_SECONDS,
            backlog=BACKLOG,
        )
        note(f"errdex is at {address_of(listener)} (stop it with Ctrl-C).")
        if reason:
            note(reason)
        code = _one_worker(config, listener) if workers == 1 else _several_workers(config, listener)
    raise typer.Exit(code)


def application(settings: Settings) -> FastAPI:
    """Make the application in this process; workers get this function by name, and the settings as they are."""
    from app.main import create_app

    return create_app(settings)


def listen(host: str, port: int) -> socket.socket:
    """Open the listening socket, before anything slow, so that a taken port is told at once.

    Raises:
        BadInput: the host is unknown, not of this machine, or the port may not be used.
        ErrdexError: the port is taken.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise BadInput(
            f"The host {host!r} cannot be resolved. Take 127.0.0.1, or 0.0.0.0 for every address."
        ) from None
    family, _, _, _, address = min(found, key=lambda entry: entry[0] != socket.AF_INET)
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise _refused(host, port, error) from None
    return listener


def address_of(listener: socket.socket) -> str:
    """Return the address to open in a browser."""
    host, port = listener.getsockname()[:2]
    host = _ANYWHERE.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _refused(host: str, port: int, error: OSError) -> ErrdexError:
    if error.errno == errno.EADDRINUSE:
        return ErrdexError(
            f"Port {port} on {host} is taken by another program. Take another one: --port {port + 1}"
        )
    if error.errno == errno.EACCES:
        return BadInput(f"Port {port} may not be used by this user; ports from 1024 on may: --port 8000")
    return BadInput(f"{host!r} is no address of this machine. Take 127.0.0.1, or 0.0.0.0 for every address.")


def _one_worker(config: Config, listener: socket.socket) -> Exit:
    from uvicorn import Server

    server = Server(config)
    before = signal.signal(signal.SIGTERM, _stopped)  # uvicorn raises the signal again once it has shut down
    try:
        server.run(sockets=[listener])
    except SystemExit as stopped:  # by `_stopped`, or by uvicorn where the application fails to start
        return Exit.OK if stopped.code == Exit.OK else Exit.INTERNAL
    finally:
        signal.signal(signal.SIGTERM, before)
    return Exit.OK


def _stopped(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(Exit.OK)


def _several_workers(config: Config, listener: socket.socket) -> Exit:
    from uvicorn.config import STARTUP_FAILURE
    from uvicorn.supervisors import Multiprocess

    from app.telemetry import configure_logging

    class Supervisor(Multiprocess):
        interrupted = False

        def handle_int(self) -> None:
            self.interrupted = True
            super().handle_int()

    configure_logging()  # for what the supervisor says about its workers
    # A child interpreter would first look for modules in the current folder.
    os.environ["PYTHONSAFEPATH"] = "1"
    with TemporaryDirectory(prefix="errdex-metrics-") as folder:
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)  # where the workers add up their figures
        supervisor = Supervisor(config, sockets=[listener])
        supervisor.run()
    if supervisor.interrupted:
        return Exit.INTERRUPTED
    failed = any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes)
    return Exit.INTERNAL if failed else Exit.OK
