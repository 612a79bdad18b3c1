from sqlalchemy import create_engine, text
from sqlalchemy.orm import Session

from tests.knowledge.form import Prose

ID = "9505661dd0a11b7a"
PROSE = Prose(
    documentation="A session begins a transaction by itself with the first statement. `begin()` came after that, when one was running already.",
    trigger="`session.begin()` after the session was used and before commit, rollback or close.",
    situations="A query first and `with session.begin():` after it; a dependency that has used the session for authentication; nested helpers that each begin.",
    solutions=(
        "Begin first: `with Session(engine) as session, session.begin():` round everything.",
        "Or leave `begin()` out and call `session.commit()` at the end.",
        "A part that may fail by itself: `with session.begin_nested():`.",
        "You do not know who began: `session.in_transaction()` tells.",
    ),
    tags=("sqlalchemy", "session", "transaction", "begin"),
    strategy="configuration",
    background="invalid-state",
)

engine = create_engine("sqlite://")


def before():
    with Session(engine) as session:
        session.execute(text("SELECT 1"))
        with session.begin():
            session.execute(text("SELECT 2"))


def after():
    with Session(engine) as session, session.begin():
        session.execute(text("SELECT 1"))
        session.execute(text("SELECT 2"))
