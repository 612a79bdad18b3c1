from sqlalchemy import ForeignKey
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from tests.knowledge.form import Prose

ID = "261c7613cd590c88"
PROSE = Prose(
    documentation="A foreign key names a table that this MetaData does not know. Tables are known once the module that defines them was imported, and only to their own base.",
    trigger="Creating tables, sorting them or configuring mappers while a ForeignKey refers to a table that is not in the same MetaData.",
    situations=(
        "The module with the other model is not imported, as in Alembic's `env.py`; two declarative bases, or SQLModel beside "
        "a base of your own; the name of the class in place of the table's; a schema that is missing in the name."
    ),
    solutions=(
        "Import all modules with models before `create_all()` and in `env.py`.",
        "The text is table and column: `ForeignKey('users.id')`, not `'User.id'`; with a schema `'shop.users.id'`.",
        "Two bases: use one, or give both the same MetaData: `class Base(DeclarativeBase): metadata = shared`.",
        "The table is made elsewhere: declare it, `Table('users', Base.metadata, Column('id', Integer, primary_key=True))`.",
    ),
    tags=("sqlalchemy", "foreign-key", "metadata", "imports", "alembic"),
    strategy="configuration",
    background="unknown-name",
)


def before():
    from sqlalchemy import create_engine

    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)

    class Order(Base):
        __tablename__ = "orders"
        id: Mapped[int] = mapped_column(primary_key=True)
        user_id: Mapped[int] = mapped_column(ForeignKey("user.id"))

    Base.metadata.create_all(create_engine("sqlite://"))


def after():
    from sqlalchemy import create_engine

    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)

    class Order(Base):
        __tablename__ = "orders"
        id: Mapped[int] = mapped_column(primary_key=True)
        user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))

    Base.metadata.create_all(create_engine("sqlite://"))
