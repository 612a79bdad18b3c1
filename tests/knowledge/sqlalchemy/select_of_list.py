from sqlalchemy import select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from tests.knowledge.form import Prose

ID = "1f8540695a424bc3"
PROSE = Prose(
    documentation="`select()` takes columns and classes one by one since version 2.0, and got something that is neither: a list, a text, an instance.",
    trigger="`select([a, b])`, `select('name')`, `select(SomeSchema)` or an object that is no part of SQL.",
    situations="Code for version 1.3; a Pydantic model passed in place of the ORM class of the same name.",
    solutions=(
        "A list: `select(*columns)`.",
        "The message says 'Did you mean to say select(...)': do that.",
        "A class: is it the mapped one? Schemas and ORM classes often share a name; check the import.",
        "A column by name: `select(getattr(User, name))`, or `select(column(name))`.",
    ),
    tags=("sqlalchemy", "sqlalchemy-2", "migration", "select"),
    strategy="configuration",
    background="wrong-type",
    message="Column expression, FROM clause, or other columns clause element expected, got {value}. {advice}",
    several=True,
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


def before():
    query = select([User.id, User.name])


def after():
    query = select(User.id, User.name)
