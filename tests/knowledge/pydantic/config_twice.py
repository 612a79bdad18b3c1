from pydantic import BaseModel, ConfigDict

from tests.knowledge.form import Prose

ID = "5cdf980c859b1bf5"
PROSE = Prose(
    documentation="The model is configured in the way of Pydantic 1 and in that of Pydantic 2 at once.",
    trigger="A class body with both `class Config:` and `model_config = ...`.",
    situations="A migration that stopped half way; a merge of two branches.",
    solutions=(
        (
            "Move all settings into `model_config = ConfigDict(...)` and delete `class Config`. Renamed keys: `orm_mode` is "
            "`from_attributes`, `allow_population_by_field_name` is `validate_by_name`, `schema_extra` is `json_schema_extra`."
        ),
        "Settings of a parent are inherited: in a subclass name only what differs.",
    ),
    tags=("pydantic", "config", "migration", "model-definition"),
    strategy="configuration",
    background="unsupported-feature-combination",
)


def before():
    class User(BaseModel):
        model_config = ConfigDict(from_attributes=True)

        name: str

        class Config:
            str_strip_whitespace = True


def after():
    class User(BaseModel):
        model_config = ConfigDict(from_attributes=True, str_strip_whitespace=True)

        name: str

    User(name="Ada")
