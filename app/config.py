"""Settings: `ERRDEX_*` environment variables or an `.env` file; every limit has its unit in its name.

Nothing is read at import time; `Settings()` reads the environment once, and fronts pass the object on.
"""

from __future__ import annotations

from typing import Annotated

from platformdirs import user_data_path
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

MIB = 1024 * 1024


def default_database_url() -> str:
    """SQLite file in the user's data folder; the folder is made when the database is opened."""
    return f"sqlite:///{user_data_path('errdex', appauthor=False) / 'errdex.db'}"


class Settings(BaseSettings):
    """All that can be set; a value out of range is refused at start-up with the name of its variable."""

    model_config = SettingsConfigDict(
        env_prefix="ERRDEX_", env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    database_url: Annotated[
        str,
        Field(
            default_factory=default_database_url,
            description="SQLAlchemy URL of the database that is written.",
        ),
    ]
    database_read_url: Annotated[
        str | None, Field(description="URL for reading; unset: database_url, opened read-only.")
    ] = None
    public_url: Annotated[
        str | None,
        Field(
            pattern=r"^https?://[^\s/]+(/[^\s]*)?$",
            description="Address under which others reach this server; makes links absolute.",
        ),
    ] = None
    report_url: Annotated[
        str | None,
        Field(
            pattern=r"^https?://[^\s/]+(/[^\s]*)?$",
            description="Where readers report a wrong record, an issue form for example; a title is added to the query.",
        ),
    ] = None
    slack_signing_secret: Annotated[
        SecretStr | None, Field(min_length=8, description="Turns the addresses below /bots/slack on.")
    ] = None
    slack_bot_token: Annotated[
        SecretStr | None,
        Field(
            min_length=8,
            description="Lets the Slack app open dialogs, read uploaded files and answer mentions.",
        ),
    ] = None
    slack_app_token: Annotated[
        SecretStr | None,
        Field(min_length=8, description="For errdex bots slack --socket: Slack without a public address."),
    ] = None
    discord_public_key: Annotated[
        str | None, Field(pattern=r"^[0-9a-fA-F]{64}$", description="Turns /bots/discord/interactions on.")
    ] = None
    discord_application_id: Annotated[
        str | None, Field(pattern=r"^[0-9]{1,32}$", description="For errdex bots register discord.")
    ] = None
    discord_bot_token: Annotated[
        SecretStr | None, Field(min_length=8, description="For errdex bots register discord.")
    ] = None
    mattermost_token: Annotated[
        SecretStr | None, Field(min_length=8, description="Turns /bots/mattermost/command on.")
    ] = None
    webhook_secret: Annotated[
        SecretStr | None, Field(min_length=8, description="Turns /bots/webhook on.")
    ] = None

    mcp_allowed_hosts: Annotated[
        str | None,
        Field(
            pattern=r"^[A-Za-z0-9._:\[\], -]+$",
            description="Host names, by commas, under which /mcp answers beside loopback and public_url.",
        ),
    ] = None

    anonymous_notes: Annotated[
        bool,
        Field(
            description="Takes notes and feedback without an access token; shows the form on record pages."
        ),
    ] = False
    chat_notes: Annotated[
        bool, Field(description="Takes notes and feedback from people in the chats that are set up.")
    ] = True
    mcp_proposals: Annotated[
        bool,
        Field(
            description="Lets coding agents propose notes, which nobody sees until a maintainer accepts them."
        ),
    ] = False
    note_author: Annotated[
        str | None,
        Field(
            max_length=80, description="Name under errdex note; unset: the name of the user who is logged in."
        ),
    ] = None

    max_paste_bytes: Annotated[
        int,
        Field(
            ge=1024, le=1024 * MIB, description="Largest paste after decompression; more is a 413 on the API."
        ),
    ] = 10 * MIB
    max_bot_body_bytes: Annotated[
        int, Field(ge=1024, le=64 * MIB, description="Largest request body of a chat front.")
    ] = 11 * MIB
    max_record_bytes: Annotated[
        int, Field(ge=1024, le=64 * MIB, description="Largest single record at ingest.")
    ] = MIB
    max_ingest_bytes: Annotated[
        int,
        Field(
            ge=1024, le=64 * MIB, description="Largest file of records over HTTP, as sent and decompressed."
        ),
    ] = 8 * MIB
    max_ingest_records: Annotated[
        int, Field(ge=1, le=1_000_000, description="Most records in one request that writes them.")
    ] = 20_000
    max_records_file_bytes: Annotated[
        int, Field(ge=1024, description="Largest records file after decompression.")
    ] = 1024 * MIB
    max_page_items: Annotated[int, Field(ge=1, le=1000, description="Most items in one page of a list.")] = (
        100
    )
    max_matches_per_event: Annotated[
        int, Field(ge=1, le=100, description="Most matches listed for an event.")
    ] = 20
    max_events: Annotated[
        int,
        Field(ge=1, le=10_000, description="Most distinct events answered; more is reported as truncated."),
    ] = 200
    max_fuzzy_events: Annotated[
        int, Field(ge=0, le=1000, description="Most events scored by similarity, the slow last resort.")
    ] = 20
    match_timeout_seconds: Annotated[
        float,
        Field(gt=0, le=300, description="Time after which a match answers with what it has, as truncated."),
    ] = 20.0
    request_timeout_seconds: Annotated[
        float, Field(gt=0, le=600, description="Time a client may take to send its request.")
    ] = 60.0
    max_parallel_matches: Annotated[
        int,
        Field(ge=1, le=256, description="Matches that run at once in a worker; more wait, then get a 503."),
    ] = 4
    max_note_chars: Annotated[
        int,
        Field(ge=100, le=100_000, description="Longest note; it is read beside a record, not in its place."),
    ] = 4_000
    max_notes_per_record: Annotated[
        int,
        Field(ge=1, le=10_000, description="Most notes of a record that are shown, and as many that wait."),
    ] = 100
    max_notes_per_hour: Annotated[
        int,
        Field(ge=1, le=100_000, description="Most notes of one author or address, counted in each worker."),
    ] = 20
    max_feedback_per_hour: Annotated[
        int,
        Field(
            ge=1, le=100_000, description="Most feedback of one author or address, counted in each worker."
        ),
    ] = 200
    database_busy_seconds: Annotated[
        float, Field(ge=0, le=600, description="How long a writer waits for another one.")
    ] = 30.0

    def mcp_hosts(self) -> list[str]:
        """Return the names of `mcp_allowed_hosts`."""
        return [name.strip().lower() for name in (self.mcp_allowed_hosts or "").split(",") if name.strip()]
