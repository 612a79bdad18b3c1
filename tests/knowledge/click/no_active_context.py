import click

from tests.knowledge.form import Prose

ID = "1375d086cc995c69"
PROSE = Prose(
    documentation="Click keeps what belongs to the running command in a context, and no command is running here.",
    trigger="`click.get_current_context()`, or a function with `@click.pass_context`, called outside of a command.",
    situations="Calling a command's helper from a test or another program; work in another thread, which has no context.",
    solutions=(
        "Ask for it where it may be missing: `click.get_current_context(silent=True)`, and deal with None.",
        "In a test use `CliRunner().invoke(command, [...])`, or `with click.Context(command):` round the call.",
        "In a thread: fetch the values before and pass them on, or enter the context there: `with context:`.",
    ),
    tags=("click", "context", "testing", "threads"),
    strategy="type-guard",
    background="invalid-state",
    site="click/globals.py get_current_context",
)


def before():
    def is_verbose():
        return click.get_current_context().obj["verbose"]

    is_verbose()


def after():
    def is_verbose():
        context = click.get_current_context(silent=True)
        return context is not None and context.obj["verbose"]

    is_verbose()
