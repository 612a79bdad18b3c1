from tests.knowledge.form import Prose

ID = "a966e019c7fedb64"
PROSE = Prose(
    documentation="Alembic read a configuration without the one entry that it cannot do without: where the migrations are. Mostly it read no file at all, for there is no `alembic.ini` in this folder.",
    trigger="Any alembic command where `alembic.ini` is missing, has no `[alembic]` section or no `script_location`.",
    situations="The command was started in another folder; a container without the file; a `Config()` made in code.",
    solutions=(
        "Start it where `alembic.ini` lies, or name it: `alembic -c path/to/alembic.ini upgrade head`.",
        "In an image: copy `alembic.ini` and the folder with the migrations.",
        "In code: `config = Config('alembic.ini')`, or `config.set_main_option('script_location', 'migrations')`.",
        "There are no migrations yet: `alembic init migrations`.",
    ),
    tags=("alembic", "configuration", "migrations", "docker"),
    strategy="configuration",
    background="file-not-found",
)


def before():
    from alembic import command
    from alembic.config import Config

    command.history(Config())


def after():
    from alembic import command
    from alembic.config import Config

    config = Config("alembic.ini")
    config.set_main_option("script_location", "migrations")
    command.init(config, "migrations")
    command.history(config)
