from pydantic import BaseModel, ConfigDict

from tests.knowledge.form import Prose

ID = "6135a1f08a8af7b5"
PROSE = Prose(
    documentation="The model is frozen: its instances do not change once they are made, which is what makes them usable as keys and in sets.",
    trigger="Assigning to or deleting an attribute of a model with `frozen=True` in its config.",
    situations="Code that corrects a value after loading; a settings object that tests want to change.",
    solutions=(
        "Make a changed copy: `order = order.model_copy(update={'state': 'closed'})`. The new values are not validated.",
        "Validated too: `Order.model_validate(order.model_dump() | {'state': 'closed'})`.",
        "It should change: take `frozen=True` away, from the parent class too.",
        "A test: replace the object where it is used, with monkeypatch, and not its attribute.",
    ),
    tags=("pydantic", "frozen", "immutable", "model-copy"),
    strategy="validation",
    background="invalid-state",
    message="Instance is frozen [type=frozen_instance, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:524 ErrorType::message_template_python ValidationError frozen_instance",
)


def before():
    class Order(BaseModel):
        model_config = ConfigDict(frozen=True)

        state: str

    order = Order(state="open")
    order.state = "closed"


def after():
    class Order(BaseModel):
        model_config = ConfigDict(frozen=True)

        state: str

    order = Order(state="open")
    order = order.model_copy(update={"state": "closed"})
