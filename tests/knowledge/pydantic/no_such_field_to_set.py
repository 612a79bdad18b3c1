from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "c4a751ca8759b2d6"
PROSE = Prose(
    documentation="A model takes assignments to its fields only. The attribute that is being set was not declared, so Pydantic refuses it.",
    trigger="`instance.name = value` where the model has no field, private attribute or property setter `name`, and `extra` is not 'allow'.",
    situations=(
        "A misspelt attribute; a result that should be kept on the object; a mock or monkeypatch in tests "
        "(`model.method = Mock()`)."
    ),
    solutions=(
        "Is the name spelt as in the class? Correct it.",
        "It belongs to the data: declare the field, `total: float | None = None`.",
        "It is internal: declare a private attribute, `_total: float = PrivateAttr(default=0.0)`, and set `self._total`.",
        "Any attribute should do: `model_config = ConfigDict(extra='allow')`.",
        "In a test: patch the class and not the instance: `monkeypatch.setattr(Order, 'send', fake)`.",
    ),
    prevention=("Run a type checker: it reports attributes that no model declares.",),
    tags=("pydantic", "attributes", "extra", "private-attributes"),
    strategy="type-guard",
    background="unknown-name",
)


def is_field(model: BaseModel, name: str) -> bool:
    return name in type(model).model_fields


GUARD = is_field


class Basket(BaseModel):
    total: float = 0.0


def good():
    return Basket(), "total"


def bad():
    return Basket(), "sum"


def before():
    class Order(BaseModel):
        price: float

    order = Order(price=9.5)
    order.discount = 0.1


def after():
    class Order(BaseModel):
        price: float
        discount: float = 0.0

    order = Order(price=9.5)
    order.discount = 0.1
