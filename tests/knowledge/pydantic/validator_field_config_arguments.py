from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "ad92513a5a4dc606"
PROSE = Prose(
    documentation="A validator asks for `field` or `config`, objects of Pydantic 1 that version 2 does not have.",
    trigger="`@validator` on a function with a parameter named `field` or `config`.",
    situations="Generic validators in base classes, such as one that turns empty strings into the field's default.",
    solutions=(
        (
            "Move to `@field_validator` with `@classmethod` and a parameter `info: ValidationInfo`: the field's name is "
            "`info.field_name`, its definition `cls.model_fields[info.field_name]`, the config `info.config`, other values `info.data`."
        ),
        "The parameter is not used: delete it.",
    ),
    tags=("pydantic", "pydantic-v2", "migration", "validators"),
    strategy="configuration",
    background="deprecated-usage",
)


def before():
    from pydantic import validator

    class Job(BaseModel):
        name: str

        @validator("name")
        def filled(cls, value, field):
            if not value:
                raise ValueError(f"{field.name} is empty")
            return value


def after():
    from pydantic import ValidationInfo, field_validator

    class Job(BaseModel):
        name: str

        @field_validator("name")
        @classmethod
        def filled(cls, value, info: ValidationInfo):
            if not value:
                raise ValueError(f"{info.field_name} is empty")
            return value

    Job(name="nightly")
