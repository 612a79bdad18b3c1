from sqlalchemy import create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose

ID = "b50d7db596587941"
PROSE = Prose(
    documentation="The code asked for exactly one row and the query gave none.",
    trigger="`.one()`, `.scalar_one()` or `session.get_one()` on a result without rows.",
    situations="A key that does not exist; a filter on a value in another case or type; data of another transaction that is not committed yet; an empty test database.",
    solutions=(
        "None is a fair answer: use `.one_or_none()`, `.scalar_one_or_none()` or `session.get(User, key)`, and deal with None.",
        "It should be there: print the statement with its parameters (`create_engine(..., echo=True)`) and run it by hand.",
        "In a web route: catch NoResultFound and answer 404.",
    ),
    tags=("sqlalchemy", "query", "no-result", "not-found"),
    strategy="try-catch",
    background="invalid-state",
    site="sqlalchemy/engine/_result_cy.py BaseResultInternal._only_one_row",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)


def before():
    with Session(engine) as session:
        user = session.scalars(select(User).where(User.id == 1)).one()


def after():
    with Session(engine) as session:
        user = session.scalars(select(User).where(User.id == 1)).one_or_none()
        if user is None:
            print("no such user")


def handling():
    from sqlalchemy.exc import NoResultFound

    with Session(engine) as session:
        try:
            user = session.scalars(select(User)).one()
        except NoResultFound:
            user = None
