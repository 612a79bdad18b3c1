from sqlalchemy import create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose

ID = "b53daf101deb9a3b"
PROSE = Prose(
    documentation="An object belongs to one session at a time. This one was loaded or added in a session that is still open, and now another one should take it.",
    trigger="`session.add(obj)`, `delete(obj)` or a relationship to an object that another open session holds.",
    situations="Each function makes its own session; a dependency that gives a new session in the same request; objects of a global session used in a test's session.",
    solutions=(
        "Use one session for the whole unit of work: pass it on as an argument.",
        "Two are needed: copy the state over: `obj = second.merge(obj)`.",
        "Or let go of it first: `first.expunge(obj)`.",
        "Which one holds it: `object_session(obj)`.",
    ),
    tags=("sqlalchemy", "session", "merge", "attached"),
    strategy="configuration",
    background="invalid-state",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)


def before():
    first, second = Session(engine), Session(engine)
    user = User(id=1)
    first.add(user)

    second.add(user)


def after():
    first, second = Session(engine), Session(engine)
    user = User(id=1)
    first.add(user)

    user = second.merge(user)
