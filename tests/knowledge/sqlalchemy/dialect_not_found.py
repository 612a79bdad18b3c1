from sqlalchemy import create_engine

from tests.knowledge.form import Prose

ID = "225e722759e11d2d"
PROSE = Prose(
    documentation="The first word of the database's address names a dialect that SQLAlchemy does not have. Either it is spelt otherwise, or its package is not installed.",
    trigger="`create_engine()` with a dialect that is neither built in nor brought by an installed package.",
    situations="`postgres://`, as Heroku and others write it; `snowflake://`, `bigquery://`, `redshift://` without their packages; a typing error.",
    solutions=(
        "`postgres://` is `postgresql://` since version 1.4: `url.replace('postgres://', 'postgresql://', 1)`.",
        "Another database: install its dialect (`snowflake-sqlalchemy`, `sqlalchemy-bigquery`, `sqlalchemy-redshift`, `clickhouse-sqlalchemy`).",
        "`dialects:driver`: the example line in `alembic.ini` is still there; set the real address.",
        "A driver that is misspelt (`postgresql.psycopg3`): it is `postgresql+psycopg`, `+psycopg2`, `+asyncpg`.",
    ),
    tags=("sqlalchemy", "database-url", "dialect", "postgresql", "heroku"),
    strategy="configuration",
    background="unknown-name",
)


def before():
    engine = create_engine("postgres://ada:secret@db.example/shop")


def after():
    url = "postgres://ada:secret@db.example/shop"
    engine = create_engine(url.replace("postgres://", "postgresql+psycopg://", 1))
