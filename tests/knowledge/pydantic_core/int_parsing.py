from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "f620a3e0cb003c2d"
PROSE = Prose(
    documentation="A field that is an integer got a text that does not read as one. `input_value` in brackets shows the text.",
    trigger="Validating a string for an `int` field that holds anything but digits with an optional sign, such as '', '12.5', '1,000' or 'abc'.",
    situations=(
        "An empty form field or environment variable; numbers with separators or units; in FastAPI a path such as "
        "`/items/{item_id}` that is declared before `/items/latest` and takes the word for an id."
    ),
    solutions=(
        "`input_value=''`: an empty field means nothing: turn it into None before validation (`BeforeValidator(lambda v: v or None)`) and type it `int | None`.",
        "In FastAPI, a word where an id should be: declare the route with the fixed path above the one with the parameter.",
        "A number with a point: use `float` or `Decimal`; with separators: remove them in a `BeforeValidator`.",
        "It is an identifier that only looks like a number: use `str`.",
    ),
    tags=("pydantic", "validation", "integer", "parsing", "fastapi"),
    strategy="validation",
    background="parse-failure",
    message="Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:573 ErrorType::message_template_python ValidationError int_parsing",
)


def before():
    class Query(BaseModel):
        page: int | None = None

    Query.model_validate({"page": ""})


def after():
    from typing import Annotated

    from pydantic import BeforeValidator

    class Query(BaseModel):
        page: Annotated[int | None, BeforeValidator(lambda value: value or None)] = None

    Query.model_validate({"page": ""})


def good():
    return ("12",)


def bad():
    return ("12.5",)


def reads_as_int(value: str) -> bool:
    return value.strip().lstrip("+-").isdecimal()


GUARD = reads_as_int
