from sqlalchemy import ForeignKey, create_engine, event
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship

from tests.knowledge.form import Prose

ID = "2c5dd048b2ab8ded"
PROSE = Prose(
    documentation="A row points to one that does not exist, or one was to be deleted to which others still point. SQLite does not say which.",
    trigger="INSERT, UPDATE or DELETE that breaks a foreign key, in SQLite with `PRAGMA foreign_keys = ON`.",
    situations="A key from the outside that is wrong; children inserted before their parent; a parent deleted first; test data in the wrong order.",
    solutions=(
        "On insert: check that the parent is there; set the relationship and not the key, so that SQLAlchemy saves the parent first.",
        "On delete: delete the children too: `relationship(cascade='all, delete-orphan')` or `ForeignKey(..., ondelete='CASCADE')`.",
        "The children should stay: make the key nullable with `ondelete='SET NULL'`.",
    ),
    tags=("sqlalchemy", "sqlite", "foreign-key", "integrity-error", "cascade"),
    strategy="validation",
    background="invalid-state",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception IntegrityError -",
    message="(sqlite3.IntegrityError) FOREIGN KEY constraint failed",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    user: Mapped[User] = relationship()


engine = create_engine("sqlite://")


@event.listens_for(engine, "connect")
def check_keys(connection, record):
    connection.execute("PRAGMA foreign_keys = ON")


Base.metadata.create_all(engine)


def before():
    with Session(engine) as session:
        session.add(Order(user_id=7))
        session.commit()


def after():
    with Session(engine) as session:
        session.add(Order(user=User(id=7)))
        session.commit()
