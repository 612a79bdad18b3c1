import typer

from tests.knowledge.form import Prose

ID = "bd724199e6d2cd33"
PROSE = Prose(
    documentation="A value on the command line is a text that Typer turns into one type, and this parameter may be two.",
    trigger="A parameter annotated `int | str`, `Path | str` and the like. One type or None is fine.",
    situations="A function that was written for Python callers and made a command.",
    solutions=(
        "Take the widest type, `str`, and convert in the function.",
        "Only 'or nothing' was meant: `int | None = None`.",
        "Keep the function for Python, and write a small command that calls it.",
    ),
    tags=("typer", "command-line", "annotations", "union"),
    strategy="configuration",
    background="wrong-type",
)


def before():
    app = typer.Typer()

    @app.command()
    def show(key: int | str):
        print(key)

    app(["7"])


def after():
    app = typer.Typer()

    @app.command()
    def show(key: str):
        print(key)

    app(["7"], standalone_mode=False)
