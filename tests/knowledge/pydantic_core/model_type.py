from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "f7b67608fa9c9c29"
PROSE = Prose(
    documentation="A field (or the whole value) is a model, and what came is neither a dict nor an instance of that model.",
    trigger="Validating any other object for a model: an ORM row, a JSON text, a list, an instance of a class with the same name from elsewhere.",
    situations=(
        "`model_validate(response.text)`; SQLAlchemy rows without `from_attributes`; a module that is imported under two "
        "names, so that there are two classes; a model redefined in a notebook."
    ),
    solutions=(
        "`input_type=str`: it is JSON text: `Model.model_validate_json(text)`.",
        "`input_type` is an ORM or other class: set `ConfigDict(from_attributes=True)` in the model, nested ones included.",
        "`input_type` is the very model: it exists twice; import it by one path only (`app.models`, never `models` too), in a notebook create the objects anew.",
        "`input_type=list`: validate a list: `TypeAdapter(list[Model]).validate_python(data)`.",
    ),
    tags=("pydantic", "validation", "nested-model", "from-attributes", "json"),
    strategy="validation",
    background="wrong-type",
    message="Input should be a valid dictionary or instance of {class_name} [type=model_type, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:528 ErrorType::message_template_python ValidationError model_type",
)


class UserRow:
    def __init__(self, name: str) -> None:
        self.name = name


def before():
    class User(BaseModel):
        name: str

    User.model_validate(UserRow("Ada"))


def after():
    from pydantic import ConfigDict

    class User(BaseModel):
        model_config = ConfigDict(from_attributes=True)

        name: str

    User.model_validate(UserRow("Ada"))


def before_text():
    class User(BaseModel):
        name: str

    User.model_validate('{"name": "Ada"}')


def after_text():
    class User(BaseModel):
        name: str

    User.model_validate_json('{"name": "Ada"}')
