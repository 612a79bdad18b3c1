from tests.knowledge.form import Prose

ID = "1a96e79828e565d2"
PROSE = Prose(
    documentation="Two migrations follow the same one, so there are two ends, and `head` means neither. Usually two branches in git each added a migration.",
    trigger="`alembic upgrade head`, or a new revision, while the folder has more than one head.",
    situations="Two pull requests merged one after the other; a migration copied with its `down_revision`.",
    solutions=(
        "See them: `alembic heads`. Join them: `alembic merge -m 'merge' heads`, then `alembic upgrade head`.",
        "One of them has run nowhere yet: set its `down_revision` to the id of the other, which keeps the line straight.",
        "They are meant to be separate: `alembic upgrade heads`.",
    ),
    prevention=("Let CI fail when `alembic heads` prints more than one line.",),
    tags=("alembic", "migrations", "heads", "merge", "git"),
    strategy="configuration",
    background="invalid-state",
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
    command.revision(config, "users", head="base")
    command.revision(config, "orders", head="base")

    command.upgrade(config, "head", sql=True)


def after():
    command, config = set_up()  # a new folder of migrations
    command.revision(config, "users", head="base")
    command.revision(config, "orders", head="base")

    command.merge(config, "heads", "merge")
    command.upgrade(config, "head", sql=True)
