"""Where a message ends when a log goes on below it."""

from __future__ import annotations

import pytest

from app.domain.answer import Tier
from app.domain.heads import common_lines, head_chars, settled
from app.domain.matching import Candidate

GOT = Candidate(1, r"got T=(.*?), N=(.*)", "got T= , N=", 2, False)
PLEASE = Candidate(2, r"no (.*?) found\nplease set (.*)", "no  found please set ", 4, False)
NO = Candidate(3, r"no (.*?) found", "no  found", 2, False)


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("got T=17", ""),
        ("got T=17\nserver is going down", "got T=17"),
        ("one of\nthe two", ""),
        ("choices are:\na\nb", "choices are:\na"),
        ("found (a,\nb) twice\nbye", "found (a,\nb) twice"),
        ("2 errors\n  port is no number\nbye", "2 errors\n  port is no number"),
        ("options\n- a\n- b", ""),
        (
            "2 validation errors for KiteOfTheValley\nline\n  no line [type=missing]\nknot\n  none",
            "2 validation errors for KiteOfTheValley\nline\n  no line [type=missing]",
        ),
        ("2 validation errors for kites\nis all", ""),
    ],
)
def test_head(text: str, head: str) -> None:
    """A line belongs to the one above it where it is indented or an item, or where that one is not at its end."""
    assert text[: head_chars(text)] == head


@pytest.mark.parametrize(
    ("text", "in_traceback", "candidates", "message", "patterns"),
    [
        ("got T=17, N=4\ngoing down", False, [GOT], "got T=17, N=4", [1]),
        ("got T=17,\nN=4\ngoing down", False, [GOT], "got T=17,\nN=4", [1]),
        ("got T=17, N=4\nand more", True, [GOT], "got T=17, N=4\nand more", [1]),
        ("no row found\ngoing down", True, [NO], "no row found", [3]),
        ("no row found\nplease set x", False, [PLEASE, NO], "no row found\nplease set x", [2, 3]),
        ("something else\ngoing down", False, [GOT], "something else\ngoing down", []),
    ],
    ids=["alone", "wrapped", "wildcard behind frames", "literal behind frames", "two lines", "nothing"],
)
def test_the_pattern_tells_where_the_message_ends(
    text: str, in_traceback: bool, candidates: list[Candidate], message: str, patterns: list[int]
) -> None:
    """The first lines that a pattern agrees with whole are the message, unless another says more."""
    hits, chars = settled(text, head_chars(text), candidates, in_traceback=in_traceback)
    assert text[:chars] == message
    assert [hit.candidate.pattern_id for hit in hits] == patterns
    assert not hits or hits[0].tier is Tier.EXACT


def test_common_lines() -> None:
    """What only some of the copies have below them is no part of them; other blanks are the same line."""
    assert common_lines(["a\nb\nc", "a\nb", "a\nb\nd"]) == 2
    assert common_lines(["a b\n  c", "a  b\nc"]) == 2
    assert common_lines(["a", "b"]) == 0
