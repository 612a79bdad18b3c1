"""Messages that the copy changed, or that a log goes on below, through the match service."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.config import Settings
from app.services.wiring import Services, build
from tests.seeds import seeds

TOKENS = "DSpARK KDA MTP requires a fixed 1 + num_spec dense tokens per request; got T=17, N=4"
TOKENS_ID = "9dc9da1ff5ab745f"


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """The services with the bundled records."""
    file: Path = tmp_path_factory.mktemp("wrapped") / "base.db"
    built = build(Settings(database_url=f"sqlite:///{file}", _env_file=None))
    built.ingest.ingest(seeds())
    yield built
    built.close()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (f"ValueError: {TOKENS}\nserver is going down", 1),
        (f"ValueError: {TOKENS}\nserver is going down\nValueError: {TOKENS}\nbye", 2),
        (f"ValueError: {TOKENS[:70]}\n{TOKENS[71:]}\nserver is going down", 1),
    ],
    ids=["a log below", "tried again", "wrapped, and a log below"],
)
def test_a_lone_error_ends_where_its_pattern_says(services: Services, text: str, count: int) -> None:
    """What a program says next is in no capture, and makes no second event of a second try."""
    (event,) = services.match.match(text).events
    assert event.matches[0].id == TOKENS_ID
    assert event.matches[0].captures == {"T": "17", "N": "4"}
    assert event.message is not None and "server" not in event.message
    assert event.count == count


@pytest.mark.parametrize(
    "text",
    [
        f"It does not start.\n\nIt says {TOKENS[:40]}\n{TOKENS[40:]}\n\nWhat now?",
        "It does not start.\n\n" + TOKENS.replace("num_spec", r"num\_spec") + "\n\nWhat now?",
    ],
    ids=["wrapped in mid-word", "marked up"],
)
def test_a_message_in_prose_is_read_otherwise_too(services: Services, text: str) -> None:
    """A message without a class is found in a paragraph, though it was wrapped or marked up."""
    best = services.match.match(text).best
    assert best is not None
    assert best.id == TOKENS_ID
