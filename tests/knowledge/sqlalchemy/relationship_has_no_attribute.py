from sqlalchemy import ForeignKey, select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from tests.knowledge.form import Prose

ID = "e5338bd6b9bc0afe"
PROSE = Prose(
    documentation="On the class a relationship stands for a join and not for the other object, so its columns cannot be reached through it.",
    trigger="`User.orders.total` or another attribute read from a relationship of a class.",
    situations="A filter over two tables, as in Django's `orders__total`.",
    solutions=(
        "Join and name the other class: `select(User).join(User.orders).where(Order.total > 10)`.",
        "Only whether there is one: `User.orders.any(Order.total > 10)`, for a single one `.has(...)`.",
        "In Python code use the instance: `user.orders[0].total`.",
        "Often needed: `association_proxy('orders', 'total')`.",
    ),
    tags=("sqlalchemy", "relationship", "join", "query"),
    strategy="configuration",
    background="unknown-name",
)


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
    total: Mapped[int]


def before():
    query = select(User).where(User.orders.total > 10)


def after():
    query = select(User).join(User.orders).where(Order.total > 10)
