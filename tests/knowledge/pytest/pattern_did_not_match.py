from tests.knowledge.form import Prose

ID = "5047d502a6c98dd7"
PYTEST = []
PROSE = Prose(
    documentation=(
        "The right class of error was raised, and its text is not what `match` asks for. `match` is a regular expression that is searched in the text: brackets, dots, plus and question marks mean something of their own."
    ),
    trigger="An exception inside `pytest.raises(..., match=...)` whose text does not contain the pattern.",
    situations="A message with brackets or a dot copied as it is; a message that changed; `match` with text of the class's name; another error of the same class came first; capitals.",
    solutions=(
        'It ends with `Did you mean to re.escape()`: the two are the same text: `match=re.escape("price (net)")`.',
        "Compare the two lines: the message was reworded; shorten the pattern to what matters.",
        "It is another error altogether: the code failed elsewhere, take `match` out for once and call the code without `raises`, to see from where; put less into the block.",
        "Letters differ in case: `match='(?i)price'`.",
    ),
    tags=("pytest", "raises", "regex"),
    strategy="validation",
    background="invalid-argument-value",
    place="_pytest/raises.py:711 RaisesExc.__exit__ AssertionError -",
    message="Regex pattern did not match.\n  Expected regex: {expected}\n  Actual message: {actual}",
)


def before():
    import pytest

    def check(price):
        if price < 0:
            raise ValueError("price (net) is below zero")

    def test_refuses_negative():
        with pytest.raises(ValueError, match=r"price (net) is below"):
            check(-1)


def after():
    import re

    import pytest

    def check(price):
        if price < 0:
            raise ValueError("price (net) is below zero")

    def test_refuses_negative():
        with pytest.raises(ValueError, match=re.escape("price (net) is below")):
            check(-1)
