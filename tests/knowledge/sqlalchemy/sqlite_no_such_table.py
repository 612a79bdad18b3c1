from sqlalchemy import create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose

ID = "095428efea215f1b"
PROSE = Prose(
    documentation="The database has no table of that name: it was never created there, or the program is connected to another database than you think.",
    trigger="The first statement about a table in an SQLite database that lacks it.",
    situations=(
        "`create_all()` before the models were imported; `sqlite://` in memory, which is new and empty for each connection of "
        "another thread; a relative path, so that each folder has its own file; migrations not run; a test database."
    ),
    solutions=(
        "Look where you are: print `engine.url`, and list what is there: `inspect(engine).get_table_names()`.",
        "Nothing is there: run `alembic upgrade head`, or `Base.metadata.create_all(engine)` after the modules with models are imported.",
        "In memory: use one connection for all: `create_engine('sqlite://', poolclass=StaticPool, connect_args={'check_same_thread': False})`.",
        "A relative path: write an absolute one, `sqlite:////srv/shop.db`.",
    ),
    tags=("sqlalchemy", "sqlite", "create-all", "migrations", "testing"),
    strategy="configuration",
    background="unknown-name",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception OperationalError -",
    message="(sqlite3.OperationalError) no such table: {table}",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)


def before():
    engine = create_engine("sqlite://")

    with Session(engine) as session:
        session.scalars(select(User)).all()


def after():
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)

    with Session(engine) as session:
        session.scalars(select(User)).all()


def before_threads():
    from concurrent.futures import ThreadPoolExecutor

    from sqlalchemy.pool import SingletonThreadPool

    engine = create_engine("sqlite://", poolclass=SingletonThreadPool)
    Base.metadata.create_all(engine)

    def count():
        with Session(engine) as session:
            return session.scalars(select(User)).all()

    with ThreadPoolExecutor() as pool:
        pool.submit(count).result()


def after_threads():
    from concurrent.futures import ThreadPoolExecutor

    from sqlalchemy.pool import StaticPool

    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    Base.metadata.create_all(engine)

    def count():
        with Session(engine) as session:
            return session.scalars(select(User)).all()

    with ThreadPoolExecutor() as pool:
        pool.submit(count).result()
