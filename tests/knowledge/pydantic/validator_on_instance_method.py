from pydantic import BaseModel, field_validator

from tests.knowledge.form import Prose

ID = "ea0299e967f1d532"
PROSE = Prose(
    documentation="A field validator runs before there is an instance, so it cannot be a method with `self`.",
    trigger="`@field_validator` on a function whose first parameter is called `self`.",
    situations="A check that reads other fields through `self`; a method moved from a plain class.",
    solutions=(
        "Make it a class method: `@classmethod` below the decorator and `cls` as the first parameter.",
        "It needs other fields: take a third parameter `info: ValidationInfo` and read `info.data`, which holds the fields declared above this one.",
        "It needs the whole instance: use `@model_validator(mode='after')`, which has `self`.",
    ),
    tags=("pydantic", "validators", "classmethod"),
    strategy="configuration",
    background="wrong-type",
)


def before():
    class User(BaseModel):
        name: str

        @field_validator("name")
        def tidy(self, value):
            return value.strip()


def after():
    class User(BaseModel):
        name: str

        @field_validator("name")
        @classmethod
        def tidy(cls, value):
            return value.strip()

    assert User(name=" Ada ").name == "Ada"
