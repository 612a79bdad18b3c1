import typer

import kiln

app = typer.Typer()


@app.command()
def fire(cone: int):
    kiln.fire("bowl", cone)


app()
