from pydantic import BaseModel, computed_field

from tests.knowledge.form import Prose

ID = "ce0acb087c035afc"
PROSE = Prose(
    documentation="A computed field becomes part of the schema, so Pydantic has to know its type, which the property does not say.",
    trigger="`@computed_field` on a property or function without a return annotation.",
    situations="A property that was turned into a computed field.",
    solutions=(
        "Annotate the property: `def total(self) -> float:`.",
        "The type cannot stand there: `@computed_field(return_type=float)`.",
        "It should not be in the output: leave `@computed_field` off and keep `@property`.",
    ),
    tags=("pydantic", "computed-field", "annotations"),
    strategy="configuration",
    background="missing-argument",
)


def before():
    class Line(BaseModel):
        price: float
        pieces: int

        @computed_field
        @property
        def total(self):
            return self.price * self.pieces


def after():
    class Line(BaseModel):
        price: float
        pieces: int

        @computed_field
        @property
        def total(self) -> float:
            return self.price * self.pieces

    Line(price=2.5, pieces=4).model_dump()
