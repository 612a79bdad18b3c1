from typing import Annotated

from fastapi import FastAPI, Query

from tests.knowledge.form import Prose

ID = "b9c82155c55fd051"
PROSE = Prose(
    documentation="A query string holds texts and lists of texts. A type that is an object, such as a dict or a list of models, cannot be read from it.",
    trigger="`Query()` (or a `GET` parameter marked so) with a type of `dict`, a nested model or a list of those.",
    situations="Filters as JSON in the query; a model with nested models as query parameters; `list[Model]` in a GET route.",
    solutions=(
        "The fields are simple: use one model for all of them: `filters: Annotated[Filters, Query()]`, where its fields are plain values.",
        "Data with structure belongs into a body: use POST and drop `Query()`.",
        "It has to be in the query: take a text and parse it: `Annotated[Json[dict[str, int]], Query()]`.",
    ),
    tags=("fastapi", "query-parameters", "dict", "request-body"),
    strategy="configuration",
    background="wrong-type",
)


def before():
    app = FastAPI()

    @app.get("/items")
    def read(filters: Annotated[dict[str, dict[str, int]], Query()]):
        return filters


def after():
    app = FastAPI()

    @app.post("/items/search")
    def read(filters: dict[str, dict[str, int]]):
        return filters
