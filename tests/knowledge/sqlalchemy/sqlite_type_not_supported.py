from sqlalchemy import create_engine, text

from tests.knowledge.form import Prose

ID = "2e54e4edf5c2c193"
engine = create_engine("sqlite://")
PROSE = Prose(
    documentation="A parameter is an object that the database driver cannot store: it takes numbers, texts, bytes and None. The message tells its position and type.",
    trigger="Executing a statement in SQLite with a dict, list, set, Decimal, UUID, Enum or NumPy value as a parameter that no column type converts.",
    situations="A dict for a text column; a Pydantic type such as HttpUrl; a whole row in place of its key; values of pandas or NumPy in raw SQL.",
    solutions=(
        "A dict or list: give the column the type `JSON`, or pass `json.dumps(value)`.",
        "Decimal, UUID, Enum: use the column types `Numeric`, `Uuid`, `Enum`; in raw SQL `bindparam('id', type_=Uuid)`.",
        "A Pydantic URL: `str(url)`; NumPy: `value.item()`.",
        "An object: its key was meant, `user.id`.",
    ),
    tags=("sqlalchemy", "sqlite", "parameters", "json", "types"),
    strategy="validation",
    background="wrong-type",
    place="sqlalchemy/engine/base.py:2351 Connection._handle_dbapi_exception ProgrammingError -",
    message="(sqlite3.ProgrammingError) Error binding parameter {position}: type {type} is not supported",
)


def before():
    with engine.connect() as connection:
        connection.execute(text("SELECT :payload"), {"payload": {"clicks": 3}})


def after():
    import json

    with engine.connect() as connection:
        connection.execute(text("SELECT :payload"), {"payload": json.dumps({"clicks": 3})})
