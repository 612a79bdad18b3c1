from sqlalchemy import ForeignKey, create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship

from tests.knowledge.form import Prose
from tests.knowledge.postgresql import new_url

ID = "fdba729ead6c10b9"
PROSE = Prose(
    documentation="A row points to another one that is not there. The line DETAIL names key and table.",
    trigger="INSERT or UPDATE with a foreign key for which the other table has no row.",
    situations="A key from the outside that is wrong or of another environment; a child inserted before its parent; a parent that another transaction has not committed.",
    solutions=(
        "Set the relationship and not the key: `Order(user=user)`; SQLAlchemy then saves the parent first.",
        "A key from the outside: look the parent up, and answer that it does not exist.",
        "Several objects with keys only: `session.flush()` after the parents.",
        "Loading data: load the tables in the order of `Base.metadata.sorted_tables`.",
    ),
    tags=("sqlalchemy", "postgresql", "foreign-key", "integrity-error", "psycopg"),
    strategy="validation",
    background="invalid-state",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception IntegrityError -",
    message='insert or update on table "{table}" violates foreign key constraint "{constraint}"',
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users_key"
    id: Mapped[int] = mapped_column(primary_key=True)


class Order(Base):
    __tablename__ = "orders_key"
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users_key.id"))
    user: Mapped[User] = relationship()


engine = create_engine(new_url())
Base.metadata.create_all(engine)
engine.dispose()


def before():
    with Session(engine) as session:
        session.add(Order(user_id=7))
        session.commit()


def after():
    with Session(engine) as session:
        session.add(Order(user=User()))
        session.commit()
