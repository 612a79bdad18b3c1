"""Pastes with what must be read from them: the rows of the reading tables, and the check that each one gets."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.events import Event, read

__all__ = ["Error", "Row", "check", "frames_of"]

FrameTuple = tuple[str, int | None, str | None]


@dataclass(frozen=True, slots=True)
class Error:
    """What one event must be; `lines` are its places, where a row tells them."""

    error_class: str | None
    message: str | None
    frames: tuple[FrameTuple, ...] = ()
    role: str = "only"
    count: int = 1
    lines: tuple[tuple[int, int], ...] | None = None


# Name, paste, events.
Row = tuple[str, str, list[Error]]


def frames_of(event: Event) -> tuple[FrameTuple, ...]:
    """The frames as plain tuples."""
    return tuple((frame.file, frame.line, frame.function) for frame in event.frames)


def check(text: str, expected: list[Error]) -> None:
    """Read a paste, and compare all that a row tells; every letter of a message must stand where it says."""
    events = read(text).events
    found = [
        Error(
            event.error_class,
            event.message.text if event.message else None,
            frames_of(event),
            event.role,
            event.count,
            event.places if row is not None and row.lines else None,
        )
        for event, row in zip(events, [*expected, *[None] * len(events)], strict=False)
    ]
    assert found == expected
    for event in events:
        if event.message is None:
            continue
        for position, char in enumerate(event.message.text):
            raw = text[event.message.origin(position)]
            assert raw == char or char.isspace() or raw in "\\&", (position, char, raw)
