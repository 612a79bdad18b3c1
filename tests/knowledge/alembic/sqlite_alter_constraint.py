from tests.knowledge.form import Prose

ID = "ade5e5412ec99b59"
PROSE = Prose(
    documentation="SQLite cannot add or drop a constraint of an existing table. Alembic can do it by copying the table, and only when the migration says so.",
    trigger="`op.create_foreign_key`, `op.create_unique_constraint`, `op.create_check_constraint` or `op.drop_constraint` on SQLite outside of a batch.",
    situations="A migration that was generated for PostgreSQL and runs in tests on SQLite.",
    solutions=(
        "Write it in a batch: `with op.batch_alter_table('users') as batch: batch.create_unique_constraint('uq_email', ['email'])`.",
        "Let autogenerate write batches: `context.configure(..., render_as_batch=True)` in `env.py`.",
        "Dropping needs a name: give constraints names with a `naming_convention` of the MetaData.",
        "SQLite is for tests only: test on the database that production has.",
    ),
    tags=("alembic", "sqlite", "migrations", "constraints", "batch"),
    strategy="configuration",
    background="unsupported-platform",
    site="alembic/ddl/sqlite.py SQLiteImpl.add_constraint",
)


def operations():
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext
    from sqlalchemy import create_engine

    connection = create_engine("sqlite://").connect()
    connection.exec_driver_sql("CREATE TABLE users (email VARCHAR)")
    return Operations(MigrationContext.configure(connection))


def before():
    op = operations()
    op.create_unique_constraint("uq_email", "users", ["email"])


def after():
    op = operations()
    with op.batch_alter_table("users") as batch:
        batch.create_unique_constraint("uq_email", ["email"])
