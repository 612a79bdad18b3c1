"""`errdex mcp`: the front for coding agents, over stdin and stdout."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import sys

import typer

from app.commands.setup import setup_of, why_nothing
from app.commands.terminal import note

_HELP = """Serve a coding agent over stdin and stdout (Model Context Protocol).

The agent starts it; docs/mcp.md has the configuration for the common ones. It offers match_error, get_record,
search_records and related_errors, which only read, and the records as resources. A running `errdex serve` offers the same
at /mcp.

\b
Examples:
  errdex mcp
  errdex --database sqlite:////var/lib/errdex/errdex.db mcp

Exit codes: 0 the agent has closed stdin, 2 wrong usage, 4 internal error, 130 ended with Ctrl-C.
"""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("mcp", help=_HELP, short_help="Serve a coding agent over stdin and stdout (MCP).")(mcp)


def mcp(context: typer.Context) -> None:
    """Serve until stdin is closed."""
    if sys.stdin is not None and sys.stdin.isatty():
        note("Waiting for an agent on stdin; Ctrl-C ends it. How to configure one: docs/mcp.md")
    with setup_of(context).services() as services:
        if reason := why_nothing(services):
            note(reason)
        import anyio

        from app.mcp.server import make_server
        from app.telemetry import configure_logging

        configure_logging()  # to stderr: stdout is the protocol's
        anyio.run(make_server(services).run_stdio_async)
