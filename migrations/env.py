"""Alembic's entry: runs the migrations on the connection that it is given, inside the caller's transaction."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from app.config import Settings
from app.db.engine import Database
from app.db.tables import Table

# The full-text tables differ between SQLite and PostgreSQL, so they are no models; SQLite adds shadow tables.
FULL_TEXT = "record_text"


def include_name(name: str | None, type_: str, _parents: object) -> bool:
    """Leave the full-text tables out of the comparison of models and database."""
    return not (type_ == "table" and name is not None and name.startswith(FULL_TEXT))


def run(connection: Connection) -> None:
    """Run the migrations that the command asked for."""
    context.configure(
        connection=connection,
        target_metadata=Table.metadata,
        render_as_batch=True,
        compare_type=True,
        compare_server_default=False,
        include_name=include_name,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:  # the alembic command itself, used by developers
    database = Database(Settings())
    with database.write() as session:
        run(session.connection())
        session.commit()
    database.dispose()
