from sqlalchemy import create_engine, text
from sqlalchemy.exc import ProgrammingError

from tests.knowledge.form import Prose
from tests.knowledge.postgresql import new_url

ID = "7a1442a27890cc0d"
PROSE = Prose(
    documentation="An earlier statement of this transaction failed, and PostgreSQL refuses all that follow until it is rolled back. The error to look at is the first one, higher up in the log.",
    trigger="Any statement in a transaction after one that failed.",
    situations="`except` that goes on without a rollback; a loop of inserts of which some may fail; a connection that is shared; a notebook.",
    solutions=(
        "Roll back where the first error is caught: `connection.rollback()`, `session.rollback()`.",
        "One of many may fail: put each into a savepoint: `with connection.begin_nested():`.",
        "Inserts that may exist: `ON CONFLICT DO NOTHING` fails none.",
        "Search the log upwards for the first error of this connection; that one is the cause.",
    ),
    tags=("sqlalchemy", "postgresql", "transaction", "rollback", "savepoint", "psycopg"),
    strategy="try-catch",
    background="invalid-state",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception InternalError -",
    message="current transaction is aborted, commands ignored until end of transaction block",
)

engine = create_engine(new_url())


def before():
    with engine.connect() as connection:
        try:
            connection.execute(text("SELECT * FROM nothing"))
        except ProgrammingError:
            print("no such table")
        connection.execute(text("SELECT 1"))


def after():
    with engine.connect() as connection:
        try:
            connection.execute(text("SELECT * FROM nothing"))
        except ProgrammingError:
            connection.rollback()
        connection.execute(text("SELECT 1"))
