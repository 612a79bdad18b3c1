from sqlalchemy import create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose

ID = "11d7c72cb20fa556"
PROSE = Prose(
    documentation="A column that may not be NULL got no value. The parameters in the message show None in its place.",
    trigger="INSERT or UPDATE with None for a column that is NOT NULL, in SQLite. `Mapped[str]` makes a column NOT NULL, `Mapped[str | None]` does not.",
    situations=(
        "An attribute that was never set; a relationship that was set by its object after the flush; a parent that is deleted while "
        "its children still point to it; a BigInteger primary key, which SQLite does not count up by itself."
    ),
    solutions=(
        "Set the attribute before the flush; the message names table and column.",
        "It has a usual value: `mapped_column(default=...)`, or `server_default` for rows that others insert.",
        "It may be missing: `Mapped[str | None]`, with a migration.",
        "The column is a foreign key and a parent was deleted: `relationship(cascade='all, delete-orphan')`.",
        "It is the primary key: use `Integer` on SQLite: `BigInteger().with_variant(Integer, 'sqlite')`.",
    ),
    tags=("sqlalchemy", "sqlite", "not-null", "integrity-error", "cascade"),
    strategy="validation",
    background="missing-argument",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception IntegrityError -",
    message="(sqlite3.IntegrityError) NOT NULL constraint failed: {column}",
)


def before():
    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)
        role: Mapped[str]

    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)

    with Session(engine) as session:
        session.add(User())
        session.commit()


def after():
    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)
        role: Mapped[str] = mapped_column(default="guest")

    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)

    with Session(engine) as session:
        session.add(User())
        session.commit()
