"""A return annotation that can be no response model."""

from fastapi import FastAPI


class Opaque:
    """Something that has no schema."""


app = FastAPI()


@app.get("/")
def read() -> Opaque:
    """Return it."""
    return Opaque()
