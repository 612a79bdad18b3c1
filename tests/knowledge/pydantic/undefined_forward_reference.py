from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "b0eefed696640554"
PROSE = Prose(
    documentation=(
        "A model was used before all names in its annotations existed. Pydantic put off building it when it met the "
        "unknown name, and now that it is needed the name is still not there."
    ),
    trigger=(
        "Creating an instance, validating or asking for the schema of a model with an annotation in quotes (or under "
        "`from __future__ import annotations`) whose class is defined later, elsewhere, or only under `TYPE_CHECKING`."
    ),
    situations=(
        "Two models in two files that refer to each other; an import moved under `if TYPE_CHECKING:` by a linter; a "
        "model defined inside a function."
    ),
    solutions=(
        "The class is imported under `TYPE_CHECKING` only: import it for real, in the module of the model.",
        (
            "The class stands below or in a module that imports this one: once both exist, call `Model.model_rebuild()`, "
            "for instance at the end of the package's `__init__.py`."
        ),
        "The name is misspelt or was renamed: correct it; the message names what could not be found.",
        "The class lives in a function or another namespace: `Model.model_rebuild(_types_namespace={'Name': Name})`.",
    ),
    prevention=(
        (
            "Tell the linter not to move imports that models need (ruff: `lint.flake8-type-checking.runtime-evaluated-"
            'base-classes = ["pydantic.BaseModel"]`).'
        ),
    ),
    tags=("pydantic", "forward-reference", "circular-import", "model-rebuild"),
    strategy="configuration",
    background="invalid-state",
)


def before():
    class Order(BaseModel):
        customer: "Customer"

    Order(customer={"name": "Ada"})

    class Customer(BaseModel):
        name: str


def after():
    class Order(BaseModel):
        customer: "Customer"

    class Customer(BaseModel):
        name: str

    Order.model_rebuild()
    Order(customer={"name": "Ada"})


def before_type_checking():
    from typing import TYPE_CHECKING

    if TYPE_CHECKING:
        from decimal import Decimal

    class Price(BaseModel):
        amount: "Decimal"

    Price(amount="9.99")


def after_type_checking():
    from decimal import Decimal

    class Price(BaseModel):
        amount: "Decimal"

    Price(amount="9.99")
