from sqlalchemy import create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose
from tests.knowledge.postgresql import new_url

ID = "0ceb6115e081af4e"
PROSE = Prose(
    documentation="PostgreSQL has a row with this value already, and the constraint in the message allows it once. The line DETAIL names columns and value. The transaction is at its end until it is rolled back.",
    trigger="INSERT or UPDATE that would repeat a value under a unique constraint or primary key.",
    situations=(
        "The same request twice; two requests at once that both looked first; keys that were inserted by hand or by a restore, so that the "
        "sequence counts behind them."
    ),
    solutions=(
        "Catch IntegrityError, roll back, and answer that it exists. Looking first is not enough.",
        "It should be changed or skipped: `insert(User).values(...).on_conflict_do_update(...)` or `.on_conflict_do_nothing()` of `sqlalchemy.dialects.postgresql`.",
        "The constraint is the primary key (`..._pkey`) and you set none: the sequence is behind: `SELECT setval(pg_get_serial_sequence('users', 'id'), max(id)) FROM users`.",
        "An object was added a second time: `session.merge(obj)`.",
    ),
    tags=("sqlalchemy", "postgresql", "unique-constraint", "integrity-error", "upsert", "psycopg"),
    strategy="try-catch",
    background="duplicate-name",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception IntegrityError -",
    message='duplicate key value violates unique constraint "{constraint}"',
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users_unique"
    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(unique=True)


engine = create_engine(new_url())
Base.metadata.create_all(engine)
engine.dispose()


def before():
    with Session(engine) as session:
        session.add_all([User(email="ada@example.org"), User(email="ada@example.org")])
        session.commit()


def after():
    from sqlalchemy.dialects.postgresql import insert

    with Session(engine) as session:
        for email in ("ada@example.org", "ada@example.org"):
            session.execute(insert(User).values(email=email).on_conflict_do_nothing())
        session.commit()


def handling():
    from sqlalchemy.exc import IntegrityError

    with Session(engine) as session:
        session.add_all([User(email="eve@example.org"), User(email="eve@example.org")])
        try:
            session.commit()
        except IntegrityError:
            session.rollback()
            print("there is a user with this address already")
