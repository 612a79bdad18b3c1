from sqlalchemy import ForeignKey, create_engine, delete
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose
from tests.knowledge.postgresql import new_url

ID = "5e138ca84f253cc3"
PROSE = Prose(
    documentation="A row should be deleted (or its key changed) while rows of another table still point to it. The message names both tables, the line DETAIL the key.",
    trigger="DELETE or UPDATE of a row that a foreign key without ON DELETE refers to.",
    situations="Deleting a user who has orders; cleaning up a test database in the wrong order; a bulk `delete()`, which does not follow the ORM's cascades.",
    solutions=(
        "The others go with it: `ForeignKey(..., ondelete='CASCADE')` with a migration, and `relationship(cascade='all, delete-orphan', passive_deletes=True)`.",
        "The others stay: a nullable key with `ondelete='SET NULL'`.",
        "Nothing may get lost: mark the row as deleted instead.",
        "In tests: delete in the order of `reversed(Base.metadata.sorted_tables)`.",
    ),
    tags=("sqlalchemy", "postgresql", "foreign-key", "delete", "cascade", "psycopg"),
    strategy="configuration",
    background="invalid-state",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception IntegrityError -",
    message='update or delete on table "{table}" violates {kind}foreign key constraint "{constraint}" on table "{other}"',
)

engine = create_engine(new_url())


def before():
    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users_delete"
        id: Mapped[int] = mapped_column(primary_key=True)

    class Order(Base):
        __tablename__ = "orders_delete"
        id: Mapped[int] = mapped_column(primary_key=True)
        user_id: Mapped[int] = mapped_column(ForeignKey("users_delete.id"))

    Base.metadata.create_all(engine)

    with Session(engine) as session:
        session.add(User(id=1))
        session.flush()
        session.add(Order(user_id=1))
        session.flush()
        session.execute(delete(User))


def after():
    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users_cascade"
        id: Mapped[int] = mapped_column(primary_key=True)

    class Order(Base):
        __tablename__ = "orders_cascade"
        id: Mapped[int] = mapped_column(primary_key=True)
        user_id: Mapped[int] = mapped_column(ForeignKey("users_cascade.id", ondelete="CASCADE"))

    Base.metadata.create_all(engine)

    with Session(engine) as session:
        session.add(User(id=1))
        session.flush()
        session.add(Order(user_id=1))
        session.flush()
        session.execute(delete(User))
