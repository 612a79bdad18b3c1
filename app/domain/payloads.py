r"""Text inside a string: JSON log lines and escaped tracebacks, unescaped once, places kept.

The line is scanned for its strings rather than parsed, so a JSON object that was cut still gives them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from app.domain.prefixes import Line
from app.domain.text import Passage, clean

__all__ = ["unfold"]

_OBJECT = re.compile(r"\s*[\[{]\s*[\[{\"]")
_MEMBER = re.compile(r'\s*"[\w.@$-]{1,64}"\s*:\s*["\[{]')
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)("|$)')
_KEY_END = re.compile(r"\s*:")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|(.))", re.DOTALL)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": " ", "/": "/", '"': '"', "\\": "\\", "'": "'"}
_ESCAPED_TRACEBACK = re.compile(r"Traceback \(most recent call last\):\s*\\n|\\n\s*File \\?[\"']")
# Members that say nothing about the error itself.
_SKIPPED_KEYS = frozenset(
    [
        "ts",
        "time",
        "timestamp",
        "@timestamp",
        "date",
        "level",
        "levelname",
        "severity",
        "logger",
        "name",
        "logger_name",
        "thread",
        "threadname",
        "process",
        "pid",
        "host",
        "hostname",
        "service",
        "version",
        "caller",
        "module",
        "funcname",
        "filename",
        "pathname",
        "id",
        "request_id",
        "trace_id",
        "span_id",
    ]
)


def unfold(lines: Iterable[Line]) -> Iterator[Line]:
    """Replace a line that holds text in strings by the lines of that text; others pass unchanged."""
    for line in lines:
        text = line.text
        if '"' in text and (_OBJECT.match(text) or _MEMBER.match(text)):
            yield from _strings(line)
        elif "\\n" in text and _ESCAPED_TRACEBACK.search(text):
            yield from _as_lines(line, unescape(line.passage), "")
        else:
            yield line


def _strings(line: Line) -> Iterator[Line]:
    key = ""
    text = line.text
    for found in _STRING.finditer(text):
        if found.group(2) and _KEY_END.match(text, found.end()):
            key = found.group(1)
            continue
        if key.lower() in _SKIPPED_KEYS or not found.group(1).strip():
            continue
        value = unescape(line.passage.cut(found.start(1), found.end(1)))
        yield from _as_lines(line, value, f"{key}@{line.number}:{found.start()}")


def _as_lines(line: Line, value: Passage, tag: str) -> Iterator[Line]:
    """Cut unescaped text into lines; each string is a stream of its own."""
    start = 0
    for piece in value.text.split("\n"):
        part = value.cut(start, start + len(piece))
        cleaned = clean(piece)
        if cleaned.text != piece:
            part = _through(cleaned, part)
        yield Line(line.number, part, line.tag + tag, line.dress, line.error_level)
        start += len(piece) + 1


def _through(cleaned: Passage, part: Passage) -> Passage:
    """Compose two passages: `cleaned` stands in `part`, `part` in the raw text."""
    pieces = []
    for index, start in enumerate(cleaned.starts):
        end = cleaned.starts[index + 1] if index + 1 < len(cleaned.starts) else len(cleaned.text)
        origin = cleaned.origins[index]
        pieces.append(
            part.cut(origin, origin + end - start)
            if part.text[origin : origin + end - start] == cleaned.text[start:end]
            else Passage.at(cleaned.text[start:end], part.origin(origin))
        )
    return Passage.join(pieces, "")


def unescape(passage: Passage) -> Passage:
    """Undo one level of JSON string escapes; what is no escape stays."""
    text = passage.text
    if "\\" not in text:
        return passage
    pieces: list[Passage] = []
    position = 0
    for found in _ESCAPE.finditer(text):
        high, low, simple = found.groups()
        if simple is not None and simple not in _SIMPLE:
            continue
        if found.start() > position:
            pieces.append(passage.cut(position, found.start()))
        pieces.append(Passage.at(_decoded(high, low, simple), passage.origin(found.start())))
        position = found.end()
    if position < len(text):
        pieces.append(passage.cut(position))
    return Passage.join(pieces, "")


def _decoded(high: str | None, low: str | None, simple: str | None) -> str:
    if high is None:
        return _SIMPLE[simple or "\\"]
    first = int(high, 16)
    if low is not None and 0xD800 <= first < 0xDC00:
        return chr(0x10000 + ((first - 0xD800) << 10) + (int(low, 16) - 0xDC00))
    both = chr(first) + (chr(int(low, 16)) if low else "")
    return "".join(char if not "\ud800" <= char <= "\udfff" else "\ufffd" for char in both)
