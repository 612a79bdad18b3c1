"""Where a command gets its answers: the database here, or another errdex (`--remote`)."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from app.commands.setup import Setup, why_nothing
from app.errors import BadInput

if TYPE_CHECKING:
    from app.domain.answer import Answer, MatchOptions
    from app.services.local import LocalMatch
    from app.services.wiring import Services

RemoteOption = Annotated[
    str | None,
    typer.Option(
        "--remote",
        metavar="URL",
        help="Ask the errdex at this address, such as https://errdex.example, instead of the database here.",
    ),
]


NoLocalOption = Annotated[
    bool,
    typer.Option(
        "--no-local", help="Do not read the Python files on this machine that the frames of a traceback name."
    ),
]


class Asking(Protocol):
    """Answers pastes."""

    def match(self, paste: bytes, options: MatchOptions) -> Answer:
        """Answer one; above the size limit its head and tail."""

    def why_nothing(self) -> str | None:
        """Return what has to be done before anything can be found; None where records can be."""

    def keep(self) -> list[str]:
        """Learn the distributions that were read for the answers, whole; return their names and versions."""


class _Here:
    def __init__(self, services: Services, *, local: bool) -> None:
        self._services = services
        self._local: LocalMatch | None = None
        if local:
            from platformdirs import user_cache_path

            from app.services.local import LocalMatch

            cache = user_cache_path("errdex", appauthor=False)
            self._local = LocalMatch(services.match, services.settings, cache)

    def match(self, paste: bytes, options: MatchOptions) -> Answer:
        if self._local is not None:
            return self._local.match(paste, options)
        return self._services.match.match(paste, options, clip=True)

    def why_nothing(self) -> str | None:
        return why_nothing(self._services)

    def keep(self) -> list[str]:
        return self._local.keep(self._services.learn) if self._local is not None else []


class _There:
    def __init__(self, url: str, max_bytes: int) -> None:
        from app.commands.remote import RemoteMatch

        self._remote = RemoteMatch(url, max_bytes)

    def match(self, paste: bytes, options: MatchOptions) -> Answer:
        return self._remote.match(paste, options)

    def why_nothing(self) -> str | None:
        return None

    def keep(self) -> list[str]:
        return []


@contextmanager
def asking(setup: Setup, remote: str | None, *, local: bool = True) -> Iterator[Asking]:
    """Give what answers, opened, and close it in the end.

    Args:
        setup: which database.
        remote: the address of another errdex, which reads no files here.
        local: read the files on this machine that frames name.

    Raises:
        BadInput: both a database and a server are named, a setting cannot be used, or the address is none.
        StorageError: the database cannot be opened.
    """
    if remote is None:
        with setup.services() as services:
            yield _Here(services, local=local)
        return
    if setup.database is not None:
        raise BadInput("--remote asks a server, --database a database: give one of them.")
    yield _There(remote, setup.settings().max_paste_bytes)
