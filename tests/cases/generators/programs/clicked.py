import click


@click.command()
@click.argument("cone", type=click.IntRange(1, 10))
def main(cone):
    pass


main(["12"])
