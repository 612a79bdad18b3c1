from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "d1d9fb6785f0c3e7"
PROSE = Prose(
    documentation=(
        "A field without a default got no value. The line above names the field by its path in the data, and "
        "`input_value` shows the object in which it was looked for."
    ),
    trigger="Validating data in which the key of a required field is missing: creating a model, `model_validate`, a FastAPI request or response, reading settings.",
    situations=(
        "Keys in another case than the fields (`userName`, `user_name`); data one level deeper than expected; a settings "
        "class whose environment variable is not set; `Optional[str]` without a default, which is still required since Pydantic 2."
    ),
    solutions=(
        "Compare the keys in `input_value` with the field: spelt otherwise means an alias: `Field(alias='userName')`, or `alias_generator=to_camel` for all.",
        "The value may be absent: give a default. `name: str | None` alone is required since Pydantic 2; write `name: str | None = None`.",
        "`input_value` is the outer object: pick the part that you mean, `Model.model_validate(data['user'])`.",
        "The model has an alias and you pass the Python name: set `validate_by_name=True` in its config.",
        "In settings: set the environment variable that the field is read from, prefix included, or point `env_file` to the right file (it is looked for from the current folder).",
    ),
    prevention=("Write defaults where the data allows them, and test with the smallest valid input.",),
    tags=("pydantic", "validation", "required-field", "alias", "settings"),
    strategy="validation",
    background="missing-argument",
    message="Field required [type=missing, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:522 ErrorType::message_template_python ValidationError missing",
)


def before():
    class User(BaseModel):
        name: str
        nickname: str | None

    User.model_validate({"name": "Ada"})


def after():
    class User(BaseModel):
        name: str
        nickname: str | None = None

    User.model_validate({"name": "Ada"})


def before_alias():
    class User(BaseModel):
        user_name: str

    User.model_validate({"userName": "ada"})


def after_alias():
    from pydantic import ConfigDict
    from pydantic.alias_generators import to_camel

    class User(BaseModel):
        model_config = ConfigDict(alias_generator=to_camel)

        user_name: str

    User.model_validate({"userName": "ada"})
