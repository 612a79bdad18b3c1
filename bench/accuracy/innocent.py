"""Texts that hold no error of any package: whatever is answered to one is false."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.accuracy.cases import Case

__all__ = ["cases", "texts"]

_FOLDER = Path(__file__).parents[2] / "tests" / "cases" / "innocent"
_PARTED_BY = "\n%%\n"


def texts() -> Iterator[tuple[str, str]]:
    """Yield the family and the text of each."""
    for file in sorted(_FOLDER.glob("*.txt")):
        for text in file.read_text(encoding="utf-8").split(_PARTED_BY):
            yield file.stem, text


def cases() -> list[Case]:
    """Return them as cases."""
    return [Case("innocent", family, "both", "", None, 0, None, text, text) for family, text in texts()]
