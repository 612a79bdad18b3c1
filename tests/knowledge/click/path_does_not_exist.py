import click

from tests.knowledge.form import Prose

ID = "a1e07d9fe1e26094"
PROSE = Prose(
    documentation="The command wants a file or folder that exists, and there is none at this path, counted from the current folder.",
    trigger="A value for `click.Path(exists=True)` or `click.File()` that leads nowhere.",
    situations="The command runs in another folder or container; a wildcard in quotes; `~` in quotes, which only the shell replaces.",
    solutions=(
        "Check from where it runs: `pwd; ls -l PATH`; give the whole path.",
        "In a container: mount the folder, and use the path inside it.",
        "Wildcards and `~` are the shell's: leave the quotes off.",
        "The command makes the file: `click.Path(dir_okay=False, writable=True)` without `exists`.",
    ),
    tags=("click", "command-line", "paths", "files"),
    strategy="validation",
    background="file-not-found",
    message="Invalid value for '{parameter}': Path '{path}' does not exist.",
    site="click/types.py Path.convert",
    several=True,
)


@click.command()
@click.argument("source", type=click.Path(exists=True))
def count(source):
    click.echo(source)


def before():
    count(["orders.csv"])


def after():
    from pathlib import Path

    Path("orders.csv").write_text("id,total\n")
    count(["orders.csv"])
