from tests.knowledge.form import Prose

ID = "6d07dc7baed831eb"
PYTEST = []
PROSE = Prose(
    documentation=(
        "A test or fixture has a parameter of this name, so pytest looked for a fixture of that name and found none that this file "
        "can see. The list below the message holds those that it can see."
    ),
    trigger="Setting up a test whose parameter is neither a fixture visible there nor an argument of its `parametrize`.",
    situations=(
        "A misspelt name; a fixture in a test file or a `conftest.py` of a sibling folder; a plugin that is not installed where the tests run "
        "(`mocker`: pytest-mock, `client`: pytest-django or -flask, `benchmark`: pytest-benchmark); a helper function named `test_…`; a "
        "`parametrize` whose names differ from the parameters."
    ),
    solutions=(
        "Compare the name with the list of available fixtures: a close one is what you meant.",
        "It belongs to a plugin: install that where the tests run, CI included (`mocker` needs pytest-mock).",
        "The fixture stands in another test file or folder: move it to a `conftest.py` in a folder above both.",
        "It stands in this file and is not in the list: it lacks `@pytest.fixture`.",
        "It is no fixture but a value: pass it with `@pytest.mark.parametrize`, or rename a helper so that it does not begin with `test`.",
    ),
    prevention=("Keep shared fixtures in `conftest.py`; `pytest --fixtures` lists what a folder sees.",),
    tags=("pytest", "fixtures", "conftest", "plugins"),
    strategy="configuration",
    background="unknown-name",
    place="_pytest/fixtures.py:738 FixtureRequest._get_active_fixturedef FixtureLookupError -",
    message="fixture '{argname}' not found",
)


def before():
    import pytest

    @pytest.fixture
    def orders():
        return [10, 20]

    def test_total(order):
        assert sum(order) == 30


def after():
    import pytest

    @pytest.fixture
    def orders():
        return [10, 20]

    def test_total(orders):
        assert sum(orders) == 30
