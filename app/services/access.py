"""Access tokens: made once, shown once, kept as a digest."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from app.db import notes
from app.db.engine import Database
from app.db.tables import AccessTokenRow
from app.domain.people import Scope
from app.errors import BadInput, NeedsToken
from app.services.notes import now_text

__all__ = ["AccessService", "Token"]

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)
_TOKEN: Final = re.compile(r"errdex_[A-Za-z0-9_-]{43}", re.ASCII)


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of an access token; not the token."""

    name: str
    scope: str
    created_at: str
    revoked_at: str | None

    @property
    def maintains(self) -> bool:
        """Whether it may change everything."""
        return self.scope == "maintain"

    @property
    def writes_records(self) -> bool:
        """Whether it may write records."""
        return self.scope in {"records", "maintain"}


class AccessService:
    """Makes, checks and revokes access tokens; safe to share between threads.

    Args:
        database: where they are.
        clock: gives the time.
    """

    def __init__(self, database: Database, clock: Callable[[], datetime] = _now) -> None:
        self._database = database
        self._clock = clock

    def new(self, name: str, scope: Scope = "notes") -> str:
        """Make a token and return it; it is not to be had again.

        Raises:
            BadInput: the name is taken, also by a revoked one, or no name.
            StorageError: the database cannot be written.
        """
        if not _NAME.fullmatch(name):
            raise BadInput(
                "The name of a token has 1 to 64 letters, digits, dots, hyphens and underscores, and begins with a "
                f"letter or digit; {name[:64]!r} has not."
            )
        token = f"errdex_{secrets.token_urlsafe(32)}"
        with self._database.write() as session:
            if notes.token_named(session, name) is not None:
                raise BadInput(f"There is, or was, a token {name!r}. Take another name: notes keep theirs.")
            row = AccessTokenRow(
                name=name, digest=_digest(token), scope=scope, created_at=now_text(self._clock)
            )
            notes.add(session, row)
            session.commit()
        return token

    def check(self, token: str) -> Token:
        """Return what a token is.

        Raises:
            NeedsToken: it is none of this server's, or was revoked.
            StorageError: the database cannot be read.
        """
        if _TOKEN.fullmatch(token):
            with self._database.read() as session:
                row = notes.token(session, _digest(token))
                if row is not None:
                    return _known(row)
        raise NeedsToken("The access token is not one of this server's, or it was revoked.")

    def listed(self) -> list[Token]:
        """Return what is known of all tokens, by name.

        Raises:
            StorageError: the database cannot be read.
        """
        with self._database.read() as session:
            return [_known(row) for row in notes.tokens(session)]

    def in_use(self) -> bool:
        """Return whether there is a token that was not revoked.

        Raises:
            StorageError: the database cannot be read.
        """
        with self._database.read() as session:
            return notes.any_token(session)

    def revoke(self, name: str) -> None:
        """Take a token back; what was written with it stays.

        Raises:
            BadInput: there is no such token.
            StorageError: the database cannot be written.
        """
        with self._database.write() as session:
            row = notes.token_named(session, name)
            if row is None:
                raise BadInput(f"There is no token {name[:64]!r}.")
            row.revoked_at = row.revoked_at or now_text(self._clock)
            notes.add(session, row)
            session.commit()


def _known(row: AccessTokenRow) -> Token:
    return Token(row.name, row.scope, row.created_at, row.revoked_at)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
