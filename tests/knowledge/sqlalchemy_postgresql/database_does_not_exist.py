from sqlalchemy import create_engine, make_url, text

from tests.knowledge.form import Prose
from tests.knowledge.postgresql import new_url

ID = "d1ee2e55bfe2da5e"
PROSE = Prose(
    documentation="The server answers, and has no database of the name in the address. Without a name in it, it is the user's name that is looked for.",
    trigger="Connecting with an address whose last part is no database of that server.",
    situations=(
        "A fresh server or container; a volume that was made before POSTGRES_DB was set, which counts only for an empty one; an address without a "
        "database; tests that expect a database of their own."
    ),
    solutions=(
        "Make it: `createdb shop`, or `CREATE DATABASE shop` while connected to `postgres`.",
        "In Docker: POSTGRES_DB only counts when the volume is new; remove the volume, or create the database by hand.",
        "Look what is there: `psql -l`; compare with the last part of `engine.url`.",
    ),
    tags=("sqlalchemy", "postgresql", "database-url", "docker", "psycopg"),
    strategy="configuration",
    background="unknown-name",
    place="sqlalchemy/engine/base.py:2436 Connection._handle_dbapi_exception_noconnection OperationalError -",
    message='FATAL:  database "{database}" does not exist',
)

url = make_url(new_url())


def before():
    engine = create_engine(url.set(database="shop"))

    engine.connect()


def after():
    server = create_engine(url, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text("CREATE DATABASE shop"))

    engine = create_engine(url.set(database="shop"))
    engine.connect()
