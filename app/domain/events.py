"""A paste as events: each distinct error once, with class, message, frames, role in its chain, and raw places.

`read` is the one reader of pasted text. It is linear in the text, keeps order, and never raises.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.domain.answer import Frame, Role
from app.domain.boxes import unbox
from app.domain.chains import Linked, link_errors
from app.domain.groups import ungroup
from app.domain.heads import common_lines, head_chars
from app.domain.markup import plain_lines
from app.domain.mending import PROCESS_MARKS, mend, part_processes
from app.domain.payloads import unfold
from app.domain.prefixes import Line, join_parts, undress
from app.domain.text import Passage, Source
from app.domain.tracebacks import Block, ParsedError, read_stream

__all__ = ["Event", "Paste", "ending_at", "read"]

_ELLIPSIS = re.compile(r"(?:\.{3}|…)$")
_MIN_CUT_CHARS = 8
_MAX_COMPARED = 50


@dataclass(frozen=True, slots=True)
class Event:
    """One distinct error.

    Attributes:
        error_class: as printed, with its module where that was printed.
        message: as pasted, line breaks kept.
        frames: the raising one last.
        places: (first, behind last) raw lines, from 1, of every copy.
        role: its place in its chain.
        chain: the errors of one chain or group have the same.
        in_traceback: whether frames or a header stood with it.
        complete: whether its class was there.
        height: how many errors lie between it and the root; a chain's root has 0.
        head: how many characters of the message are surely its own; 0 where all are.
        beyond: the message with the paragraphs, or a wrapped rest, below it, which may be its own; None where there are none.
    """

    error_class: str | None
    message: Passage | None
    frames: tuple[Frame, ...]
    places: tuple[tuple[int, int], ...]
    role: Role
    chain: int
    in_traceback: bool
    complete: bool
    height: int = 0
    head: int = 0
    beyond: Passage | None = None

    @property
    def count(self) -> int:
        """How often it stands in the paste."""
        return len(self.places)

    @property
    def raising_frame(self) -> Frame | None:
        """The frame that raised: the last one that names a file."""
        return self.frames[-1] if self.frames else None


@dataclass(frozen=True, slots=True)
class Paste:
    """What was read: the events in text order, and the blocks of other text, which are matched line by line."""

    source: Source
    events: tuple[Event, ...]
    blocks: tuple[Block, ...]


def read(raw: str) -> Paste:
    """Read a paste."""
    source = Source(raw)
    errors: list[Linked] = []
    blocks: list[Block] = []
    for stream in _streams(_lines(source)):
        found = list(read_stream(stream))
        blocks.extend(one for one in found if isinstance(one, Block))
        chain = errors[-1].chain + 1 if errors else 1
        errors.extend(link_errors((one for one in found if isinstance(one, ParsedError)), chain))
    return Paste(
        source, _events(errors, source), tuple(sorted(blocks, key=lambda block: block.lines[0].number))
    )


def ending_at(event: Event, chars: int, source: Source) -> Event:
    """Return an event with so many characters of its message; what `beyond` has may be taken in, too.

    Its places end where the message does, unless more of the error stands below it, such as frames.
    """
    message = event.message
    if message is None or chars == len(message.text) or (chars > len(message.text) and event.beyond is None):
        return event
    whole = event.beyond if event.beyond is not None and chars > len(message.text) else message
    ended = whole.cut(0, chars)
    last = _last_line(message, source)
    below = next((end - 1 - last for first, end in event.places if first <= last < end), 0)
    more = _last_line(ended, source) - last
    more = max(0, more - below) if more > 0 or below else more
    places = tuple(
        (first, min(max(first + 1, end + more), source.line_count + 1)) for first, end in event.places
    )
    return replace(event, message=ended, places=places)


def _last_line(message: Passage, source: Source) -> int:
    return source.locate(message.origin(max(0, len(message.text) - 1)))[0]


def _lines(source: Source) -> Iterable[Line]:
    """Take off, layer by layer, what stands round the lines that a program printed.

    A layer of which the text has no sign is left out: each costs a long log a tenth of its time.
    """
    raw = source.raw
    pasted = plain_lines(source.lines(), raw)
    if any(mark in raw for mark in PROCESS_MARKS):
        pasted = part_processes(pasted)
    lines: Iterable[Line] = undress(pasted)
    if " F " in raw or " P " in raw:
        lines = join_parts(lines)
    if not raw.isascii() or "+-" in raw:
        lines = unbox(lines)
    return ungroup(mend(unfold(lines)))


def _streams(lines: Iterable[Line]) -> list[list[Line]]:
    """Part the lines by the process that printed them; a line without a tag goes on with the one above it."""
    streams: dict[str, list[Line]] = {}
    current = ""
    for line in lines:
        if line.tag or line.starts_record:
            current = line.tag
        streams.setdefault(current, []).append(line)
    return list(streams.values())


def _events(errors: list[Linked], source: Source) -> tuple[Event, ...]:
    merged: dict[tuple[object, ...], list[Event]] = {}
    for linked in errors:
        error = linked.error
        event = Event(
            error_class=error.error_class,
            message=error.message,
            frames=error.frames,
            places=((error.first_line, error.last_line + 1),),
            role=linked.role,
            chain=linked.chain,
            in_traceback=error.in_traceback,
            complete=error.complete,
            height=linked.height,
            head=head_chars(error.message.text) if error.message else 0,
            beyond=error.beyond,
        )
        merged.setdefault(_identity(event), []).append(event)
    distinct = [_merge(copies, source) for copies in _with_frameless(merged)]
    return tuple(sorted(_without_cut_copies(distinct), key=lambda event: event.places[0]))


def _with_frameless(merged: dict[tuple[object, ...], list[Event]]) -> list[list[Event]]:
    """Put an error that stands without frames to the first one of its class and message that has some."""
    framed: dict[tuple[object, ...], list[Event]] = {}
    for (*told, frame), copies in merged.items():
        if frame is not None:
            framed.setdefault(tuple(told), copies)
    groups = []
    for (*told, frame), copies in merged.items():
        known = framed.get(tuple(told))
        if frame is None and known is not None and told != [None, None]:
            known[:] = sorted([*known, *copies], key=lambda event: event.places[0])
        else:
            groups.append(copies)
    return groups


def _without_cut_copies(events: list[Event]) -> list[Event]:
    """Count a line such as a test summary's, which repeats an error up to an ellipsis, as a copy of it."""
    whole: list[Event] = []
    cut: list[tuple[Event, str]] = []
    for event in events:
        text = event.message.text if event.message else ""
        ellipsis = _ELLIPSIS.search(text)
        if ellipsis and not event.frames and ellipsis.start() >= _MIN_CUT_CHARS:
            cut.append((event, text[: ellipsis.start()]))
        else:
            whole.append(event)
    known_by_start: dict[tuple[str | None, str], list[int]] = {}
    for i, known in enumerate(whole):
        if known.message is not None:
            known_by_start.setdefault((known.error_class, known.message.text[:_MIN_CUT_CHARS]), []).append(i)
    places: dict[int, set[tuple[int, int]]] = {}
    for event, start in cut:
        near = known_by_start.get((event.error_class, start[:_MIN_CUT_CHARS]), ())
        index = next((i for i in near[:_MAX_COMPARED] if _begins(whole[i], start)), None)
        if index is None:
            whole.append(event)
        else:
            places.setdefault(index, set(whole[index].places)).update(event.places)
    for index, own in places.items():
        whole[index] = replace(whole[index], places=tuple(sorted(own)))
    return whole


