from sqlalchemy import ForeignKey
from sqlalchemy.orm import DeclarativeBase, Mapped, configure_mappers, mapped_column, relationship

from tests.knowledge.form import Prose

ID = "df424ffcaa8b1144"
PROSE = Prose(
    documentation="A relationship joins two tables by a foreign key between them, and there is none.",
    trigger="Configuring mappers where a `relationship()` leads to a table without a ForeignKey to or from this one, and no `primaryjoin` is given.",
    situations="The ForeignKey was forgotten, or names another table; a many-to-many relationship without `secondary`; the database has the constraint but the model does not.",
    solutions=(
        "Add it on the side that has many: `user_id: Mapped[int] = mapped_column(ForeignKey('users.id'))`. The text is table and column, not class.",
        "Many to many: name the table between: `relationship(secondary=user_groups)`.",
        "There is no such key and shall be none: `relationship(primaryjoin='User.name == foreign(Order.customer)', viewonly=True)`.",
    ),
    tags=("sqlalchemy", "relationship", "foreign-key", "mapper"),
    strategy="configuration",
    background="missing-argument",
)


def before():
    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)
        orders: Mapped[list["Order"]] = relationship()

    class Order(Base):
        __tablename__ = "orders"
        id: Mapped[int] = mapped_column(primary_key=True)
        user_id: Mapped[int]

    configure_mappers()


def after():
    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)
        orders: Mapped[list["Order"]] = relationship()

    class Order(Base):
        __tablename__ = "orders"
        id: Mapped[int] = mapped_column(primary_key=True)
        user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))

    configure_mappers()
