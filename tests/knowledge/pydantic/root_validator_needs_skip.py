from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "2f5f7cb69857b049"
PROSE = Prose(
    documentation=(
        "`@root_validator` is there for old code only, and in Pydantic 2 its form that runs after the fields works only "
        "with `skip_on_failure=True`: it can no longer run when a field has failed."
    ),
    trigger="`@root_validator` or `@root_validator()` without `pre=True` and without `skip_on_failure=True`.",
    situations="Models for Pydantic 1 that check fields against each other.",
    solutions=(
        "Write it as `@model_validator(mode='after')`: a method with `self` that reads `self.field`, raises ValueError and ends with `return self`.",
        "It changes the raw input: `@model_validator(mode='before')` with `@classmethod` and the data as argument.",
        "For now: `@root_validator(skip_on_failure=True)` keeps the old signature with `values`.",
    ),
    prevention=("Let `bump-pydantic` point out validators that need a hand.",),
    tags=("pydantic", "pydantic-v2", "migration", "validators"),
    strategy="configuration",
    background="deprecated-usage",
)


def before():
    from pydantic import root_validator

    class Span(BaseModel):
        start: int
        end: int

        @root_validator
        def ordered(cls, values):
            if values["end"] < values["start"]:
                raise ValueError("end is before start")
            return values


def after():
    from pydantic import model_validator

    class Span(BaseModel):
        start: int
        end: int

        @model_validator(mode="after")
        def ordered(self):
            if self.end < self.start:
                raise ValueError("end is before start")
            return self

    Span(start=1, end=2)
