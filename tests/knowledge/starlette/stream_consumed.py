from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.knowledge.form import Prose

ID = "03a6544c1b4b857f"
PROSE = Prose(
    documentation="The body of a request arrives once. Somebody has read it as a stream already, and now it is asked for again.",
    trigger="`request.body()`, `.json()`, `.form()` or `.stream()` on a Request whose stream was read before by `.stream()`, or by another Request object over the same connection.",
    situations="A logging middleware (pure ASGI, or one that makes its own Request) that reads the body before the route does; a proxy that streams it on and then parses it.",
    solutions=(
        "Read it by `await request.body()` and not by `.stream()`: the same object keeps it, and `.json()` then works too.",
        "In a `BaseHTTPMiddleware` read `await request.body()` of the request that is passed; current versions hand it on to the route.",
        "In a pure ASGI middleware: collect the messages and give the application a `receive` that plays them again.",
        "In FastAPI: log in a dependency or custom route class, after the body was read.",
    ),
    tags=("starlette", "fastapi", "request-body", "middleware", "streaming"),
    strategy="validation",
    background="invalid-state",
)


def before():
    async def upload(request):
        size = 0
        async for chunk in request.stream():
            size += len(chunk)
        data = await request.json()
        return PlainTextResponse(f"{size} bytes, {len(data)} entries")

    app = Starlette(routes=[Route("/", upload, methods=["POST"])])

    TestClient(app).post("/", json=[1, 2])


def after():
    async def upload(request):
        size = len(await request.body())
        data = await request.json()
        return PlainTextResponse(f"{size} bytes, {len(data)} entries")

    app = Starlette(routes=[Route("/", upload, methods=["POST"])])

    assert TestClient(app).post("/", json=[1, 2]).text == "5 bytes, 2 entries"
