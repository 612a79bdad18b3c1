from sqlalchemy import create_engine
from sqlalchemy.pool import QueuePool

from tests.knowledge.form import Prose

ID = "162d1cdd187d2c5a"
PROSE = Prose(
    documentation=(
        "All connections of the pool are in use and none came back in time. Either sessions are not closed, or more work runs at "
        "once than the pool has connections for."
    ),
    trigger="Asking for a connection when `pool_size` plus `max_overflow` are checked out, longer than `pool_timeout` seconds.",
    situations=(
        "A session opened without `with` or `finally`; a FastAPI dependency that returns the session instead of yielding it; a session "
        "held open during a slow call to another service; more threads than connections."
    ),
    solutions=(
        "Close every session: `with Session(engine) as session:`; in FastAPI a dependency with `yield` inside it.",
        "Look who holds them: `engine.pool.status()`, and the database's list of sessions: 'idle in transaction' means not closed.",
        "Do slow things outside of the session.",
        "There is really so much at once: raise `pool_size` and `max_overflow`, below what the database allows for all processes together.",
    ),
    prevention=("Give each unit of work its own session, in a `with` block.",),
    tags=("sqlalchemy", "connection-pool", "timeout", "session", "fastapi"),
    strategy="configuration",
    background="timeout",
)


def before():
    engine = create_engine("sqlite://", poolclass=QueuePool, pool_size=1, max_overflow=0, pool_timeout=0.1)

    for _ in range(2):
        connection = engine.connect()


def after():
    engine = create_engine("sqlite://", poolclass=QueuePool, pool_size=1, max_overflow=0, pool_timeout=0.1)

    for _ in range(2):
        with engine.connect() as connection:
            pass
