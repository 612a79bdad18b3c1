from sqlmodel import Field, SQLModel

from tests.knowledge.form import Prose

ID = "c03c214fe01571a8"
PROSE = Prose(
    documentation="A field of a table model has a type for which SQLModel knows no column. It knows simple types; lists, dicts and other models it does not.",
    trigger="A class with `table=True` and a field of `list[...]`, `dict[...]`, a model or another class, without a column type.",
    situations="A list of tags; a nested model; related rows annotated as a plain list.",
    solutions=(
        "Keep it as JSON: `tags: list[str] = Field(default_factory=list, sa_type=JSON)`; on PostgreSQL also `ARRAY(String)`.",
        "Rows of another table: `orders: list['Order'] = Relationship(back_populates='user')`.",
        "Another class: `Field(sa_type=...)` with a type of SQLAlchemy, or a `TypeDecorator`.",
        "It is for the API only: put it into a model without `table=True`.",
    ),
    tags=("sqlmodel", "columns", "json", "relationship"),
    strategy="configuration",
    background="unknown-name",
)


def before():
    class Article(SQLModel, table=True):
        id: int | None = Field(default=None, primary_key=True)
        tags: list[str]


def after():
    from sqlalchemy import JSON

    class Article(SQLModel, table=True):
        id: int | None = Field(default=None, primary_key=True)
        tags: list[str] = Field(default_factory=list, sa_type=JSON)
