"""Guards at the door, as pure ASGI middleware: none of them reads or keeps a body.

`install` puts them round the application, outermost first: the public path, request id and log,
security headers, HEAD as GET, the catch-all that turns exceptions into problems, gzip, bad bytes, cross-site,
body limit.
"""

from __future__ import annotations

import re
import time
import uuid
from typing import Final
from urllib.parse import unquote_to_bytes, urlsplit

import structlog
from fastapi import FastAPI, Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.config import Settings
from app.telemetry import Metrics, get_logger, known_method
from app.web.addresses import public_path, route_path
from app.web.body_limit import BodyLimit
from app.web.problems import REQUEST_ID_KEY, response_for
from app.web.refusals import BadEncoding, CrossSite

__all__ = ["CONTENT_SECURITY_POLICY", "install"]

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: with it a browser sends `Origin: null` from our own form, which looks like another site's.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_GZIP_FROM_BYTES: Final = 1024
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
_CLIENT_CLOSED: Final = 499  # in logs and metrics only: nobody is left to answer

logger = get_logger("app.web")


def install(app: FastAPI, settings: Settings, metrics: Metrics) -> None:
    """Add all guards; the last added is the outermost."""
    app.add_middleware(BodyLimit, settings=settings)
    app.add_middleware(RefuseCrossSite, public_url=settings.public_url)
    app.add_middleware(RefuseBadBytes)
    app.add_middleware(GZipMiddleware, minimum_size=_GZIP_FROM_BYTES, compresslevel=6)
    app.add_middleware(CatchAll)
    app.add_middleware(HeadAsGet)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestLog, metrics=metrics)
    app.add_middleware(UnderPublicPath, public_url=settings.public_url)


class UnderPublicPath:
    """Tells the routes which path a proxy puts before theirs, where the server was not told already."""

    def __init__(self, app: ASGIApp, public_url: str | None) -> None:
        self.app = app
        self.path = public_path(public_url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Set the root path of each request."""
        if scope["type"] == "http" and self.path and not scope.get("root_path"):
            scope["root_path"] = self.path
        await self.app(scope, receive, send)


class RequestLog:
    """Gives each request an id and, when it is answered, one log line and its metrics, by route template."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        request_id = given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        scope[REQUEST_ID_KEY] = request_id
        begun = time.perf_counter()
        status = _CLIENT_CLOSED

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = request_id
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                await self.app(scope, receive, send_with_id)
            finally:
                seconds = time.perf_counter() - begun
                route = route_template(scope)
                self.metrics.request(route, scope["method"], status, seconds)
                logger.info(
                    "request",
                    method=known_method(scope["method"]),
                    route=route,
                    status=status,
                    milliseconds=round(seconds * 1000, 1),
                )


def route_template(scope: Scope) -> str:
    """Return the path template of the route that answered, never the path itself; `unmatched` where none did."""
    route = scope.get("route")
    template = getattr(route, "path_format", None) or getattr(route, "path", None)
    return template if isinstance(template, str) else "unmatched"


class SecurityHeaders:
    """Adds the same headers to every response; a handler's own value of one of them stands."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers)


class HeadAsGet:
    """Answers HEAD on every GET route: the same headers, no body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        inner = dict(scope, method="GET")
        try:
            await self.app(inner, receive, send_without_body)
        finally:
            scope.update({name: inner[name] for name in ("route", "endpoint") if name in inner})


class CatchAll:
    """The last resort: an exception that no handler took becomes a problem."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_and_note(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        request = Request(scope, receive)
        try:
            await self.app(scope, receive, send_and_note)
        except ClientDisconnect:
            return
        except Exception as error:
            if started:
                logger.exception("response-broken-off")
                raise _BrokenOffError from None
            await response_for(error, request)(scope, receive, send)


class _BrokenOffError(Exception):
    """The answer had begun when something failed; the server closes the connection."""


class RefuseBadBytes:
    """Answers 400 where path or query, percent-decoded, is not UTF-8 or holds a NUL."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            raw_path: bytes = scope.get("raw_path") or scope["path"].encode("utf-8", "surrogatepass")
            for name, raw in (("path", raw_path), ("query", scope.get("query_string", b""))):
                decoded = unquote_to_bytes(raw)
                try:
                    decoded.decode("utf-8")
                except UnicodeDecodeError:
                    raise BadEncoding(name, "bytes that are not UTF-8") from None
                if b"\x00" in decoded:
                    raise BadEncoding(name, "a NUL byte")
        await self.app(scope, receive, send)


class RefuseCrossSite:
    """Refuses what a browser sends on behalf of another site, unless the method is safe.

    No credentials are involved and no CORS header is ever sent, so another site's page could not read an
    answer; it could only make this server work. Chat fronts are signed and exempt. A request without
    `Sec-Fetch-Site` and `Origin` does not come from a browser of today.
    """

    def __init__(self, app: ASGIApp, public_url: str | None) -> None:
        self.app = app
        self.public_host = urlsplit(public_url).netloc.lower() if public_url else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] == "http"
            and scope["method"] not in _SAFE_METHODS
            and not route_path(scope).startswith("/bots/")
            and self._foreign(Headers(scope=scope))
        ):
            raise CrossSite(
                "A browser sent this request on behalf of another site. "
                "Call the API from a program, or open this server's own page."
            )
        await self.app(scope, receive, send)

    def _foreign(self, headers: Headers) -> bool:
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site.lower() not in {"same-origin", "none"}
        origin = headers.get("origin")
        if origin is None:
            return False
        try:
            host = urlsplit(origin).netloc.lower()
        except ValueError:
            return True
        return not host or host not in {headers.get("host", "").lower(), self.public_host}
