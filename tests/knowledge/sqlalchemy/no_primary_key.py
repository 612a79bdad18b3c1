from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from tests.knowledge.form import Prose

ID = "b95191ad634e2fb2"
PROSE = Prose(
    documentation="The ORM tells objects apart by their primary key, and this table has none.",
    trigger="Defining a mapped class whose table has no column with `primary_key=True`.",
    situations="A table for logs or a view; an association table written as a class; `primary_key` forgotten.",
    solutions=(
        "Add a key: `id: Mapped[int] = mapped_column(primary_key=True)`.",
        "An association: make both foreign keys the primary key, or use a plain `Table(...)` for it.",
        "A view or a table that you may not change: name columns that are unique together: `__mapper_args__ = {'primary_key': [table.c.day, table.c.shop]}`.",
    ),
    tags=("sqlalchemy", "primary-key", "mapper", "declarative"),
    strategy="configuration",
    background="missing-argument",
)


def before():
    class Base(DeclarativeBase):
        pass

    class Visit(Base):
        __tablename__ = "visits"
        page: Mapped[str]


def after():
    class Base(DeclarativeBase):
        pass

    class Visit(Base):
        __tablename__ = "visits"
        id: Mapped[int] = mapped_column(primary_key=True)
        page: Mapped[str]
