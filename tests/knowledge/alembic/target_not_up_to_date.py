from pathlib import Path

from tests.knowledge.form import Prose

ID = "1044381fa8a19c89"
PROSE = Prose(
    documentation="A new migration is made from the difference between models and database, and the database has not run all migrations that exist. They would be written once more.",
    trigger="`alembic revision --autogenerate` while the database is behind head.",
    situations="A colleague's migration that did not run here; the last one was generated and not run; the wrong database.",
    solutions=(
        "Run what is there first: `alembic upgrade head`, then make the new one.",
        "The last one is wrong and ran nowhere: delete its file and generate again.",
        "The tables are there, made by `create_all()`: `alembic stamp head`.",
        "Compare `alembic current` with `alembic heads`; the wrong database shows there.",
    ),
    tags=("alembic", "migrations", "autogenerate", "revision"),
    strategy="configuration",
    background="invalid-state",
)


def set_up():
    from alembic import command
    from alembic.config import Config

    config = Config("alembic.ini")
    config.set_main_option("script_location", "migrations")
    command.init(config, "migrations")
    env = Path("migrations/env.py")
    env.write_text(
        env.read_text().replace(
            "target_metadata = None", "from sqlalchemy import MetaData\ntarget_metadata = MetaData()"
        )
    )
    config = Config()
    config.set_main_option("script_location", "migrations")
    config.set_main_option("sqlalchemy.url", "sqlite:///shop.db")
    return command, config


def before():
    command, config = set_up()  # a new folder of migrations
    command.revision(config, "users")

    command.revision(config, "orders", autogenerate=True)


def after():
    command, config = set_up()  # a new folder of migrations
    command.revision(config, "users")

    command.upgrade(config, "head")
    command.revision(config, "orders", autogenerate=True)
