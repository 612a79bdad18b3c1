from sqlalchemy import ForeignKey, create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship

from tests.knowledge.form import Prose

ID = "d8c4ff6584f1f45b"
PROSE = Prose(
    documentation=(
        "A related object was to be loaded at the moment it was asked for, and by then the object no longer belonged to a "
        "session. Without one there is no connection to load it over."
    ),
    trigger="Reading a relationship that is not loaded yet from an object whose session was closed.",
    situations=(
        "Returning ORM objects from a function whose `with Session()` has ended; a web framework that turns them into JSON "
        "after the request's session is closed; objects kept in a cache or handed to a thread or task."
    ),
    solutions=(
        "Load the relationship with the query: `select(User).options(selectinload(User.orders))`.",
        "Use the objects while the session is open: turn them into a schema or dict before the `with` block ends.",
        "It is always needed: declare `relationship(lazy='selectin')`.",
        "Much later or elsewhere: pass the key and load the object again in a session there.",
    ),
    prevention=("Set `lazy='raise'` in tests: it shows every place that loads on its own.",),
    tags=("sqlalchemy", "session", "lazy-loading", "detached", "relationship"),
    strategy="validation",
    background="invalid-state",
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


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)
with Session(engine) as session:
    session.add(User(id=1))
    session.commit()


def before():
    with Session(engine) as session:
        user = session.scalars(select(User)).one()

    print(user.orders)


def after():
    from sqlalchemy.orm import selectinload

    with Session(engine) as session:
        user = session.scalars(select(User).options(selectinload(User.orders))).one()

    print(user.orders)
