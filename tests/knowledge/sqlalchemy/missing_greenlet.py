from tests.knowledge.form import Prose

ID = "6c241669b7312482"
PROSE = Prose(
    documentation=(
        "With an async session something tried to talk to the database outside of an awaited call. Mostly that is an attribute "
        "which SQLAlchemy loads on being read: a relationship, or a column that a commit has expired."
    ),
    trigger="Database access of an AsyncSession's object, or of a sync function on an async engine, that did not come through `await`.",
    situations=(
        "`user.orders` without eager loading; `user.name` after `await session.commit()`; a Pydantic model or template that reads "
        "such attributes; an async URL in Alembic's sync `env.py`; `create_engine` with `+asyncpg` or `+aiosqlite`."
    ),
    solutions=(
        "A relationship: load it in the query with `.options(selectinload(User.orders))`.",
        "A column after a commit: `async_sessionmaker(engine, expire_on_commit=False)`, or `await session.refresh(user)`.",
        "Loading on demand is wanted: derive the base from `AsyncAttrs` and `await user.awaitable_attrs.orders`.",
        "`create_engine` or Alembic with an async driver: use `create_async_engine`, in Alembic the template `alembic init -t async`, or a sync driver in that URL.",
    ),
    prevention=("Use `expire_on_commit=False` and `lazy='raise'` with asyncio.",),
    tags=("sqlalchemy", "asyncio", "lazy-loading", "greenlet", "fastapi"),
    strategy="configuration",
    background="invalid-state",
    message="greenlet_spawn has not been called; can't call {function}() here. Was IO attempted in an unexpected place?",
)


def before():
    from sqlalchemy.util import await_only

    async def read():
        return 1

    def lazy_attribute():
        return await_only(read())

    lazy_attribute()


def after():
    import asyncio

    from sqlalchemy.util import await_only, greenlet_spawn

    async def read():
        return 1

    def lazy_attribute():
        return await_only(read())

    asyncio.run(greenlet_spawn(lazy_attribute))
