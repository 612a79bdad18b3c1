"""The lines round the line that raises."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.domain.excerpt import LINES_AFTER, LINES_BEFORE, excerpt


def test_the_lines_round_the_raise_without_their_common_indentation() -> None:
    """Eight lines before and four after it are kept, numbered, with an arrow."""
    code = "\n".join(f"    {'  ' if number == 20 else ''}line {number}" for number in range(1, 38))
    found = excerpt(code, 101, 119)
    assert (found.start, found.line) == (111, 119)
    assert found.text.split("\n")[0] == "line 11"
    shown = found.numbered().split("\n")
    assert shown[0] == "  111  line 11"
    assert shown[8] == "→ 119  line 19"
    assert shown[9] == "  120    line 20"
    assert len(shown) == LINES_BEFORE + 1 + LINES_AFTER


def test_a_raise_at_the_edge_of_the_file() -> None:
    """Where there are fewer lines, those that there are stand."""
    assert excerpt("raise X", 1, 1).numbered() == "→ 1  raise X"


def test_a_line_outside_keeps_all() -> None:
    """Source that does not hold its line is shown whole, without an arrow."""
    assert excerpt("a\n\n  b\n", 8, 90).numbered() == "   8  a\n   9\n  10    b"


@given(st.text(alphabet="ab \t\n\r", max_size=300), st.integers(1, 99), st.integers(-5, 200))
def test_any_code_is_cut(code: str, start: int, line: int) -> None:
    """The excerpt is never longer than the code, and its labels have one width."""
    found = excerpt(code, start, line)
    lines = found.text.split("\n")
    assert len(lines) <= code.count("\n") + 1
    assert len({len(label) for label in found.labels(len(lines))}) == 1
