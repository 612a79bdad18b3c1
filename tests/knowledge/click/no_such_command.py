import click

from tests.knowledge.form import Prose

ID = "c5343a0807ecfaa6"
PROSE = Prose(
    documentation="The group has no command of that name.",
    trigger="The first word behind a group is not the name of one of its commands.",
    situations="A function `build_all` is called `build-all` on the command line; a plugin or module with the command that is not imported or installed; an older version.",
    solutions=(
        "Ask `--help` for the commands that are there.",
        "Underscores become dashes: `tool build-all`.",
        "Its module is never imported: import it where the group is put together, and `tool.add_command(build)`.",
        "A plugin: is it installed in the same environment as the program?",
    ),
    tags=("click", "command-line", "commands", "groups"),
    strategy="validation",
    background="unknown-name",
    site="click/core.py Group.resolve_command",
    message="No such command {name!r}.",
)


@click.group()
def tool():
    pass


@tool.command()
def build_all():
    click.echo("built")


def before():
    tool(["build_all"])


def after():
    tool(["build-all"])
