from sqlalchemy import create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose
from tests.knowledge.postgresql import new_url

ID = "bd7923a2b3c12444"
PROSE = Prose(
    documentation="The table in the database lacks a column that the model or the SQL names. Often PostgreSQL adds a hint with a name that is close.",
    trigger="A statement with a column that the table does not have.",
    situations=(
        "A new attribute in the model without a migration; a deployment whose code runs before its migration; a text in double quotes, "
        "which PostgreSQL takes for a name; a column with capitals."
    ),
    solutions=(
        "Migrate: `alembic revision --autogenerate -m 'add note'`, `alembic upgrade head`. `create_all()` does not change tables.",
        "When deploying: run the migration before the new code starts, and drop columns one release later.",
        "SQL as text: values go into single quotes or, better, into parameters.",
        "It was migrated: compare `engine.url` with the address in Alembic's configuration.",
    ),
    tags=("sqlalchemy", "postgresql", "migrations", "columns", "psycopg"),
    strategy="configuration",
    background="unknown-name",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception ProgrammingError -",
    message="column {column} does not exist",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users_column"
    id: Mapped[int] = mapped_column(primary_key=True)
    note: Mapped[str | None]


engine = create_engine(new_url())
with engine.begin() as connection:
    connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS users_column (id SERIAL PRIMARY KEY)")
engine.dispose()


def before():
    with Session(engine) as session:
        session.scalars(select(User)).all()


def after():
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE users_column ADD COLUMN note VARCHAR")

    with Session(engine) as session:
        session.scalars(select(User)).all()
