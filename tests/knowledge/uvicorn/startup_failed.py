from tests.knowledge.form import Prose

ID = "42e9c6d7f51f29d3"
PROSE = Prose(
    documentation="The application's own start-up code raised, so the server ends before it takes a request. This line only sums up: the traceback above it is the error to look at.",
    trigger="An exception in the lifespan function or in a startup handler.",
    situations="A database or cache that is not reachable yet; a missing setting or file; a container that starts before the one it needs.",
    solutions=(
        "Read the last lines of the traceback above: paste that one for its own answer.",
        "A service that is not up yet: let the container wait for it (`depends_on` with a health check), or try again with a pause in the lifespan.",
        "A missing setting: set it where the server runs, not only in your shell.",
        "Start-up should not depend on it: connect at first use, and report readiness on a health route.",
    ),
    tags=("uvicorn", "fastapi", "lifespan", "startup", "docker"),
    strategy="try-catch",
    background="invalid-state",
    site="uvicorn/lifespan/on.py LifespanOn.startup",
)


def before():
    import uvicorn

    async def app(scope, receive, send):
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.failed", "message": ""})

    uvicorn.run(app, port=0)


def after():
    import asyncio

    import uvicorn

    async def app(scope, receive, send):
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})

    async def start_and_stop():
        server = uvicorn.Server(uvicorn.Config(app, port=0))
        server.should_exit = True
        await server.serve()

    asyncio.run(start_and_stop())
