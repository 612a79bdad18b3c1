from sqlalchemy import create_engine, make_url

from tests.knowledge.form import Prose
from tests.knowledge.postgresql import new_url

ID = "d2cb3e1f1b2d368f"
PROSE = Prose(
    documentation="Nothing listens at that host and port. The request arrived at the machine and was turned down, so the name is right and no firewall is in between.",
    trigger="The first connection of an engine to a PostgreSQL server that does not run there, or not yet.",
    situations=(
        "`localhost` inside a container, which is the container itself; the database's container is still starting; another port; a "
        "server that listens on another address only."
    ),
    solutions=(
        "In a container: use the name of the database's service (`db`), or `host.docker.internal` for the host, in place of `localhost`.",
        "It is still starting: `depends_on` with `condition: service_healthy` and a health check (`pg_isready`).",
        "Does it run? `pg_isready -h HOST -p PORT`; start it, or correct the port (5432 unless it was published under another one).",
        "It runs and refuses others: `listen_addresses` in `postgresql.conf`.",
    ),
    tags=("sqlalchemy", "postgresql", "psycopg", "connection", "docker"),
    strategy="configuration",
    background="connection-failed",
    place="sqlalchemy/engine/base.py:2436 Connection._handle_dbapi_exception_noconnection OperationalError -",
    message='connection to server at "{host}"{address}, port {port} failed: Connection refused',
)


url = make_url(new_url())


def before():
    engine = create_engine(url.set(host="127.0.0.1", port=1, query={}))

    engine.connect()


def after():
    engine = create_engine(url)

    engine.connect()
