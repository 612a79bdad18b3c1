from pydantic import BaseModel, Field

from tests.knowledge.form import Prose

ID = "b5f95aeb0dd9def5"
PROSE = Prose(
    documentation=(
        "In a union with a discriminator Pydantic chooses the model by the value of one field, so it has to know the "
        "values of every member beforehand. A plain `str` could be anything."
    ),
    trigger="`Field(discriminator='kind')` over a union in which `kind` of one model is not a `Literal` (or a member of an enum in one).",
    situations="`kind: str = 'cat'` where `Literal['cat']` is meant; an enum as the type in place of `Literal[Kind.CAT]`.",
    solutions=(
        "Annotate the field with its value in every member: `kind: Literal['cat']`.",
        "An enum: `kind: Literal[Kind.CAT]`.",
        "The value has to be worked out: use a function, `Discriminator(choose)`, with `Annotated[Cat, Tag('cat')]` for each member.",
        "No field tells them apart: drop the discriminator; Pydantic then tries the members and takes the best fit.",
    ),
    tags=("pydantic", "discriminated-union", "literal", "model-definition"),
    strategy="configuration",
    background="wrong-type",
)


def before():
    class Cat(BaseModel):
        kind: str = "cat"

    class Dog(BaseModel):
        kind: str = "dog"

    class Owner(BaseModel):
        pet: Cat | Dog = Field(discriminator="kind")


def after():
    from typing import Literal

    class Cat(BaseModel):
        kind: Literal["cat"] = "cat"

    class Dog(BaseModel):
        kind: Literal["dog"] = "dog"

    class Owner(BaseModel):
        pet: Cat | Dog = Field(discriminator="kind")

    Owner.model_validate({"pet": {"kind": "dog"}})
