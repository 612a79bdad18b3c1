from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "e60ee7ae6483a6ff"
PROSE = Prose(
    documentation="The field takes only certain values, the message lists them, and this value is none of them. Case and spaces count.",
    trigger="Validating a value for a `Literal[...]` field that is not equal to one of its members.",
    situations="'Active' in place of 'active'; the number 1 for `Literal['1']`; a new value that the other side started to send.",
    solutions=(
        "Compare with the list in the message: correct the value where it is made.",
        "Only the case differs: `Annotated[Literal['active', 'closed'], BeforeValidator(str.lower)]`.",
        "The other side may add values: accept `Literal['active', 'closed'] | str`, and treat unknown ones in one place.",
        "It is a new value: add it to the type.",
    ),
    tags=("pydantic", "validation", "literal", "allowed-values"),
    strategy="validation",
    background="invalid-argument-value",
    message="Input should be {expected} [type=literal_error, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:585 ErrorType::message_template_python ValidationError literal_error",
)


def before():
    from typing import Literal

    class Order(BaseModel):
        state: Literal["open", "closed"]

    Order(state="Open")


def after():
    from typing import Annotated, Literal

    from pydantic import BeforeValidator

    class Order(BaseModel):
        state: Annotated[Literal["open", "closed"], BeforeValidator(str.lower)]

    Order(state="Open")
