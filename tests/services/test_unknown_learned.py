"""An error with a note whose real record comes later: that is the answer then, and carries the note."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.config import Settings
from app.domain.answer import MatchOptions
from app.errors import NoteNotFound
from app.services.replies import reply_of
from app.services.wiring import Services, build
from tests.services.ingesting import a_file, an_envelope, an_id
from tests.services.people import CI, OWNER
from tests.services.test_unknown import AGAIN, BARE, PASTE, noted

REAL = an_id(1)
MESSAGE = "cart of '{name}' cannot take item {item}, {most} is the most"
PATTERN = "cart of '(.*?)' cannot take item (.*?), (.*?) is the most"


@pytest.fixture
def services(each_settings: Settings) -> Iterator[Services]:
    """Services over a database in which the error has a note, on SQLite and on PostgreSQL in turn."""
    services = build(each_settings, migrate=False)
    noted(services, PASTE)
    yield services
    services.close()


def learned(
    services: Services, *numbers: int, path: str = "src/shop/cart.py", message: str = MESSAGE
) -> None:
    """Ingest real records of the error."""
    pattern = PATTERN if message == MESSAGE else message
    envelopes = [
        an_envelope(
            number,
            repo="acme/shop",
            errorClass="shop.errors.CartFull",
            errorMessage=message,
            messagePattern=pattern,
            filePath=path.format(number),
            lineNumber=7,
        )
        for number in numbers
    ]
    services.ingest.ingest([a_file(*envelopes)], source="docs")


@pytest.mark.parametrize("paste", [PASTE, AGAIN, BARE])
@pytest.mark.parametrize("limit", [1, 5])
def test_the_real_record_is_the_answer(services: Services, paste: str, limit: int) -> None:
    """It comes first, alone, with the note, however few matches are asked for; the local one is behind it."""
    stub = services.match.match(paste).best
    assert stub is not None
    learned(services, 1)
    answer = services.match.match(paste, MatchOptions(limit=limit, explain=True))
    assert answer.best is not None
    assert (answer.best.id, answer.best.ambiguous) == (REAL, False)
    event = answer.events[answer.best.event]
    assert event.status == "known"
    assert [match.id for match in event.matches] == [REAL, stub.id][:limit]
    assert [note.text for note in event.matches[0].notes] == ["Buy less"]
    assert event.considered is not None
    assert [one.id for one in event.considered] == [REAL, stub.id]
    assert event.considered[0].score > event.considered[1].score


def test_the_next_note_goes_to_the_real_record(services: Services) -> None:
    """Its own notes come before those of the local one, and both together are few."""
    learned(services, 1)
    second = noted(services, AGAIN, "Buy nothing", OWNER)
    assert (second.is_known, second.record_id) == (True, REAL)
    match = services.match.match(PASTE).best_match()
    assert match is not None
    assert [note.text for note in match.notes] == ["Buy nothing", "Buy less"]
    noted(services, AGAIN, "Buy later", OWNER)
    match = services.match.match(PASTE).best_match()
    assert match is not None
    assert [note.text for note in match.notes] == ["Buy later", "Buy nothing"]


def test_real_records_that_nothing_tells_apart(services: Services) -> None:
    """They are rivals of each other; the local one is none of them on any front."""
    learned(services, 1, 2, path="src/shop{}/trolley.py")
    answer = services.match.match(BARE)
    assert answer.best is not None
    assert answer.best.ambiguous
    matches = answer.events[answer.best.event].matches
    assert {match.id for match in matches[:2]} == {REAL, an_id(2)}
    assert matches[2].repo == "local/notes"
    assert matches[0].score == matches[1].score > matches[2].score
    assert {one.id for one in reply_of(answer, public_url=None).candidates} <= {REAL, an_id(2)}


def test_a_real_record_of_another_error_changes_nothing(services: Services) -> None:
    """The local record is the answer as long as no other is sure enough."""
    before = services.match.match(BARE).best
    learned(services, 1, path="src/depot/shelf.py", message="cannot take the train to the depot tonight")
    assert before is not None
    assert services.match.match(BARE).best == before


def test_a_note_that_is_shown_can_be_voted_for(services: Services) -> None:
    """Who says of the answer that the note solved it is heard, though the note is of the local record."""
    learned(services, 1, 3)
    note = services.match.match(PASTE).events[0].matches[0].notes[0]
    services.feedback.give(CI, REAL, "solved", note_id=note.id)
    assert services.match.match(PASTE).events[0].matches[0].notes[0].solved == 1
    other = services.notes.add(OWNER, an_id(3), "of another real record")
    with pytest.raises(NoteNotFound):
        services.feedback.give(CI, REAL, "solved", note_id=other.id)
