from fastapi import FastAPI
from fastapi.testclient import TestClient

from tests.knowledge.form import Prose

ID = "667ed7997ee0ff75"
PROSE = Prose(
    documentation="The chain of middleware is built with the first request or with the start of the server. After that nothing can be added to it.",
    trigger="`app.add_middleware(...)` or `@app.middleware('http')` after the application has started, lifespan and startup handlers included.",
    situations="Instrumentation (Prometheus, OpenTelemetry) that is switched on in a startup event or in the lifespan; a test that adds middleware to an application that was used before.",
    solutions=(
        "Add it where the application is made, before the server starts; an instrumentator goes below `app = FastAPI()` and only its `expose` may come later.",
        "It needs something that exists only after the start: add it early and let it fetch that from `request.app.state` when it runs.",
        "A test: make a new application for each test with a function `create_app()`.",
    ),
    prevention=("Build applications in a function.",),
    tags=("starlette", "fastapi", "middleware", "lifespan", "startup"),
    strategy="configuration",
    background="invalid-state",
)


def before():
    from contextlib import asynccontextmanager

    from starlette.middleware.gzip import GZipMiddleware

    @asynccontextmanager
    async def lifespan(app):
        app.add_middleware(GZipMiddleware)
        yield

    app = FastAPI(lifespan=lifespan)

    with TestClient(app):
        pass


def after():
    from starlette.middleware.gzip import GZipMiddleware

    app = FastAPI()
    app.add_middleware(GZipMiddleware)

    with TestClient(app):
        pass
