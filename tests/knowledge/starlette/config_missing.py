from tests.knowledge.form import Prose

ID = "dc53ce4f4252e614"
PROSE = Prose(
    documentation="A setting is in neither the environment nor the configuration file, and no default was given for it.",
    trigger="`config('NAME')` of `starlette.config.Config` without a default, where nothing sets NAME.",
    situations="A `.env` file that is not where `Config('.env')` looks, the current folder; a container without that variable; a misspelt name.",
    solutions=(
        "Set the variable, or add it to the file that `Config(...)` names.",
        "The file is not found: name it from the module: `Config(Path(__file__).parent / '.env')`.",
        "It may be missing: give a default: `config('DEBUG', cast=bool, default=False)`.",
    ),
    tags=("starlette", "configuration", "environment-variables", "env-file"),
    strategy="configuration",
    background="missing-argument",
)


def before():
    from starlette.config import Config

    config = Config()
    debug = config("DEBUG", cast=bool)


def after():
    from starlette.config import Config

    config = Config()
    debug = config("DEBUG", cast=bool, default=False)
