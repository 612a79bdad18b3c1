from sqlalchemy import create_engine

from tests.knowledge.form import Prose

ID = "5e927eb49d4f1759"
PROSE = Prose(
    documentation="A connection executes statements of SQLAlchemy, not plain texts, since version 2.0.",
    trigger="`connection.execute('SELECT ...')` or `session.execute(...)` with a str, or with a class or list in place of a `select()`.",
    situations="Code and tutorials for version 1; `pandas.read_sql` of an old pandas with SQLAlchemy 2.",
    solutions=(
        "Wrap the text: `connection.execute(text('SELECT ... WHERE id = :id'), {'id': 1})`.",
        "A text in the driver's own notation: `connection.exec_driver_sql('...')`.",
        "A class or table: `session.execute(select(User))`.",
        "It is raised inside pandas: upgrade pandas to 2.0 or newer.",
    ),
    prevention=("Pass values as parameters, never by formatting them into the text.",),
    tags=("sqlalchemy", "sqlalchemy-2", "migration", "text", "raw-sql"),
    strategy="configuration",
    background="wrong-type",
)

engine = create_engine("sqlite://")


def before():
    with engine.connect() as connection:
        connection.execute("SELECT 1")


def after():
    from sqlalchemy import text

    with engine.connect() as connection:
        connection.execute(text("SELECT 1"))
