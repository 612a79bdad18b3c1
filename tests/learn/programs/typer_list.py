"""A list of lists as parameter."""

import typer


def main(name: list[list[str]]) -> None:
    """Do nothing."""


typer.run(main)
