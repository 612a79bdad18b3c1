from typing import Annotated

from fastapi import Depends, FastAPI

from tests.knowledge.form import Prose

ID = "8c5bdecd41b13108"
PROSE = Prose(
    documentation="A dependency that lives for the whole request uses one that ends with the route's function. The inner one would be closed while the outer one still holds it.",
    trigger="`Depends(outer, scope='request')`, or an outer dependency with `yield` and no scope, that depends on one with `scope='function'`.",
    situations="A session with `scope='function'`, so that it commits before the answer is sent, used by other dependencies with `yield`.",
    solutions=(
        "Give the outer dependency `scope='function'` too.",
        "Or give the inner one `scope='request'`, the default for `yield`, where it may stay open until the answer is sent.",
    ),
    tags=("fastapi", "dependencies", "yield", "scope"),
    strategy="configuration",
    background="unsupported-feature-combination",
)


def get_db():
    yield "session"


def before():
    def get_users(db: Annotated[str, Depends(get_db, scope="function")]):
        yield f"users in {db}"

    app = FastAPI()

    @app.get("/users")
    def users(found: Annotated[str, Depends(get_users)]):
        return found


def after():
    def get_users(db: Annotated[str, Depends(get_db, scope="function")]):
        yield f"users in {db}"

    app = FastAPI()

    @app.get("/users")
    def users(found: Annotated[str, Depends(get_users, scope="function")]):
        return found
