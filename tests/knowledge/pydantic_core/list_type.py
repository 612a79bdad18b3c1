from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "fa63889bcdb45eca"
PROSE = Prose(
    documentation="The field is a list and one single thing came: a text, a dict, None. Pydantic does not wrap or split it.",
    trigger="Validating a value for a `list[...]` field that is no list, tuple, set or other sequence; a string never counts as one.",
    situations="One item where an API sends a list only for several; 'a,b,c' from a form; a page object with the list inside; None for an empty list.",
    solutions=(
        "`input_type=dict` with the list inside: validate that part, `data['items']`.",
        "A single item stands for a list of one: `BeforeValidator(lambda v: v if isinstance(v, list) else [v])`.",
        "A text with separators: split it in a `BeforeValidator`.",
        "None means empty: `items: list[str] | None = None`, or turn None into [] before.",
    ),
    tags=("pydantic", "validation", "list", "wrong-shape"),
    strategy="type-guard",
    background="wrong-type",
    message="Input should be a valid list [type=list_type, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:565 ErrorType::message_template_python ValidationError list_type",
)


def before():
    class Article(BaseModel):
        tags: list[str]

    Article(tags="python")


def after():
    from typing import Annotated

    from pydantic import BeforeValidator

    def as_list(value):
        return value if isinstance(value, list) else [value]

    class Article(BaseModel):
        tags: Annotated[list[str], BeforeValidator(as_list)]

    Article(tags="python")
