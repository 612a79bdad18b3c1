from tests.knowledge.form import Prose

ID = "ea2daf2285cb50a2"
PROSE = Prose(
    documentation="The configuration names a folder for the migrations that does not exist. A relative name counts from where the command was started.",
    trigger="Any alembic command whose `script_location` leads nowhere.",
    situations="The command was started in another folder; the folder is not in the image; it was renamed.",
    solutions=(
        "Make it independent of the current folder: `script_location = %(here)s/migrations` in `alembic.ini`.",
        "In code: `config.set_main_option('script_location', str(Path(__file__).parent / 'migrations'))`.",
        "It was never made: `alembic init migrations`.",
    ),
    tags=("alembic", "configuration", "migrations", "paths"),
    strategy="configuration",
    background="file-not-found",
)


def before():
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "migrations")
    command.history(config)


def after():
    from pathlib import Path

    from alembic import command
    from alembic.config import Config

    config = Config("alembic.ini")
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    command.init(config, str(folder))
    command.history(config)
