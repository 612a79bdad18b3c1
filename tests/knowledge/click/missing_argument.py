import click

from tests.knowledge.form import Prose

ID = "4dbec8d19b1a04b9"
PROSE = Prose(
    documentation="The command needs a value that was not given on the command line.",
    trigger="Calling a command without one of its arguments. Arguments are required unless declared otherwise.",
    situations="A shell variable that is empty and not in quotes, so that nothing is left of it; a CI job without its parameter; calling the function of the command in Python.",
    solutions=(
        "Give it: the usage line above shows the order.",
        "It comes from a variable: print it; put it into quotes, then an empty one is at least seen.",
        "It should be optional: `@click.argument('name', required=False)`, or an option with a default.",
        "The command is called from Python: call its function, `main.callback(...)`, or `main(['value'])`.",
    ),
    tags=("click", "command-line", "arguments"),
    strategy="validation",
    background="missing-argument",
    message="Missing argument '{name}'.",
    place="click/core.py:2665 Parameter.process_value MissingParameter -",
)


@click.command()
@click.argument("name")
def greet(name):
    click.echo(f"Hello {name}")


def before():
    greet([])


def after():
    greet(["Ada"])
