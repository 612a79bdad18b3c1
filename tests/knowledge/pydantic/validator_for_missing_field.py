from pydantic import BaseModel, field_validator

from tests.knowledge.form import Prose

ID = "e17341c613cb3c38"
PROSE = Prose(
    documentation=(
        "A validator or serializer names a field that the model does not have. Pydantic checks this when the class is "
        "defined, so that a misspelt name does not turn a check off silently."
    ),
    trigger="`@field_validator('name')` or `@field_serializer('name')` in a class where neither it nor a parent has a field `name`.",
    situations=(
        "A field was renamed and its validator was not; a mixin that holds only validators; a field without an "
        "annotation, which is no field; the alias given in place of the field's name."
    ),
    solutions=(
        "Compare the names: the message has the class and the method; use the name of the attribute, not its alias.",
        "The field exists but has no annotation: write `size: int = 3`, not `size = 3`.",
        "A mixin or base class whose subclasses bring the field: pass `check_fields=False` to the decorator.",
    ),
    prevention=("Rename fields with the editor's rename, and let a test define every model.",),
    tags=("pydantic", "validators", "model-definition", "fields"),
    strategy="configuration",
    background="unknown-name",
)


def before():
    class User(BaseModel):
        email: str

        @field_validator("mail")
        @classmethod
        def lower(cls, value):
            return value.lower()


def after():
    class User(BaseModel):
        email: str

        @field_validator("email")
        @classmethod
        def lower(cls, value):
            return value.lower()

    User(email="Ada@example.org")


def before_mixin():
    class Lowered(BaseModel):
        @field_validator("email")
        @classmethod
        def lower(cls, value):
            return value.lower()


def after_mixin():
    class Lowered(BaseModel):
        @field_validator("email", check_fields=False)
        @classmethod
        def lower(cls, value):
            return value.lower()

    class User(Lowered):
        email: str

    assert User(email="Ada@example.org").email == "ada@example.org"
