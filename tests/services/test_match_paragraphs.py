"""Messages of several paragraphs, through the match service: in tracebacks, warnings, and logs that print blank lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.config import Settings
from app.domain.answer import Answer, Tier
from app.domain.templates import pattern_of_template
from app.services.inputs import Input
from app.services.wiring import Services, build
from tests.seeds import seeds
from tests.services.ingesting import a_record, an_id

KITE = "Received a kite of unknown kind {kind}.\nIt has been left out of the sky.\n\nDid you forget to register it?\nOr is its line torn?"
SKY = "Cannot fly in {sky}; set a calm one.\n\nIf the sky was given by a neighbour, ask it for another: `neighbour.sky()`."
SAID = KITE.replace("{kind}", "'box'")
FLEW = SKY.replace("{sky}", "'north'")


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """The services with the bundled records, and two whose messages have paragraphs."""
    file: Path = tmp_path_factory.mktemp("paragraphs") / "base.db"
    built = build(Settings(database_url=f"sqlite:///{file}", _env_file=None))
    made = [
        a_record(number, errorMessage=message, messagePattern=pattern_of_template(message), errorClass=name)
        for number, message, name in ((1, KITE, None), (2, SKY, "SkyError"))
    ]
    built.ingest.ingest([*seeds(), Input("made.json", data=json.dumps(made).encode())])
    yield built
    built.close()


def _best(answer: Answer) -> tuple[str | None, Tier | None, str | None]:
    for event in answer.events:
        for match in event.matches:
            if answer.best is not None and match.id == answer.best.id:
                return match.id, match.tier, event.message
    return None, None, None


TRACEBACK = 'Traceback (most recent call last):\n  File "/srv/site-packages/pool/balance.py", line 3, in fly\n    go()\nkite.SkyError: '


@pytest.mark.parametrize(
    ("paste", "number", "tier", "message"),
    [
        (f"{TRACEBACK}{FLEW}\n\nFor more see the sky.", 2, Tier.EXACT, FLEW),
        (f"I get\n\n```\n{TRACEBACK}{FLEW}\n```\n\nand do not know why.", 2, Tier.EXACT, FLEW),
        (f"kite.SkyError: {FLEW}\n\nWhat is a calm sky?", 2, Tier.EXACT, FLEW),
        (f"{TRACEBACK}{FLEW.split('`', maxsplit=1)[0]}", 2, Tier.TRUNCATED, None),
        (f"{TRACEBACK}{FLEW.split(chr(10), maxsplit=1)[0]}", 2, Tier.TRUNCATED, None),
        (f"up\n{SAID}\n\ngoing on\n", 1, Tier.EXACT, SAID.replace("\n\n", "\n")),
        (
            "\n".join(f"web-1  | {line}" for line in SAID.split("\n")),
            1,
            Tier.EXACT,
            SAID.replace("\n\n", "\n"),
        ),
        (f"up\n{SAID.replace('Or is its line torn?', '')}\n\nSee the old sky.\n", 1, Tier.TRUNCATED, None),
    ],
    ids=[
        "below",
        "fenced",
        "in prose",
        "cut below",
        "cut above",
        "in a log",
        "by a container",
        "older wording",
    ],
)
def test_a_message_of_paragraphs_is_found(
    services: Services, paste: str, number: int, tier: Tier, message: str | None
) -> None:
    """Blank lines in a message part it from nothing, and what is written below it is no part of it."""
    found, how, shown = _best(services.match.match(paste))
    assert (found, how) == (an_id(number), tier)
    if message is not None:
        assert shown is not None
        assert shown.endswith(message) if number == 1 else shown == message


def test_what_an_event_spans_goes_to_the_end_of_its_message(services: Services) -> None:
    """The lines of an event are those of all its paragraphs."""
    (event,) = services.match.match(f"{TRACEBACK}{FLEW}\n").events
    assert (event.start_line, event.end_line) == (1, 7)
