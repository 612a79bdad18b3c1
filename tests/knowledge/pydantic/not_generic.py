from typing import Generic, TypeVar

from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "b2e08a201696623b"
T = TypeVar("T")
PROSE = Prose(
    documentation="Square brackets behind a model fill in its type parameters, and this model has none.",
    trigger="`Model[int]` where the class does not derive from `Generic[...]` (or `class Model[T]` on Python 3.12).",
    situations="`Page[User]` where `Page` is a plain model; `GenericModel` of Pydantic 1 replaced by `BaseModel` alone.",
    solutions=(
        "Make it generic: `class Page(BaseModel, Generic[T])` with `T = TypeVar('T')`, and use T in its fields.",
        "On Python 3.12 and newer: `class Page[T](BaseModel)`.",
        "A list was meant: write `list[User]`.",
    ),
    tags=("pydantic", "generics", "type-parameters"),
    strategy="configuration",
    background="wrong-type",
)


def before():
    class Page(BaseModel):
        items: list[T]

    Page[int](items=[1])


def after():
    class Page(BaseModel, Generic[T]):
        items: list[T]

    Page[int](items=[1])
