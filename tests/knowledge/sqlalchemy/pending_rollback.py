from sqlalchemy import create_engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose

ID = "42c2bc15e7110424"
PROSE = Prose(
    documentation=(
        "An earlier statement of this session failed, and the session waits for a rollback before it does anything else. The "
        "error to look at is that earlier one, whose text stands behind 'Original exception was'."
    ),
    trigger="Using a session after a flush in it has failed, without `session.rollback()`.",
    situations=(
        "`except IntegrityError: pass`; one global session in a web server or notebook, so that one bad request breaks all "
        "that follow; a test that goes on after an expected error."
    ),
    solutions=(
        "Roll back where the first error is caught: `except IntegrityError: session.rollback()`.",
        "One statement may fail and the rest should go on: put it into `with session.begin_nested():`.",
        "A session for each request or job: `with Session(engine) as session:`, never a global one.",
        "In a notebook, now: `session.rollback()`.",
    ),
    tags=("sqlalchemy", "session", "transaction", "rollback", "integrity-error"),
    strategy="try-catch",
    background="invalid-state",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)
with engine.begin() as connection:
    connection.exec_driver_sql("INSERT INTO users VALUES (1)")


def before():
    session = Session(engine)
    session.add(User(id=1))
    try:
        session.flush()
    except IntegrityError:
        print("is there already")

    session.add(User(id=2))
    session.commit()


def after():
    session = Session(engine)
    session.add(User(id=1))
    try:
        session.flush()
    except IntegrityError:
        session.rollback()

    session.add(User(id=2))
    session.commit()
