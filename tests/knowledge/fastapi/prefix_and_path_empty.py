from fastapi import APIRouter, FastAPI

from tests.knowledge.form import Prose

ID = "09354695d04498d9"
PROSE = Prose(
    documentation="A route with the path '' lives on the prefix of its router alone, and the router was included without one. There is no path left.",
    trigger="`app.include_router(router)` where neither router nor call has a prefix and a route is declared with `''`.",
    situations="The prefix was moved from `APIRouter(...)` to `include_router(...)` and forgotten in one place, such as in a test.",
    solutions=(
        "Give the prefix: `app.include_router(router, prefix='/users')`, or in `APIRouter(prefix='/users')`.",
        "The route should answer at the root: declare it with `'/'`.",
    ),
    prevention=("Give each router its prefix where it is made.",),
    tags=("fastapi", "router", "prefix", "routing"),
    strategy="configuration",
    background="missing-argument",
)


def before():
    router = APIRouter()

    @router.get("")
    def users():
        return []

    app = FastAPI()
    app.include_router(router)


def after():
    router = APIRouter(prefix="/users")

    @router.get("")
    def users():
        return []

    app = FastAPI()
    app.include_router(router)