def _begins(known: Event, start: str) -> bool:
    return known.message is not None and known.message.text.startswith(start)


def _identity(event: Event) -> tuple[object, ...]:
    """Equal errors have the same class, message and raising frame; one told without frames equals any of them."""
    name = event.error_class.rsplit(".", 1)[-1] if event.error_class else None
    text = event.message.text if event.message else None
    message = (
        " ".join((text[: event.head] if event.head and not event.in_traceback else text).split())
        if text
        else None
    )
    frame = event.raising_frame
    return name, message, (frame.file.rsplit("/", 1)[-1], frame.line) if frame else None


def _merge(copies: list[Event], source: Source) -> Event:
    """Count copies as one event; the first to have frames gives them, and the first copy's role stands."""
    first = copies[0]
    richest = next((event for event in copies if event.frames), first)
    texts = {event.message.text for event in copies if event.message}
    if len(texts) > 1 and richest.message and any(event.head for event in copies):
        # What stands below only some of the copies is no part of the message.
        shared = common_lines([richest.message.text, *sorted(texts)])
        if len(_of_lines(richest.message.text, shared)) >= max(1, richest.head):
            copies = [_with_lines(event, shared, source) for event in copies]
            richest = _with_lines(richest, shared, source)
    places = {place for event in copies for place in event.places}
    return replace(
        richest, places=tuple(sorted(places)), role=first.role, chain=first.chain, height=first.height
    )


def _with_lines(event: Event, count: int, source: Source) -> Event:
    """Return an event with so many lines of its message."""
    if event.message is None:
        return event
    ended = ending_at(event, len(_of_lines(event.message.text, count)), source)
    length = len(ended.message.text) if ended.message else 0
    return replace(ended, head=event.head if length > event.head else 0)


def _of_lines(text: str, count: int) -> str:
    return "\n".join(text.split("\n")[:count])
