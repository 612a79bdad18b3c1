from pydantic import BaseModel, Field

from tests.knowledge.form import Prose

ID = "b459f198e05ea32f"
PROSE = Prose(
    documentation="A field can have a fixed default or a function that makes one, and here it got both.",
    trigger="`Field(value, default_factory=...)`, where the first argument of `Field` is the default; or `= value` beside an annotation with a factory.",
    situations="`Field(..., default_factory=list)`: the three dots say required, which is a default too; `Field(None, default_factory=list)`.",
    solutions=(
        "A new list, dict or time for every instance: keep the factory only: `Field(default_factory=list)`.",
        "The same value always: keep the default only; Pydantic copies a mutable default for every instance.",
        "The field is required: drop the factory.",
    ),
    tags=("pydantic", "field", "defaults", "model-definition"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="pydantic/fields.py FieldInfo.__init__",
)


def before():
    class Basket(BaseModel):
        items: list[str] = Field(None, default_factory=list)


def after():
    class Basket(BaseModel):
        items: list[str] = Field(default_factory=list)

    Basket()
