"""`errdex doctor`: what is wrong with this installation, and what to do about it."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import typer

from app import __version__
from app.commands.exits import Exit
from app.commands.setup import EMPTY, Setup, setup_of
from app.commands.terminal import Output, wants_colour, write_json
from app.errors import ErrdexError

if TYPE_CHECKING:
    from app.config import Settings
    from app.services.wiring import Services

_HELP = """Look at this installation: database, records, versions, ports, chat fronts, terminal; say what to do.

It changes nothing, not even a database of an older version.

\b
Examples:
  errdex doctor
  errdex doctor --port 8080
  errdex doctor --json | jq '.findings[] | select(.state == "wrong")'

Exit codes: 0 nothing is wrong, 2 wrong usage, 4 something is.
"""

State: TypeAlias = Literal["ok", "note", "wrong"]
_SIGNS: Final = {"ok": ("ok   ", "green"), "note": ("note ", "yellow"), "wrong": ("WRONG", "bold red")}
_PACKAGES: Final = (
    "fastapi",
    "sqlmodel",
    "sqlalchemy",
    "google-re2",
    "rapidfuzz",
    "mcp",
    "slack-sdk",
    "pynacl",
)
_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was looked at: how it is, and what to do where it is not well."""

    area: str
    state: State
    found: str
    advice: str | None = None


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor", help=_HELP, short_help="Look for what is wrong with this installation.")(doctor)


def doctor(
    context: typer.Context,
    *,
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=1, max=65535, help="Port that the server is to have.")
    ] = 8000,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Look at everything and print it."""
    checks = list(look(setup_of(context), port))
    wrong = [one for one in checks if one.state == "wrong"]
    if as_json:
        findings = [
            {"area": one.area, "state": one.state, "found": one.found, "advice": one.advice} for one in checks
        ]
        write_json({"ok": not wrong, "version": __version__, "findings": findings})
    else:
        out = Output()
        for one in checks:
            sign, style = _SIGNS[one.state]
            out.prose((sign, style), f"  {one.area:<10}", one.found, hang=17)
            if one.advice:
                out.prose(one.advice, indent=17, first="→ ")
        out.blank()
        out.prose(f"{len(wrong)} to put right." if wrong else "Nothing is wrong.")
    if wrong:
        raise typer.Exit(Exit.INTERNAL)


def look(setup: Setup, port: int) -> Iterator[Checked]:
    """Look at one thing after the other; later ones are left out where they cannot be without earlier ones."""
    yield from _program()
    try:
        settings = setup.settings()
    except ErrdexError as error:
        yield Checked(
            "settings", "wrong", error.message, "Correct the variable, or the .env file in this folder."
        )
    else:
        yield Checked("settings", "ok", _sources())
        yield from _database(setup)
        yield from _fronts(settings)
    yield _port(port)
    yield from _terminal()


def _program() -> Iterator[Checked]:
    import platform
    from importlib import metadata

    yield Checked(
        "errdex",
        "ok",
        f"{__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}",
    )
    versions, missing = [], []
    for name in _PACKAGES:
        try:
            versions.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    yield Checked("packages", "ok", ", ".join(versions))
    if missing:
        yield Checked(
            "packages",
            "wrong",
            f"missing: {', '.join(missing)}",
            "Install errdex again, with its dependencies.",
        )


def _sources() -> str:
    names = sorted(name for name in os.environ if name.startswith("ERRDEX_"))
    files = " and the .env file of this folder" if os.path.exists(".env") else ""  # noqa: PTH110 - one look
    return f"from {', '.join(names)}{files}" if names else f"defaults{files}"


def _database(setup: Setup) -> Iterator[Checked]:
    from app.services.inputs import find_inputs

    try:
        with setup.services(migrate=False) as services:
            place = str(services.database.place)
            health = services.catalog.health()
            if health.problem and not health.schema_at_head:
                yield Checked("database", "wrong", f"{place}: {health.problem}", _upgrade_advice(services))
                return
            state: State = "wrong" if health.problem else "ok"
            yield Checked("database", state, f"{place}, {health.problem or 'schema up to date'}")
            bundled = len(find_inputs([]))
            if not health.records:
                yield Checked("records", "wrong", "none", EMPTY)
            else:
                yield Checked(
                    "records",
                    "ok",
                    f"{health.records:,} (revision {health.revision}; {bundled:,} came with errdex)",
                )
            if health.pattern_problems:
                yield Checked(
                    "records",
                    "note",
                    f"{health.pattern_problems:,} have a pattern that cannot be used",
                    "They are found by place and similarity only. `errdex check` on their files says why.",
                )
    except ErrdexError as error:
        yield Checked(
            "database", "wrong", error.message, "Check --database or ERRDEX_DATABASE_URL, and its rights."
        )


def _upgrade_advice(services: Services) -> str:
    return (
        "Make it, or bring it up to date: errdex db upgrade"
        if services.database.dialect == "sqlite"
        else "Is the server up, and the address right? To make the tables or bring them up to date: errdex db upgrade"
    )


def _fronts(settings: Settings) -> Iterator[Checked]:
    fronts = {
        "Slack": settings.slack_signing_secret,
        "webhook": settings.webhook_secret,
        "Discord": settings.discord_public_key,
        "Mattermost": settings.mattermost_token,
    }
    on = [name for name, secret in fronts.items() if secret]
    yield Checked("chat", "ok", f"on: {', '.join(on)}" if on else "no chat front is on")
    if settings.slack_signing_secret and not settings.slack_bot_token:
        yield Checked(
            "chat",
            "note",
            "Slack has no bot token: only the slash command works",
            "Set ERRDEX_SLACK_BOT_TOKEN for the form, files, mentions and the share button; see docs/bots.md.",
        )
    if on and not settings.public_url:
        yield Checked(
            "chat",
            "note",
            "ERRDEX_PUBLIC_URL is not set",
            "Set it to this server's address, so that replies link to records.",
        )


def _port(port: int) -> Checked:
    import socket

    try:
        with socket.create_connection(("127.0.0.1", port), timeout=_SECONDS):
            pass
    except OSError:
        return Checked("port", "ok", f"{port} is free")
    from app.services.outgoing import OutgoingFailed, fetch

    try:
        answer = fetch(f"http://127.0.0.1:{port}/api/stats", 1024 * 1024, seconds=_SECONDS)
        ours = answer.status == 200 and "records" in answer.json()
    except (OutgoingFailed, TypeError):
        ours = False
    if ours:
        return Checked("port", "ok", f"{port}: an errdex answers at http://127.0.0.1:{port}")
    return Checked(
        "port",
        "note",
        f"{port} is taken by another program",
        f"Take another one: errdex serve --port {port + 1}",
    )


def _terminal() -> Iterator[Checked]:
    stream = sys.stdout
    if not stream.isatty():
        yield Checked("terminal", "ok", "stdout is no terminal: plain text, not wrapped")
    else:
        size = shutil.get_terminal_size()
        colour = "colours and links" if wants_colour(stream) else "no colours (NO_COLOR or TERM)"
        yield Checked("terminal", "ok", f"{size.columns} x {size.lines}, {colour}")
    encoding = (stream.encoding or "ascii").lower()
    if encoding.replace("-", "").replace("_", "") not in {"utf8", "utf8sig", "utf16"}:
        yield Checked(
            "terminal",
            "note",
            f"it takes {encoding}: other characters are shown as escapes",
            "Set a UTF-8 locale, such as LC_ALL=C.UTF-8.",
        )
