from starlette.applications import Starlette
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.knowledge.form import Prose

ID = "f575ae264ace0d29"
PROSE = Prose(
    documentation="A middleware called `call_next`, and what is behind it ended without starting an answer. The cause is further in, not in this middleware.",
    trigger="`await call_next(request)` in a BaseHTTPMiddleware, where the application ends without a response and without an exception.",
    situations="A pure ASGI middleware that returns without sending; the client went away during the request; an endpoint that swallowed a cancellation.",
    solutions=(
        "Look for an inner ASGI application or middleware with a path that returns without `send`: each path has to answer or to call the next one.",
        "It comes only under load or when clients leave: the client disconnected; catch it in the middleware and return a 499 or 204: `if await request.is_disconnected(): return Response(status_code=204)`.",
        "Rewrite the middleware as pure ASGI (a class with `async def __call__(self, scope, receive, send)`), which has no such step.",
    ),
    tags=("starlette", "fastapi", "middleware", "asgi", "client-disconnect"),
    strategy="try-catch",
    background="invalid-state",
)


class Timing(BaseHTTPMiddleware):
    async def dispatch(self, request, call_next):
        return await call_next(request)


def before():
    class OnlyGet:
        def __init__(self, app):
            self.app = app

        async def __call__(self, scope, receive, send):
            if scope["method"] == "GET":
                await self.app(scope, receive, send)

    app = Starlette(routes=[Route("/", lambda request: PlainTextResponse("hello"))])
    app.add_middleware(OnlyGet)
    app.add_middleware(Timing)

    TestClient(Timing(OnlyGet(app))).post("/")


def after():
    class OnlyGet:
        def __init__(self, app):
            self.app = app

        async def __call__(self, scope, receive, send):
            if scope["method"] == "GET":
                await self.app(scope, receive, send)
            else:
                await PlainTextResponse("only GET", status_code=405)(scope, receive, send)

    app = Starlette(routes=[Route("/", lambda request: PlainTextResponse("hello"))])

    assert TestClient(Timing(OnlyGet(app))).post("/").status_code == 405
