from pydantic import BaseModel, Field

from tests.knowledge.form import Prose

ID = "eeb5a15eb5d1902f"
PROSE = Prose(
    documentation="A constraint such as `max_length` or `gt` was put on a type that cannot have it, so that every value would fail.",
    trigger="Validating a value against `Field(max_length=...)` on a number, `Field(gt=...)` on a text, and the like.",
    situations=(
        "The limit was meant for the items of a list and stands on the list; a number that should have so many digits; a "
        "type that was changed and its `Field()` was not."
    ),
    solutions=(
        "Digits of an integer: use bounds, `Field(ge=0, le=999)`; of a Decimal: `Field(max_digits=3)`.",
        "The items of a list: put it on them, `list[Annotated[str, Field(max_length=3)]]`.",
        "The type is wrong: a code with leading zeros is a text, `str`.",
    ),
    tags=("pydantic", "field", "constraints"),
    strategy="configuration",
    background="unsupported-feature-combination",
)


def before():
    class Parcel(BaseModel):
        code: int = Field(max_length=5)

    Parcel(code=12345)


def after():
    class Parcel(BaseModel):
        code: int = Field(ge=0, le=99999)

    Parcel(code=12345)
