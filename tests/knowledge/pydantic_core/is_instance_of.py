from pydantic import BaseModel, ConfigDict

from tests.knowledge.form import Prose

ID = "7ff50621953388f1"
PROSE = Prose(
    documentation="The field takes instances of one class only, and this value is of another. There is no conversion: Pydantic does not know how such an object is made.",
    trigger="A field of an arbitrary class (`arbitrary_types_allowed`) or `InstanceOf[...]` that gets anything else.",
    situations=(
        "A configuration value in place of the object; a client, session or model from a second copy of its package; a "
        "mock in a test; LangChain-like libraries that mix models of `pydantic` and `pydantic.v1`."
    ),
    solutions=(
        "Pass an instance: build it from the value first.",
        "A mock: make it with `Mock(spec=TheClass)`, which passes isinstance().",
        "The type looks right in the message: compare `type(value).__module__` with the import in the model; use one of them everywhere.",
        "Only the interface matters: annotate a runtime-checkable Protocol, or `Any`.",
    ),
    tags=("pydantic", "validation", "arbitrary-types", "isinstance", "mocking"),
    strategy="type-guard",
    background="wrong-type",
    message="Input should be an instance of {class} [type=is_instance_of, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:610 ErrorType::message_template_python ValidationError is_instance_of",
)


class Client:
    def send(self) -> None:
        """Stands for a client that Pydantic knows nothing about."""


def before():
    from unittest.mock import Mock

    class Job(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True)

        client: Client

    Job(client=Mock())


def after():
    from unittest.mock import Mock

    class Job(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True)

        client: Client

    Job(client=Mock(spec=Client))
