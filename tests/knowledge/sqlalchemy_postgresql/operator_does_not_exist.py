from sqlalchemy import create_engine, text

from tests.knowledge.form import Prose
from tests.knowledge.postgresql import new_url

ID = "b18a66f1c1103a0e"
PROSE = Prose(
    documentation="Two values of different types are compared, and PostgreSQL does not convert one of them by itself. The message shows both types.",
    trigger="A comparison such as integer with text, or uuid with text, in a WHERE, a JOIN or an IN.",
    situations="A key that arrives as a text and is passed on; columns of two tables with different types; a model whose type is not that of the database.",
    solutions=(
        "Convert the value before: `int(key)`, `uuid.UUID(key)`; in FastAPI annotate the parameter.",
        "Both are columns: `cast(Order.user_id, Integer) == User.id`, and better make the types equal with a migration.",
        "The model says another type than the table: correct the model.",
        "SQL as text: `CAST(:key AS integer)`.",
    ),
    tags=("sqlalchemy", "postgresql", "types", "cast", "psycopg"),
    strategy="validation",
    background="wrong-type",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception ProgrammingError -",
    message="operator does not exist: {left} {operator} {right}",
)

engine = create_engine(new_url())


def before():
    with engine.connect() as connection:
        connection.execute(text("SELECT 1 WHERE 1 = CAST(:key AS varchar)"), {"key": "1"})


def after():
    with engine.connect() as connection:
        connection.execute(text("SELECT 1 WHERE 1 = CAST(:key AS integer)"), {"key": int("1")})
