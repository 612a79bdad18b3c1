from sqlalchemy import create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose

ID = "a13d1a5c2245d282"
PROSE = Prose(
    documentation="A row with this value exists already, and the column (or the columns together) may hold each value once. Nothing of the statement was kept.",
    trigger="INSERT or UPDATE that would give a second row the same value in a column with a unique constraint or primary key, in SQLite.",
    situations="A user who signs up twice; a job that runs again; two requests at once that both looked first and found nothing; keys set by hand.",
    solutions=(
        "Catch IntegrityError, roll back, and answer that it exists. Looking first is not enough: another request may come between.",
        "It should then be changed: `insert(User).values(...).on_conflict_do_update(...)` of `sqlalchemy.dialects.sqlite` (PostgreSQL has the same).",
        "It should then be skipped: `.on_conflict_do_nothing()`.",
        "A primary key that you set: leave it out and let the database count.",
    ),
    tags=("sqlalchemy", "sqlite", "unique-constraint", "integrity-error", "upsert"),
    strategy="try-catch",
    background="duplicate-name",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception IntegrityError -",
    message="(sqlite3.IntegrityError) UNIQUE constraint failed: {columns}",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(unique=True)


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)


def before():
    with Session(engine) as session:
        session.add_all([User(email="ada@example.org"), User(email="ada@example.org")])
        session.commit()


def after():
    from sqlalchemy.dialects.sqlite import insert

    with Session(engine) as session:
        for email in ("ada@example.org", "ada@example.org"):
            session.execute(insert(User).values(email=email).on_conflict_do_nothing())
        session.commit()


def handling():
    from sqlalchemy.exc import IntegrityError

    with Session(engine) as session:
        session.add_all([User(email="ada@example.org"), User(email="ada@example.org")])
        try:
            session.commit()
        except IntegrityError:
            session.rollback()
            print("there is a user with this address already")
