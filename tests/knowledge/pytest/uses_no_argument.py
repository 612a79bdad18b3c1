from tests.knowledge.form import Prose

ID = "c4697c99089f090b"
PYTEST = []
PROSE = Prose(
    documentation=(
        "`parametrize` names something that the test function does not take. Every name there has to be a parameter of the function, or of a fixture that it uses."
    ),
    trigger="Collecting a test with `@pytest.mark.parametrize` (or `usefixtures` by way of `indirect`) for a name that is no parameter of it.",
    situations="A parameter renamed in one place; a missing parameter; `parametrize` on a class whose methods do not all take it; a parameter with a default value, which pytest does not fill.",
    solutions=(
        "Compare the names in `parametrize` with the parameters of the function, letter by letter; add the missing one.",
        "The parameter has a default (`amount=1`): take the default away; pytest leaves such parameters alone.",
        "The mark stands on a class: move it to the methods that take it.",
        "The value is for a fixture: `parametrize('customer', [...], indirect=True)`, and the fixture reads `request.param`.",
    ),
    tags=("pytest", "parametrize", "fixtures"),
    strategy="configuration",
    background="unknown-name",
    place="_pytest/python.py:1597 Metafunc._validate_if_using_arg_names Failed -",
    message="In {nodeid}: function uses no argument '{arg}'",
)


def before():
    import pytest

    @pytest.mark.parametrize(("price", "tax"), [(100, 19), (200, 38)])
    def test_tax(price, taxes):
        assert price * 19 // 100 == taxes


def after():
    import pytest

    @pytest.mark.parametrize(("price", "tax"), [(100, 19), (200, 38)])
    def test_tax(price, tax):
        assert price * 19 // 100 == tax
