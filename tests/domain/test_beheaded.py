"""Messages whose beginning was not copied."""

import pytest

from app.domain.answer import Tier
from app.domain.beheaded import find_beheaded
from tests.domain.reference import candidate

ONE = candidate(
    1, r"Parent shard (.*?) is not bound to a ring; lazy load of attribute '(.*?)' cannot proceed"
)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("not bound to a ring; lazy load of attribute 'items' cannot proceed", 0),
        ("[Bug]: not bound to a ring; lazy load of attribute 'items' cannot proceed", 7),
        ("…lazy load of attribute 'items' cannot proceed today", 1),
        ("bound to a string; lazy load of attribute 'items' cannot go", None),
        ("cannot proceed", None),
        ("the attribute 'items' cannot proceed", None),
        ("", None),
    ],
)
def test_the_rest_of_a_message(text: str, start: int | None) -> None:
    """All literals from one word on stand in order; a few words at the end are not enough."""
    hits = find_beheaded(text, [ONE])
    assert [(hit.tier, hit.start) for hit in hits] == ([(Tier.TRUNCATED, start)] if start is not None else [])


def test_whole_messages_are_not_cut() -> None:
    """A message with its beginning is for the exact and the contained tier."""
    assert not find_beheaded("shard count must be even today", [candidate(1, "shard count must be even")])
