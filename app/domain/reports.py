"""Errors that a page or a tool reports with the message first: error trackers, editors, Django, boxed installers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.answer import Frame
from app.domain.cpython import next_text
from app.domain.frames import read_frame, tracker_frame
from app.domain.grammar import NAME, STRICT_CLASS
from app.domain.messages import message_end, message_from
from app.domain.parsed import Reading, made
from app.domain.prefixes import Line

__all__ = ["is_page_field", "read_report"]

_POPUP = re.compile(rf"\s*Exception has occurred: ({NAME})(?:\s+\(note: [^\n]*)?\s*$")
_TRACKED = re.compile(rf"\**({NAME})\** in \**(\S+?\.\w{{1,6}}):(\d+)\**\s*$")
_PAGE_HEAD = re.compile(rf"({NAME}) at (/\S*)\s*$")
_TYPE = re.compile(rf"\s*Exception Type:\s*({NAME})(?: at /\S*)?\s*$")
_VALUE = re.compile(r"\s*Exception Value:\s*")
_LOCATION = re.compile(r"\s*Exception Location:\s*(\S.*?), (?:line (\d+), in (\S+)|in (\S+), line (\d+))\s*$")
_PAGE_FIELD = re.compile(
    r"\s*(?:Request (?:Method|URL)|Django Version|Exception (?:Type|Location|Value)|Raised during"
    r"|Python (?:Executable|Version|Path)|Server time):"
)
_NOTE = re.compile(r"\s*\(note: ")
_LONE_CLASS = re.compile(r"\s+([A-Z]\w*[a-z]\w*)\s*$")
_AT = re.compile(r"\s+at (\S.*?\.\w{1,6}):(\d+) in (\S+)\s*$")
_MAX_REPORT_LINES = 30


def is_page_field(text: str) -> bool:
    """Tell whether a line is Django's field that names the class."""
    return _TYPE.match(text) is not None


def read_report(lines: Sequence[Line], at: int) -> Reading | None:
    """Read a report that begins in this line."""
    text = lines[at].text
    if found := _POPUP.match(text):
        return _popup(lines, at, found)
    if found := _TYPE.match(text):
        return _page_fields(lines, at, found)
    if (found := _PAGE_HEAD.match(text)) and _is_page(lines, at):
        below = next_text(lines, at + 1)
        if below >= len(lines):
            return None
        end = message_end(lines, below, in_traceback=False)
        message = message_from(lines, below, 0, end)
        return Reading((made(lines, (at, end), found.group(1), message, in_traceback=False),), end)
    if found := _TRACKED.match(text):
        return _tracked(lines, at, found)
    if found := _LONE_CLASS.match(text):
        return _boxed(lines, at, found)
    return None


def _popup(lines: Sequence[Line], at: int, found: re.Match[str]) -> Reading:
    """Read an editor's pop-up: the class, the message below it, then frames."""
    below = at + 1
    while below < len(lines) and _NOTE.match(lines[below].text):
        below += 1
    if below >= len(lines) or not lines[below].text.strip() or read_frame(lines[below].text):
        return Reading((made(lines, (at, below), found.group(1), None),), below)
    end = message_end(lines, below, in_traceback=False)
    message = message_from(lines, below, 0, end)
    return Reading((made(lines, (at, end), found.group(1), message, in_traceback=False),), end)


def _is_page(lines: Sequence[Line], at: int) -> bool:
    return any(_PAGE_FIELD.match(line.text) for line in lines[at + 1 : at + 12])


def _page_fields(lines: Sequence[Line], at: int, found: re.Match[str]) -> Reading:
    """Read the fields of Django's debug page, in whatever order they stand."""
    message, frames = None, []
    end = at + 1
    while end < len(lines) and end - at < _MAX_REPORT_LINES:
        text = lines[end].text
        if value := _VALUE.match(text):
            start, begin = end, value.end()
            if not text[begin:].strip() and (below := next_text(lines, end + 1)) < len(lines):
                start, begin = below, 0
            end = message_end(lines, start, in_traceback=False)
            message = message_from(lines, start, begin, end)
            continue
        if place := _LOCATION.match(text):
            file, line, function, other_function, other_line = place.groups()
            digits = line or other_line
            frames.append(Frame(file=file, line=int(digits[:9]), function=function or other_function))
        elif (text.strip() and not _PAGE_FIELD.match(text)) or (not text.strip() and message is not None):
            break
        end += 1
    while end > at + 1 and not lines[end - 1].text.strip():
        end -= 1
    error = made(lines, (at, end), found.group(1), message, frames, in_traceback=bool(frames))
    return Reading((error,), end)


def _tracked(lines: Sequence[Line], at: int, found: re.Match[str]) -> Reading | None:
    """Read a tracker's notice: `Class in path:line`, the message, then frames with the raising one first."""
    name, file, line = found.groups()
    below = next_text(lines, at + 1)
    frames: list[Frame] = []
    message, end = None, at + 1
    if below < len(lines) and tracker_frame(lines[below].text) is None:
        end = below + 1
        while (
            end < len(lines)
            and end - below < _MAX_REPORT_LINES
            and lines[end].text.strip()
            and tracker_frame(lines[end].text) is None
            and read_frame(lines[end].text) is None
        ):
            end += 1
        message = message_from(lines, below, 0, end)
    listed = next_text(lines, end)
    while listed < len(lines) and (frame := tracker_frame(lines[listed].text)):
        frames.append(frame)
        listed += 1
        end = listed
    if not frames:
        frames = [Frame(file=file, line=int(line[:9]), function=None)]
    elif not (frames[-1].line == int(line[:9]) and frames[0].line != int(line[:9])):
        frames.reverse()
    return Reading((made(lines, (at, end), name, message, frames),), end)


def _boxed(lines: Sequence[Line], at: int, found: re.Match[str]) -> Reading | None:
    """Read an installer's report: the class alone, the message, and `at path:line in function` below it."""
    name = found.group(1)
    below = next_text(lines, at + 1)
    if below >= len(lines) or below == at + 1:
        return None
    place = next(
        (i for i in range(below, min(len(lines), at + _MAX_REPORT_LINES)) if _AT.match(lines[i].text)), None
    )
    if place is None or (place == below and not STRICT_CLASS.fullmatch(name)):
        return None
    where = _AT.match(lines[place].text)
    assert where is not None
    message = message_from(lines, below, 0, place) if place > below else None
    frame = Frame(file=where.group(1), line=int(where.group(2)[:9]), function=where.group(3))
    end = place + 1
    while end < len(lines) and lines[end].text.strip():
        end += 1
    return Reading((made(lines, (at, end), name, message, [frame]),), end)
