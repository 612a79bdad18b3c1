import click

from tests.knowledge.form import Prose

ID = "2aaf09c0c644dd7e"
PROSE = Prose(
    documentation="The command has no option of that name. With several commands in one program each has its own, and the place on the line decides whose it is.",
    trigger="An option on the command line that neither the command nor, before its name, the group declares.",
    situations="An option of the group written behind the command's name; one of another version; a value that begins with a dash, such as a negative number.",
    solutions=(
        "Ask `COMMAND --help` for this very command; click suggests names that are close.",
        "An option of the group stands before the command: `tool --verbose build`.",
        "The text is a value: put `--` before it, or write `--name=-5`.",
        "Unknown ones should be passed on to another program: `context_settings={'ignore_unknown_options': True}` with `click.argument('args', nargs=-1, type=click.UNPROCESSED)`.",
    ),
    tags=("click", "command-line", "options", "arguments"),
    strategy="validation",
    background="unknown-name",
    site="click/parser.py _OptionParser._match_long_opt",
)


@click.group()
@click.option("--verbose", is_flag=True)
def tool(verbose):
    pass


@tool.command()
def build():
    click.echo("built")


def before():
    tool(["build", "--verbose"])


def after():
    tool(["--verbose", "build"])
