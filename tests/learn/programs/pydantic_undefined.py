"""A field without an annotation."""

from pydantic import BaseModel


class Model(BaseModel):
    """A model."""

    count = 3
