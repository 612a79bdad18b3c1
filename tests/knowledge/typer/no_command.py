import typer

from tests.knowledge.form import Prose

ID = "44cf0c4c501f3dcd"
PROSE = Prose(
    documentation="The Typer application has neither a command nor a callback, so there is nothing to run.",
    trigger="Running `app()` when no `@app.command()` or `@app.callback()` was registered on it.",
    situations="The modules with the commands are not imported; commands were added to another Typer object of the same name; an application made of `add_typer` calls whose parts are empty.",
    solutions=(
        "Import the modules with commands before `app()` runs.",
        "Two objects: import the one that the commands use, do not make another.",
        "There is one function only: `typer.run(main)`.",
    ),
    tags=("typer", "command-line", "commands", "imports"),
    strategy="configuration",
    background="missing-argument",
)


def before():
    app = typer.Typer()
    app([])


def after():
    app = typer.Typer()

    @app.command()
    def main():
        print("hello")

    app([], standalone_mode=False)
