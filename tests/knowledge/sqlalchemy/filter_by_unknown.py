from sqlalchemy import select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from tests.knowledge.form import Prose

ID = "cc01e9f094d17b13"
PROSE = Prose(
    documentation="`filter_by()` looks the name up as an attribute of the class that the query is about last, and that class has none of this name.",
    trigger="`filter_by(name=...)` where the class, or after a join the joined one, has no such attribute.",
    situations="A misspelt name; after `.join(Order)` the names are those of Order; the column's name in the database in place of the attribute's.",
    solutions=(
        "Compare with the class; use the name of the attribute.",
        "After a join, or always: `.where(User.name == 'Ada')`, which says the class.",
        "Names that come from outside: check `hasattr(User, name)` first.",
    ),
    tags=("sqlalchemy", "query", "filter-by", "join"),
    strategy="validation",
    background="unknown-name",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


def before():
    query = select(User).filter_by(username="ada")


def after():
    query = select(User).filter_by(name="ada")
