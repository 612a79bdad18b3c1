"""What every command starts from: the settings, and the services when it needs the database."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from app.errors import BadInput

if TYPE_CHECKING:
    from pydantic import ValidationError

    from app.config import Settings
    from app.services.wiring import Services


PASTE_RECORDS = "Paste the records, then press Ctrl-D on a line of its own. (Or name a file.)"
EMPTY = "The database holds no records yet. Load the bundled ones with: errdex ingest"


@dataclass(frozen=True)
class Setup:
    """The global options of the command line, kept on Typer's context."""

    database: str | None = None

    def settings(self) -> Settings:
        """Read the environment, and let `--database` have the last word.

        Raises:
            BadInput: a variable or option has a value that cannot be used; names every one.
        """
        from pydantic import ValidationError
        from pydantic_settings import SettingsError

        from app.config import Settings

        if self.database is not None and "://" not in self.database:
            raise BadInput(
                "--database takes an address such as sqlite:////var/lib/errdex/errdex.db "
                "(four slashes: an absolute path) or postgresql+psycopg://user@host/name."
            )
        try:
            if self.database is None:
                return Settings()
            # A read replica that the environment names belongs to the database that it names.
            return Settings(database_url=self.database, database_read_url=None)
        except ValidationError as error:
            raise BadInput(_settings_problem(error)) from None
        except (SettingsError, UnicodeDecodeError) as error:
            raise BadInput(
                f"The settings cannot be read ({type(error).__name__}): check the .env file."
            ) from None

    @contextmanager
    def services(self, *, migrate: bool = True) -> Iterator[Services]:
        """Open the database, made and migrated where needed (unless `migrate` is false), and close it in the end.

        Raises:
            BadInput: a setting cannot be used.
            StorageError: the database cannot be opened.
        """
        settings = self.settings()
        from app.services.wiring import build

        services = build(settings, migrate=migrate)
        try:
            yield services
        finally:
            services.close()


def setup_of(context: typer.Context) -> Setup:
    """Return the global options of the running command."""
    found = context.find_object(Setup)
    return found if found is not None else Setup()


def why_nothing(services: Services) -> str | None:
    """Return what an operator has to do before anything can be found; None where records can be."""
    health = services.catalog.health()
    return health.problem or (EMPTY if health.records == 0 else None)


def _settings_problem(error: ValidationError) -> str:
    faults = "; ".join(_setting_fault(dict(fault)) for fault in error.errors(include_url=False))
    return f"The settings cannot be used: {faults}."


def _setting_fault(fault: dict[str, Any]) -> str:
    name = str(fault["loc"][0]) if fault["loc"] else "settings"
    hidden = "secret" in name or "url" in name  # a URL may hold a password
    value = "" if hidden else f", not {str(fault['input'])[:60]!r}"
    return f"ERRDEX_{name.upper()}: {fault['msg']}{value}"
