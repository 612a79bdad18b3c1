from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "cab34484781d6f59"
PROSE = Prose(
    documentation=(
        "A text field got something that is no text. Pydantic 2 does not turn numbers and other values into strings by "
        "itself, as version 1 did; `input_value` and `input_type` show what came."
    ),
    trigger="Validating a value that is no `str` for a `str` field; None counts too.",
    situations="Ids that are numbers in the data; database columns that can be NULL; a UUID, Path or ObjectId object; a list where one text was meant.",
    solutions=(
        "`input_value=None`: the value may be absent: `name: str | None = None`.",
        "A number should become a text: `ConfigDict(coerce_numbers_to_str=True)`.",
        "A UUID, Path or date: use that type in the model; it is written as a text in JSON anyway.",
        "Anything should become a text: `Annotated[str, BeforeValidator(str)]`.",
    ),
    tags=("pydantic", "validation", "string", "pydantic-v2", "coercion"),
    strategy="validation",
    background="wrong-type",
    message="Input should be a valid string [type=string_type, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:551 ErrorType::message_template_python ValidationError string_type",
)


def before():
    class Product(BaseModel):
        sku: str

    Product(sku=40211)


def after():
    from pydantic import ConfigDict

    class Product(BaseModel):
        model_config = ConfigDict(coerce_numbers_to_str=True)

        sku: str

    Product(sku=40211)


def before_none():
    class Product(BaseModel):
        name: str = None

    Product(name=None)


def after_none():
    class Product(BaseModel):
        name: str | None = None

    Product(name=None)
