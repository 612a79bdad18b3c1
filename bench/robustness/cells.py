"""The cells of the matrix: every layout, every dressing of a traceback and of a last line, every damage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bench.robustness.damages import DAMAGES
from bench.robustness.dressings import DRESSINGS
from bench.robustness.layouts import LAYOUTS, plain
from bench.robustness.sites import Error

__all__ = ["CELLS", "Cell", "Family"]

Family = str
LAYOUT, TRACEBACK, LINE, DAMAGE = "layout", "dressed traceback", "dressed last line", "damage"


@dataclass(frozen=True, slots=True)
class Cell:
    """One way in which a paste is made of an error.

    Attributes:
        tiers: how a right answer is found; other tiers say that the reader saw less than there was.
        lone: the text of the error is all there is: no frame, no class below frames.
    """

    family: Family
    name: str
    make: Callable[[Error], str]
    tiers: tuple[str, ...] = ("exact", "contained")
    lone: bool = False


_TIERS: dict[str, tuple[str, ...]] = {
    "message cut at 90 %": ("exact", "contained", "truncated"),
    "message cut at 75 %": ("exact", "contained", "truncated"),
    "last line with an ellipsis": ("exact", "contained", "truncated"),
    "final line missing": ("site",),
    "quotation marks lost": ("exact", "contained", "fuzzy", "truncated"),
    "a letter in the other case": ("exact", "contained", "fuzzy"),
    "lower case": ("exact", "contained", "fuzzy"),
    "upper case": ("exact", "contained", "fuzzy"),
    "every word with a capital": ("exact", "contained", "fuzzy"),
    "blanks doubled": ("exact", "contained", "fuzzy"),
}


# Ways in which nothing but the text of an error is pasted.
_LONE = frozenset(
    [
        "pytest, summary line",
        "Celery, log line alone",
        "JSON, task state",
        "the last two lines",
        "the last line",
        "the message alone",
        "last line with an ellipsis",
        "last line wrapped at 60",
        "last line wrapped in mid-word at 60",
        "last line wrapped and indented",
        "smart quotes, last line",
        "blanks doubled",
        "quotation marks lost",
        "a title",
        "in a sentence",
        "in a sentence, quoted",
        "in a sentence, as code",
        "first letter of the class lost",
        "a letter in the other case",
        "lower case",
        "upper case",
        "every word with a capital",
    ]
)


def _cells() -> list[Cell]:
    cells = [Cell(LAYOUT, name, layout, lone=name in _LONE) for name, layout in LAYOUTS.items()]
    for name, dress in DRESSINGS.items():
        cells.append(Cell(TRACEBACK, name, lambda error, dress=dress: dress(plain(error))))  # type: ignore[misc]
        cells.append(Cell(LINE, name, lambda error, dress=dress: dress(error.final), lone=True))  # type: ignore[misc]
    cells += [
        Cell(DAMAGE, name, damage, _TIERS.get(name, ("exact", "contained")), name in _LONE)
        for name, damage in DAMAGES.items()
    ]
    return cells


CELLS: list[Cell] = _cells()
