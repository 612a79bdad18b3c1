from typing import Annotated

from fastapi import FastAPI, Path

from tests.knowledge.form import Prose

ID = "f454b18cddad31f1"
PROSE = Prose(
    documentation="A parameter that is part of the path is always there, or the route would not match, so a default for it could never be used.",
    trigger="`item_id: Annotated[int, Path()] = 1` where the path has `{item_id}`.",
    situations="A default copied from a query parameter; one function meant for `/items` and `/items/{id}`.",
    solutions=(
        "Take the default away.",
        "The route should also answer without the part: give the shorter path a function of its own, which calls this one with the default.",
        "It should be optional: make it a query parameter, `/items?item_id=1`.",
    ),
    tags=("fastapi", "path-parameters", "defaults", "routing"),
    strategy="configuration",
    background="unsupported-feature-combination",
)


def before():
    app = FastAPI()

    @app.get("/items/{item_id}")
    def read(item_id: Annotated[int, Path(ge=1)] = 1):
        return item_id


def after():
    app = FastAPI()

    @app.get("/items/{item_id}")
    def read(item_id: Annotated[int, Path(ge=1)]):
        return item_id
