from pydantic import BaseModel, field_validator

from tests.knowledge.form import Prose

ID = "8ef4e857b9184485"
PROSE = Prose(
    documentation="Pydantic looks at the parameters of a validator to know what to pass, and these fit none of the forms that it knows.",
    trigger="A `before`, `after` or `plain` validator with other than (cls, value) or (cls, value, info); a `wrap` validator with other than (cls, value, handler[, info]).",
    situations="A validator of Pydantic 1 with `values` and more parameters; `@classmethod` forgotten, so that `cls` counts as a value.",
    solutions=(
        "Take `(cls, value)`, or `(cls, value, info: ValidationInfo)` where other fields are needed: they are in `info.data`.",
        "mode='wrap': take `(cls, value, handler)` and call `handler(value)`.",
        "Arguments of your own: make the validator in a function and use `Annotated[str, AfterValidator(partial(check, limit=3))]`.",
    ),
    tags=("pydantic", "validators", "signature"),
    strategy="configuration",
    background="invalid-argument-value",
    site="pydantic/_internal/_decorators.py inspect_validator",
)


def before():
    class Span(BaseModel):
        start: int
        end: int

        @field_validator("end")
        @classmethod
        def ordered(cls, value, values, config):
            return value


def after():
    class Span(BaseModel):
        start: int
        end: int

        @field_validator("end")
        @classmethod
        def ordered(cls, value, info):
            if value < info.data["start"]:
                raise ValueError("end is before start")
            return value

    Span(start=1, end=2)
