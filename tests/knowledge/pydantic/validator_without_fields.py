from pydantic import BaseModel, field_validator

from tests.knowledge.form import Prose

ID = "557b1f7ff6e8b3f6"
PROSE = Prose(
    documentation="`@field_validator` was used bare, so it took the function for the name of a field.",
    trigger="`@field_validator` without parentheses and names.",
    situations="Habit from decorators that need none, such as `@model_validator` written wrongly or `@property`.",
    solutions=(
        "Name the fields: `@field_validator('email')`, with `@classmethod` below it.",
        "It is for all fields: `@field_validator('*')`.",
        "It is about the model as a whole: `@model_validator(mode='after')`.",
    ),
    tags=("pydantic", "validators", "decorators"),
    strategy="configuration",
    background="missing-argument",
)


def before():
    class User(BaseModel):
        email: str

        @field_validator
        @classmethod
        def lower(cls, value):
            return value.lower()


def after():
    class User(BaseModel):
        email: str

        @field_validator("email")
        @classmethod
        def lower(cls, value):
            return value.lower()

    User(email="Ada@example.org")
