from sqlalchemy import ForeignKey
from sqlalchemy.orm import DeclarativeBase, Mapped, configure_mappers, mapped_column, relationship

from tests.knowledge.form import Prose

ID = "6482c360947d5174"
PROSE = Prose(
    documentation="Two or more foreign keys lead from one table to the other, and the relationship does not say which of them it follows.",
    trigger="Configuring mappers where a `relationship()` has several ForeignKeys to choose from and no `foreign_keys`.",
    situations="Billing and shipping address, sender and receiver, created_by and updated_by.",
    solutions=(
        "Say it on each relationship: `relationship(foreign_keys=[billing_id])`; from the other class as text, `foreign_keys='Order.billing_id'`.",
        "With `back_populates` name it on both sides.",
        "One of the keys is not needed as a relation: drop the ForeignKey there.",
    ),
    tags=("sqlalchemy", "relationship", "foreign-key", "mapper"),
    strategy="configuration",
    background="missing-argument",
)


def before():
    class Base(DeclarativeBase):
        pass

    class Address(Base):
        __tablename__ = "addresses"
        id: Mapped[int] = mapped_column(primary_key=True)

    class Order(Base):
        __tablename__ = "orders"
        id: Mapped[int] = mapped_column(primary_key=True)
        billing_id: Mapped[int] = mapped_column(ForeignKey("addresses.id"))
        shipping_id: Mapped[int] = mapped_column(ForeignKey("addresses.id"))
        billing: Mapped[Address] = relationship()
        shipping: Mapped[Address] = relationship()

    configure_mappers()


def after():
    class Base(DeclarativeBase):
        pass

    class Address(Base):
        __tablename__ = "addresses"
        id: Mapped[int] = mapped_column(primary_key=True)

    class Order(Base):
        __tablename__ = "orders"
        id: Mapped[int] = mapped_column(primary_key=True)
        billing_id: Mapped[int] = mapped_column(ForeignKey("addresses.id"))
        shipping_id: Mapped[int] = mapped_column(ForeignKey("addresses.id"))
        billing: Mapped[Address] = relationship(foreign_keys=[billing_id])
        shipping: Mapped[Address] = relationship(foreign_keys=[shipping_id])

    configure_mappers()
