"""A model with both ways to configure it."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A model."""

    model_config = ConfigDict(extra="forbid")

    class Config:
        """The old way."""

        extra = "forbid"
