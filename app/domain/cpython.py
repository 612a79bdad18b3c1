"""Tracebacks as CPython prints them: frames with source indented under them, and a final line further left.

A paste may begin in the middle of a frame list, stop before the final line, or have lost its indentation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.answer import Frame
from app.domain.frames import cut_frame, is_numbered, newest_first, read_frame, traced_frame
from app.domain.grammar import CARETS, ELIDED, FINAL, JOINER, NAME, STRICT_CLASS, TRACEBACK
from app.domain.messages import begun_below, message_beyond, message_end, message_from
from app.domain.notebooks import read_numbered
from app.domain.parsed import Reading, made
from app.domain.prefixes import Line
from app.domain.source_code import raised_class

__all__ = ["finish", "location_behind", "next_text", "read_traceback"]

# pytest: behind the error `path:line: Class`.
_LOCATION = re.compile(rf"(\S[^:]*\.\w+|[A-Za-z]:\S[^:]*\.\w+):(\d+): (?:({NAME})(?::? .*)?)\s*$")
_CAMEL = re.compile(r"(?:\w+\.)*[A-Z]\w*[a-z]\w*$")
_NAME_REST = re.compile(r"[\w.<>]+\s*$")
# Elided lines of source, and frames that are one and the same.
_LINES = re.compile(r"lines?\b.*>|repeated")
_MAX_LOOSE_LINES = 12
_MIN_WRAPPED, _MAX_WRAPPED_LINES = 40, 3


def next_text(lines: Sequence[Line], at: int) -> int:
    """Return the index of the next line that is not blank, or the number of lines."""
    while at < len(lines) and not lines[at].text.strip():
        at += 1
    return at


def read_traceback(lines: Sequence[Line], first: int, at: int) -> Reading:
    """Read the traceback whose header or first frame is line `first`, and whose frames begin at line `at`."""
    header = lines[first].text if at > first else ""
    frames: list[Frame] = []
    indent, last, loose = 0, first, 0
    raised: str | None = None
    elided = False
    while at < len(lines) and lines[at].depth == lines[first].depth:
        line = lines[at]
        text = line.text
        if not text.strip():
            below = next_text(lines, at)
            if below >= len(lines):
                break
            source_below = bool(frames) and not loose and 0 < indent < lines[below].indent
            if not source_below and not _goes_on(lines[below], bool(frames)):
                break
            at = below
            continue
        if frame := traced_frame(text):
            frames.append(frame)
            indent, loose, raised, elided = line.indent, 0, None, False
        elif not frames and (frame := cut_frame(text)):
            frames.append(frame)
            indent = 2
        elif (numbered := read_frame(text)) and numbered.layout == "numbered":
            return read_numbered(lines, first, at, frames=frames)
        elif numbered:
            frames.append(numbered.frame)
            indent, loose, elided = line.indent, 0, False
        elif ELIDED.match(text):
            elided = elided or (line.indent <= indent and not _LINES.search(text))
        elif CARETS.match(text):
            pass
        elif JOINER.match(text) or TRACEBACK.search(text):
            break
        elif "e" in line.dress and text.startswith("assert "):
            return _asserted(lines, first, at, frames)
        elif (
            line.indent < max(indent, 1)
            and (final := _final(line, indent, loose, raised))
            and not (indent and text[:1].islower() and "." not in final.group(1) and _is_wrapped(lines, at))
        ):
            return finish(lines, first, at, _ordered(frames, header, elided=elided), final)
        elif (frames and indent > 0 and line.indent < indent) or (not frames and line.indent == 0):
            if not frames or not _is_wrapped(lines, at):
                break
            if loose == 0 and last == at - 1 and _NAME_REST.match(text):
                frames[-1] = frames[-1].model_copy(
                    update={"function": f"{frames[-1].function}{text.strip()}"}
                )
        else:
            loose += 1
            raised = raised_class(text) or raised
            if indent == 0 and loose > _MAX_LOOSE_LINES and not is_numbered(text):
                break
        last = at
        at += 1
    error = made(lines, (first, last + 1), None, None, _ordered(frames, header))
    return Reading((error,), max(at, first + 1))


def _ordered(frames: list[Frame], header: str, *, elided: bool = False) -> list[Frame]:
    """Return frames with the raising one last, which was left out where something elided stands below the others."""
    if "call first" in header or ("call last" not in header and newest_first(frames)):
        frames.reverse()
    elif elided and frames:
        frames.append(Frame(file="…", line=None, function=None))
    return frames


def _goes_on(below: Line, has_frames: bool) -> bool:
    """Tell whether a traceback goes on behind a blank line: its next line is a frame or the final one."""
    if traced_frame(below.text) or read_frame(below.text):
        return True
    if not has_frames or JOINER.match(below.text):
        return False
    return _final(below, 0, 1) is not None


def _is_wrapped(lines: Sequence[Line], at: int) -> bool:
    """Tell whether a line further left is the rest of the one above: that one is long, and the traceback goes on below."""
    above = lines[at - 1]
    if (
        len(above.text.rstrip()) < _MIN_WRAPPED
        or above.number + 1 < lines[at].number
        or lines[at].starts_record
    ):
        return False
    below = lines[at + 1 : at + 1 + _MAX_WRAPPED_LINES]
    for line in below:
        if not line.text.strip() or line.tag != above.tag or line.starts_record:
            return False
        if traced_frame(line.text):
            return True
        if (final := FINAL.match(line.text)) is not None:
            name = final.group(1)
            if STRICT_CLASS.fullmatch(name) or (_CAMEL.match(name) and ":" in line.text):
                return True
    return False


def _final(line: Line, indent: int, loose: int, raised: str | None = None) -> re.Match[str] | None:
    """Read a traceback's final line; without indentation or a mark to go by, the class must be named as one.

    `raised` is the class that the last source line names.
    """
    text = line.text
    final = FINAL.match(text)
    if final is None:
        return None
    name = final.group(1)
    if raised and loose and name.rsplit(".", 1)[-1] == raised:
        return final
    if indent == 0 and "e" not in line.dress and not STRICT_CLASS.fullmatch(name):
        # What is left of a source line, or a final line whose class is called as it likes.
        behind_source = loose and ":" in text and _CAMEL.match(name) and not text.rstrip().endswith(":")
        return final if behind_source else None
    bare_word = ":" not in text and "." not in name and name[:1].islower()
    return None if bare_word else final


def finish(lines: Sequence[Line], first: int, at: int, frames: list[Frame], final: re.Match[str]) -> Reading:
    """Read the final line and the message that it begins."""
    name = final.group(1)
    end = message_end(lines, at)
    if end == at + 1 and lines[at].text.rstrip().endswith(":") and not lines[at].text[final.end() :].strip():
        end = begun_below(lines, at, end)
    message = message_from(lines, at, final.end(), end)
    beyond = message_beyond(lines, at, final.end(), end)
    behind = location_behind(lines, name, frames, end)
    return Reading((made(lines, (first, behind), name, message, frames, beyond=beyond),), behind)


def _asserted(lines: Sequence[Line], first: int, at: int, frames: list[Frame]) -> Reading:
    """Read what pytest shows of a failed `assert` in the place of the class."""
    end = message_end(lines, at)
    message = message_from(lines, at, 0, end)
    return Reading((made(lines, (first, end), "AssertionError", message, frames),), end)


def location_behind(lines: Sequence[Line], error_class: str | None, frames: list[Frame], end: int) -> int:
    """Read pytest's `path:line: Class`, or `path:line: Class: text`, behind an error as its raising frame.

    Returns:
        The index behind it.
    """
    at = end
    while at < len(lines) and at < end + 2 and not lines[at].text.strip():
        at += 1
    found = _LOCATION.match(lines[at].text) if at < len(lines) else None
    if found is None or (error_class and found.group(3).rsplit(".", 1)[-1] != error_class.rsplit(".", 1)[-1]):
        return end
    frames.append(Frame(file=found.group(1), line=int(found.group(2)), function=None))
    return at + 1
