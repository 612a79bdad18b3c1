from pydantic import BaseModel, ConfigDict, TypeAdapter

from tests.knowledge.form import Prose

ID = "1ad347a882f4114b"
PROSE = Prose(
    documentation="Models, dataclasses and TypedDicts bring their own config, so one that is given to the TypeAdapter would have no effect.",
    trigger="`TypeAdapter(Model, config=...)`.",
    situations="Turning on `from_attributes` or `strict` for one validation.",
    solutions=(
        "Put the config into the type: `model_config = ConfigDict(...)`; a TypedDict or standard dataclass gets it with `@with_config(...)`.",
        "For one call: `adapter.validate_python(data, strict=True, from_attributes=True)` takes such options itself.",
    ),
    tags=("pydantic", "type-adapter", "config"),
    strategy="configuration",
    background="unsupported-feature-combination",
)


def before():
    class User(BaseModel):
        name: str

    TypeAdapter(User, config=ConfigDict(str_strip_whitespace=True))


def after():
    class User(BaseModel):
        model_config = ConfigDict(str_strip_whitespace=True)

        name: str

    TypeAdapter(User).validate_python({"name": " Ada "})
