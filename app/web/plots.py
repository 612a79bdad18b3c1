"""Plots as SVG that is drawn on the server: what a template needs to place bars, in percent, and to say what they show.

Bars are placed in percent of the width, so that a plot fits any screen while its text keeps its size. Colours are classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.services.overview import Bin

__all__ = ["Bar", "Column", "Histogram", "Part", "bars", "histogram", "parts"]

_HEIGHT = 200
_TOP = 18
_BOTTOM = 24
_GAP = 0.18
_TICKS = 4


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a bar chart; widths are percent of the longest. `marked` is the front part of the bar."""

    name: str
    count: int
    width: float
    marked: int = 0
    marked_width: float = 0.0


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of one stacked bar: from where, and how wide, in percent; `share` is its share in words."""

    kind: str
    name: str
    count: int
    start: float
    width: float
    share: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a histogram: places in percent across, in pixels down."""

    label: str
    count: int
    marked: int
    x: float
    width: float
    middle: float
    y: float
    height: float
    marked_height: float


@dataclass(frozen=True, slots=True)
class Histogram:
    """Columns, and how far down the lines behind them are."""

    columns: Sequence[Column]
    lines: Sequence[float]
    height: int
    floor: float


def bars(rows: Iterable[tuple[str, int, int]]) -> list[Bar]:
    """Scale rows of name, count and how many of them are marked to the largest count."""
    listed = list(rows)
    most = max((count for _, count, _ in listed), default=0) or 1
    return [
        Bar(name, count, _percent(count, most), marked, _percent(marked, most))
        for name, count, marked in listed
    ]


def parts(rows: Iterable[tuple[str, str, int]]) -> list[Part]:
    """Put rows of kind, name and count side by side into one bar; a part of nothing is left out."""
    listed = [row for row in rows if row[2]]
    total = sum(count for _, _, count in listed) or 1
    found: list[Part] = []
    start = 0.0
    for kind, name, count in listed:
        width = 100 * count / total
        found.append(Part(kind, name, count, round(start, 3), round(width, 3), _share(count, total)))
        start += width
    return found


def histogram(bins: Sequence[Bin]) -> Histogram:
    """Place the columns of a histogram."""
    top = _nice_top(max((one.count for one in bins), default=0))
    room = _HEIGHT - _TOP - _BOTTOM
    step = 100 / max(1, len(bins))
    columns = []
    for at, one in enumerate(bins):
        height = room * one.count / top
        columns.append(
            Column(
                one.label,
                one.count,
                one.marked,
                x=round(at * step + step * _GAP / 2, 3),
                width=round(step * (1 - _GAP), 3),
                middle=round((at + 0.5) * step, 3),
                y=round(_TOP + room - height, 2),
                height=round(height, 2),
                marked_height=round(room * one.marked / top, 2),
            )
        )
    lines = [round(_TOP + room * (1 - at / _TICKS), 2) for at in range(_TICKS + 1)]
    return Histogram(columns, lines, _HEIGHT, float(_TOP + room))


def _nice_top(most: int) -> int:
    """Return the least round number that is not below, and that four parts divide."""
    if most <= _TICKS:
        return _TICKS
    power: int = 10 ** (len(str(most)) - 1)
    for factor in (1, 2, 4, 6, 8, 10):
        if factor * power >= most and factor * power % _TICKS == 0:
            return factor * power
    return 20 * power


def _percent(count: int, most: int) -> float:
    return round(100 * count / most, 2)


def _share(count: int, total: int) -> str:
    share = 100 * count / total
    return "under 1 %" if 0 < share < 1 else "over 99 %" if 99 < share < 100 else f"{share:.0f} %"
