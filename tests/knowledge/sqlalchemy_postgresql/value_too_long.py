from sqlalchemy import String, create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose
from tests.knowledge.postgresql import new_url

ID = "d67bc1235f569fcc"
PROSE = Prose(
    documentation="A text has more characters than its column takes. PostgreSQL refuses it where SQLite, and MySQL in some modes, take or cut it; the message does not name the column.",
    trigger="INSERT or UPDATE with a text that is longer than the N of a VARCHAR(N) column.",
    situations="Hashes, tokens, addresses and user agents in columns that were sized by guess; tests on SQLite, which knows no limit.",
    solutions=(
        "The limit is arbitrary: make the column `Text` with a migration; in PostgreSQL that costs nothing.",
        "The limit is meant: check it at the entrance: in Pydantic `Field(max_length=...)`.",
        "Which column: compare the parameters in the message with the table (`\\d users` in psql).",
    ),
    tags=("sqlalchemy", "postgresql", "varchar", "columns", "psycopg"),
    strategy="validation",
    background="out-of-range",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception DataError -",
    message="value too long for type character varying({length})",
)

engine = create_engine(new_url())


def before():
    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users_short"
        id: Mapped[int] = mapped_column(primary_key=True)
        name: Mapped[str] = mapped_column(String(10))

    Base.metadata.create_all(engine)

    with Session(engine) as session:
        session.add(User(name="Augusta Ada King"))
        session.commit()


def after():
    from sqlalchemy import Text

    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users_long"
        id: Mapped[int] = mapped_column(primary_key=True)
        name: Mapped[str] = mapped_column(Text)

    Base.metadata.create_all(engine)

    with Session(engine) as session:
        session.add(User(name="Augusta Ada King"))
        session.commit()
