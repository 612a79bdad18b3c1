from tests.knowledge.form import Prose

ID = "3fecb51c12058dfc"
PROSE = Prose(
    documentation="An async engine needs a driver that can wait without blocking, and the address names one that cannot, or none, which means the usual one.",
    trigger="`create_async_engine()` with `postgresql://`, `sqlite://`, `mysql://` and other addresses without an async driver.",
    situations="One DATABASE_URL for Alembic and for the application; an address from a hosting service.",
    solutions=(
        "Name the driver and install it: `postgresql+asyncpg://`, `postgresql+psycopg://`, `sqlite+aiosqlite://`, `mysql+asyncmy://`.",
        "The address comes from outside: replace its start: `make_url(url).set(drivername='postgresql+asyncpg')`.",
        "Nothing is async: use `create_engine()`.",
    ),
    tags=("sqlalchemy", "asyncio", "database-url", "driver", "asyncpg"),
    strategy="configuration",
    background="unsupported-feature-combination",
)


def before():
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine("sqlite:///shop.db")


def after():
    from sqlalchemy import make_url
    from sqlalchemy.ext.asyncio import create_async_engine

    url = make_url("postgresql://ada@db.example/shop").set(drivername="postgresql+psycopg")
    engine = create_async_engine(url)
