from tests.knowledge.form import Prose

ID = "4bdb395a8e42a869"
PROSE = Prose(
    documentation=(
        "Since version 2 `BaseSettings` is no part of Pydantic any more: it lives in a package of its own, "
        "`pydantic-settings`, with the same name."
    ),
    trigger="`from pydantic import BaseSettings` (or `pydantic.BaseSettings`) with Pydantic 2 or newer.",
    situations=(
        "Code written for Pydantic 1 whose requirement `pydantic` has no upper bound, so that a fresh install brought "
        "version 2; a tutorial from before 2023; a dependency of yours that was never moved."
    ),
    solutions=(
        (
            "Run `pip install pydantic-settings`, add it to your requirements, and write `from pydantic_settings import "
            "BaseSettings`. Settings are then configured with `model_config = SettingsConfigDict(env_file='.env')` in "
            "place of `class Config`."
        ),
        (
            "The import stands in a package that is not yours: update that package; where it has no release for "
            "Pydantic 2, install `pydantic<2`."
        ),
        "No time to move the code now: `from pydantic.v1 import BaseSettings` keeps the old behaviour on Python up to 3.13.",
    ),
    prevention=("Pin major versions in requirements: `pydantic>=2,<3`.",),
    tags=("pydantic", "settings", "pydantic-v2", "migration", "imports"),
    strategy="configuration",
    background="version-mismatch",
    message="`BaseSettings` has been moved to the `pydantic-settings` package. See {url} for more details.",
)


def before():
    from pydantic import BaseSettings

    class Settings(BaseSettings):
        debug: bool = False


def after():
    from pydantic_settings import BaseSettings

    class Settings(BaseSettings):
        debug: bool = False

    Settings()
