from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "adf1c3f567c0e85e"
PROSE = Prose(
    documentation=(
        "Something in the class body has a value and no type. Pydantic cannot tell whether it was meant as a field, as a "
        "constant of the class or as something to leave alone, and asks."
    ),
    trigger="Defining a model with `name = value` in its body, where the value is no function, property or nested class.",
    situations=(
        "A default without its annotation; a subclass that overrides a field's default only; an object that another "
        "library puts into classes (a descriptor, a manager, a relationship)."
    ),
    solutions=(
        "It is a field, also one that a parent has: repeat the annotation: `retries: int = 3`.",
        "It is a constant of the class: `LIMIT: ClassVar[int] = 3`.",
        "It is for internal use: give the name a leading underscore, which makes it a private attribute.",
        "It is an object of a certain library: `model_config = ConfigDict(ignored_types=(ThatClass,))`.",
    ),
    prevention=("Let a type checker or ruff's RUF012 look at class attributes.",),
    tags=("pydantic", "annotations", "model-definition", "fields"),
    strategy="configuration",
    background="missing-argument",
)


def before():
    class Job(BaseModel):
        retries = 3


def after():
    class Job(BaseModel):
        retries: int = 3

    Job()


def before_constant():
    class Job(BaseModel):
        name: str
        LIMITS = {"cpu": 4}


def after_constant():
    from typing import ClassVar

    class Job(BaseModel):
        name: str
        LIMITS: ClassVar[dict[str, int]] = {"cpu": 4}

    Job(name="nightly")
