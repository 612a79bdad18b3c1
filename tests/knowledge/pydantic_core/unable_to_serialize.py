from typing import Any

from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "28db403040030b89"
PROSE = Prose(
    documentation=(
        "While data was turned into JSON, Pydantic met an object of a class that it cannot write. Its type was not known "
        "to the model, mostly because the field is `Any`, `dict` or an arbitrary class."
    ),
    trigger="`model_dump_json()`, `model_dump(mode='json')` or a FastAPI response with an object of an unknown class inside.",
    situations="An ORM object or its session state in a returned dict; NumPy numbers; an ObjectId of MongoDB; an exception object in an error payload.",
    solutions=(
        "The message names the class. A database object: return a model with `from_attributes=True`, or declare `response_model`.",
        "NumPy or pandas: convert first: `value.item()`, `array.tolist()`, `frame.to_dict('records')`.",
        "A class that has one text form: `Annotated[ObjectId, PlainSerializer(str)]` in the model.",
        "Whatever it is, as a last resort: `model_dump_json(fallback=str)`.",
    ),
    tags=("pydantic", "serialization", "json", "fastapi", "orm"),
    strategy="validation",
    background="wrong-type",
    message="Unable to serialize unknown type: {type}",
    place="pydantic-core/src/serializers/infer.rs:574 unknown_type_error PydanticSerializationError -",
)


class Row:
    """Stands for an object of an ORM."""


def before():
    class Event(BaseModel):
        payload: dict[str, Any]

    Event(payload={"row": Row()}).model_dump_json()


def after():
    class Event(BaseModel):
        payload: dict[str, Any]

    Event(payload={"row": Row()}).model_dump_json(fallback=str)
