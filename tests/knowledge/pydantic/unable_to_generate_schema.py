from pydantic import BaseModel, ConfigDict

from tests.knowledge.form import Prose

ID = "e559bb79a4ed73dd"
PROSE = Prose(
    documentation=(
        "A field is annotated with a class that Pydantic does not know how to validate. It knows the standard types, "
        "models, dataclasses and types that describe themselves to it; any other class it refuses when the model is "
        "defined, before a single value is seen."
    ),
    trigger=(
        "Defining a model, dataclass, TypeAdapter or FastAPI route whose annotation is a plain class (a database "
        "session, a DataFrame, a client object) or a value that is no type at all, such as an instance or a function."
    ),
    situations=(
        "A SQLAlchemy session or an ORM class as a field; a FastAPI parameter that lacks Depends(); `any` or `callable` "
        "in lower case in place of `Any` and `Callable`."
    ),
    solutions=(
        (
            "Read the type in the message first. `<built-in function any>` or `callable`: write `typing.Any` or "
            "`collections.abc.Callable`. An instance: annotate with its class."
        ),
        (
            "A class of yours or of a library that should be taken as it is: set `model_config = "
            "ConfigDict(arbitrary_types_allowed=True)`; Pydantic then only checks isinstance()."
        ),
        "A class that is really data: make it a Pydantic model or a dataclass, or put a model beside it and convert.",
        (
            "In a FastAPI route: give the parameter `Depends(...)` if it is a dependency, and take database classes out of "
            "annotations and `response_model`."
        ),
        "A class that should validate from raw values: give it `__get_pydantic_core_schema__`.",
    ),
    prevention=("Keep models for data; hand sessions and clients around outside of them.",),
    tags=("pydantic", "annotations", "arbitrary-types", "model-definition"),
    strategy="configuration",
    background="wrong-type",
)


class Session:
    """Stands for a class that Pydantic knows nothing about."""


def before():
    class Job(BaseModel):
        session: Session


def after():
    class Job(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True)

        session: Session

    Job(session=Session())


def before_lower_case_any():
    class Job(BaseModel):
        payload: any


def after_lower_case_any():
    from typing import Any

    class Job(BaseModel):
        payload: Any
