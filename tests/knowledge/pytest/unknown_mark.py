from tests.knowledge.form import Prose

ID = "d60da556fc093a56"
PYTEST = []
PROSE = Prose(
    documentation=(
        "A test has a mark that pytest does not know. It may be a typing error, and then `-m slow` or `skipif` would do nothing without a word; so it warns, and stops if `--strict-markers` is on."
    ),
    trigger="Using `@pytest.mark.NAME` for a name that neither pytest, nor a plugin, nor your settings define.",
    situations="A mark of your own such as `slow` or `integration` that is listed nowhere; a plugin that is not installed here (`asyncio`, `django_db`); `parametrise` and other spellings.",
    solutions=(
        'It is yours: list it under `[tool.pytest.ini_options]`, `markers = ["slow: takes longer than a second"]` (or in `pytest.ini`).',
        "It belongs to a plugin: install that where the tests run.",
        "It is misspelt: `pytest --markers` lists all; `parametrize`, `skipif`, `xfail`, `usefixtures`.",
        "It is listed and still unknown: `configfile:` at the top of the output shows which file pytest has read.",
    ),
    prevention=("Set `--strict-markers` in `addopts`, so that a misspelt mark fails.",),
    tags=("pytest", "markers", "configuration"),
    strategy="configuration",
    background="unknown-name",
    site="_pytest/mark/structures.py MarkGenerator.__getattr__",
)


def before():
    import sys

    import pytest

    @pytest.mark.skip_if(sys.platform == "win32", reason="needs fork")
    def test_total():
        assert sum([10, 20]) == 30


def after():
    import sys

    import pytest

    @pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
    def test_total():
        assert sum([10, 20]) == 30
