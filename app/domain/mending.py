"""Lines that the copy broke: several lines of a traceback in one, or one frame over several lines.

Nothing is joined that is no frame or header: a message keeps its line breaks, and matching tries other readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from app.domain.grammar import CLASS, NAME, TRACEBACK
from app.domain.markup import Numbered
from app.domain.prefixes import Line
from app.domain.text import Passage

__all__ = ["PROCESS_MARKS", "mend", "part_processes"]

_PROCESS = re.compile(
    r"\([\w.:-]{1,80}(?: [\w.:-]{1,80}){0,3} ?(?:pid|ip|rank)=[^()\n]{1,80}\) |\[[Rr]ank ?\d+\]: "
)
# What a text must hold to have a process's mark.
PROCESS_MARKS = ("pid=", "ip=", "rank=", "[rank", "[Rank")
_FRAME = re.compile(
    r"[Ff]ile ?([\"“'`])[^\"“”'`\n]+[\"”'`],? line (?:\d+|[xX?]+)"
    r"(?:, in (?:\*\*\w+\*\*|<?[\w.]+>?)(?:\([^()\n]{0,200}\))?(?=[\s)]|$))?"
)
_SENTENCE = re.compile(
    r"During handling of the above exception, another exception occurred:?"
    r"|The above exception was the direct cause of the following exception:?"
)
_FINAL = re.compile(rf"(?<=[\s)\]\"'(])({CLASS}|{NAME}\.[A-Z]\w*):\s")
# Behind the last frame a class may be called as it likes, so long as its name is two words in one; the source that
# raises it names it.
_CAMEL_FINAL = re.compile(r"(?<=[\s)\]\"'(])((?:\w+\.)*[A-Z]+[a-z0-9]+[A-Z]\w*):\s")
_GLUED_FINAL = re.compile(rf"(?<=[a-z_\d])({CLASS}): ")
_RAISED = re.compile(r"\braise (?:\w+\.)*([A-Za-z_]\w*)|\b(assert )")
_HEADER_THEN_MORE = re.compile(r"Traceback \(most recent call last\):?\s+\S")
_OPEN_FRAME = re.compile(
    r"\s*(?:[-*>] )?(?:File\s*$|[Ff]ile ?[\"“](?:[^\"”]*|[^\"”]+[\"”]"
    r",?(?: (?:l(?:i(?:ne?)?)?|line \d*,?|line \d+, in?)?)?)\s*$)"
)
_NAMELESS = re.compile(r", line \d+, in\s*$")
_BEGINS_FRAME = re.compile(r"\s*[Ff]ile ?[\"“]")
_OPEN_HEADER = re.compile(r".{0,200}Traceback \(most(?: recent(?: call(?: last)?)?)?\s*$")
_MAX_JOINED = 4
_MAX_SOURCE_CHARS = 2000


def part_processes(lines: Iterable[Numbered]) -> Iterator[Numbered]:
    """Part a line in which a process's mark stands again and again: each was the beginning of a line."""
    for number, passage in lines:
        text = passage.text
        mark = _PROCESS.match(text) if text[:1] in {"(", "["} else None
        if mark is None or text.find(mark.group(), mark.end()) < 0:
            yield number, passage
            continue
        start, step = 0, mark.group()
        while (end := text.find(step, start + len(step))) > 0:
            yield number, passage.cut(start, end)
            start = end
        yield number, passage.cut(start)


def mend(lines: Iterable[Line]) -> Iterator[Line]:
    """Join the parts of frames and headers, and part lines that hold several."""
    waiting: list[Line] = []
    for line in lines:
        if waiting and _lacks_function(waiting[-1], line):
            yield from waiting
            waiting = []
        if waiting:
            joined = _joined([*waiting, line])
            in_word = joined if _is_whole(joined.text) else _joined([*waiting, line], "")
            if _is_whole(in_word.text):
                waiting = []
                yield from _parted(in_word)
                continue
            if len(waiting) < _MAX_JOINED and _is_open(joined.text) and not _is_open(line.text):
                waiting.append(line)
                continue
            yield from waiting
            waiting = []
        text = line.text
        if "above exception" in text and "ile" not in text and "Traceback" not in text:
            yield from _parted_at_sentence(line)
        elif "ile" not in text and "Traceback" not in text:
            yield line
        elif _is_open(text):
            waiting.append(line)
        else:
            yield from _parted(line)
    yield from waiting


