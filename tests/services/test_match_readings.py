"""The match service on pastes that the copy changed, and on groups: readings of a message, the root before its wrappers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.config import Settings
from app.domain.answer import Tier
from app.services.wiring import Services
from tests.services.ingesting import kite_services

MESSAGE = "Kite has no wind in the 'green' valley today"


@pytest.fixture
def services(settings: Settings) -> Iterator[Services]:
    """Services with two records of a made-up package."""
    with kite_services(
        settings, (MESSAGE, "ValueError"), ("several kites failed to start at once", "ExceptionGroup")
    ) as built:
        yield built


@pytest.mark.parametrize(
    "message",
    [
        "Kite has no wi\nnd in the 'green' valley today",
        "Kite has no wind in the ‘green’ valley today",
    ],
)
def test_a_changed_message_is_found_where_it_stands(services: Services, message: str) -> None:
    """It is contained rather than exact, and its span covers what was pasted."""
    answer = services.match.match(f"ValueError: {message}")
    best = answer.best_match()
    assert best is not None and best.span is not None
    assert (best.tier, best.error_message) == (Tier.CONTAINED, MESSAGE)
    last = message.rsplit("\n", 1)[-1]
    assert (best.span.start_line, best.span.start_column) == (1, 13)
    assert best.span.end_column == len(last) + (13 if last == message else 1)
    assert answer.events[0].message == message


def test_best_of_a_group_is_a_part_of_it(services: Services) -> None:
    """The group stands first in the text, and was raised last."""
    answer = services.match.match(
        "  + Exception Group Traceback (most recent call last):\n"
        '  |   File "/srv/kite/wind.py", line 20, in start\n'
        "  | ExceptionGroup: several kites failed to start at once (1 sub-exception)\n"
        "  +-+---------------- 1 ----------------\n    | Traceback (most recent call last):\n"
        f'    |   File "/srv/kite/wind.py", line 10, in blow\n    | ValueError: {MESSAGE}\n'
        "    +------------------------------------"
    )
    assert [event.role for event in answer.events] == ["wrapper", "root"]
    assert answer.best is not None
    assert answer.best.event == 1
