from fastapi import FastAPI
from fastapi.testclient import TestClient

from tests.knowledge.form import Prose

ID = "f8fcda66127d94e5"
PROSE = Prose(
    documentation=(
        "FastAPI turns what a route returns into JSON and found an object that it knows no way for. It tried `dict(value)` "
        "and then `vars(value)`; the message lists why both failed."
    ),
    trigger="`jsonable_encoder()`, which also runs on the value of routes without a response model, meets an object that is neither a mapping nor has attributes.",
    situations="NumPy numbers and arrays, a generator of a library, an ObjectId, a lock or file in the returned data.",
    solutions=(
        "Find the value: print `type(x)` for each part of what is returned. NumPy: `.item()` or `.tolist()`; pandas: `.to_dict('records')`.",
        "Declare a response model that names the fields, so that others are left out.",
        "One class in many places: `jsonable_encoder(data, custom_encoder={ObjectId: str})`.",
        "The text is JSON already: return `Response(text, media_type='application/json')`.",
    ),
    tags=("fastapi", "json", "serialization", "numpy"),
    strategy="validation",
    background="wrong-type",
    message="[{error}, TypeError('vars() argument must have __dict__ attribute')]",
)


class Reading:
    """Stands for a number of NumPy."""

    __slots__ = ()

    def item(self) -> float:
        """The number as Python has it."""
        return 21.5


def before():
    app = FastAPI()

    @app.get("/temperature")
    def temperature():
        return {"value": Reading()}

    TestClient(app).get("/temperature")


def after():
    app = FastAPI()

    @app.get("/temperature")
    def temperature():
        return {"value": Reading().item()}

    TestClient(app).get("/temperature").raise_for_status()
