from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.knowledge.form import Prose

ID = "b4b0994005e2cae0"
PROSE = Prose(
    documentation="`request.session` exists only where SessionMiddleware has run before. It is not installed, or it runs after the code that asks for the session.",
    trigger="Reading `request.session` (or code that does it: Authlib, flash messages, an admin interface) in a request that did not pass SessionMiddleware.",
    situations=(
        "The middleware was forgotten; it was added before a middleware of yours that uses the session, so that yours, "
        "being the outer one, runs first; the route is in a mounted sub-application with its own middleware."
    ),
    solutions=(
        "Add it: `app.add_middleware(SessionMiddleware, secret_key=...)`; it needs the package `itsdangerous`.",
        "It is there and the traceback shows a middleware of yours: middleware added last runs first; add SessionMiddleware after yours.",
        "A mounted application: add it to the outer one.",
        "The session may be missing by design: test `'session' in request.scope` first.",
    ),
    tags=("starlette", "fastapi", "session", "middleware", "middleware-order"),
    strategy="type-guard",
    background="invalid-state",
)


def has_session(request) -> bool:
    return "session" in request.scope


GUARD = has_session


def good():
    from starlette.requests import Request

    return (Request({"type": "http", "session": {}}),)


def bad():
    from starlette.requests import Request

    return (Request({"type": "http"}),)


def before():
    def count(request):
        request.session["visits"] = request.session.get("visits", 0) + 1
        return PlainTextResponse("hello")

    app = Starlette(routes=[Route("/", count)])

    TestClient(app).get("/")


def after():
    def count(request):
        visits = request.session.get("visits", 0) + 1 if "session" in request.scope else 1
        return PlainTextResponse(f"visit {visits}")

    app = Starlette(routes=[Route("/", count)])

    TestClient(app).get("/").raise_for_status()
