"""Who sends a request, as far as writing goes: a program with an access token, or nobody in particular."""

from __future__ import annotations

from typing import Literal

from fastapi import Request

from app.domain.people import Caller
from app.errors import NeedsToken
from app.web.answers import services_of

__all__ = ["caller_of"]


def caller_of(request: Request, front: Literal["api", "page"] = "api") -> Caller:
    """Return the caller; looks the token up in the database, so call it on a thread.

    Raises:
        NeedsToken: what `Authorization` holds is no token of this server.
        StorageError: the database cannot be read.
    """
    address = request.client.host if request.client else None
    given = request.headers.get("authorization")
    if given is None or front == "page":
        return Caller(front, address=address)
    kind, _, value = given.partition(" ")
    if kind.lower() != "bearer":
        raise NeedsToken("Authorization is not `Bearer` and an access token of this server.")
    token = services_of(request).access.check(value.strip())
    return Caller(
        front,
        key=f"token:{token.name}",
        name=token.name,
        address=address,
        maintains=token.maintains,
        writes_records=token.writes_records,
    )
