from tests.knowledge.form import Prose

ID = "4543ee652bed711e"
PROSE = Prose(
    documentation=(
        "The data has a key that the model does not declare, and the model is set to refuse such keys. For settings classes "
        "refusing is the default."
    ),
    trigger="Validating data with an unknown key where `extra='forbid'` holds; any `BaseSettings` whose `.env` file has a variable without a field.",
    situations=(
        "A `.env` file shared by several programs, or with variables for Docker and the shell; a misspelt option; an API "
        "that started to send one field more."
    ),
    solutions=(
        "The key is misspelt: the line above names it; correct it in the data or the file.",
        "Settings and a shared `.env`: `model_config = SettingsConfigDict(env_file='.env', extra='ignore')`.",
        "The key belongs to the model: declare a field for it.",
        "Data from elsewhere may grow: set `extra='ignore'` for models of other people's data.",
    ),
    prevention=("Give settings an `env_prefix`; variables without it are then none of theirs.",),
    tags=("pydantic", "validation", "extra", "settings", "env-file"),
    strategy="configuration",
    background="unknown-name",
    message="Extra inputs are not permitted [type=extra_forbidden, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:525 ErrorType::message_template_python ValidationError extra_forbidden",
)


def before():
    from pathlib import Path

    from pydantic_settings import BaseSettings, SettingsConfigDict

    Path(".env").write_text("DEBUG=true\nCOMPOSE_PROJECT_NAME=shop\n")

    class Settings(BaseSettings):
        model_config = SettingsConfigDict(env_file=".env")

        debug: bool = False

    Settings()


def after():
    from pathlib import Path

    from pydantic_settings import BaseSettings, SettingsConfigDict

    Path(".env").write_text("DEBUG=true\nCOMPOSE_PROJECT_NAME=shop\n")

    class Settings(BaseSettings):
        model_config = SettingsConfigDict(env_file=".env", extra="ignore")

        debug: bool = False

    Settings()


def before_misspelt():
    from pydantic import BaseModel, ConfigDict

    class Options(BaseModel):
        model_config = ConfigDict(extra="forbid")

        retries: int = 3

    Options(retires=5)


def after_misspelt():
    from pydantic import BaseModel, ConfigDict

    class Options(BaseModel):
        model_config = ConfigDict(extra="forbid")

        retries: int = 3

    Options(retries=5)
