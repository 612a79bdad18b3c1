"""`errdex bots`: commands registered with a platform, and the manifest of the Slack app."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from app.cli import app
from app.commands.bots import discord_commands
from tests.serving import other_server, saying


def ran(*arguments: str) -> Any:
    """A command in this process."""
    return CliRunner().invoke(app, ["bots", *arguments])


@pytest.fixture
def discord(monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of a Discord application."""
    monkeypatch.setenv("ERRDEX_DISCORD_APPLICATION_ID", "775799577604522054")
    monkeypatch.setenv("ERRDEX_DISCORD_BOT_TOKEN", "a-bot-token")
    monkeypatch.setenv("ERRDEX_PUBLIC_URL", "https://errdex.example/")


@pytest.mark.parametrize("guild", [None, "290926798626357999"])
def test_register(discord: None, guild: str | None) -> None:
    """Each command is sent once, with the bot's token, for everywhere or for one server; the next step is told."""
    got: list[tuple[str, str, str, Any]] = []

    def respond(handler: Any) -> None:
        got.append(
            (handler.command, handler.path, handler.headers["Authorization"], json.loads(handler.body))
        )
        saying(201, b"{}")(handler)

    with other_server(respond) as address:
        done = ran("register", "discord", "--api-url", address, *(["--guild", guild] if guild else []))
    assert done.exit_code == 0, done.output
    where = f"/guilds/{guild}" if guild else ""
    assert [(method, path, token) for method, path, token, _ in got] == [
        ("POST", f"/applications/775799577604522054{where}/commands", "Bot a-bot-token")
    ] * 2
    assert [body for *_, body in got] == discord_commands()
    assert "https://errdex.example/bots/discord/interactions" in done.stderr
    assert "ERRDEX_DISCORD_PUBLIC_KEY" in done.stderr
    assert "a-bot-token" not in done.output


def test_discords_rules_for_commands() -> None:
    """Names and descriptions keep to what the API takes."""
    slash, message = discord_commands()
    assert (slash["type"], message["type"]) == (1, 3)
    assert slash["name"] == slash["name"].lower()
    assert "description" not in message
    for described in (slash, *slash["options"]):
        assert 1 <= len(described["description"]) <= 100
        assert 1 <= len(described["name"]) <= 32


def test_a_refusal(discord: None) -> None:
    """What the platform says is told, without anything that acts on a terminal."""
    body = json.dumps({"message": "401: Unauthorized \x1b[31m", "code": 0}).encode()
    with other_server(saying(401, body)) as address:
        done = ran("register", "discord", "--api-url", address)
    assert done.exit_code == 2
    assert "401: Unauthorized \\x1b[31m" in done.stderr


def test_nobody_there(discord: None) -> None:
    """A platform that cannot be reached is exit code 4."""
    assert ran("register", "discord", "--api-url", "http://127.0.0.1:1").exit_code == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["register", "discord"], "Set ERRDEX_DISCORD_APPLICATION_ID"),
        (["register", "teams"], "Only discord"),
        (["register", "discord", "--guild", "../x"], "--guild takes the number"),
        (["slack"], "Say --manifest or --socket"),
        (["slack", "--manifest"], "ERRDEX_PUBLIC_URL"),
        (["slack", "--socket"], "Set ERRDEX_SLACK_APP_TOKEN"),
    ],
)
def test_what_is_missing_is_told(arguments: list[str], words: str) -> None:
    """Each way of calling it wrongly says what to do."""
    done = ran(*arguments)
    assert done.exit_code == 2
    assert words in done.stderr


def test_dry_run_sends_nothing() -> None:
    """What would be sent is printed, without any setting."""
    assert json.loads(ran("register", "discord", "--dry-run").stdout) == discord_commands()


def test_the_manifest(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is JSON, with the addresses of this server, or none for a socket."""
    monkeypatch.setenv("ERRDEX_PUBLIC_URL", "https://errdex.example")
    manifest = json.loads(ran("slack", "--manifest").stdout)
    assert (
        manifest["settings"]["event_subscriptions"]["request_url"]
        == "https://errdex.example/bots/slack/events"
    )
    assert (
        json.loads(ran("slack", "--manifest", "--socket").stdout)["settings"]["socket_mode_enabled"] is True
    )
