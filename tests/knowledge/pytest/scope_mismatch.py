from tests.knowledge.form import Prose

ID = "c76592113e9e06a9"
PYTEST = []
PROSE = Prose(
    documentation=(
        "A fixture that lives long uses one that lives shorter. The shorter one is gone after each test, while the longer one would keep it, so pytest does not allow it. The message names both, and below it where they stand."
    ),
    trigger="Setting up a fixture with the scope class, module, package or session that has a fixture with a smaller scope as its parameter.",
    situations=(
        "A database or client fixture made `scope='session'` to save time, with `tmp_path`, `monkeypatch` or a fixture of a plugin as its parameter, which are made for each test; an event loop of pytest-asyncio; `db` of pytest-django."
    ),
    solutions=(
        "The long one does not need to live long: drop its `scope`.",
        "The short one can live as long: give it the same `scope`, if tests do not change it.",
        "It is one of pytest's own: `tmp_path_factory` in place of `tmp_path`, `pytest.MonkeyPatch.context()` in place of `monkeypatch`, for `capsys` there is none.",
        "Split it: the costly part session-wide, and a small fixture for each test that takes it and cleans up (a transaction, a fresh folder).",
        "pytest-asyncio: `loop_scope='session'` on tests and fixtures; pytest-django: `django_db_setup` and `django_db_blocker`.",
    ),
    tags=("pytest", "fixtures", "scope"),
    strategy="configuration",
    background="unsupported-feature-combination",
    place="_pytest/fixtures.py:950 FixtureRequest._check_scope Failed -",
    message=(
        "ScopeMismatch: You tried to access the {requested_scope} scoped fixture {argname} with a {scope} scoped request object. Requesting fixture stack:\n{stack}\nRequested fixture:\n{fixture}"
    ),
)


def before():
    import pytest

    @pytest.fixture(scope="session")
    def orders_file(tmp_path):
        path = tmp_path / "orders.csv"
        path.write_text("id,price\n1,10\n")
        return path

    def test_orders(orders_file):
        assert orders_file.exists()


def after():
    import pytest

    @pytest.fixture(scope="session")
    def orders_file(tmp_path_factory):
        path = tmp_path_factory.mktemp("data") / "orders.csv"
        path.write_text("id,price\n1,10\n")
        return path

    def test_orders(orders_file):
        assert orders_file.exists()
