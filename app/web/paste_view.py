"""The paste beside its answer: numbered lines, those of an error marked and linked to it, the rest folded away.

Of a long paste only the lines of the errors, some round them, and its beginning are shown; a gap says how many are not.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from app.domain.answer import EventAnswer, Span
from app.web.markup import visible
from app.web.paste_echo import PasteEcho, without_colours

__all__ = ["Gap", "PasteLine", "PasteView", "paste_view"]

# A paste of so many lines is shown whole; of a longer one so many lines are shown at most.
_MAX_LINES = 140
_MAX_CHARS = 10_000
_MAX_LINE_CHARS = 400
_FIRST_LINES = 3
_EVENT_HEAD_LINES = 2
_EVENT_TAIL_LINES = 16
_AROUND = 3
# A gap as small as this is not worth its line.
_LEAST_GAP = 6
_BEFORE_MATCH_CHARS = 80

# A class as it stands before its message, or alone; not one that is caught or raised there.
_NAME = re.compile(r"(?<![\w.])(?<!except )(?<!raise )(?:\w+\.)*(?P<last>\w+)(?=:|\s*$)")
_MARKER = re.compile(r"\[redacted:[a-z0-9-]+\]")

Kind = Literal["plain", "in", "hit"]


@dataclass(frozen=True)
class PasteLine:
    """A line: its number from 1, its HTML, the error that it is of, and whether the message stands on it."""

    number: int
    html: Markup
    event: int | None
    kind: Kind


@dataclass(frozen=True)
class Gap:
    """Lines that are not shown; `unread` where they were not looked at either."""

    lines: int
    unread: bool = False


@dataclass(frozen=True)
class PasteView:
    """The parts in text order, how many lines there are, and what was redacted in those that are shown."""

    parts: Sequence[PasteLine | Gap]
    line_count: int
    hidden: Sequence[tuple[str, int]]

    @property
    def shown(self) -> int:
        """How many lines are shown."""
        return sum(isinstance(part, PasteLine) for part in self.parts)


@dataclass(frozen=True)
class _Place:
    """Where an event stands: its lines, end exclusive, and what of them matched, where that is known."""

    event: int
    error_class: str | None
    start: int
    end: int
    span: Span | None

    def hit(self, echo: PasteEcho) -> range:
        """Return the lines of its message: those that matched, else the one that names its class, else its last one."""
        if self.span is not None:
            return range(self.span.start_line, self.span.end_line + 1)
        line = _headline(self.error_class, range(self.start, self.end), echo) or self.end - 1
        return range(line, line + 1)


def paste_view(events: Sequence[EventAnswer], echo: PasteEcho, *, clipped: bool = False) -> PasteView:
    """Choose the lines of a paste that are shown, and mark those of errors.

    Args:
        events: those that the page shows, the most important first.
        echo: the paste.
        clipped: lines in the middle were not looked at; empty ones stand in their place.
    """
    count = echo.line_count
    places = sorted((place for event in events for place in _places(event)), key=lambda place: place.start)
    unread = echo.blank_run(_LEAST_GAP) if clipped else None
    parts: list[PasteLine | Gap] = []
    hits: dict[tuple[int, int], range] = {}
    at = 1
    for first, end in _chosen(events, echo, unread):
        shown = echo.lines(first, end)
        if not shown:
            continue
        parts += _gap(at, first, unread)
        for number, text in enumerate(shown, start=first):
            as_pasted = echo.is_as_pasted(number, text)
            place = _of_line(number, places)
            hit = range(0)
            if place is not None:
                # Of the many places where an error may stand, only those that are shown are read.
                key = place.event, place.start
                hit = hits[key] = hits[key] if key in hits else place.hit(echo)
            parts.append(_paste_line(number, text, place, hit, as_pasted=as_pasted))
        at = first + len(shown)
    return PasteView([*parts, *_gap(at, count + 1, unread)], count, echo.hidden)


def _places(event: EventAnswer) -> Iterator[_Place]:
    span = event.matches[0].span if event.matches else None
    for index, (start, end) in enumerate(event.lines):
        matched = span if index == 0 and span is not None and start <= span.start_line < end else None
        yield _Place(event.index, event.error_class, start, max(end, start + 1), matched)


def _headline(error_class: str | None, lines: range, echo: PasteEcho) -> int | None:
    """Return the line that names the class before a message, which may go on for lines; None where none does.

    One that begins with it comes first: behind a prefix, the code of a frame may name it too.
    """
    if not error_class:
        return None
    name = error_class.rpartition(".")[2]

    def begins(line: str) -> bool:
        found = _NAME.match(line.lstrip())
        return found is not None and found["last"] == name

    def names(line: str) -> bool:
        return any(found["last"] == name for found in _NAME.finditer(line))

    return echo.first_line(lines, begins) or echo.first_line(lines, names)


def _of_line(number: int, places: Sequence[_Place]) -> _Place | None:
    """Return the place that a line belongs to: the innermost, which began last."""
    last = bisect_right(places, number, key=lambda place: place.start)
    return next((place for place in reversed(places[:last]) if number < place.end), None)


def _chosen(
    events: Sequence[EventAnswer], echo: PasteEcho, unread: tuple[int, int] | None
) -> list[tuple[int, int]]:
    """Return which lines are shown, as [start, end) in order; the first events come first when room is short."""
    count = echo.line_count
    if unread is None and _fits(range(1, count + 1), echo):
        return [(1, count + 1)]
    wanted: set[int] = set()
    for event in events:
        end = max(event.end_line, event.start_line + 1)
        head = range(event.start_line, min(end, event.start_line + _EVENT_HEAD_LINES))
        tail = range(max(event.start_line, end - _EVENT_TAIL_LINES, 1), min(end + _AROUND, count + 1))
        before = range(max(1, event.start_line - _AROUND), event.start_line)
        hits = next((place.hit(echo) for place in _places(event)), range(0))
        lines = {*before, *head, *hits[:_EVENT_TAIL_LINES], *tail}
        if not _fits(wanted | lines, echo):
            break
        wanted |= lines
    wanted |= set(range(1, min(count, _FIRST_LINES) + 1))
    if unread:
        wanted -= set(range(*unread))
    runs: list[tuple[int, int]] = []
    for number in sorted(wanted):
        if runs and number - runs[-1][1] < _LEAST_GAP and not (unread and runs[-1][1] <= unread[0] < number):
            runs[-1] = (runs[-1][0], number + 1)
        else:
            runs.append((number, number + 1))
    return runs


def _fits(lines: Collection[int], echo: PasteEcho) -> bool:
    if len(lines) > _MAX_LINES:
        return False
    return sum(min(_MAX_LINE_CHARS, echo.length(number)) for number in lines) <= _MAX_CHARS


def _gap(start: int, end: int, unread: tuple[int, int] | None) -> Iterator[Gap]:
    """Yield the gap between two shown parts; what was not looked at is told apart."""
    if unread and start <= unread[0] and unread[1] <= end:
        yield from _gap(start, unread[0], None)
        yield Gap(unread[1] - unread[0], unread=True)
        start = unread[1]
    if end > start:
        yield Gap(end - start)


def _paste_line(number: int, text: str, place: _Place | None, hit: range, *, as_pasted: bool) -> PasteLine:
    text = text.rstrip("\r")
    if place is None:
        return PasteLine(number, _html(text), None, "plain")
    if number not in hit:
        return PasteLine(number, _html(text), place.event, "in")
    start, end = _columns(number, text, place.span) if as_pasted else (0, 0)
    return PasteLine(number, _html(text, start, end), place.event, "hit")


def _columns(number: int, text: str, span: Span | None) -> tuple[int, int]:
    """Return what of a line matched, as [start, end) from 0; nothing where that is not known."""
    if span is None or not span.start_line <= number <= span.end_line:
        return 0, 0
    start = span.start_column - 1 if number == span.start_line else len(text) - len(text.lstrip())
    return start, span.end_column - 1 if number == span.end_line else len(text)


def _html(text: str, start: int = 0, end: int = 0) -> Markup:
    """Draw a line; what matched is marked, and of a very long line the part round it is shown."""
    first = max(0, min(start - _BEFORE_MATCH_CHARS, len(text) - _MAX_LINE_CHARS)) if start else 0
    last = min(len(text), first + _MAX_LINE_CHARS)
    html = Markup('<span class="cut">… </span>') if first else Markup("")
    html += _plain(text[first : max(first, min(start, last))])
    if end > start:
        html += Markup('<mark class="hit">{}</mark>').format(_plain(text[start : min(end, last)]))
    html += _plain(text[max(first, start, min(end, last)) : last])
    if last < len(text):
        html += Markup('<span class="cut"> … {:,} more characters</span>').format(len(text) - last)
    return html


def _plain(text: str) -> Markup:
    """Escape without the colours of a terminal; what was redacted is set off."""
    text = without_colours(text).replace("\r", "␍")
    html = Markup("")
    at = 0
    for found in _MARKER.finditer(text):
        html += visible(text[at : found.start()]) + Markup('<span class="redacted">{}</span>').format(
            found[0]
        )
        at = found.end()
    return html + visible(text[at:])
