from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "04e54a440a2f8498"
PROSE = Prose(
    documentation=(
        "The route returned something that does not fit its own `response_model` or return annotation. That is a fault of "
        "the server and not of the caller, who gets a 500; the list below says what does not fit and where."
    ),
    trigger="A value returned by a route fails validation against the response model.",
    situations=(
        "None for a row that was not found; a column that can be NULL for a field that cannot; a list where one object "
        "is declared; a missing `from_attributes=True`; a coroutine that was not awaited."
    ),
    solutions=(
        "`'input': None` at `('response',)`: the route returned nothing. Raise `HTTPException(404)`, or add the missing `return`.",
        "`loc` names one field and its input is None: the column is nullable; type it `str | None` in the response model.",
        "`type` is `model_attributes_type` or `dict_type` and the input is a list: declare `list[Item]`.",
        "The input is an ORM object and every field is missing: set `from_attributes=True` in the response model.",
        "The input is `<coroutine object ...>`: await the call.",
    ),
    prevention=("Call every route once in a test with an empty database.",),
    tags=("fastapi", "response-model", "validation", "http-500"),
    strategy="validation",
    background="wrong-type",
    message="{count} validation error{plural}:",
    site="fastapi/routing.py serialize_response",
)


def before():
    class Item(BaseModel):
        name: str

    app = FastAPI()

    @app.get("/items/{item_id}")
    def read(item_id: int) -> Item:
        return {1: {"name": "lamp"}}.get(item_id)

    TestClient(app).get("/items/2")


def after():
    from fastapi import HTTPException

    class Item(BaseModel):
        name: str

    app = FastAPI()

    @app.get("/items/{item_id}")
    def read(item_id: int) -> Item:
        item = {1: {"name": "lamp"}}.get(item_id)
        if item is None:
            raise HTTPException(status_code=404, detail="no such item")
        return item

    assert TestClient(app).get("/items/2").status_code == 404


def before_nullable():
    class Item(BaseModel):
        name: str
        note: str

    app = FastAPI()

    @app.get("/items")
    def read() -> list[Item]:
        return [{"name": "lamp", "note": None}]

    TestClient(app).get("/items")


def after_nullable():
    class Item(BaseModel):
        name: str
        note: str | None

    app = FastAPI()

    @app.get("/items")
    def read() -> list[Item]:
        return [{"name": "lamp", "note": None}]

    TestClient(app).get("/items").raise_for_status()
