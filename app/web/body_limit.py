"""How large a request body may be and how long it may take, enforced while it arrives.

Nothing is buffered here. A body over the limit is answered with 413: at once where its length is declared and
the client waits (`Expect: 100-continue`), otherwise after a bounded part of the rest was read and dropped, so
that a client which sends before it listens sees the answer instead of a reset connection.
"""

from __future__ import annotations

import time
from typing import Final

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.config import Settings
from app.web.addresses import route_path
from app.web.refusals import BodyTooLarge, SlowClient

__all__ = ["BodyLimit", "declared_bytes", "max_body_bytes", "waits"]

# JSON writes one UTF-8 byte of a letter outside ASCII as up to three (`\u00e9`), a form any byte as three (`%0A`).
ESCAPE_FACTOR: Final = 3
SLACK_BYTES: Final = 64 * 1024
_DRAIN_BYTES: Final = 64 * 1024 * 1024
_DRAIN_SECONDS: Final = 5.0


def max_body_bytes(settings: Settings) -> int:
    """Return the largest body of any route but the chat fronts', as sent: room for an escaped paste."""
    return ESCAPE_FACTOR * settings.max_paste_bytes + SLACK_BYTES


def declared_bytes(headers: Headers) -> int:
    """Return the length that a request declares, 0 where it declares none."""
    length = headers.get("content-length", "")
    return int(length) if length.isascii() and length.isdigit() and len(length) <= 20 else 0


def waits(headers: Headers) -> bool:
    """Tell whether the client sends its body only once it is asked to."""
    return headers.get("expect", "").lower() == "100-continue"


class BodyLimit:
    """Counts the bytes of a body as they come in, and the seconds."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.bot_bytes = settings.max_bot_body_bytes
        self.body_bytes = max_body_bytes(settings)
        self.paste_bytes = settings.max_paste_bytes
        self.seconds = settings.request_timeout_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application read no more than the limit."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = _Body(self, scope, receive)
        if body.declared > body.limit:
            raise await body.too_large()
        await self.app(scope, body.receive, send)


class _Body:
    """The body of one request."""

    def __init__(self, guard: BodyLimit, scope: Scope, receive: Receive) -> None:
        headers = Headers(scope=scope)
        self._guard = guard
        self._receive = receive
        self._deadline = time.monotonic() + guard.seconds
        self._waits = waits(headers)
        self._seen = 0
        self._complete = False
        self.limit = guard.bot_bytes if route_path(scope).startswith("/bots/") else guard.body_bytes
        self.declared = declared_bytes(headers)

    async def receive(self) -> Message:
        """Pass one message on; after the body only a disconnect is awaited, without a time limit."""
        if self._complete:
            return await self._receive()
        try:
            with anyio.fail_after(max(self._deadline - time.monotonic(), 0)):
                message = await self._receive()
        except TimeoutError:
            raise SlowClient(self._guard.seconds) from None
        if message["type"] == "http.request":
            self._seen += len(message.get("body", b""))
            self._complete = not message.get("more_body", False)
            if self._seen > self.limit:
                raise await self.too_large()
        return message

    async def too_large(self) -> BodyTooLarge:
        """Read and drop some of what is still coming, then return the error."""
        if not self._waits or self._seen:
            dropped = 0
            with anyio.move_on_after(min(_DRAIN_SECONDS, max(self._deadline - time.monotonic(), 0))):
                while not self._complete and dropped <= _DRAIN_BYTES:
                    message = await self._receive()
                    if message["type"] != "http.request":
                        break
                    dropped += len(message.get("body", b""))
                    self._complete = not message.get("more_body", False)
        return BodyTooLarge(self.limit, paste_limit_bytes=self._guard.paste_bytes)
