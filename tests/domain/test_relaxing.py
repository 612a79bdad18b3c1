"""Conditions of two versions compared: refused less, refused more, or otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.relaxing import compare, differing

CASES = [
    (["a"], ["a"], "same"),
    (["a", "b"], ["a and b"], "same"),
    (["not (a or b)"], ["not a", "not b"], "same"),
    (["not (x == 1)"], ["x != 1"], "same"),
    (["cfg.dp"], ["cfg.dp and not cfg.device == 'npu'"], "relaxed"),
    (["cfg.dp"], ["cfg.dp", "cfg.device != 'npu'"], "relaxed"),
    (["a", "b"], ["a"], "tightened"),
    (["a or b or c"], ["a or b"], "relaxed"),
    (["a or b"], ["a or b or c"], "tightened"),
    (["not (a and b)"], ["not (a and b and c)"], "tightened"),
    (["x not in ('a',)"], ["x not in ('a', 'b')"], "relaxed"),
    (["x != 'a'"], ["x not in ('a', 'b')"], "relaxed"),
    (["x in ('a', 'b')"], ["x in ('a',)"], "relaxed"),
    (["x in ('a',)"], ["x in ('a', 'b')"], "tightened"),
    (["n > 4"], ["n > 8"], "relaxed"),
    (["n > 8"], ["n > 4"], "tightened"),
    (["n < 4"], ["n < 2"], "relaxed"),
    (["n < 4"], ["m < 4"], "changed"),
    (["a"], ["b"], "changed"),
    (["a (("], ["a (( b"], "changed"),
    (["-" * 400 + "x"], ["-" * 402 + "x"], "changed"),
    (["9" * 900], ["8" * 900], "changed"),
    (["f(x) and lo…ng"], ["f(x) and lo…nger"], "changed"),
    ([], ["a"], "relaxed"),
    (["a"], [], "tightened"),
]


@pytest.mark.parametrize(("old", "new", "verdict"), CASES)
def test_conditions_are_compared_part_by_part(old: list[str], new: list[str], verdict: str) -> None:
    """More that has to hold means that less is refused; a list of values or a bound is looked into."""
    assert compare(old, new) == verdict


@given(
    st.lists(
        st.sampled_from(["a", "not a", "a and b", "a or b", "x in (1,)", "n > 2", "not (a or b)", "(("]),
        max_size=4,
    ),
    st.lists(
        st.sampled_from(["a", "not a", "a and b", "a or b", "x in (1, 2)", "n > 3", "not (a or b)"]),
        max_size=4,
    ),
)
def test_the_way_back_is_the_opposite(old: list[str], new: list[str]) -> None:
    """What is relaxed one way is tightened the other, and nothing differs where it is the same."""
    opposite = {"same": "same", "changed": "changed", "relaxed": "tightened", "tightened": "relaxed"}
    assert compare(new, old) == opposite[compare(old, new)]
    assert (compare(old, new) == "same") == (differing(old, new) == ([], []))


def test_the_parts_that_differ() -> None:
    """What came and what went is told apart from what stayed."""
    assert differing(["a and b"], ["a and c"]) == (["b"], ["c"])
