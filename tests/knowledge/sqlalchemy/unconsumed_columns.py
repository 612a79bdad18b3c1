from sqlalchemy import Column, Integer, MetaData, String, Table, insert

from tests.knowledge.form import Prose

ID = "b7d71b3e875bce1a"
users = Table("users", MetaData(), Column("id", Integer, primary_key=True), Column("name", String))
PROSE = Prose(
    documentation="A statement was given values for columns that the table does not have. The names stand in the message.",
    trigger="`insert(table).values(...)`, `update(...)` or a list of dicts with a key that is no column of the table.",
    situations="The attribute's name where the column has another; keys of a JSON payload passed on as they are; a model that lacks a new column; a DataFrame's index.",
    solutions=(
        "Compare the names with `table.c.keys()`; with the ORM `insert(User)` takes attribute names, `insert(User.__table__)` column names.",
        "Filter what comes from outside: `{key: data[key] for key in data.keys() & table.c.keys()}`.",
        "The column is new: add it to the model, and migrate the database.",
    ),
    tags=("sqlalchemy", "insert", "update", "columns"),
    strategy="validation",
    background="unknown-name",
)


def validation(table, values):
    if unknown := values.keys() - table.c.keys():
        raise ValueError(f"no columns of {table.name}: {sorted(unknown)}")


def good():
    return users, {"name": "Ada"}


def bad():
    return users, {"nickname": "ada"}


def before():
    query = insert(users).values(name="Ada", nickname="ada")
    print(query.compile())


def after():
    data = {"name": "Ada", "nickname": "ada"}
    query = insert(users).values({key: data[key] for key in data.keys() & users.c.keys()})
    print(query.compile())
