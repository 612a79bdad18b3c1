"""What real programs printed, read: threads, pools, groups, test runners, notebooks, loggers, servers, other languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.domain.events import Event, read

PRODUCED = Path(__file__).parent / "produced"
ROWS = [json.loads(line) for line in (PRODUCED / "expected.jsonl").read_text(encoding="utf-8").splitlines()]


def _told(event: Event, expected: dict[str, Any]) -> dict[str, Any]:
    """Return what an event says of the things that are expected of it; printers wrap messages as they like."""
    raising = event.raising_frame
    place = None
    if expected["frame"] is not None and raising is not None:
        place = [raising.file.replace("\\", "/").rsplit("/", 1)[-1], raising.line]
    return {
        "class": event.error_class,
        "message": " ".join(event.message.text.split()) if event.message else None,
        "frame": place,
        "role": event.role,
        "count": event.count,
    }


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_output_of_a_program(row: dict[str, Any]) -> None:
    """Each error that the program raised is one event, with class, message, raising line, role and count; nothing else is."""
    text = (PRODUCED / f"{row['name']}.txt").read_text(encoding="utf-8")
    events = read(text).events
    expected = [
        error | {"message": error["message"] and " ".join(error["message"].split())}
        for error in row["errors"]
    ]
    found = [
        _told(event, told)
        for event, told in zip(events, [*expected, *[{"frame": None}] * len(events)], strict=False)
    ]
    assert found == expected


def test_all_outputs_are_expected() -> None:
    """Every captured output has a row, and every row an output."""
    assert {row["name"] for row in ROWS} == {file.stem for file in PRODUCED.glob("*.txt")}
