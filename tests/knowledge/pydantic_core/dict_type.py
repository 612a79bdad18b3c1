from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "3f43803d93d82c86"
PROSE = Prose(
    documentation="The field is a dict and something else came, mostly a JSON text that was not parsed, a model, or None.",
    trigger="Validating a value that is no mapping for a `dict[...]` field.",
    situations="A JSON column or environment variable that arrives as a text; another model's instance; None for no extra data.",
    solutions=(
        "`input_type=str`: type the field `Json[dict[str, int]]`, which parses first.",
        "`input_type` is a model: pass `model.model_dump()`.",
        "None: type it `dict[str, int] | None = None`.",
    ),
    tags=("pydantic", "validation", "dict", "json", "wrong-shape"),
    strategy="validation",
    background="wrong-type",
    message="Input should be a valid dictionary [type=dict_type, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:560 ErrorType::message_template_python ValidationError dict_type",
)


def before():
    class Event(BaseModel):
        payload: dict[str, int]

    Event(payload='{"clicks": 3}')


def after():
    from pydantic import Json

    class Event(BaseModel):
        payload: Json[dict[str, int]]

    Event(payload='{"clicks": 3}')
