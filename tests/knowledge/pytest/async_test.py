from tests.knowledge.form import Prose

ID = "7abf628cdf8beae5"
PYTEST = []
PROSE = Prose(
    documentation=(
        "The test is a coroutine, and no plugin is there that runs it. pytest by itself only calls functions; calling this one makes a coroutine and runs nothing."
    ),
    trigger="Running an `async def` test that no installed plugin has taken over.",
    situations=(
        "pytest-asyncio or anyio is not installed where the tests run, as in CI; it is installed, and the test lacks its mark, since its mode is strict by default; the setting stands in a file that pytest does not read."
    ),
    solutions=(
        "Look at the `plugins:` line at the top of pytest's output: without `asyncio` or `anyio` there install one, `pip install pytest-asyncio`.",
        'It is there: mark the test, `@pytest.mark.asyncio`, or for all of them `asyncio_mode = "auto"` under `[tool.pytest.ini_options]`.',
        "anyio: `@pytest.mark.anyio`.",
        "One test only: make it `def`, and `asyncio.run(...)` inside.",
        "The mode is set and has no effect: `configfile:` at the top shows which file was read.",
    ),
    tags=("pytest", "async", "pytest-asyncio", "plugins"),
    strategy="configuration",
    background="missing-dependency",
    place="_pytest/python.py:177 async_fail Failed -",
    message=(
        "async def functions are not natively supported.\nYou need to install a suitable plugin for your async framework, for example:"
    ),
)


def before():
    import asyncio

    async def test_wait():
        await asyncio.sleep(0)


def after():
    import asyncio

    def test_wait():
        async def wait():
            await asyncio.sleep(0)

        asyncio.run(wait())
