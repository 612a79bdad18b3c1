import click

from tests.knowledge.form import Prose

ID = "c5bd770b2536fcda"
PROSE = Prose(
    documentation="The option takes certain values only, the message lists them, and this is none of them. Case counts unless the program says otherwise.",
    trigger="A value for `click.Choice([...])` that is not in the list.",
    situations="Another case; an abbreviation; a value of a newer version.",
    solutions=(
        "Use one of the list, spelt like there.",
        "The program is yours and case should not count: `click.Choice([...], case_sensitive=False)`.",
        "The value comes from a variable: print it; line breaks and spaces count too.",
    ),
    tags=("click", "command-line", "options", "choice"),
    strategy="validation",
    background="invalid-argument-value",
    message="Invalid value for '{parameter}': {value!r} is not one of {choices}.",
    site="click/types.py Choice.convert",
    several=True,
)


def before():
    @click.command()
    @click.option("--level", type=click.Choice(["debug", "info"]))
    def run(level):
        click.echo(level)

    run(["--level", "INFO"])


def after():
    @click.command()
    @click.option("--level", type=click.Choice(["debug", "info"], case_sensitive=False))
    def run(level):
        click.echo(level)

    run(["--level", "INFO"])
