"""Requests that errdex itself sends: to another errdex, and to the chat platforms. Few, small, bounded, no redirects."""

from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPException
from time import monotonic
from typing import IO, Any, Final
from urllib.parse import urlsplit

from app import __version__
from app.errors import ErrdexError

__all__ = ["AnswerTooLong", "NotSent", "OutgoingFailed", "Response", "fetch", "send", "send_json"]

MAX_RESPONSE_BYTES: Final = 64 * 1024 * 1024
TIMEOUT_SECONDS: Final = 30.0
_PART_BYTES: Final = 64 * 1024


class OutgoingFailed(ErrdexError):
    """Another server cannot be reached, or gives no answer that can be used."""

    code = "outgoing-failed"
    status = 502
    title = "Another server did not answer"


class NotSent(OutgoingFailed):
    """The request did not reach the other server whole, so nothing came of it."""


class AnswerTooLong(OutgoingFailed):
    """Another server's answer is over the limit, and was not read to its end."""


@dataclass(frozen=True, slots=True)
class Response:
    """What came back, whatever its status; names of headers are in lower case."""

    status: int
    body: bytes
    content_type: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    def json(self) -> Any:
        """Return the parsed body.

        Raises:
            OutgoingFailed: it is no JSON.
        """
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            raise OutgoingFailed(
                f"The server answered {self.status} with something that is no JSON."
            ) from None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Leaves a redirect as it is: what is sent goes to the address that was given, and to no other."""

    def redirect_request(  # noqa: PLR0917 - the signature is the base class's
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: Message,
        newurl: str,
    ) -> None:
        """Follow none."""


def send_json(
    method: str,
    url: str,
    value: Any,
    headers: Mapping[str, str] | None = None,
    *,
    seconds: float = TIMEOUT_SECONDS,
) -> Response:
    """Send a JSON document; see `send`."""
    # ASCII: half a surrogate pair has no UTF-8.
    return send(
        method,
        url,
        json.dumps(value).encode(),
        {"Content-Type": "application/json", **(headers or {})},
        seconds=seconds,
    )


def fetch(
    url: str, max_bytes: int, headers: Mapping[str, str] | None = None, *, seconds: float = TIMEOUT_SECONDS
) -> Response:
    """Get something of at most `max_bytes`; see `send`."""
    return send("GET", url, None, headers or {}, seconds=seconds, max_bytes=max_bytes)


def send(
    method: str,
    url: str,
    body: bytes | None,
    headers: Mapping[str, str],
    *,
    seconds: float = TIMEOUT_SECONDS,
    max_bytes: int = MAX_RESPONSE_BYTES,
    within: float | None = None,
) -> Response:
    """Send one request and read its answer.

    Args:
        method: of HTTP.
        url: http or https.
        body: bytes, or None.
        headers: beside User-Agent.
        seconds: without a byte after which it is given up.
        max_bytes: most of the answer that is read.
        within: seconds that the whole answer may take, for one that comes in drops.

    Raises:
        OutgoingFailed: no answer, or one that is longer or too slow. The message names the host only: an address may hold a secret.
    """
    parts = urlsplit(url)
    host = parts.hostname or "?"
    if parts.scheme not in {"http", "https"}:
        raise OutgoingFailed("Only addresses that begin with http:// or https:// can be asked.")
    request = urllib.request.Request(  # noqa: S310 - the scheme was looked at
        url, data=body, method=method, headers={"User-Agent": f"errdex/{__version__}", **headers}
    )
    until = None if within is None else monotonic() + within
    opener = urllib.request.build_opener(_NoRedirects)
    try:
        with opener.open(request, timeout=seconds) as answer:
            return _read(answer, int(answer.status), max_bytes, host, until)
    except urllib.error.HTTPError as error:
        with error:
            return _read(error, error.code, max_bytes, host, until)
    except urllib.error.URLError as error:
        # What urllib wraps happened before the answer was waited for: no address, no connection, no certificate.
        raise NotSent(f"{host} cannot be reached: {_reason(error)}.") from None
    except (OSError, HTTPException, ValueError) as error:
        raise OutgoingFailed(f"{host} cannot be reached: {_reason(error)}.") from None


def _read(answer: Any, status: int, max_bytes: int, host: str, until: float | None) -> Response:
    body = answer.read(max_bytes + 1) if until is None else _read_until(answer, max_bytes + 1, host, until)
    if len(body) > max_bytes:
        raise AnswerTooLong(f"The answer of {host} is longer than {max_bytes:,} bytes.")
    headers = {name.lower(): value for name, value in answer.headers.items()}
    return Response(status, body, headers.get("content-type", ""), headers)


def _read_until(answer: Any, most: int, host: str, until: float) -> bytes:
    body = bytearray()
    while len(body) < most and (part := answer.read1(min(_PART_BYTES, most - len(body)))):
        body += part
        if monotonic() > until:
            raise OutgoingFailed(f"{host} did not finish its answer in time.")
    length = answer.headers.get("Content-Length")
    if length is not None and length.isdigit() and len(body) < min(int(length), most):
        raise OutgoingFailed(f"{host} ended its answer early.")
    return bytes(body)


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", error)
    if isinstance(reason, ssl.SSLError):
        return "its certificate or TLS is not accepted"
    if isinstance(reason, TimeoutError):
        return "no answer in time"
    if isinstance(reason, OSError) and reason.strerror:
        return reason.strerror.lower()
    return type(reason).__name__ if isinstance(reason, Exception) else "no connection"
