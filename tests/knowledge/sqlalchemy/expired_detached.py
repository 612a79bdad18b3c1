from sqlalchemy import create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from tests.knowledge.form import Prose

ID = "4af9091ca8a98d95"
PROSE = Prose(
    documentation=(
        "After a commit SQLAlchemy forgets the values of an object and reads them again when they are asked for. Here "
        "they were asked for when the session was closed."
    ),
    trigger="Reading a column of an object after `commit()` (or `rollback()`, `expire_all()`) and after the end of its session.",
    situations="A function that adds a row, commits and returns the object; a response that is built from it afterwards.",
    solutions=(
        "Keep the values: `Session(engine, expire_on_commit=False)`, in a factory `sessionmaker(engine, expire_on_commit=False)`; usual in web applications and needed with asyncio.",
        "Read what you need before the session ends, or call `session.refresh(user)` after the commit.",
        "Only the new key is needed: `session.flush()`, read `user.id`, then commit.",
    ),
    tags=("sqlalchemy", "session", "detached", "expire-on-commit", "commit"),
    strategy="configuration",
    background="invalid-state",
)


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)


def before():
    with Session(engine) as session:
        user = User(name="Ada")
        session.add(user)
        session.commit()

    print(user.name)


def after():
    with Session(engine, expire_on_commit=False) as session:
        user = User(name="Ada")
        session.add(user)
        session.commit()

    print(user.name)
