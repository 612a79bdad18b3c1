"""Ordered search gives RE2's answer, for every template and every text."""

import sys

from hypothesis import given
from hypothesis import strategies as st

from app.domain import ordered
from app.domain.linear import compile_linear
from app.domain.ordered import Searched
from app.domain.pattern_syntax import NOT_WORD, SPACE, WORD, is_word, tokenize, translate
from app.domain.patterns import compile_pattern
from app.domain.shapes import read_shape, trimmed

# Letters that case folding changes, marks it makes letters of, letters newer than the running Python.
WORDS = st.sampled_from(["key", "no", "such", "in", "config", "x1", "é", "_a", "ΑΣ", "ſ", "İ", "\u0345a", "𑼂"])
PLAIN = st.sampled_from([" ", " ", ", ", ".", ":", "'", "-"])
WILDCARDS = st.sampled_from(["(.*?)", "(.*?)", " (.*?) "])
PATTERNS = st.tuples(
    st.lists(WORDS | st.sampled_from([" ", " ", ", ", r"\.", ":", "'"]) | WILDCARDS, min_size=1, max_size=8),
    st.sampled_from(["", "", "(.*)"]),
).map(lambda parts: "".join(parts[0]) + parts[1])
VALUES = st.sampled_from(["", "zz", " ", "a b", "key", "no such"])
ODD = st.sampled_from(["\n", "  ", "\t", " \n "])


def by_engine(pattern: str, text: str, position: int, *, whole: bool) -> ordered.Place | None:
    """The answer of RE2, given the contract's frame."""
    shape = read_shape(pattern)
    core = translate(trimmed(tokenize(pattern)))
    opening = rf"(?:\A|{NOT_WORD})" if shape.starts_in_word else ""
    closing = rf"(?:{NOT_WORD}|\z)" if shape.ends_in_word else ""
    source = rf"(?s)\A{SPACE}*({core})[ \t]*(?:\n|\z)" if whole else f"(?s){opening}({core}){closing}"
    compiled = compile_linear(source)
    found = compiled.search(text, position)
    if found is None:
        return None
    groups = tuple(found.span(index) for index in range(2, compiled.groups + 1))
    return ordered.Place(*found.span(1), groups)


def by_pattern(pattern: str, text: str, position: int, *, whole: bool) -> ordered.Place | None:
    """The answer of errdex."""
    compiled = compile_pattern(pattern)
    searched = Searched(text)
    found = compiled.find_whole(searched) if whole else compiled.find_inside(searched, position)
    return ordered.Place(found.start, found.end, found.groups) if found else None


@st.composite
def texts(draw: st.DrawFn, pattern: str) -> str:
    """A text, mostly one that holds the pattern with values in it, and more or less around."""
    odd = draw(st.booleans())
    pieces = WORDS | PLAIN | (ODD if odd else PLAIN)
    around = st.lists(pieces, max_size=4).map("".join)
    filled = pattern.replace("(.*?)", draw(VALUES)).replace("(.*)", draw(VALUES)).replace("\\", "")
    return draw(around) + (filled if draw(st.booleans()) else draw(around)) + draw(around)


@given(st.data())
def test_ordered_search_is_what_the_engine_finds(data: st.DataObject) -> None:
    """Whole and inside, from any position on: the same places, the same captures, and nothing where RE2 finds nothing."""
    pattern = data.draw(PATTERNS.filter(lambda pattern: read_shape(pattern).template))
    text = data.draw(texts(pattern))
    position = data.draw(st.integers(0, len(text)))
    for whole, start in ((True, 0), (False, 0), (False, position)):
        assert by_pattern(pattern, text, start, whole=whole) == by_engine(pattern, text, start, whole=whole)


@given(st.data())
def test_no_answer_is_right_for_every_pattern(data: st.DataObject) -> None:
    """What the ordered search rules out, RE2 does not find: groups, repeats, classes and alternatives included."""
    pieces = st.lists(
        WORDS
        | PLAIN.filter(lambda text: text != ".")
        | st.sampled_from([r"\d+", "(?:a|b)", "x?", "(no such)", "[ab] ", "(.+?)"]),
        min_size=1,
        max_size=7,
    )
    pattern = "".join(data.draw(pieces))
    text = "".join(
        data.draw(st.lists(WORDS | PLAIN | ODD | st.sampled_from(["7", "a ", "x", "no such"]), max_size=12))
    )
    shape, searched = read_shape(pattern), Searched(text)
    for whole in (True, False):
        if not ordered.could_stand(shape, searched, whole=whole):
            assert by_engine(pattern, text, 0, whole=whole) is None


def test_one_view_of_white_space_and_words() -> None:
    """Python, which folds and cuts texts, and RE2, which matches, agree on every character there is."""
    space, word = compile_linear(SPACE), compile_linear(WORD)
    every = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code <= 0xDFFF]
    assert [char for char in every if char.isspace() != bool(space.search(char))] == []
    assert [char for char in every if is_word(char) != bool(word.search(char))] == []
