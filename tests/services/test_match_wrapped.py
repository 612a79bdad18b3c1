"""Messages that the copy changed, or that a log goes on below, through the match service."""

from __future__ import annotations

import json
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
    ("text", "lines"),
    [
        (f"ValueError: {TOKENS}\nserver is going down", [(1, 2)]),
        (
            f"ValueError: {TOKENS}\nserver is going down\nValueError: {TOKENS}\nbye\nand more",
            [(1, 2), (3, 4)],
        ),
        (f"ValueError: {TOKENS[:70]}\n{TOKENS[71:]}\nserver is going down", [(1, 3)]),
        (f"(W pid=3) ValueError: {TOKENS[:71]}\n{TOKENS[71:]}\nserver is going down", [(1, 3)]),
        (json.dumps({"msg": f"ValueError: {TOKENS}\nserver is going down"}), [(1, 2)]),
        (json.dumps({"msg": f"(W pid=3) ValueError: {TOKENS[:71]}\n{TOKENS[71:]}\ndown"}), [(1, 2)]),
    ],
    ids=["a log below", "tried again", "wrapped", "a process's line wrapped", "in JSON", "wrapped in JSON"],
)
def test_an_event_s_lines_are_those_of_its_message(
    services: Services, text: str, lines: list[tuple[int, int]]
) -> None:
    """A message that a pattern ends sooner, or further down, takes its lines with it, as they stand in the paste."""
    (event,) = services.match.match(text).events
    assert event.matches[0].id == TOKENS_ID
    assert [tuple(one) for one in event.lines] == lines


@pytest.mark.parametrize("cut", [40, 71, len(TOKENS) - 9])
def test_a_process_s_line_that_a_terminal_wrapped(services: Services, cut: int) -> None:
    """The rest lacks the process's mark; the pattern that goes on there tells that it is the message's own."""
    trace = f'(W pid=3)   File "/srv/pool.py", line 9, in fly\n(W pid=3) ValueError: {TOKENS[:cut]}\n{TOKENS[cut:]}\n'
    (event,) = services.match.match(f"{trace}(W pid=4) up again\nand more").events
    assert event.matches[0].id == TOKENS_ID
    assert event.matches[0].captures == {"T": "17", "N": "4"}
    assert event.message == f"{TOKENS[:cut]}\n{TOKENS[cut:]}"


@pytest.mark.parametrize("frame", ["", '[rank{}]:   File "/srv/pool.py", line 9, in fly\n'])
def test_what_another_program_says_parts_no_copies(services: Services, frame: str) -> None:
    """Its lines have no process's mark, and stand between those of four that say the same."""
    text = "".join(
        f"{frame.format(number)}[rank{number}]: ValueError: {TOKENS}\n{below}\n"
        for number, below in enumerate(["loading shards", "loading shards", "9 of 9", "done with it"])
    )
    (event,) = services.match.match(text).events
    assert (event.count, event.message) == (4, TOKENS)
    assert event.matches[0].id == TOKENS_ID


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
