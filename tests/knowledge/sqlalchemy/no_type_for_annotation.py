from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from tests.knowledge.form import Prose

ID = "4bd4740ea463fa24"
PROSE = Prose(
    documentation="The Python type inside `Mapped[...]` has no SQL type by default, so SQLAlchemy cannot make a column of it.",
    trigger="`Mapped[dict]`, `Mapped[list[str]]` or a class of yours without a type in `mapped_column(...)` and without an entry in `type_annotation_map`.",
    situations="JSON columns; arrays; a class of yours where a relationship was meant.",
    solutions=(
        "Name the type: `mapped_column(JSON)`, `mapped_column(ARRAY(String))` on PostgreSQL.",
        "For all columns of that kind: `type_annotation_map = {dict[str, Any]: JSON}` in the base class.",
        "Another mapped class: use `relationship()`.",
    ),
    tags=("sqlalchemy", "annotations", "json", "columns", "declarative"),
    strategy="configuration",
    background="unknown-name",
)


def before():
    class Base(DeclarativeBase):
        pass

    class Event(Base):
        __tablename__ = "events"
        id: Mapped[int] = mapped_column(primary_key=True)
        payload: Mapped[dict]


def after():
    from sqlalchemy import JSON

    class Base(DeclarativeBase):
        pass

    class Event(Base):
        __tablename__ = "events"
        id: Mapped[int] = mapped_column(primary_key=True)
        payload: Mapped[dict] = mapped_column(JSON)
