from sqlalchemy import ForeignKey
from sqlalchemy.orm import DeclarativeBase, Mapped, configure_mappers, mapped_column, relationship

from tests.knowledge.form import Prose

ID = "ce7859e6de488be5"
PROSE = Prose(
    documentation=(
        "A relationship names its target by a text, and no mapped class of that name has been imported by now. SQLAlchemy looks "
        "at all relationships together when the first query runs, so the class at fault may have nothing to do with that query."
    ),
    trigger="The first query, or `configure_mappers()`, while a relationship refers to a class that is not defined or belongs to another base.",
    situations=(
        "A module with models that nobody imports, in a script, worker or Alembic; a misspelt name; the name of the table "
        "instead of the class; two declarative bases."
    ),
    solutions=(
        "Import all modules with models before the first query, for instance in `models/__init__.py`.",
        "The name is misspelt, or that of the table: write the name of the class.",
        "The class exists in another base: derive all models from one `Base`.",
        "Two classes have that name: give the whole path: `relationship('shop.models.Order')`.",
    ),
    prevention=("Call `configure_mappers()` in a test.",),
    tags=("sqlalchemy", "relationship", "mapper", "imports", "declarative"),
    strategy="configuration",
    background="unknown-name",
)


def before():
    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)
        orders = relationship("Orders")

    class Order(Base):
        __tablename__ = "orders"
        id: Mapped[int] = mapped_column(primary_key=True)
        user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))

    configure_mappers()


def after():
    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)
        orders = relationship("Order")

    class Order(Base):
        __tablename__ = "orders"
        id: Mapped[int] = mapped_column(primary_key=True)
        user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))

    configure_mappers()
