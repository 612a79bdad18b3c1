from sqlalchemy import create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose

ID = "04249e6d3a7631fb"
PROSE = Prose(
    documentation="The code asked for at most one row and the query gave more.",
    trigger="`.one_or_none()`, `.scalar_one_or_none()` or `.one()` on a result with two or more rows.",
    situations="A column that was thought to be unique and is not; a join that repeats the row; rows of test runs that were never removed.",
    solutions=(
        "The value has to be unique: add a unique constraint, and clean up the duplicates first.",
        "Any of them will do: order and take the first: `.order_by(User.created.desc()).limit(1)`, then `.first()`.",
        "A join repeats it: call `.unique()` on the result, or use `select(User).distinct()`.",
        "The filter is too wide: add what tells the rows apart.",
    ),
    tags=("sqlalchemy", "query", "duplicates", "unique-constraint"),
    strategy="validation",
    background="invalid-state",
    site="sqlalchemy/engine/_result_cy.py BaseResultInternal._only_one_row",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)
with Session(engine) as session:
    session.add_all([User(name="Ada"), User(name="Ada")])
    session.commit()


def before():
    with Session(engine) as session:
        user = session.scalars(select(User).where(User.name == "Ada")).one_or_none()


def after():
    with Session(engine) as session:
        query = select(User).where(User.name == "Ada").order_by(User.id.desc()).limit(1)
        user = session.scalars(query).one_or_none()
