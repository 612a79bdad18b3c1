from sqlalchemy import create_engine

from tests.knowledge.form import Prose

ID = "eca7d01e88235e34"
PROSE = Prose(
    documentation="SQLite lets one connection write at a time, and another one has held the file for longer than this one waits.",
    trigger="Writing to an SQLite file while another connection has a write transaction open, beyond the timeout of 5 seconds.",
    situations=(
        "A transaction that stays open during slow work; a database browser with changes not saved; several worker processes; a file on "
        "a network drive; a transaction that read first and then wants to write."
    ),
    solutions=(
        "Commit or roll back soon: no requests, sleeps or user input inside a transaction; close sessions with `with`.",
        "Look for another program that has the file open, such as a database browser or a second server.",
        "Many readers beside a writer: `PRAGMA journal_mode = WAL`; and wait longer: `connect_args={'timeout': 30}`.",
        "Many writers: use PostgreSQL.",
    ),
    tags=("sqlalchemy", "sqlite", "locking", "transaction", "concurrency"),
    strategy="configuration",
    background="timeout",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception OperationalError -",
    message="(sqlite3.OperationalError) database is locked",
)


def before():
    engine = create_engine("sqlite:///shop.db", connect_args={"timeout": 0.1})
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE users (id INTEGER)")

    with engine.begin() as first, engine.begin() as second:
        first.exec_driver_sql("INSERT INTO users VALUES (1)")
        second.exec_driver_sql("INSERT INTO users VALUES (2)")


def after():
    engine = create_engine("sqlite:///shop.db", connect_args={"timeout": 0.1})
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE users (id INTEGER)")

    with engine.begin() as first:
        first.exec_driver_sql("INSERT INTO users VALUES (1)")
    with engine.begin() as second:
        second.exec_driver_sql("INSERT INTO users VALUES (2)")
