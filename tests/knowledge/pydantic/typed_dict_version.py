from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "d1c82b68f3662f00"
PROSE = Prose(
    documentation=(
        "Before Python 3.12 the `TypedDict` of `typing` does not keep all that Pydantic has to know of required and "
        "optional keys. The one of `typing_extensions` does, on every version."
    ),
    trigger="A field, TypeAdapter or route that uses a class made with `typing.TypedDict`, on Python 3.11 or older.",
    situations="Code that was written on 3.12 and runs on an older server; a library's TypedDict in a response type.",
    solutions=(
        "Import it from `typing_extensions`, which comes with Pydantic: `from typing_extensions import TypedDict`.",
        "Run Python 3.12 or newer.",
        "The class is not yours: write a model or a TypedDict with the same keys beside it.",
    ),
    prevention=("Test on the oldest Python that you run.",),
    tags=("pydantic", "typed-dict", "python-version", "typing-extensions"),
    strategy="configuration",
    background="version-mismatch",
)


def before():
    from typing import TypedDict

    class Point(TypedDict):
        x: int
        y: int

    class Line(BaseModel):
        start: Point


def after():
    from typing_extensions import TypedDict

    class Point(TypedDict):
        x: int
        y: int

    class Line(BaseModel):
        start: Point

    Line.model_validate({"start": {"x": 1, "y": 2}})
