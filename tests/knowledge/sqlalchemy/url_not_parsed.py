import os

from sqlalchemy import create_engine

from tests.knowledge.form import Prose

ID = "5bd773ace2010185"
PROSE = Prose(
    documentation="The text given as the database's address is no URL, or is empty. It has the form `dialect+driver://user:password@host:port/name`.",
    trigger="`create_engine(text)` where the text has no `name://` at its start, or a port that is no number.",
    situations=(
        "An environment variable that is empty, or has quotes or a line break in it; a template such as `${DATABASE_URL}` that "
        "nothing replaced; a path instead of `sqlite:///path`; `alembic.ini` with `driver://user:pass@localhost/dbname` left in."
    ),
    solutions=(
        "Print `repr()` of the text. Empty: the variable is not set where the program runs.",
        "Quotes round it: take them out of the `.env` or compose file.",
        "A file: `sqlite:///relative.db` or `sqlite:////absolute/path.db`.",
        "Special characters in the password: build it with `URL.create(...)`, or quote the password with `urllib.parse.quote_plus`.",
    ),
    tags=("sqlalchemy", "database-url", "configuration", "environment-variables"),
    strategy="validation",
    background="parse-failure",
)


def validation(address):
    from sqlalchemy import make_url

    make_url(address)


def good():
    return ("sqlite:///shop.db",)


def bad():
    return ("shop.db",)


def before():
    engine = create_engine(os.environ.get("DATABASE_URL", ""))


def after():
    os.environ["DATABASE_URL"] = "sqlite:///shop.db"

    engine = create_engine(os.environ["DATABASE_URL"])
