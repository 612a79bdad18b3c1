from sqlalchemy import create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose

ID = "1951d558be180a6c"
PROSE = Prose(
    documentation="A plain string stands where an expression belongs. SQLAlchemy takes SQL as text only when it is marked, so that no value slips in by mistake.",
    trigger="`session.execute('SELECT ...')`, `.where('age > 3')`, `.filter('...')`, `select('name')` and the like.",
    situations="Code for version 1; a filter built as a string.",
    solutions=(
        "Write it with columns: `.where(User.age > 3)`.",
        "It really is SQL: `text('age > :age')` with the value as a parameter.",
        "A column by its name in a text: `getattr(User, name)` or `table.c[name]`.",
    ),
    tags=("sqlalchemy", "sqlalchemy-2", "text", "raw-sql", "filter"),
    strategy="configuration",
    background="wrong-type",
    site="sqlalchemy/sql/coercions.py _no_text_coercion",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    age: Mapped[int]


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)


def before():
    from sqlalchemy import select

    with Session(engine) as session:
        session.scalars(select(User).where("age > 3")).all()


def after():
    from sqlalchemy import select

    with Session(engine) as session:
        session.scalars(select(User).where(User.age > 3)).all()
