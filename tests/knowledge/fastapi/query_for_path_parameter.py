from typing import Annotated

from fastapi import FastAPI, Query

from tests.knowledge.form import Prose

ID = "2618f0e65979f1c5"
PROSE = Prose(
    documentation="The path of the route contains this name in braces, so the value comes from the path. The annotation says that it comes from elsewhere.",
    trigger="`Query()`, `Body()`, `Header()` or another marker on a parameter whose name stands in braces in the path.",
    situations="A router prefix with a placeholder (`/users/{id}`) that has the name of a query parameter; a route that was moved.",
    solutions=(
        "It is the part of the path: use `Path()`, or no marker at all.",
        "It is another value: rename the parameter and keep the outer name: `Annotated[int, Query(alias='id')]` with a Python name of its own.",
        "The placeholder comes from a prefix of `include_router`: rename it there.",
    ),
    tags=("fastapi", "path-parameters", "query-parameters", "routing"),
    strategy="configuration",
    background="unsupported-feature-combination",
)


def before():
    app = FastAPI()

    @app.get("/items/{item_id}")
    def read(item_id: Annotated[int, Query(ge=1)]):
        return item_id


def after():
    from fastapi import Path

    app = FastAPI()

    @app.get("/items/{item_id}")
    def read(item_id: Annotated[int, Path(ge=1)]):
        return item_id
