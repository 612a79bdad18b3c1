from enum import Enum

from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "8320ace231b20a91"
PROSE = Prose(
    documentation="The field is an enum, and the value is none of its values. Enums are chosen by value, not by the name of the member.",
    trigger="Validating a value that no member of the enum has; the message lists those that some member has.",
    situations="The name `RED` where the value is 'red'; a number sent as text for an enum of integers; an enum stored by SQLAlchemy, which keeps names.",
    solutions=(
        "Send the value and not the name: `Colour.RED.value`.",
        "The data has names: turn them into members first: `BeforeValidator(lambda v: Colour[v] if v in Colour.__members__ else v)`.",
        "The case may differ: give the enum a `_missing_` class method that looks the value up in lower case.",
        "It is a new value: add a member.",
    ),
    tags=("pydantic", "validation", "enum", "allowed-values"),
    strategy="type-guard",
    background="invalid-argument-value",
    message="Input should be {expected} [type=enum, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:559 ErrorType::message_template_python ValidationError enum",
)


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


def is_colour(value: object) -> bool:
    return value in {member.value for member in Colour}


GUARD = is_colour


def good():
    return ("red",)


def bad():
    return ("RED",)


def before():
    class Paint(BaseModel):
        colour: Colour

    Paint(colour="RED")


def after():
    class Paint(BaseModel):
        colour: Colour

    Paint(colour="red")
