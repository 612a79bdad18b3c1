from tests.knowledge.form import Prose

ID = "2bddfbef4d75c417"
PROSE = Prose(
    documentation="`from_orm()` reads attributes of an object, which a model of Pydantic 2 allows only where its config says so.",
    trigger="Calling `Model.from_orm(obj)` on a model without `from_attributes=True`.",
    situations=(
        "Code for Pydantic 1 whose `class Config: orm_mode = True` was not carried over: the key has a new name and the "
        "old one is ignored with a warning."
    ),
    solutions=(
        "Set `model_config = ConfigDict(from_attributes=True)` and call `Model.model_validate(obj)`; `from_orm` is deprecated.",
        "For one call only: `Model.model_validate(obj, from_attributes=True)`.",
        "Nested models read attributes too: set it in each of them or in a common base class.",
    ),
    prevention=("Put `from_attributes=True` into the base class of all response models.",),
    tags=("pydantic", "orm", "from-attributes", "migration"),
    strategy="configuration",
    background="invalid-state",
)


class UserRow:
    def __init__(self, name: str) -> None:
        self.name = name


def before():
    from pydantic import BaseModel

    class User(BaseModel):
        name: str

    User.from_orm(UserRow(name="Ada"))


def after():
    from pydantic import BaseModel, ConfigDict

    class User(BaseModel):
        model_config = ConfigDict(from_attributes=True)

        name: str

    User.model_validate(UserRow(name="Ada"))
