r"""Text inside strings: JSON log lines, HTTP error bodies, notebooks' JSON, dict reprs, escaped tracebacks.

A line is scanned for its strings rather than parsed, so an object that was cut still gives them. Each
string is a stream of its own, the elements of one array are one, and so are the one-line values of one key,
since containers log every printed line as an object. Places are kept through every level.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from app.domain.grammar import NAME, STRICT_CLASS
from app.domain.payload_frames import FrameParts
from app.domain.payload_keys import (
    CLASS_KEYS,
    ERROR_KEYS,
    EXCEPTION_KEYS,
    FRAME_LISTS,
    MAYBE_CLASS_KEYS,
    MESSAGE_KEYS,
    SKIPPED_KEYS,
    TRACE_KEYS,
)
from app.domain.prefixes import Line, undress
from app.domain.strings import string_end, through, unescape
from app.domain.text import Passage, clean

__all__ = ["unfold"]

_OBJECT = re.compile(r"\s*[\[{]\s*[\[{\"]")
_MEMBER = re.compile(r'\s*"[\w.@$-]{1,64}"\s*:\s*["\[{]')
_ELEMENT = re.compile(r'\s*"(?:[^"\\]|\\.)*"\s*,?\s*[\]}]*,?\s*$')
_SCALAR = re.compile(
    r'\s*(?:"[\w.@$-]{1,64}"\s*:\s*)?(?:-?\d[\d.eE+-]*|true|false|null|[\[{]\s*[\]}])\s*,?\s*[\]}]*,?\s*$'
)
_BRACKETS = re.compile(r"[\s\[\]{},]+$")
_REPR_OBJECT = re.compile(r"[{\[]\s*(?:\{\s*)?['\"][\w.@$-]{1,64}['\"]\s*:\s*")
_ESCAPED_OBJECT = re.compile(r'\s*"?\{\s*\\"')
_TOKEN = re.compile(r"\"((?:[^\"\\]|\\.)*)(\"|$)|[\[\]{}]|(?<=:)\s*(?P<number>\d{1,9})(?![\w.])")
_REPR_TOKEN = re.compile(
    r"\"((?:[^\"\\]|\\.)*)(\"|$)|'((?:[^'\\]|\\.)*)('|$)|[\[\]{}]|(?<=:)\s*(?P<number>\d{1,9})(?![\w.])"
)
_KEY_END = re.compile(r"\s*:")
_ESCAPED_TRACEBACK = re.compile(
    r"Traceback \(most recent call last\):\s*(?:\\r)?\\n|\\n\s*File \\*[\"']|, line \d+, in [\w.<>]+\\n"
)
_HEADER = re.compile(r"(?:(?<=b)|(?<![\w]))([\"'])(?=[^\"'\n]{0,200}Traceback \(most recent call last\))")
_WORD = re.compile(r"[^\W\d_]{2}")
# A value whose quotation marks are escaped, among other pairs of names and values.
_LOGFMT_FIRST = re.compile(r"(?:^|\s)[\w.]{1,40}=\S")
_LOGFMT_ESCAPED = re.compile(r"\s[\w.]{1,40}=\"[^\"\\]*\\\"")
_LOGFMT_PAIR = re.compile(r"(?<!\S)([\w.@-]{1,64})=(?:\"((?:[^\"\\]|\\.)*)\"|(\S*))")
_LOGFMT_LEVEL = re.compile(r"(?<!\S)(?:level|lvl|severity)=\"?(\w{1,12})\b")
_MIN_PAIRS = 3
_LOGFMT_TEXTS = frozenset({"msg", "message", "event", "description"})
_LEVEL_KEYS = frozenset({"level", "lvl", "severity"})
_BAD_LEVELS = frozenset({"error", "err", "critical", "crit", "fatal", "panic"})
_TELLS_ERROR = re.compile(r"rror|xception|detail|message|msg|Traceback")
_ERROR_LEVEL = re.compile(
    r"[\"'](?:level|levelname|severity|log_level|log\.level|status)[\"']\s*:\s*[\"'](?:error|err|critical|fatal|failure)"
    r"|[\"']object[\"']\s*:\s*[\"']error[\"']|[\"'](?:code|status|status_code|statusCode)[\"']\s*:\s*[\"']?[45]\d\d\b",
    re.IGNORECASE,
)
_LEVEL = re.compile(r"\"(?:level|levelname|severity|log\.level)\"\s*:\s*\"(\w+)\"")
_CLASS_NAME = re.compile(rf"{NAME}$")
_CAMEL = re.compile(r"(?:\w+\.)*[A-Z]\w*[a-z]\w*$")

_MAX_LEVELS = 4
_MAX_OPEN = 64


def _is_escaped_logfmt(text: str) -> bool:
    first = _LOGFMT_FIRST.search(text)
    return first is not None and _LOGFMT_ESCAPED.search(text, first.end()) is not None


def unfold(lines: Iterable[Line]) -> Iterator[Line]:
    """Replace a line that holds text in strings by the lines of that text; others pass unchanged."""
    return _Unfolding().unfold(lines)


@dataclass(slots=True)
class _Unfolding:
    """Where in an object the lines are: what is open, and a class that waits for its message.

    `open` names each bracket that is open: an object by `{` and its key, an array by its key and place.
    """

    level: int = 1
    open: list[str] = field(default_factory=list)
    key: str = ""
    error_class: Passage | None = None
    partners: frozenset[str] = MESSAGE_KEYS
    message: Passage | None = None
    depth: int = 0
    trace: str = ""
    frame: FrameParts | None = None
    frame_depth: int = 0
    last: Line | None = None

    def unfold(self, lines: Iterable[Line]) -> Iterator[Line]:
        for line in lines:
            text = line.text
            if not self._may_hold_strings(text):
                if self._is_open():
                    yield from self._close()
                yield line
            elif ('"' in text and (_OBJECT.match(text) or _MEMBER.match(text))) or (
                self._is_open() and self._goes_on(text)
            ):
                yield from self._strings(line, _TOKEN, 0)
            elif "\\" in text and _ESCAPED_OBJECT.match(text):
                yield from self._deeper([replace(line, passage=unescape(line.passage))])
            elif "\\n" in text and _ESCAPED_TRACEBACK.search(text):
                yield from self._escaped(line)
            elif "=" in text and (pairs := self._pairs(text)):
                yield from self._logfmt(line, pairs)
            elif '\\"' in text and "\\n" not in text and _is_escaped_logfmt(text):
                yield replace(line, passage=unescape(line.passage))
            elif (found := _REPR_OBJECT.search(text)) and _TELLS_ERROR.search(text, found.start()):
                if _WORD.search(text, 0, found.start()):
                    yield line
                yield from self._strings(line, _REPR_TOKEN, found.start())
                yield from self._close()
            else:
                if self._is_open():
                    yield from self._close()
                yield line
        yield from self._paired()

    def _is_open(self) -> bool:
        """Tell whether a bracket is open, or a class or message waits for the other."""
        return bool(self.open or self.error_class is not None or self.message is not None)

    def _goes_on(self, text: str) -> bool:
        """Tell whether a line is the next one of what is open."""
        if _BRACKETS.match(text) or _SCALAR.match(text):
            return True
        return bool(self._array) and _ELEMENT.match(text) is not None

    def _close(self) -> Iterator[Line]:
        yield from self._paired()
        self.open.clear()
        self.frame = None

    @property
    def _array(self) -> str:
        """The innermost bracket's name where it is an array."""
        return self.open[-1] if self.open and self.open[-1][0] != "{" else ""

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
            if found.lastgroup == "number":
                if self.frame is not None:
                    self.frame.take(self.key.lower(), line.passage.cut(*found.span("number")))
                continue
            if found.lastindex is None:
                yield from self._bracket(found.group(), line, found.start())
                continue
            group = 1 if found.group(1) is not None else 3
            if found.group(group + 1) and _KEY_END.match(text, found.end()):
                self.key = found.group(group)
                continue
            value = unescape(line.passage.cut(found.start(group), found.end(group)))
            key = self.key.lower()
            if self.frame is not None:
                if len(self.open) == self.frame_depth:
                    self.frame.take(key, value)
                continue
            if not value.text.strip() or self._is_told(key, value) or key in SKIPPED_KEYS:
                continue
            array = self._array
            lone = not array and "\n" not in value.text.rstrip("\n")
            dressed = replace(
                line,
                tag=line.tag
                + (
                    f"{key}@" if lone and token is _TOKEN else array or f"{key}@{line.number}:{found.start()}"
                ),
                dress=line.dress + ("t" if lone else "") + ("l" if level and lone else ""),
                record=level.group(1) if level and lone else "",
                error_level=error_level or key in ERROR_KEYS,
            )
            if key in TRACE_KEYS:
                self.trace = dressed.tag
            yield from self._deeper(_as_lines(dressed, value))

    def _bracket(self, bracket: str, line: Line, position: int) -> Iterator[Line]:
        """Open or close an object or array; what closes may be a frame, or hold class and message."""
        if bracket in "[{":
            if len(self.open) < _MAX_OPEN:
                array = self._array
                if bracket == "{" and self.frame is None and array.split("@", 1)[0].lower() in FRAME_LISTS:
                    self.frame, self.frame_depth = FrameParts(), len(self.open) + 1
                self.open.append(
                    f"{{{self.key}" if bracket == "{" else f"{self.key}@{line.number}:{position}"
                )
            return
        if self.open:
            self.open.pop()
        if self.frame is not None and len(self.open) < self.frame_depth:
            printed, self.frame = self.frame.printed(), None
            if printed is not None and (array := self._array):
                self.trace = line.tag + array
                yield replace(line, passage=printed, tag=self.trace)
        elif bracket == "}" and len(self.open) < self.depth:
            yield from self._paired()

    # --- logfmt -------------------------------------------------------------------------------------

    @staticmethod
    def _pairs(text: str) -> list[re.Match[str]]:
        """Return the pairs of a line of logfmt that tells a level and a text; nothing of any other line."""
        if '="' not in text or _LOGFMT_LEVEL.search(text) is None:
            return []
        pairs = list(_LOGFMT_PAIR.finditer(text))
        tells = any(pair.group(1).lower() in _LOGFMT_TEXTS | ERROR_KEYS and pair.group(2) for pair in pairs)
        return pairs if len(pairs) >= _MIN_PAIRS and tells else []

    def _logfmt(self, line: Line, pairs: list[re.Match[str]]) -> Iterator[Line]:
        """Give the texts of a line of logfmt, its class and message as the line that an error prints."""
        self.last = line
        level = next((p.group(2) or p.group(3) for p in pairs if p.group(1).lower() in _LEVEL_KEYS), "")
        for pair in pairs:
            key = pair.group(1).lower()
            group = 2 if pair.group(2) is not None else 3
            value = unescape(line.passage.cut(*pair.span(group)))
            if not value.text.strip() or self._is_told(key, value):
                continue
            if key not in _LOGFMT_TEXTS | ERROR_KEYS | TRACE_KEYS:
                continue
            dressed = replace(
                line,
                tag=f"{line.tag}{key}@",
                dress=f"{line.dress}tl",
                record=f"{line.record}{level}",
                error_level=line.error_level or level.lower() in _BAD_LEVELS or key in ERROR_KEYS,
            )
            if key in TRACE_KEYS:
                self.trace = dressed.tag
            yield from self._deeper(_as_lines(dressed, value))
        yield from self._paired()

    # --- class and message in two members -------------------------------------------------------

    def _is_told(self, key: str, value: Passage) -> bool:
        """Take a class or its message, which stand in two members."""
        text = value.text.strip()
        partners = MESSAGE_KEYS if key in CLASS_KEYS else MAYBE_CLASS_KEYS.get(key)
        if partners is not None and self.error_class is None and _CLASS_NAME.match(text):
            if key in CLASS_KEYS or STRICT_CLASS.fullmatch(text) or self._is_exception(text):
                self.depth = self.depth if self.message else len(self.open)
                self.error_class, self.partners = value.strip(), partners
                return True
            return key == "type"
        if key in MESSAGE_KEYS or (self.error_class is not None and key in self.partners):
            if self.message is None:
                self.depth = self.depth if self.error_class else len(self.open)
                self.message = value.strip()
            return True
        return False

    def _is_exception(self, name: str) -> bool:
        """Tell whether a name is a class by where it stands: in an object or array of exceptions."""
        if not _CAMEL.match(name):
            return False
        return any(one.lstrip("{").split("@", 1)[0].lower() in EXCEPTION_KEYS for one in self.open[-2:])

    def _paired(self) -> Iterator[Line]:
        """Give class and message as the line that an error prints, behind the frames of the same object."""
        error_class, message, line, tag = self.error_class, self.message, self.last, self.trace
        self.error_class = self.message = None
        self.trace = ""
        self.depth = 0
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
            end = string_end(text, found.end(), found.group(1))
            if text[: found.start()].strip():
                yield replace(line, passage=line.passage.cut(0, found.start()))
            inner = line.passage.cut(found.end(), end)
            yield from self._deeper(_as_lines(line, unescape(inner)))
            if text[end + 1 :].strip(" ,)]}"):
                # No part of the message that may end the string.
                rest = line.passage.cut(end + 1)
                yield replace(line, passage=rest, dress=f"{line.dress}l", record=f"{line.record}behind")
            return
        yield from self._deeper(_as_lines(line, unescape(line.passage)))


def _as_lines(line: Line, value: Passage) -> Iterator[Line]:
    """Cut unescaped text into lines, and take their own prefixes off."""
    start = 0
    pieces = value.text.split("\n")
    if len(pieces) > 1 and not pieces[-1]:
        pieces.pop()
    for piece in pieces:
        part = value.cut(start, start + len(piece))
        cleaned = clean(piece)
        if cleaned.text != piece:
            part = through(cleaned, part)
        for bare in undress([(line.number, part)]):
            yield replace(
                line,
                passage=bare.passage,
                tag=line.tag + bare.tag,
                dress=line.dress + bare.dress,
                record=line.record + bare.record,
                error_level=line.error_level or bare.error_level,
            )
        start += len(piece) + 1
