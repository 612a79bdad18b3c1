from sqlalchemy import create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose
from tests.knowledge.postgresql import new_url

ID = "5d587fb5cad82882"
PROSE = Prose(
    documentation="The database has no table or view of that name where it looks: in the schemas of the search path, in exactly this spelling.",
    trigger="A statement about a table that does not exist in the connected database or in the schemas that are searched.",
    situations=(
        "Migrations that did not run, or ran on another database; a table in a schema other than `public`; a name with capitals, "
        "which PostgreSQL keeps only in double quotes; a test that uses a fresh database."
    ),
    solutions=(
        "Run the migrations: `alembic upgrade head`, and compare the address that they use with `engine.url`.",
        "It is in another schema: `__table_args__ = {'schema': 'shop'}`, or set the search path of the connection.",
        'The name has capitals: in SQL as text write it in double quotes, `"Users"`.',
        "Look what is there: `inspect(engine).get_table_names(schema='public')`.",
    ),
    tags=("sqlalchemy", "postgresql", "migrations", "schema", "psycopg"),
    strategy="configuration",
    background="unknown-name",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception ProgrammingError -",
    message='relation "{table}" does not exist',
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users_missing"
    id: Mapped[int] = mapped_column(primary_key=True)


engine = create_engine(new_url())


def before():
    with Session(engine) as session:
        session.scalars(select(User)).all()


def after():
    Base.metadata.create_all(engine)

    with Session(engine) as session:
        session.scalars(select(User)).all()