def _lacks_function(frame: Line, below: Line) -> bool:
    """Tell whether a frame's function is lost, as `<module>` is where a page takes it for a tag: source or a frame stands below."""
    if not _NAMELESS.search(frame.text):
        return False
    return below.indent > frame.indent or _BEGINS_FRAME.match(below.text) is not None


def _is_open(text: str) -> bool:
    if "ile" in text[:60] and _OPEN_FRAME.match(text):
        return True
    return "Traceback (most" in text and _OPEN_HEADER.match(text) is not None


def _is_whole(text: str) -> bool:
    found = _FRAME.search(text)
    return (found is not None and ", in" in found.group()) or TRACEBACK.search(text) is not None


def _joined(lines: list[Line], between: str = " ") -> Line:
    """Join lines with a blank, or without one inside a path."""
    passage = lines[0].passage
    for line in lines[1:]:
        text = passage.text.rstrip()
        in_path = len(re.findall(r"[\"“”]", text)) == 1
        parts = [passage.cut(0, len(text)), line.passage.strip()]
        apart = not in_path and not parts[1].text.startswith(",")
        passage = Passage.join(parts, between if apart else "")
    return replace(lines[0], passage=passage)


def _parted_at_sentence(line: Line) -> Iterator[Line]:
    """Part a line that holds two errors of a chain, and the sentence between them."""
    found = _SENTENCE.search(line.text)
    places = [0, found.start(), found.end(), len(line.text)] if found else [0, len(line.text)]
    for start, end in pairwise(places):
        piece = line.passage.cut(start, end)
        if piece.text.strip():
            yield replace(line, passage=piece.strip() if start else piece)


def _parted(line: Line) -> Iterator[Line]:
    """Part a line behind its header and frames, and before its final line."""
    text = line.text
    if not _holds_several(text):
        yield line
        return
    cuts = {0}
    for found in _FRAME.finditer(text):
        cuts |= {found.start(), found.end()}
    for found in _SENTENCE.finditer(text):
        cuts |= {found.start(), found.end()}
    for found in TRACEBACK.finditer(text):
        cuts.add(found.end())
    frames = sorted(cuts)
    finals = {
        _final_start(text, start, end) for start, end in zip(frames, [*frames[1:], len(text)], strict=True)
    }
    last = max(finals)
    if last < frames[-1]:
        finals.add(_last_start(text, frames[-1]))
    else:
        finals = finals - {last} | {_behind_none(text, last)}
    places = sorted(cuts | {place for place in finals if place >= 0})
    for start, end in zip(places, [*places[1:], len(text)], strict=True):
        piece = line.passage.cut(start, end)
        if piece.text.strip():
            yield replace(line, passage=piece.strip() if start else piece)


def _holds_several(text: str) -> bool:
    if "ile" not in text or "\\n" in text:
        return False
    found = _FRAME.search(text)
    if found is None:
        return False
    if _HEADER_THEN_MORE.search(text):
        return True
    behind = text[found.end() :].strip()
    return bool(behind) and ", in " in found.group() and not behind.startswith(")")


def _behind_none(text: str, place: int) -> int:
    """Return where a class begins that is glued to the source before it: `raise Torn(x) from NoneTorn: x`."""
    glued = text.startswith("None", place) and text.startswith("from ", place - len("from "))
    return place + len("None") if glued else place


def _last_start(text: str, start: int) -> int:
    """Return where the final line begins behind the last frame, by the class that the source raises, or -1."""
    end = min(len(text), start + _MAX_SOURCE_CHARS)
    if raised := _RAISED.search(text, start, end):
        name = raised.group(1) or "AssertionError"
        place = text.find(f"{name}: ", raised.end(), end)
        if place >= 0:
            return place
    found = _CAMEL_FINAL.search(text, start, end) or _GLUED_FINAL.search(text, start, end)
    return found.start() if found else -1


def _final_start(text: str, start: int, end: int) -> int:
    """Return where the final line begins within a part: the first class outside the source's brackets, or -1."""
    opened = 0
    counted = start
    first = -1
    for found in _FINAL.finditer(text, start, min(end, start + _MAX_SOURCE_CHARS)):
        piece = text[counted : found.start()]
        opened += piece.count("(") - piece.count(")")
        counted = found.start()
        if opened <= 0:
            return found.start()
        first = found.start() if first < 0 else first
    return first
