"""The geometry of the plots."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.overview import Bin
from app.web.plots import bars, histogram, parts

_counts = st.integers(0, 10**9)


@given(st.lists(_counts, max_size=20))
def test_bars_are_as_long_as_their_numbers(counts: list[int]) -> None:
    """The longest is the whole width."""
    drawn = bars([(str(at), count, count // 2) for at, count in enumerate(counts)])
    for bar, count in zip(drawn, counts, strict=True):
        assert bar.width == pytest.approx(100 * count / (max(counts) or 1), abs=0.01)
        assert 0 <= bar.marked_width <= bar.width <= 100


@given(st.lists(_counts, max_size=6))
def test_parts_fill_the_bar(counts: list[int]) -> None:
    """Side by side, without those of nothing; no share is told as all or nothing that is neither."""
    drawn = parts([("kind", str(count), count) for count in counts])
    assert [part.count for part in drawn] == [count for count in counts if count]
    end = 0.0
    for part in drawn:
        assert part.start == pytest.approx(end, abs=0.01)
        end = part.start + part.width
        assert (part.share == "100 %") == (part.count == sum(counts))
        assert part.share != "0 %"
    assert not drawn or end == pytest.approx(100, abs=0.01)


@given(st.lists(_counts, min_size=1, max_size=15))
def test_columns_stand_on_the_floor_and_below_the_top(counts: list[int]) -> None:
    """Each in its own place across; the lines run from the floor to above the highest."""
    drawn = histogram([Bin(str(at), count, count // 3) for at, count in enumerate(counts)])
    assert drawn.lines[0] == drawn.floor
    assert len(drawn.lines) == 5
    right = 0.0
    for column, count in zip(drawn.columns, counts, strict=True):
        assert column.y + column.height == pytest.approx(drawn.floor, abs=0.02)
        assert column.y >= drawn.lines[-1] - 0.01
        assert column.x >= right
        right = column.x + column.width
        assert column.height == pytest.approx(
            (drawn.floor - drawn.lines[-1]) * count / _top(counts), abs=0.02
        )
        assert 0 <= column.marked_height <= column.height + 0.01
    assert right <= 100


def _top(counts: list[int]) -> int:
    """The least of 4, 8, 20, 40, 60, 80, 100, 200, 400, … that is not below the highest."""
    most = max(counts)
    tops = [4, 8, *(factor * 10**power for power in range(1, 11) for factor in (2, 4, 6, 8, 10))]
    return next(top for top in sorted(tops) if top >= most)
