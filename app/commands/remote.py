"""Answers from another errdex: `--remote URL` in place of the database here."""

from __future__ import annotations

import gzip
from typing import Any, Final
from urllib.parse import urlencode, urljoin, urlsplit

from pydantic import ValidationError

from app.commands.terminal import one_line
from app.domain.answer import Answer, EventAnswer, Match, MatchOptions, Truncated
from app.domain.text import clip
from app.errors import BadInput, ErrdexError
from app.services.match import inflate
from app.services.outgoing import OutgoingFailed, Response, send

__all__ = ["RemoteMatch", "check_address"]

_SECONDS: Final = 60.0
_MOST_TRIES: Final = 40
_LEAST_BYTES: Final = 512
_GZIP_FROM_BYTES: Final = 4096
_GZIP: Final = b"\x1f\x8b"


def check_address(url: str) -> str:
    """Return the address of a server without a slash at its end.

    Raises:
        BadInput: it is no http or https address.
    """
    try:
        parts = urlsplit(url)
        usable = (
            parts.scheme in {"http", "https"} and bool(parts.hostname) and not (parts.query or parts.fragment)
        )
    except ValueError:
        usable = False
    if not usable:
        raise BadInput(
            f"--remote takes the address of an errdex server, such as https://errdex.example, not {one_line(url, 80)!r}."
        )
    return url.rstrip("/")


class RemoteMatch:
    """Asks `POST /api/match` of a server, and gives the same answer as the service here.

    Args:
        url: address of the server.
        max_bytes: of a paste; more is clipped before it is sent.
    """

    def __init__(self, url: str, max_bytes: int) -> None:
        self._url = check_address(url)
        self._max_bytes = max_bytes

    def match(self, paste: bytes, options: MatchOptions) -> Answer:
        """Answer a paste.

        Raises:
            BadInput: the server refuses what was asked.
            OutgoingFailed: it cannot be reached, or gives no answer that can be read.
        """
        if paste.startswith(_GZIP):
            paste = inflate(paste, self._max_bytes * 8)
        limit = self._max_bytes
        answer = self._ask(paste, options, limit)
        if answer.status == 413 and (theirs := _limit_of(answer)) is not None and theirs < len(paste):
            limit = theirs
            answer = self._ask(paste, options, limit)
        if answer.status != 200:
            raise self._refusal(answer)
        try:
            found = Answer.model_validate(answer.json())
        except ValidationError:
            raise OutgoingFailed(
                f"The answer of {self._url} cannot be read: is it an errdex of this version?"
            ) from None
        if len(paste) > limit:
            found = found.model_copy(
                update={"truncated": found.truncated or Truncated(reason="bytes", limit=limit)}
            )
        return self._linked(found)

    def _ask(self, paste: bytes, options: MatchOptions, limit: int) -> Response:
        asked: list[tuple[str, str]] = [("limit", str(options.limit))]
        if options.repo:
            asked.append(("repo", options.repo))
        if options.explain:
            asked.append(("explain", "true"))
        asked += [("version", f"{package}=={version}") for package, version in options.versions.items()]
        body = fitted(paste, limit)
        headers = {"Content-Type": "application/octet-stream", "Accept": "application/json"}
        if len(body) > _GZIP_FROM_BYTES:
            body = gzip.compress(body, 6)
            headers["Content-Encoding"] = "gzip"
        return send("POST", f"{self._url}/api/match?{urlencode(asked)}", body, headers, seconds=_SECONDS)

    def _refusal(self, answer: Response) -> ErrdexError:
        problem = _problem(answer)
        detail = problem.get("detail") or problem.get("title")
        said = one_line(str(detail), 500) if detail else "it is no errdex, or a proxy stands before it"
        kind = BadInput if 400 <= answer.status < 500 and detail else OutgoingFailed
        return kind(f"{self._url} answered {answer.status}: {said}")

    def _linked(self, answer: Answer) -> Answer:
        """Make addresses whole that the server gives as paths of its own."""

        def whole(url: str) -> str:
            return urljoin(f"{self._url}/", url.lstrip("/")) if url.startswith("/") else url

        def of(match: Match) -> Match:
            return match.model_copy(update={"url": whole(match.url)})

        def event(one: EventAnswer) -> EventAnswer:
            return one.model_copy(
                update={
                    "matches": [of(match) for match in one.matches],
                    "near_misses": [of(miss) for miss in one.near_misses],
                }
            )

        best = answer.best and answer.best.model_copy(
            update={
                "related": [
                    other.model_copy(update={"url": whole(other.url)}) for other in answer.best.related
                ]
            }
        )
        return answer.model_copy(update={"events": [event(one) for one in answer.events], "best": best})


def fitted(paste: bytes, limit: int) -> bytes:
    """Return a paste cut to head and tail so that it has at most `limit` bytes, the empty lines for the rest included."""
    room = limit
    for _ in range(_MOST_TRIES):
        short = clip(paste, room)
        if short is None or len(short) <= limit:
            return short or paste
        room -= len(short) - limit
        if room < _LEAST_BYTES:
            break
    head = limit // 4  # too many lines are gone to be counted by empty ones
    return paste[: head - 1] + b"\n" + paste[len(paste) - (limit - head) :]


def _problem(answer: Response) -> dict[str, Any]:
    try:
        found = answer.json()
    except OutgoingFailed:
        return {}
    return found if isinstance(found, dict) else {}


def _limit_of(answer: Response) -> int | None:
    limit = _problem(answer).get("limit")
    return limit if isinstance(limit, int) and limit >= 1024 else None
