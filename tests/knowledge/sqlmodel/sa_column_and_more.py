from sqlmodel import Field, SQLModel

from tests.knowledge.form import Prose

ID = "a395c827eb77b9bf"
PROSE = Prose(
    documentation="With `sa_column` the whole column is given, so options beside it would have no effect. Here it is `primary_key`; the same goes for `nullable`, `index`, `unique` and `foreign_key`.",
    trigger="`Field(primary_key=True, sa_column=Column(...))`.",
    situations="A column with a special type or default of the database, and the key on top.",
    solutions=(
        "Put the option into the column: `Field(sa_column=Column(BigInteger, primary_key=True))`.",
        "Only the type is special: `Field(primary_key=True, sa_type=BigInteger)`.",
        "Only some arguments: `Field(primary_key=True, sa_column_kwargs={'server_default': ...})`; they also work in models that are inherited, where `sa_column` does not.",
    ),
    tags=("sqlmodel", "columns", "primary-key", "sa-column"),
    strategy="configuration",
    background="unsupported-feature-combination",
)


def before():
    from sqlalchemy import BigInteger, Column

    class Event(SQLModel, table=True):
        id: int | None = Field(default=None, primary_key=True, sa_column=Column(BigInteger))


def after():
    from sqlalchemy import BigInteger

    class Event(SQLModel, table=True):
        id: int | None = Field(default=None, primary_key=True, sa_type=BigInteger)
