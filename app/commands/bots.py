"""`errdex bots`: what a chat platform has to be told once."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from app.commands.exits import Commands
from app.commands.setup import setup_of
from app.commands.terminal import note, one_line, write_json
from app.errors import BadInput

_REGISTER_HELP = """Tell a chat platform which commands there are. Needed once, and after an update that says so.

For discord set ERRDEX_DISCORD_APPLICATION_ID and ERRDEX_DISCORD_BOT_TOKEN: both are in the developer portal. Commands of the
same names are replaced, others stay.

\b
Examples:
  errdex bots register discord
  errdex bots register discord --guild 1234567890     only on one server, at once
  errdex bots register discord --dry-run

Exit codes: 0 registered, 2 wrong usage or refused, 4 the platform cannot be reached.
"""

_SLACK_HELP = """Set up or serve the Slack app.

--manifest prints what Slack asks for when an app is made "from a manifest"; with --socket, one for a server that Slack
cannot reach. --socket alone serves that app: set ERRDEX_SLACK_APP_TOKEN (connections:write) and ERRDEX_SLACK_BOT_TOKEN.

\b
Examples:
  errdex bots slack --manifest > manifest.json
  errdex bots slack --socket

Exit codes: 0 printed, 2 wrong usage or refused, 4 internal error, 130 ended with Ctrl-C.
"""

DISCORD_API: Final = "https://discord.com/api/v10"
_SLASH, _MESSAGE, _STRING, _ATTACHMENT = 1, 3, 3, 11
_EVERYWHERE: Final = {"integration_types": [0, 1], "contexts": [0, 1, 2]}


def discord_commands() -> list[dict[str, Any]]:
    """Return the commands as Discord's API takes them."""
    return [
        {
            "name": "errdex",
            "type": _SLASH,
            "description": "Explain the errors in a traceback or log",
            "options": [
                {
                    "name": "text",
                    "type": _STRING,
                    "description": "Traceback or error message",
                    "required": False,
                },
                {"name": "file", "type": _ATTACHMENT, "description": "A log file", "required": False},
            ],
            **_EVERYWHERE,
        },
        {"name": "Explain error", "type": _MESSAGE, **_EVERYWHERE},
    ]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        cls=Commands,
        no_args_is_help=True,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    group.command("register", help=_REGISTER_HELP, short_help="Tell a platform the commands.")(
        register_commands
    )
    group.command(
        "slack", help=_SLACK_HELP, short_help="The Slack app: its manifest, or serve it by socket."
    )(slack)
    app.add_typer(group, name="bots", help="Set up the chat fronts.")


def register_commands(
    context: typer.Context,
    *,
    platform: Annotated[str, typer.Argument(metavar="PLATFORM", show_default=False, help="discord.")],
    guild: Annotated[
        str | None,
        typer.Option("--guild", metavar="ID", help="Only on this Discord server; otherwise everywhere."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print what would be sent; send nothing.")
    ] = False,
    api_url: Annotated[
        str,
        typer.Option("--api-url", metavar="URL", help="Address of the platform's API.", show_default=False),
    ] = DISCORD_API,
) -> None:
    """Register the commands."""
    if platform != "discord":
        raise BadInput(
            f"Only discord has commands to register, not {one_line(platform, 40)!r}. See docs/bots.md."
        )
    if guild is not None and not (guild.isascii() and guild.isdigit()):
        raise BadInput(f"--guild takes the number of a server, not {one_line(guild, 40)!r}.")
    if dry_run:
        write_json(discord_commands())
        return
    settings = setup_of(context).settings()
    token, application = settings.discord_bot_token, settings.discord_application_id
    if token is None or application is None:
        raise BadInput(
            "Set ERRDEX_DISCORD_APPLICATION_ID and ERRDEX_DISCORD_BOT_TOKEN first (developer portal)."
        )
    from app.services.outgoing import send_json

    where = f"/guilds/{guild}" if guild else ""
    url = f"{api_url.rstrip('/')}/applications/{application}{where}/commands"
    headers = {"Authorization": f"Bot {token.get_secret_value()}"}
    for command in discord_commands():
        answer = send_json("POST", url, command, headers)
        if answer.status not in {200, 201}:
            raise BadInput(
                f"Discord refuses the command {command['name']!r} with {answer.status}: {_reason(answer.body)}"
            )
        note(f"Registered: {command['name']}")
    if settings.public_url:
        note(
            f"Interactions endpoint URL for the developer portal: {settings.public_url.rstrip('/')}/bots/discord/interactions"
        )
    if settings.discord_public_key is None:
        note("Set ERRDEX_DISCORD_PUBLIC_KEY, too, or the server does not answer Discord.")


def _reason(body: bytes) -> str:
    import json

    try:
        found = json.loads(body)
        return one_line(str(found.get("message", "")), 200)
    except (ValueError, AttributeError, RecursionError):
        return "no reason given"


def slack(
    context: typer.Context,
    *,
    manifest: Annotated[bool, typer.Option("--manifest", help="Print the manifest of the app.")] = False,
    socket: Annotated[
        bool, typer.Option("--socket", help="Open a socket to Slack instead of waiting for its requests.")
    ] = False,
) -> None:
    """Print the manifest, or serve."""
    setup = setup_of(context)
    settings = setup.settings()
    if manifest:
        if not (socket or settings.public_url):
            raise BadInput(
                "Set ERRDEX_PUBLIC_URL to the address at which Slack reaches this server, or add --socket."
            )
        from app.bots.slack_manifest import slack_manifest

        write_json(slack_manifest(None if socket else settings.public_url))
        return
    if not socket:
        raise BadInput("Say --manifest or --socket. The app by HTTP is part of errdex serve.")
    app_token, bot_token = settings.slack_app_token, settings.slack_bot_token
    if app_token is None or bot_token is None:
        raise BadInput("Set ERRDEX_SLACK_APP_TOKEN (xapp-…) and ERRDEX_SLACK_BOT_TOKEN (xoxb-…) first.")
    import threading

    from slack_sdk.errors import SlackApiError

    from app.bots.slack_socket import serve_socket
    from app.telemetry import configure_logging

    configure_logging()
    with setup.services() as services:
        note("Answering Slack over a socket (stop it with Ctrl-C).")
        try:
            serve_socket(
                services, app_token.get_secret_value(), bot_token.get_secret_value(), threading.Event()
            )
        except SlackApiError as error:
            code = one_line(str(error.response.get("error")), 60)
            raise BadInput(f"Slack refuses the app token: {code}") from None
