from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "9c703755c9f922fa"
PROSE = Prose(
    documentation=(
        "A type in the model validates well but has no counterpart in JSON, so no JSON Schema can be written. In FastAPI "
        "this is why `/openapi.json` answers 500 and the page `/docs` shows that it failed to load the API definition."
    ),
    trigger="`model_json_schema()` or FastAPI's OpenAPI over a field that is a callable, an arbitrary class (`arbitrary_types_allowed`), or has a plain validator.",
    situations="A DataFrame, NumPy array or ObjectId in a response model; a `Callable` field in a settings model.",
    solutions=(
        (
            "The message names the kind of type: look for the field with it. Say what it is in JSON: "
            "`Annotated[Type, WithJsonSchema({'type': 'string'})]`."
        ),
        "It is not for the outside: leave it out with `SkipJsonSchema`, or return a model that lacks it.",
        "A plain validator: give it `json_schema_input_type=str`.",
        "A class of yours: define `__get_pydantic_json_schema__`.",
    ),
    prevention=("Call `app.openapi()` in a test.",),
    tags=("pydantic", "json-schema", "openapi", "arbitrary-types"),
    strategy="configuration",
    background="not-implemented",
)


def before():
    from collections.abc import Callable

    class Task(BaseModel):
        name: str
        on_done: Callable[[], None] | None = None

    Task.model_json_schema()


def after():
    from collections.abc import Callable

    from pydantic.json_schema import SkipJsonSchema

    class Task(BaseModel):
        name: str
        on_done: SkipJsonSchema[Callable[[], None] | None] = None

    Task.model_json_schema()
