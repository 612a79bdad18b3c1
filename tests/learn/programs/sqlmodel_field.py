"""A field whose type no column has."""

from sqlmodel import Field, SQLModel


class Row(SQLModel, table=True):
    """A row."""

    id: int | None = Field(default=None, primary_key=True)
    value: dict[str, object]
