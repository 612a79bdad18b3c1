"""What sentences quote."""

import pytest

from app.domain.quotations import quotations
from app.domain.text import Passage, Source


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ('it says "no wind for the kite" all day', ["no wind for the kite"]),
        (
            "it says `no wind for the kite`, and “no line for the kite”",
            ["no wind for the kite", "no line for the kite"],
        ),
        ("什么是「no wind for the kite」呢", ["no wind for the kite"]),
        ("press `save` and «fly away with it now»", ["fly away with it now"]),
        # Names, and what is open.
        ('the key "no_wind_for_the_kite" is bad', []),
        ("it's no wind, isn't it, for the kite", []),
        ('it says "no wind for the kite', []),
        ('"no wind\nfor the kite of mine"', []),
    ],
)
def test_what_stands_between_marks(text: str, quoted: list[str]) -> None:
    """Sentences between a pair of marks, each at its place."""
    found = quotations(_passage(text))
    assert [part.text for _, part in found] == quoted
    assert all(text[start : start + len(part.text)] == part.text for start, part in found)


def test_only_the_first_few_are_looked_at() -> None:
    """A text full of quotations costs no more than a few."""
    assert len(quotations(_passage('"no wind for the kite" ' * 50))) == 8


def _passage(text: str) -> Passage:
    lines = [passage for _, passage in Source(text).lines()]
    return Passage.join(lines)
