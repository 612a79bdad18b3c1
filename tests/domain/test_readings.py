"""Other readings of a message that the copy changed, and their hits in the message's own places."""

import pytest

from app.domain.answer import Tier
from app.domain.matching import find_all
from app.domain.readings import in_message, other_readings
from tests.domain.reference import candidate

PATTERN = r"Kite (.+?) has no wind in the '(.+?)' valley"
MESSAGE = "Kite k7 has no wind in the 'green' valley"

CHANGED = [
    ("wrapped in mid-word", "Kite k7 has no wi\nnd in the 'green' valley"),
    ("wrapped in mid-word twice, and between words", "Kite k7 h\nas no wi\nnd in\nthe 'green' valley"),
    ("wrapped with an indentation", "Kite k7 has no wi\n      nd in the 'green' valley"),
    ("typographic marks", "Kite k7 has no wind in the ‘green’ valley"),
    ("typographic marks, wrapped", "Kite k7 has no wi\nnd in the ‘green’ valley"),
    ("written for the web", "Kite k7 has no wind in the &#39;green&#39; valley"),
]


@pytest.mark.parametrize("text", [row[1] for row in CHANGED], ids=[row[0] for row in CHANGED])
def test_a_pattern_stands_in_a_reading(text: str) -> None:
    """The pattern does not agree with the text as pasted, and does with one of its readings, in the text's places."""
    pattern = candidate(0, PATTERN)
    assert not find_all(text, [pattern])
    hits = [
        in_message(hit, reading)
        for reading in other_readings(text)
        for hit in find_all(reading.text, [pattern])
    ]
    assert hits
    for hit in hits[:1]:
        assert (hit.tier, hit.start, hit.end) == (Tier.CONTAINED, 0, len(text))
        (name_start, name_end), (valley_start, valley_end) = hit.groups
        assert text[name_start:name_end] == "k7"
        assert "green" in text[valley_start:valley_end]


def test_a_link_is_read_as_its_text() -> None:
    """A page that shows a message makes links of the names in it."""
    text = "Kite [kite.py](https://kites.example/kite.py) has no wind in the 'green' valley"
    (reading,) = other_readings(text)
    assert reading.text == "Kite kite.py has no wind in the 'green' valley"
    (hit,) = [in_message(hit, reading) for hit in find_all(reading.text, [candidate(0, PATTERN)])]
    assert (hit.start, hit.end) == (0, len(text))
    assert not other_readings("Kite [kite.py](here) has no wind")


@pytest.mark.parametrize("text", [MESSAGE, "", "a", "x" * 10_000 + "\ny"])
def test_a_text_with_nothing_to_change_has_no_other_reading(text: str) -> None:
    """Neither has a text that is too long to be a message."""
    assert other_readings(text) == []


def test_breaks_between_words_are_not_tried_in_every_way() -> None:
    """At most three breaks are read both ways; a message of many lines has few readings."""
    assert len(other_readings("\n".join(["word"] * 50))) <= 3
    assert len(other_readings("a\nb\nc\nd")) <= 9


def test_marks_of_markup_are_undone() -> None:
    """Backslashes before marks go, and bold type was double underscores."""
    assert [one.text for one in other_readings(r"no \_mode\_ for **init**")] == ["no _mode_ for __init__"]
