r"""Text inside strings: JSON log lines, HTTP error bodies, notebooks' JSON, dict reprs, escaped tracebacks.

A line is scanned for its strings rather than parsed, so an object that was cut still gives them. Each
string is a stream of its own, the elements of one array are one, and so are the one-line values of one key,
since containers log every printed line as an object. Places are kept through every level.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from app.domain.grammar import NAME, STRICT_CLASS
from app.domain.prefixes import Line
from app.domain.strings import unescape
from app.domain.text import Passage, clean

__all__ = ["unfold"]

_OBJECT = re.compile(r"\s*[\[{]\s*[\[{\"]")
_MEMBER = re.compile(r'\s*"[\w.@$-]{1,64}"\s*:\s*["\[{]')
_ELEMENT = re.compile(r'\s*"(?:[^"\\]|\\.)*"\s*,?\s*[\]}]*,?\s*$')
_ARRAY_OPENS = re.compile(r'\s*"([\w.@$-]{1,64})"\s*:\s*\[\s*$')
_BRACKETS = re.compile(r"[\s\[\]{},]+$")
_REPR_OBJECT = re.compile(r"[{\[]\s*(?:\{\s*)?['\"][\w.@$-]{1,64}['\"]\s*:\s*")
_ESCAPED_OBJECT = re.compile(r'\s*"?\{\s*\\"')
_TOKEN = re.compile(r"\"((?:[^\"\\]|\\.)*)(\"|$)|[\[\]{}]")
_REPR_TOKEN = re.compile(r"\"((?:[^\"\\]|\\.)*)(\"|$)|'((?:[^'\\]|\\.)*)('|$)|[\[\]{}]")
_KEY_END = re.compile(r"\s*:")
_ESCAPED_TRACEBACK = re.compile(r"Traceback \(most recent call last\):\s*\\n|\\n\s*File \\*[\"']")
_HEADER = re.compile(r"(?:(?<=b)|(?<![\w]))([\"'])(?=Traceback \(most recent call last\))")
_TELLS_ERROR = re.compile(r"rror|xception|detail|message|msg|Traceback")
_ERROR_LEVEL = re.compile(
    r"[\"'](?:level|levelname|severity|log_level|log\.level|status)[\"']\s*:\s*[\"'](?:error|err|critical|fatal|failure)"
    r"|[\"']object[\"']\s*:\s*[\"']error[\"']|[\"'](?:code|status|status_code|statusCode)[\"']\s*:\s*[\"']?[45]\d\d\b",
    re.IGNORECASE,
)
_LEVEL = re.compile(r"\"(?:level|levelname|severity|log\.level)\"\s*:\s*\"(\w+)\"")
_CLASS_NAME = re.compile(rf"{NAME}$")

# Members that say nothing about the error itself. An HTTP body's `type` is the API's, not the class.
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
        "requestid",
        "trace_id",
        "span_id",
        "type",
        "object",
        "stream",
        "param",
        "exc_module",
        "cell_type",
        "output_type",
        "execution_count",
        "language",
        "status",
    ]
)
_CLASS_KEYS = frozenset(
    [
        "ename",
        "exc_type",
        "exc_class",
        "errortype",
        "exception_type",
        "exceptiontype",
        "exception_class",
        "exceptionclass",
        "errorclass",
        "error_class",
        "exception.type",
        "error.type",
        "exc_name",
    ]
)
_MESSAGE_KEYS = frozenset(
    [
        "evalue",
        "exc_message",
        "exc_value",
        "exc_msg",
        "errormessage",
        "error_message",
        "exception_message",
        "exceptionmessage",
        "exception.message",
        "error.message",
        "exception_value",
    ]
)
# Members that may hold a class, with the member that then holds its message.
_MAYBE_CLASS_KEYS = {
    "type": frozenset(["value"]),
    "error": frozenset(["message", "detail", "msg", "error_description"]),
    "exception": frozenset(["message", "detail", "msg", "value"]),
}
_TRACE_KEYS = frozenset(
    ["stacktrace", "stack_trace", "traceback", "stack", "tb", "exc_info", "exception.stacktrace"]
)
_ERROR_KEYS = frozenset(
    [
        "error",
        "errors",
        "err",
        "errmsg",
        "detail",
        "reason",
        "exception",
        "exc_message",
        "evalue",
        "errormessage",
    ]
)
_MAX_LEVELS = 4


def unfold(lines: Iterable[Line]) -> Iterator[Line]:
    """Replace a line that holds text in strings by the lines of that text; others pass unchanged."""
    return _Unfolding().unfold(lines)


@dataclass(slots=True)
class _Unfolding:
    """Where in an object the lines are: the array that is open, and a class that waits for its message."""

    level: int = 1
    array: str = ""
    key: str = ""
    error_class: Passage | None = None
    partners: frozenset[str] = _MESSAGE_KEYS
    message: Passage | None = None
    trace: str = ""
    last: Line | None = None

    def unfold(self, lines: Iterable[Line]) -> Iterator[Line]:
        for line in lines:
            text = line.text
            if not self._may_hold_strings(text):
                yield from self._paired()
                self.array = ""
                yield line
            elif ('"' in text and (_OBJECT.match(text) or _MEMBER.match(text))) or (
                self._is_open() and ((self.array and _ELEMENT.match(text)) or _BRACKETS.match(text))
            ):
                yield from self._strings(line, _TOKEN, 0)
            elif "\\" in text and _ESCAPED_OBJECT.match(text):
                yield from self._deeper([replace(line, passage=unescape(line.passage))])
            elif "\\n" in text and _ESCAPED_TRACEBACK.search(text):
                yield from self._escaped(line)
            elif (found := _REPR_OBJECT.search(text)) and _TELLS_ERROR.search(text, found.start()):
                if text[: found.start()].strip():
                    yield line
                yield from self._strings(line, _REPR_TOKEN, found.start())
            else:
                yield line
        yield from self._paired()

    def _is_open(self) -> bool:
        """Tell whether an array is open, or a class or message waits for the other."""
        return bool(self.array or self.error_class or self.message)

    def _may_hold_strings(self, text: str) -> bool:
        if self._is_open():
            return bool(text.strip())
        return '"' in text or "{'" in text or "\\n" in text or "['" in text

    def _deeper(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Unfold what was unfolded, as long as there are levels left."""
        if self.level >= _MAX_LEVELS:
            return iter(lines)
        return _Unfolding(level=self.level + 1).unfold(lines)

    # --- strings of a line ----------------------------------------------------------------------

    def _strings(self, line: Line, token: re.Pattern[str], start: int) -> Iterator[Line]:
        text = line.text
        level = _LEVEL.search(text)
        error_level = line.error_level or _ERROR_LEVEL.search(text) is not None
        self.last = line
        for found in token.finditer(text, start):
            bracket = found.group() if found.lastindex is None else ""
            if bracket:
                if bracket in "[]":
                    self.array = f"{self.key}@{line.number}:{found.start()}" if bracket == "[" else ""
                elif bracket == "}" and self.error_class and self.message:
                    yield from self._paired()
                continue
            group = 1 if found.group(1) is not None else 3
            if found.group(group + 1) and _KEY_END.match(text, found.end()):
                self.key = found.group(group)
                continue
            value = unescape(line.passage.cut(found.start(group), found.end(group)))
            key = self.key.lower()
            if not value.text.strip() or self._is_told(key, value) or key in _SKIPPED_KEYS:
                continue
            tag = self.array or f"{key}@{line.number}:{found.start()}"
            lone = not self.array and "\n" not in value.text.rstrip("\n")
            dressed = replace(
                line,
                tag=line.tag + (f"{key}@" if lone and token is _TOKEN else tag),
                dress=line.dress + ("t" if lone else "") + ("l" if level and lone else ""),
                record=level.group(1) if level and lone else "",
                error_level=error_level or key in _ERROR_KEYS,
            )
            if key in _TRACE_KEYS:
                self.trace = dressed.tag
            yield from self._deeper(_as_lines(dressed, value))

    # --- class and message in two members -------------------------------------------------------

    def _is_told(self, key: str, value: Passage) -> bool:
        """Take a class or its message, which stand in two members."""
        text = value.text.strip()
        partners = _MESSAGE_KEYS if key in _CLASS_KEYS else _MAYBE_CLASS_KEYS.get(key)
        if partners is not None and self.error_class is None and _CLASS_NAME.match(text):
            if key in _CLASS_KEYS or STRICT_CLASS.fullmatch(text):
                self.error_class, self.partners = value.strip(), partners
                return True
            return key == "type"
        if key in _MESSAGE_KEYS or (self.error_class is not None and key in self.partners):
            if self.message is None:
                self.message = value.strip()
            return True
        return False

    def _paired(self) -> Iterator[Line]:
        """Give class and message as the line that an error prints, behind the frames of the same object."""
        error_class, message, line, tag = self.error_class, self.message, self.last, self.trace
        self.error_class = self.message = None
        self.trace = ""
        if line is None or message is None:
            return
        start = message.origin(0)
        base = replace(line, tag=line.tag + f"error@{start}", dress="e", record="", error_level=True)
        if error_class is None:
            yield from _as_lines(replace(base, dress=""), message)
            return
        if tag:
            base = replace(base, tag=tag)
            yield replace(base, passage=error_class.cut(0, 0), dress="")
        yield from _as_lines(base, Passage.join([error_class, message], ": "))

    # --- tracebacks without an object -----------------------------------------------------------

    def _escaped(self, line: Line) -> Iterator[Line]:
        """Read a traceback whose line breaks are escapes: within its quotation marks, where there are any."""
        text = line.text
        if found := _HEADER.search(text):
            end = _string_end(text, found.end(), found.group(1))
            if text[: found.start()].strip():
                yield replace(line, passage=line.passage.cut(0, found.start()))
            inner = line.passage.cut(found.end(), end)
            yield from self._deeper(_as_lines(line, unescape(inner)))
            if text[end + 1 :].strip(" ,)]}"):
                yield replace(line, passage=line.passage.cut(end + 1), dress=line.dress + "t")
            return
        yield from self._deeper(_as_lines(line, unescape(line.passage)))


def _string_end(text: str, start: int, quote: str) -> int:
    """Return where the string that begins at `start` ends, or the text does."""
    position = text.find(quote, start)
    while position >= 0:
        first = position
        while first > start and text[first - 1] == "\\":
            first -= 1
        if (position - first) % 2 == 0:
            return position
        position = text.find(quote, position + 1)
    return len(text)


def _as_lines(line: Line, value: Passage) -> Iterator[Line]:
    """Cut unescaped text into lines."""
    start = 0
    pieces = value.text.split("\n")
    if len(pieces) > 1 and not pieces[-1]:
        pieces.pop()
    for piece in pieces:
        part = value.cut(start, start + len(piece))
        cleaned = clean(piece)
        if cleaned.text != piece:
            part = _through(cleaned, part)
        yield replace(line, passage=part)
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
