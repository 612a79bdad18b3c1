"""The match service on messages that somebody retyped: in another case, from memory, with slips, half of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.config import Settings
from app.services.wiring import Services
from tests.services.ingesting import kite_services

WIND = "Kite {name!r} has no wind in the {place} valley, use the `winch` or wait for tomorrow morning"
SHORT = "Unsupported tether length: {length}"
LONG = "Unsupported tether length: {length}. Supported: six fathoms, nine fathoms, and reels registered by the harbour"
STRING = "{label} {name!r} does not exist."
FRONT = "Frontend folder {folder!r} does not exist. Resolved absolute path: {path!r}"


@pytest.fixture
def services(settings: Settings) -> Iterator[Services]:
    """Services with records of a made-up package."""
    with kite_services(
        settings, (WIND, "WindError"), *((message, "ValueError") for message in (SHORT, LONG, STRING, FRONT))
    ) as built:
        yield built


@pytest.mark.parametrize(
    ("paste", "message"),
    [
        (
            "WINDERROR: KITE 'A' HAS NO WIND IN THE GREEN VALLEY, USE THE `WINCH` OR WAIT FOR TOMORROW MORNING",
            WIND,
        ),
        (
            "it says winderror: kite 'a' has no wind in the green valley, use the `winch` or wait for tomorrow morning",
            WIND,
        ),
        (
            "Winderror: Kite 'A' Has No Wind In The Green Valley, Use The `Winch` Or Wait For Tomorrow Morning",
            WIND,
        ),
        ("WindError: kite 'a' has no wnid in the green valey, use winch or wait for tomorow", WIND),
        ("WindError: Kite 'a' has no wind ... wait for tomorrow morning", WIND),
        (
            "ValueError: Unsupported tether length: 7. Suported: six fathoms, nine fathoms, and reels registered by harbour",
            LONG,
        ),
        ("ValueError: Unsupported tether length: 7", SHORT),
        ("it says frontend folder '/srv/www' does not exist. Resolved absolute path: '/srv/www'", FRONT),
    ],
    ids=[
        "upper",
        "lower, in a sentence",
        "title",
        "slips",
        "left out",
        "the longer one",
        "the shorter one",
        "not the part of it",
    ],
)
def test_the_record_is_found(services: Services, paste: str, message: str) -> None:
    """What a person typed is near enough to be that record, and one event."""
    answer = services.match.match(paste)
    best = answer.best_match()
    assert best is not None
    assert best.error_message == message
    assert len(answer.events) == 1


@pytest.mark.parametrize(
    "paste",
    [
        "the kite has no wind today and i wait in the valley",
        "why is my folder gone, it does not exist",
        "USE THE WINCH OR WAIT",
        "ValueError: wait for tomorrow",
    ],
)
def test_other_words_are_no_answer(services: Services, paste: str) -> None:
    """A sentence that has words of a record is not that record."""
    assert services.match.match(paste).best is None


def test_lines_of_a_log_that_are_hardly_alike_are_not_told(services: Services) -> None:
    """A line of an error's level is an event where a record is near, not where it has a few common words."""
    lines = [
        f"2026-01-01 10:00:0{number} ERROR acme.worker - job {number} has no wind and waits for the queue"
        for number in range(5)
    ]
    assert not services.match.match("\n".join(lines)).events


def test_what_stands_beside_a_traceback_is_not_retyped(services: Services) -> None:
    """A line of a log that has a record's words in another case is no error where a traceback says what was."""
    trace = (
        "INFO: 127.0.0.1 GET /reels 200 unsupported tether length: none\n"
        "Traceback (most recent call last):\n"
        '  File "/srv/kite/wind.py", line 10, in blow\n'
        "WindError: Kite 'a' has no wind in the green valley, use the `winch` or wait for tomorrow morning"
    )
    best = services.match.match(trace).best_match()
    assert best is not None
    assert best.error_message == WIND
