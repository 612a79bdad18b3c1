from tests.knowledge.form import Prose

ID = "8a4e3d2226ffc0c8"
PYTEST = []
PROSE = Prose(
    documentation=(
        "The test says that an error is to be raised, and the block came to its end without one. Either the code does not refuse what it should, or the call inside the block is not the one that raises."
    ),
    trigger="Leaving `with pytest.raises(...)` without an exception.",
    situations=(
        "A coroutine or generator that is made and never run; the error is caught inside the code and logged; the failing line stands before the block or the data is valid after all; the code was mended, and the "
        "test holds on to the old behaviour."
    ),
    solutions=(
        "Call the code with the same data without `raises`, and look at what it returns.",
        "It is `async def`: `await` it inside the block. A generator: `next(...)` or `list(...)` it, since its body runs only then.",
        "The error is caught inside (a log line shows it): test what is returned or logged then, `caplog.text`.",
        "It should refuse and does not: that is the bug the test is for; add the check.",
    ),
    tags=("pytest", "raises", "async", "generator"),
    strategy="validation",
    background="invalid-state",
    place="_pytest/raises.py:699 RaisesExc.__exit__ Failed -",
    message="DID NOT RAISE {exception}",
)


def before():
    import pytest

    def prices(rows):
        for row in rows:
            yield float(row)

    def test_refuses_text():
        with pytest.raises(ValueError, match="could not convert"):
            prices(["ten"])


def after():
    import pytest

    def prices(rows):
        for row in rows:
            yield float(row)

    def test_refuses_text():
        with pytest.raises(ValueError, match="could not convert"):
            list(prices(["ten"]))
