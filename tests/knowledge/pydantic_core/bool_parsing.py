from tests.knowledge.form import Prose

ID = "31814ecabc7b27e2"
PROSE = Prose(
    documentation="A text should say yes or no, and Pydantic does not know the word. It takes true, t, yes, y, on, 1 and false, f, no, n, off, 0, in any case.",
    trigger="Validating any other string for a `bool` field, an empty one or one with spaces included.",
    situations="`DEBUG=` or `DEBUG='true ' # comment` in an environment file; 'enabled'; a log level in the variable that was a switch before.",
    solutions=(
        "Correct the value: `true` or `false`, without quotes, spaces and comments behind it.",
        "Empty should mean unset: in settings use `env_ignore_empty=True` in the config.",
        "Other words are in use: `Annotated[bool, BeforeValidator(lambda v: {'enabled': True, 'disabled': False}.get(v, v))]`.",
        "It is no switch: use `str` or an enum.",
    ),
    tags=("pydantic", "validation", "boolean", "settings", "environment-variables"),
    strategy="validation",
    background="parse-failure",
    message="Input should be a valid boolean, unable to interpret input [type=bool_parsing, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:571 ErrorType::message_template_python ValidationError bool_parsing",
)


def before():
    import os

    from pydantic_settings import BaseSettings

    os.environ["DEBUG"] = ""

    class Settings(BaseSettings):
        debug: bool = False

    Settings()


def after():
    import os

    from pydantic_settings import BaseSettings, SettingsConfigDict

    os.environ["DEBUG"] = ""

    class Settings(BaseSettings):
        model_config = SettingsConfigDict(env_ignore_empty=True)

        debug: bool = False

    Settings()
