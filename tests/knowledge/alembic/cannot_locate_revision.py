from pathlib import Path

from tests.knowledge.form import Prose

ID = "57386801e5d547ab"
PROSE = Prose(
    documentation="The database says that it stands at a revision, and no file in the folder of migrations has this id. The file is missing here, or the database belongs to another state of the code.",
    trigger="A command that starts from the database's revision (`upgrade`, `current`, `revision --autogenerate`) or from one that you named, which no file has.",
    situations=(
        "Another branch in git whose migration ran on this database; a migration that was deleted or made again with a new id; an image "
        "older than the database; a shared development database."
    ),
    solutions=(
        "Find the file: `git log --all -- 'migrations/versions/*ID*'`, and bring it back or check out that branch.",
        "Deploying: the image is older than the database; deploy the newer one.",
        "A development database: make it anew, or mark it as standing at a revision that exists: `alembic stamp --purge head`, when its tables are as of head.",
        "You named it yourself: use an id of `alembic history`.",
    ),
    prevention=("Never delete a migration that has run anywhere; downgrade first.",),
    tags=("alembic", "migrations", "revision", "git", "stamp"),
    strategy="configuration",
    background="unknown-name",
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
            "target_metadata = None",
            "target_metadata = None\nconfig.set_main_option('sqlalchemy.url', 'sqlite:///shop.db')",
        )
    )
    config = Config()
    config.set_main_option("script_location", "migrations")
    config.set_main_option("sqlalchemy.url", "sqlite:///shop.db")
    return command, config


def before():
    command, config = set_up()  # a new folder of migrations
    revision = command.revision(config, "users")
    command.upgrade(config, "head")
    Path(revision.path).unlink()

    command.upgrade(config, "head")


def after():
    command, config = set_up()  # a new folder of migrations
    revision = command.revision(config, "users")
    command.upgrade(config, "head")
    Path(revision.path).unlink()

    command.stamp(config, "base", purge=True)
    command.upgrade(config, "head")
