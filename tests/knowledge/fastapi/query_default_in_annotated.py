from typing import Annotated

from fastapi import FastAPI, Query

from tests.knowledge.form import Prose

ID = "d12868aaab1f3c4a"
PROSE = Prose(
    documentation="Inside `Annotated` the marker has no default; the default stands where Python has it, behind the equals sign. Two places could disagree.",
    trigger="`Annotated[int, Query(10)]` or `Query(default=10)`, `Header(...)`, `Cookie(...)` and so on inside `Annotated`.",
    situations="Rewriting `limit: int = Query(10)` to the `Annotated` form.",
    solutions=(
        "Move the default behind the parameter: `limit: Annotated[int, Query()] = 10`.",
        "It should be required: leave the default out altogether: `limit: Annotated[int, Query()]`.",
        "A new value for each request: `Query(default_factory=...)` is allowed.",
    ),
    tags=("fastapi", "annotated", "query-parameters", "defaults"),
    strategy="configuration",
    background="invalid-argument-value",
)


def before():
    app = FastAPI()

    @app.get("/items")
    def read(limit: Annotated[int, Query(10)]):
        return limit


def after():
    app = FastAPI()

    @app.get("/items")
    def read(limit: Annotated[int, Query()] = 10):
        return limit
