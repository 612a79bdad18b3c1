from pydantic import BaseModel, Field

from tests.knowledge.form import Prose

ID = "17643c44433c9960"
PROSE = Prose(
    documentation="`Field(const=True)`, which fixed a field to its default, is gone in Pydantic 2; `Literal` says the same in the type.",
    trigger="`Field(..., const=True)` with Pydantic 2.",
    situations="Models whose `type` or `kind` field tells them apart, written for Pydantic 1.",
    solutions=(
        "Annotate with the value: `kind: Literal['card'] = 'card'`. Type checkers and discriminated unions understand it too.",
        "A value that is no literal (a date, an object): compare it in a `@field_validator` and raise ValueError.",
    ),
    prevention=("Use `Literal` for fixed values; it works in both major versions.",),
    tags=("pydantic", "pydantic-v2", "migration", "field", "literal"),
    strategy="configuration",
    background="deprecated-usage",
)


def before():
    class Card(BaseModel):
        kind: str = Field("card", const=True)


def after():
    from typing import Literal

    class Card(BaseModel):
        kind: Literal["card"] = "card"

    Card()
