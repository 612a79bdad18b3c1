from sqlalchemy import create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose

ID = "db74f198cc7fc8e8"
PROSE = Prose(
    documentation="A session keeps objects of mapped classes, and this object is of another class.",
    trigger="`session.add()`, `delete()`, `refresh()` with a dict, a list, a Pydantic model, a Row or None.",
    situations="`session.add(payload)` with the request's schema; `session.add([a, b])`; a Row of `execute()` where the object is inside; None of a look-up that found nothing.",
    solutions=(
        "The message names the class. A schema or dict: make the object first, `User(**payload.model_dump())`.",
        "A list: `session.add_all(users)`.",
        "NoneType: the look-up found nothing; check before `delete()`.",
        "A Row: use `session.scalars(...)`, which gives the objects themselves.",
    ),
    tags=("sqlalchemy", "session", "mapper", "pydantic"),
    strategy="type-guard",
    background="wrong-type",
    site="sqlalchemy/orm/session.py Session.add",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)


def is_mapped(value: object) -> bool:
    from sqlalchemy import inspect

    return inspect(type(value), raiseerr=False) is not None


GUARD = is_mapped


def good():
    return (User(name="Ada"),)


def bad():
    return ({"name": "Ada"},)


def before():
    payload = {"name": "Ada"}

    with Session(engine) as session:
        session.add(payload)
        session.commit()


def after():
    payload = {"name": "Ada"}

    with Session(engine) as session:
        session.add(User(**payload))
        session.commit()
