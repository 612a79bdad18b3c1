from sqlalchemy import create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose

ID = "32eddab35fa2fae4"
PROSE = Prose(
    documentation="The session was told to refresh or delete an object that it does not hold as a row of the database: it was never saved, or belongs to no session any more.",
    trigger="`session.refresh(obj)` or `expire(obj)` before the object is flushed, or after its session has ended.",
    situations="`add()` and `refresh()` without a commit between; a commit that was rolled back; an object of an earlier request.",
    solutions=(
        "Save it first: `session.add(obj)`, `session.commit()`, then `session.refresh(obj)`.",
        "It comes from another session: `obj = session.merge(obj)`, or load it again by its key.",
        "The refresh is only for the new key: `session.flush()` fills it in.",
    ),
    tags=("sqlalchemy", "session", "refresh", "detached"),
    strategy="configuration",
    background="invalid-state",
    site="sqlalchemy/orm/session.py Session._validate_persistent",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)


def before():
    with Session(engine) as session:
        user = User(name="Ada")
        session.refresh(user)


def after():
    with Session(engine) as session:
        user = User(name="Ada")
        session.add(user)
        session.commit()
        session.refresh(user)
