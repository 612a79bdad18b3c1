from tests.knowledge.form import Prose

ID = "e63ef4c6873490af"
PYTEST = []
PROSE = Prose(
    documentation=(
        "A fixture was called like a function. pytest makes fixtures itself, and hands them to tests that have a parameter of that name."
    ),
    trigger="`name()` in a test, a helper or another fixture, where `name` is decorated with `@pytest.fixture`.",
    situations="A function that became a fixture later; one fixture that uses another; a helper that tests need several times with different values.",
    solutions=(
        "Take it as a parameter: `def test_total(customer):`, and use `customer` without brackets. The same in another fixture.",
        "You need several, or with arguments: let the fixture return a function, `def make_customer(): def _make(name): ...; return _make`, and call that.",
        "It is used outside of tests too: keep an ordinary function, and a fixture that only calls it.",
    ),
    tags=("pytest", "fixtures", "factory"),
    strategy="configuration",
    background="invalid-state",
    place="_pytest/fixtures.py:1509 FixtureFunctionDefinition.__call__ Failed -",
    message=(
        'Fixture "{name}" called directly. Fixtures are not meant to be called directly,\nbut are created automatically when test functions request them as parameters.'
    ),
)


def before():
    import pytest

    @pytest.fixture
    def prices():
        return [10, 20]

    def test_total():
        assert sum(prices()) == 30


def after():
    import pytest

    @pytest.fixture
    def prices():
        return [10, 20]

    def test_total(prices):
        assert sum(prices) == 30
