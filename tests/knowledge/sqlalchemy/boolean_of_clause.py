from sqlalchemy import select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from tests.knowledge.form import Prose

ID = "65ce3b5bc2a6498c"
PROSE = Prose(
    documentation="Python asked an SQL expression whether it is true. It is a piece of a statement and has no value before the database runs it.",
    trigger="`and`, `or`, `not`, `if`, a chained comparison or `in` with columns.",
    situations="`User.age > 3 and User.active`; `3 < User.age < 10`; `if User.active:`; `column in [1, 2]`.",
    solutions=(
        "Use `&`, `|` and `~` with brackets round each part: `(User.age > 3) & (User.active)`, or `and_(...)`, or commas in `.where(...)`.",
        "`in`: `User.id.in_([1, 2])`; None: `User.name.is_(None)`.",
        "A chain: `User.age.between(3, 10)`.",
        "The value of an object was meant: use the instance, `user.active`, and not the class.",
    ),
    tags=("sqlalchemy", "query", "boolean", "where"),
    strategy="configuration",
    background="wrong-type",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    age: Mapped[int]
    active: Mapped[bool]


def before():
    query = select(User).where(User.age > 3 and User.active)


def after():
    query = select(User).where(User.age > 3, User.active)


def before_chain():
    query = select(User).where(3 < User.age < 10)


def after_chain():
    query = select(User).where(User.age.between(4, 9))
