"""A note on an error that no record knows: it becomes a record, and the next paste of it finds the note."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import text

from app.config import Settings
from app.domain.people import Caller
from app.errors import BadInput, NeedsToken, TooMany
from app.services.unknown import NotedPaste
from app.services.wiring import Services, build
from tests.services.ingesting import an_id, stored
from tests.services.people import CI, NOBODY, OWNER, load

PASTE = """\
2026-11-30 12:00:00 INFO starting on host db7.corp.example
Traceback (most recent call last):
  File "/home/alice/shop/checkout.py", line 31, in pay
    cart.add(item)
  File "/home/alice/shop/cart.py", line 7, in Cart.add
    raise CartFull(secret_of_alice)
shop.errors.CartFull: cart of 'alice' cannot take item 4711, 16 is the most
"""
AGAIN = PASTE.replace("alice", "bob").replace("4711", "1").replace("16", "99")
BARE = "shop.errors.CartFull: cart of 'carol' cannot take item 3, 2 is the most"


@pytest.fixture
def services(each_settings: Settings) -> Iterator[Services]:
    """Services over an empty database, on SQLite and on PostgreSQL in turn."""
    services = build(each_settings, migrate=False)
    yield services
    services.close()


def noted(services: Services, paste: str, words: str = "Buy less", caller: Caller = CI) -> NotedPaste:
    """Add a note to a paste."""
    return services.unknown.add(caller, services.unknown.preview(services.match.match(paste)), words)


def test_an_unknown_error_becomes_a_record(services: Services) -> None:
    """The next paste of the error is known, whatever varied in it, and its answer carries the note."""
    assert services.match.match(PASTE).best is None
    added = noted(services, PASTE)
    assert not added.is_known
    answer = services.match.match(AGAIN)
    assert answer.best is not None
    assert answer.best.id == added.record_id
    match = answer.best_match()
    assert match is not None
    assert [note.text for note in match.notes] == ["Buy less"]
    envelope = stored(services.database, added.record_id)
    assert envelope["record"]["repo"] == "local/notes"
    assert envelope["errdex"]["provenance"]["kind"] == "written"
    assert envelope["record"]["documentation"] is None


def test_what_is_stored_is_what_was_said(services: Services) -> None:
    """The preview names all of it, stores nothing, and the database then holds nothing else of the paste."""
    preview = services.unknown.preview(services.match.match(PASTE))
    assert services.catalog.stats().records == 0
    assert preview.record is not None
    assert preview.record.wire() == {
        "id": preview.record_id,
        "repo": "local/notes",
        "errorClass": "shop.errors.CartFull",
        "errorMessage": "cart of '{value}' cannot take item {number}, {number} is the most",
        "messagePattern": "cart of '(.*?)' cannot take item (.*?), (.*?) is the most",
        "filePath": "shop/cart.py",
        "lineNumber": 7,
        "function": "Cart.add",
    }
    services.unknown.add(CI, preview, "Buy less")
    with services.database.read() as session:
        held = "".join(
            str(session.execute(text(f"SELECT * FROM {table}")).all())
            for table in (
                "record",
                "note",
                "note_event",
                "feedback",
                "pattern",
                "pattern_key",
                "word",
                "record_source",
            )
        )
    for private in ("alice", "4711", "db7", "secret_of", "checkout", "/home"):
        assert private not in held


def test_the_second_note_goes_to_the_same_record(services: Services) -> None:
    """Whoever pastes it next adds to the record that is there, with frames or without."""
    first = noted(services, PASTE)
    second = noted(services, AGAIN, "Buy nothing", OWNER)
    third = noted(services, BARE, "Buy some")
    assert (second.is_known, second.record) == (True, None)
    assert {first.record_id, second.record_id, third.record_id} == {first.record_id}
    assert services.notes.of_record(first.record_id).total == 3
    assert services.catalog.stats().records == 1


def test_the_place_comes_with_a_later_paste(services: Services) -> None:
    """An error that was known by its message alone gets its place from a paste with frames, under the same id."""
    from app.domain.unknown import local_record, site_of, template_of

    event = services.match.match(PASTE).events[0]
    bare = local_record(event.error_class, template_of(event.message), None)
    assert bare is not None
    without = NotedPaste(record_id=bare.id, is_known=False, record=bare)
    first = services.unknown.add(CI, without, "from a chat")
    again = services.unknown.add(OWNER, without, "from another chat")
    assert first.record_id == again.record_id
    assert again.record is not None
    assert stored(services.database, first.record_id)["record"]["filePath"] == "unknown"
    whole = local_record(event.error_class, template_of(event.message), site_of(event.frames))
    assert whole is not None
    placed = services.unknown.add(
        CI, NotedPaste(record_id=whole.id, is_known=False, record=whole), "from a shell"
    )
    assert placed.record_id == first.record_id
    assert placed.record is not None
    assert placed.record.id == placed.record_id != whole.id
    assert stored(services.database, first.record_id)["record"]["filePath"] == "shop/cart.py"
    assert services.catalog.stats().records == 1


@pytest.mark.parametrize("again", [AGAIN, BARE])
def test_with_its_last_note_the_record_goes(services: Services, again: str) -> None:
    """It is withdrawn, and matches no more; the next note brings it back under its id, with its place."""
    first = noted(services, PASTE)
    assert first.note is not None
    second = noted(services, PASTE, "another", OWNER)
    assert second.note is not None
    services.notes.delete(CI, first.note.id)
    assert services.match.match(again).best is not None
    services.notes.delete(OWNER, second.note.id)
    assert services.match.match(again).best is None
    back = noted(services, again, "back")
    assert back.record_id == first.record_id
    answer = services.match.match(again).best_match()
    assert answer is not None
    assert [note.text for note in answer.notes] == ["back"]
    assert answer.file_path == "shop/cart.py"


def test_a_record_of_others_stays_without_notes(services: Services) -> None:
    """Deleting the last note of a record that was ingested leaves the record alone."""
    load(services.database, 1)
    note = services.notes.add(CI, an_id(1), "x")
    services.notes.delete(CI, note.id)
    assert stored(services.database, 1)["errdex"].get("withdrawnAt") is None


def test_over_the_limit_of_an_hour_no_record_is_made(each_settings: Settings) -> None:
    """The limit holds before anything is written."""
    services = build(each_settings.model_copy(update={"max_notes_per_hour": 1}), migrate=False)
    noted(services, PASTE)
    with pytest.raises(TooMany):
        noted(services, PASTE.replace("cart of", "basket of"))
    assert services.catalog.stats().records == 1
    services.close()


@pytest.mark.parametrize("paste", ["", "INFO: all is well", "ValueError: 42"])
def test_a_paste_that_says_too_little(services: Services, paste: str) -> None:
    """Nothing becomes a record, and it is said why."""
    with pytest.raises(BadInput, match=r"No error was found|says too little"):
        services.unknown.preview(services.match.match(paste))


def test_who_may_not_stores_nothing(services: Services) -> None:
    """No record is left of a note that was refused, for who wrote it or for what."""
    preview = services.unknown.preview(services.match.match(PASTE))
    with pytest.raises(NeedsToken):
        services.unknown.add(NOBODY, preview, "x")
    with pytest.raises(BadInput):
        services.unknown.add(CI, preview, "")
    assert services.catalog.stats().records == 0
