from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from tests.knowledge.form import Prose

ID = "fb87930dcb2ed8ea"
PROSE = Prose(
    documentation="In SQLAlchemy 2 an annotation of a mapped class is read, and it has to say `Mapped[...]`. This one is a plain type.",
    trigger="A class with `name: str = mapped_column(...)` or `orders: list[Order] = relationship()` in its body.",
    situations="Models of version 1.4 with annotations for a type checker; a mixin with plain annotations.",
    solutions=(
        "Write `name: Mapped[str] = mapped_column()`, for relationships `Mapped[list['Order']]`.",
        "It is no column: annotate it as `ClassVar[...]`, or leave the annotation out.",
        "Many old classes: set `__allow_unmapped__ = True` on the base until they are changed.",
    ),
    tags=("sqlalchemy", "sqlalchemy-2", "migration", "annotations", "declarative"),
    strategy="configuration",
    background="wrong-type",
)


def before():
    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)
        name: str = mapped_column()


def after():
    class Base(DeclarativeBase):
        pass

    class User(Base):
        __tablename__ = "users"
        id: Mapped[int] = mapped_column(primary_key=True)
        name: Mapped[str]
