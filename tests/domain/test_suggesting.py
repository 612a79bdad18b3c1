"""What was meant by a word that nobody knows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.suggesting import corrected, word_counts

KNOWN = word_counts(
    [("speculative", 9), ("decoding", 9), ("ValueError", 5), ("unified-memory", 2), ("value", 1), ("500", 3)]
)


def test_words_of_names_are_counted() -> None:
    """In lower case, parted at what is neither letter nor digit; numbers are no words."""
    assert word_counts([("unified-memory", 2), ("Memory_Pool", 3), ("a/b", 1), ("404", 7)]) == {
        "unified": 2,
        "memory": 5,
        "pool": 3,
        "a": 1,
        "b": 1,
    }


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("speculatve", "speculative"),
        ("Speculatve decoding", "speculative decoding"),
        ("  speculatve   --unifeid-memory!", "  speculative   --unified-memory!"),
        ("valeuerror", "valueerror"),
        ("speculative decoding", None),
        ("xyzzy", None),
        ("ab", None),
        ("404", None),
        ("", None),
        ("z" * 500, None),
        (" ".join(["speculative"] * 12 + ["decodng"]), None),
    ],
)
def test_the_nearest_known_word_is_meant(typed: str, meant: str | None) -> None:
    """All else stays as it was typed; without a near word, or past twelve of them, nothing is meant."""
    assert corrected(typed, KNOWN) == meant


def test_among_equally_near_words_the_most_used_is_meant() -> None:
    """Then the first by the alphabet."""
    assert corrected("shart", {"shard": 3, "chart": 9, "start": 4}) == "chart"
    assert corrected("shart", {"shard": 3, "chart": 3}) == "chart"


@given(st.text(max_size=80))
def test_what_was_corrected_needs_no_correction(typed: str) -> None:
    """The words that were put in are known ones, so that a second look changes nothing."""
    meant = corrected(typed, KNOWN)
    if meant is not None:
        assert meant != typed
        assert corrected(meant, KNOWN) is None
