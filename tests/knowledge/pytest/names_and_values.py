from tests.knowledge.form import Prose

ID = "f0c3590211edfdd0"
PYTEST = []
PROSE = Prose(
    documentation=(
        "`parametrize` has several names, and one of its cases has another number of values. The message shows the names and the first case that does not fit."
    ),
    trigger="Collecting a test whose `parametrize` holds a case with more or fewer values than names.",
    situations="A value added to some cases; a missing comma, so that two texts became one; a case that is itself a tuple or list and needs brackets around; one name and tuples as values, given as `('name',)`.",
    solutions=(
        "Count the values of the case that is shown; two texts without a comma between them are one.",
        "The case is a single value that is a tuple: with one name write the name as text, `parametrize('point', [(1, 2)])`.",
        "With several names each case is a tuple: `[([1, 2], 3)]` for a list and a number.",
        "Many cases: `pytest.param(1, 2, id='small')`, or dictionaries and one name.",
    ),
    tags=("pytest", "parametrize"),
    strategy="validation",
    background="shape-mismatch",
    place="_pytest/mark/structures.py:247 ParameterSet._for_parametrize Failed -",
    message='{nodeid}: in "parametrize" the number of names ({names_len}):\n  {names}\nmust be equal to the number of values ({values_len}):\n  {values}',
)


def before():
    import pytest

    @pytest.mark.parametrize(("text", "words"), [("a day", 2), ("one", "two", 3)])
    def test_words(text, words):
        assert len(text.split()) == words


def after():
    import pytest

    @pytest.mark.parametrize(("text", "words"), [("a day", 2), ("one two three", 3)])
    def test_words(text, words):
        assert len(text.split()) == words
