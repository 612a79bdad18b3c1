from sqlalchemy import create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose

ID = "4095b5ba77df1a28"
PROSE = Prose(
    documentation="The model has a column that the table in the database lacks. Models and database have drifted apart; `create_all()` never changes a table that exists.",
    trigger="A query over a mapped class or a text with a column that the SQLite table does not have.",
    situations="A new attribute in the model without a migration; an old database file; a string in double quotes in SQL, which SQLite may take for a column.",
    solutions=(
        "Make a migration: `alembic revision --autogenerate -m 'add note'`, then `alembic upgrade head`.",
        "A database that may be lost: delete the file, or `drop_all()` and `create_all()`.",
        "It was migrated: the program uses another file; print `engine.url`.",
        "SQL as a text: put values into single quotes, or better pass them as parameters.",
    ),
    tags=("sqlalchemy", "sqlite", "migrations", "columns", "alembic"),
    strategy="configuration",
    background="unknown-name",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception OperationalError -",
    message="(sqlite3.OperationalError) no such column: {column}",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    note: Mapped[str | None]


def before():
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE users (id INTEGER PRIMARY KEY)")

    with Session(engine) as session:
        session.scalars(select(User)).all()


def after():
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE users (id INTEGER PRIMARY KEY)")
        connection.exec_driver_sql("ALTER TABLE users ADD COLUMN note VARCHAR")

    with Session(engine) as session:
        session.scalars(select(User)).all()
