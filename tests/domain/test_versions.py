"""The order of versions."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.versions import is_stable, version_order

OLDEST_FIRST = [
    "master",
    "x-9",
    "x-10",
    "0.5.9",
    "0.5.18",
    "1.0.dev1",
    "1.0a1",
    "1.0rc1",
    "1.0",
    "1.0+local",
    "1.0.post1",
    "1!0.1",
    "",
]


@pytest.mark.parametrize(("older", "newer"), list(itertools.pairwise(OLDEST_FIRST)))
def test_versions_are_in_the_order_of_their_release(older: str, newer: str) -> None:
    """PEP 440 among its own; before them what is no version, after them the folder at work."""
    assert version_order(older) < version_order(newer)


@pytest.mark.parametrize("version", [*OLDEST_FIRST, "1.0rc1.post2", "9" * 501])
def test_stable_releases(version: str) -> None:
    """Final and post releases by PEP 440, with a local part or without."""
    assert is_stable(version) == (version in {"0.5.9", "0.5.18", "1.0", "1.0+local", "1.0.post1", "1!0.1"})


@given(st.lists(st.one_of(st.text(), st.text("0123456789.abrcpost-+!", max_size=8)), min_size=2, max_size=5))
def test_the_order_is_total(versions: list[str]) -> None:
    """Any texts can be sorted, and two different ones are never equal, `1.0` and `1.0.0` included."""
    ordered = sorted(versions, key=version_order)
    for a, b in itertools.pairwise(ordered):
        assert (version_order(a) == version_order(b)) == (a == b)
    assert max(versions, key=version_order) == ordered[-1]


def test_a_version_of_thousands_of_digits_is_sorted_too() -> None:
    """No more than a piece of it is looked at."""
    assert version_order("1" * 5000) < version_order("1.0")
