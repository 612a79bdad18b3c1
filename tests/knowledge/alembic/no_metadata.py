from pathlib import Path

from tests.knowledge.form import Prose

ID = "e731820ea9b3695a"
PROSE = Prose(
    documentation="To compare models with the database Alembic needs the models' MetaData, and `env.py` still has the None that it was made with.",
    trigger="`alembic revision --autogenerate` or `alembic check` where `target_metadata` in `env.py` is None.",
    situations="A fresh `alembic init`.",
    solutions=(
        "In `env.py`: `from shop.models import Base` and `target_metadata = Base.metadata`; with SQLModel `SQLModel.metadata`.",
        "Import every module that defines models there, or their tables are missing and autogenerate drops them.",
        "The import fails: add `prepend_sys_path = .` to `alembic.ini`.",
    ),
    tags=("alembic", "migrations", "autogenerate", "metadata"),
    strategy="configuration",
    background="missing-argument",
)


def set_up():
    from alembic import command
    from alembic.config import Config

    config = Config("alembic.ini")
    config.set_main_option("script_location", "migrations")
    command.init(config, "migrations")
    config = Config()
    config.set_main_option("script_location", "migrations")
    config.set_main_option("sqlalchemy.url", "sqlite:///shop.db")
    return command, config


def before():
    command, config = set_up()  # a new folder of migrations
    command.revision(config, "users", autogenerate=True)


def after():
    command, config = set_up()  # a new folder of migrations
    env = Path("migrations/env.py")
    text = env.read_text()
    text = text.replace(
        "target_metadata = None", "from sqlalchemy import MetaData\ntarget_metadata = MetaData()"
    )
    env.write_text(text)
    command.revision(config, "users", autogenerate=True)
