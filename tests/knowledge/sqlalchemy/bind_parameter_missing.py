from sqlalchemy import create_engine, text

from tests.knowledge.form import Prose

ID = "67c8ee4153940891"
engine = create_engine("sqlite://")
PROSE = Prose(
    documentation="The statement has a placeholder with a colon and no value of that name was passed.",
    trigger="Executing `text('... :name ...')` or a `bindparam('name')` without `name` among the parameters.",
    situations="A colon that is no placeholder, as in JSON, times (`'10:30'` is safe, `:mm` is not) or casts; values passed as a list; a misspelt key.",
    solutions=(
        "Pass it: `connection.execute(text('... :id'), {'id': 1})`.",
        "The colon belongs to the SQL: write `\\:` before the word, or `CAST(x AS date)` in place of `x::date`.",
        "Several rows: pass a list of dicts that all have the key.",
    ),
    tags=("sqlalchemy", "text", "parameters", "raw-sql"),
    strategy="validation",
    background="missing-argument",
    site="sqlalchemy/sql/compiler.py SQLCompiler.construct_params",
)


def before():
    with engine.connect() as connection:
        connection.execute(text("SELECT :id + 1"))


def after():
    with engine.connect() as connection:
        connection.execute(text("SELECT :id + 1"), {"id": 1})
