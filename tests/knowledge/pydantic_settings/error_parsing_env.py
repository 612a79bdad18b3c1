import os

from tests.knowledge.form import Prose

ID = "40c94d524ab4ff6c"
PROSE = Prose(
    documentation=(
        "A setting that is a list, dict or model is read from its environment variable as JSON, and the variable holds "
        "something else. The message names the field and where the value came from."
    ),
    trigger="Creating a `BaseSettings` with such a field while its variable or `.env` entry is no valid JSON, an empty one included.",
    situations="`ALLOWED_HOSTS=a.example,b.example`; a list in single quotes; an empty `CORS_ORIGINS=`; Docker or a shell that took the quotes away.",
    solutions=(
        'Write JSON into the variable: `ALLOWED_HOSTS=\'["a.example", "b.example"]\'`.',
        "Keep the commas: annotate `Annotated[list[str], NoDecode]` and split the text in a `@field_validator(..., mode='before')`.",
        "The variable is empty: unset it, or set `env_ignore_empty=True` in the config.",
        "A nested model: set its parts one by one with `env_nested_delimiter='__'`: `DB__HOST=...`.",
    ),
    prevention=("Keep a `.env.example` with one value of each kind.",),
    tags=("pydantic-settings", "environment-variables", "json", "list", "env-file"),
    strategy="configuration",
    background="parse-failure",
)


def before():
    from pydantic_settings import BaseSettings

    os.environ["ALLOWED_HOSTS"] = "a.example,b.example"

    class Settings(BaseSettings):
        allowed_hosts: list[str]

    Settings()


def after():
    from typing import Annotated

    from pydantic import field_validator
    from pydantic_settings import BaseSettings, NoDecode

    os.environ["ALLOWED_HOSTS"] = "a.example,b.example"

    class Settings(BaseSettings):
        allowed_hosts: Annotated[list[str], NoDecode]

        @field_validator("allowed_hosts", mode="before")
        @classmethod
        def split(cls, value):
            return value.split(",") if isinstance(value, str) else value

    assert Settings().allowed_hosts == ["a.example", "b.example"]


def before_empty():
    from pydantic_settings import BaseSettings

    os.environ["ALLOWED_HOSTS"] = ""

    class Settings(BaseSettings):
        allowed_hosts: list[str] = []

    Settings()


def after_empty():
    from pydantic_settings import BaseSettings, SettingsConfigDict

    os.environ["ALLOWED_HOSTS"] = ""

    class Settings(BaseSettings):
        model_config = SettingsConfigDict(env_ignore_empty=True)

        allowed_hosts: list[str] = []

    Settings()
