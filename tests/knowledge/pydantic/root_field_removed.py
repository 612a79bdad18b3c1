from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "c3a3c406464c145c"
PROSE = Prose(
    documentation="A model whose data is no object, such as a list, was made with a field `__root__` in Pydantic 1. Version 2 has a class for it.",
    trigger="A model with an attribute `__root__`.",
    situations="Models of JSON whose top level is a list or a map, written for Pydantic 1 or made by an old code generator.",
    solutions=(
        "Derive from `RootModel[list[int]]` and read the value as `.root`.",
        "No class is needed: `TypeAdapter(list[int]).validate_python(data)`.",
        "Generated code: generate it again for Pydantic 2 (`datamodel-codegen --output-model-type pydantic_v2.BaseModel`).",
    ),
    tags=("pydantic", "pydantic-v2", "migration", "root-model"),
    strategy="configuration",
    background="deprecated-usage",
)


def before():
    class Scores(BaseModel):
        __root__: list[int] = []


def after():
    from pydantic import RootModel

    class Scores(RootModel[list[int]]):
        root: list[int] = []

    assert Scores.model_validate([1, 2]).root == [1, 2]
