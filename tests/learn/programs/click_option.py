"""An option whose name is none."""

import click


@click.command()
@click.option("not an identifier", "--x y")
def main() -> None:
    """Do nothing."""


main()
