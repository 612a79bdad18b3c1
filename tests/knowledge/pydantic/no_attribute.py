from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "b7cd07a717e06240"
PROSE = Prose(
    documentation=(
        "The instance has no field, method or extra value of that name. With models this is mostly a name from "
        "Pydantic 1, an alias in place of the field's name, or a value that is not the model that you think it is."
    ),
    trigger="Reading `instance.name` where neither the class nor the data has `name`.",
    situations=(
        "A list, a page object or another model in a variable; private attributes read before "
        "`super().__init__()` ran; data that has the key only sometimes."
    ),
    solutions=(
        "Print `type(value)` and `type(value).model_fields`: is it the model that you expect, and is the field called so there?",
        "The field has an alias: Python code reads the name of the attribute, not the alias.",
        "In your own `__init__`: call `super().__init__(**data)` before you touch `self`.",
        "The key is there only sometimes: declare it with a default, `note: str | None = None`.",
    ),
    prevention=("Run a type checker over code that uses models.",),
    tags=("pydantic", "attributes", "alias", "attribute-error"),
    strategy="type-guard",
    background="unknown-name",
)


def before():
    from pydantic import Field

    class Person(BaseModel):
        full_name: str = Field(alias="fullName")

    person = Person(fullName="Ada Lovelace")
    print(person.fullName)


def after():
    from pydantic import Field

    class Person(BaseModel):
        full_name: str = Field(alias="fullName")

    person = Person(fullName="Ada Lovelace")
    print(person.full_name)
