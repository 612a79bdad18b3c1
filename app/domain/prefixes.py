r"""What loggers, launchers and containers put before a line, taken off: `web-1  | `, `[rank3]: `, `2031-02-03 04:05:06 ERROR `.

A line keeps its indentation, since a traceback's layout tells source lines from the final line. What was
taken off tells two things: the process that printed the line (`tag`), and whether the line starts a new
log record (`dress` holds a `t` for a time or an `l` for a level).
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from app.domain.text import Passage

__all__ = ["Line", "join_parts", "undress"]

_MAX_LAYERS = 8
_MAX_PARTS = 1000

_LEVEL = r"(?:DEBUG|INFO|WARNING|WARN|ERROR|ERR|CRITICAL|FATAL|NOTICE|TRACE|SEVERE|EXCEPTION)"
_CLOCK = r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?"
_ZONE = r"(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?"
_DATE = r"(?:\d{4}[-/]\d{2}[-/]\d{2}|\d{2}[-/]\d{2}(?:[-/]\d{2,4})?|\d{2}/[A-Z][a-z]{2}/\d{4})"
_STAMP = rf"{_DATE}(?:[T ]|, ?){_CLOCK}{_ZONE}"


class Layer(NamedTuple):
    """One thing that may stand before a text.

    Attributes:
        kind: see below.
        starts: the characters that it can begin with.
        pattern: what it is.
        mark: what a line must hold to have it; a layer that begins as any word does would be tried in vain for most.
    """

    kind: str
    starts: str
    pattern: re.Pattern[str]
    mark: str = ""


_DIGITS, _UPPER = string.digits, string.ascii_uppercase
_LETTERS, _WORDS = string.ascii_letters, string.ascii_letters + string.digits + "_./-"
_LEVELS = "DIWECFNTS"

# Kinds: t time, l level, p process, n step of a build and its seconds, y time and process, s source of a log call, m margin,
# e pytest's mark of an error's lines, f and w a container's whole line and a part of one. A blank that belongs to the
# prefix is taken with it, further ones are the line's indentation.
_LAYERS = (
    Layer("p", "[", re.compile(r"\[(?:rank|RANK|Rank)[ _]?\d+\]:? ?")),
    Layer("p", "rR", re.compile(r"(?:rank|RANK|Rank)[ _]?\d+: ?")),
    Layer("p", "[", re.compile(r"\[\d+,\d+\](?:<std(?:err|out)>)?: ?")),
    Layer("p", "[", re.compile(r"\[default\d\]: ?")),
    Layer("p", "(", re.compile(r"\((?:[\w.:+-]{1,80}[ ,]{1,2}){0,6}(?:pid|ip|rank|node)=[^()\n]{1,80}\) ?")),
    Layer("p", "[", re.compile(r"\[pid[ =:]+\d+\] ?")),
    Layer("p", _LETTERS, re.compile(rf"(?!{_LEVEL} )[A-Za-z][\w./-]{{0,62}}[ \t]*(?: \||\t\|)(?: |$)"), "|"),
    Layer("p", "[", re.compile(r"\[pod/[\w./-]+\] ?")),
    Layer("m", "=", re.compile(r"== APP ==(?: |$)")),
    Layer("m", "S", re.compile(r"Step #\d+(?: - \"[^\"\n]{1,80}\")?: ?")),
    Layer("m", "#", re.compile(r"##\[(?:error|warning|debug|group)\] ?")),
    Layer("n", "#", re.compile(r"#\d{1,4} \d{1,6}\.\d{1,3}(?: |$)")),
    Layer("t", "[", re.compile(rf"\[{_STAMP}(?:(?: |: ?)[\w ,:./-]{{1,60}})?\] ?")),
    Layer("t", _DIGITS, re.compile(rf"{_STAMP}(?:,? {{0,2}}[|>-]{{1,3}})?(?:[ \t]|$)")),
    Layer("t", "[" + _DIGITS, re.compile(rf"\[?{_CLOCK}\]?(?: ?[|>-]{{1,3}})?(?: |$)")),
    Layer("y", _UPPER, re.compile(r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]+ [\w./-]+(?:\[\d+\])?: ?")),
    Layer("l", "[", re.compile(rf"\[ ?{_LEVEL} ?\]:?[ \t]?")),
    Layer("l", "[", re.compile(r"\[(?:debug|info|warning|error|critical|exception) {0,9}\] ")),
    Layer("l", _LEVELS, re.compile(rf"{_LEVEL} ?[:|-](?: |$)")),
    Layer("l", _LEVELS, re.compile(rf"{_LEVEL}:[\w.-]{{1,80}}:")),
    Layer("l", _LEVELS, re.compile(rf"{_LEVEL} +(?=[\d\[(])")),
    Layer("l", " ", re.compile(rf" {{11,24}}{_LEVEL} +(?=\S)")),
    Layer("s", "[", re.compile(r"\[[\w./-]+\.py:\d+\](?: |$)")),
    Layer("s", "{", re.compile(r"\{[\w./-]+\.py:\d+\} ?")),
    Layer("s", _WORDS, re.compile(r"[\w./-]+\.py:\d+\](?: |$)"), ".py:"),
    Layer("m", "s", re.compile(r"(?:stderr|stdout) ?\|(?: |$)")),
    Layer("m", " ", re.compile(r" {1,4}\| (?=\[)")),
    Layer("m", "|", re.compile(r"\| (?=[A-Z\d\[(])")),
    Layer("e", "E", re.compile(r"E(?: {3,}|$)")),
)
# Only behind a time or a level: what else would read as text.
_BEHIND_STAMP = (
    # The margin of an exception group keeps its place.
    Layer("l", _LEVELS, re.compile(rf"{_LEVEL}(?: (?= *(?:\+ Exc|\+-|\| (?: |Traceback|[\w.]+: )))| +| *$)")),
    Layer("s", _WORDS, re.compile(r"[\w.]+(?:\[\d+\])? - "), " - "),
    Layer("s", _WORDS, re.compile(r"[\w.]+:[\w.<>]+:\d+ - "), " - "),
    Layer("p", _WORDS, re.compile(r"(?:[\w.-]{1,64} )?[\w./-]{1,64}\[[\w.-]{1,40}\]: ?"), "]:"),
    Layer("m", "[", re.compile(r"\[\d{1,7}\] (?=\[)")),
    Layer("f", "s", re.compile(r"(?:stdout|stderr) F(?: |$)")),
    Layer("w", "s", re.compile(r"(?:stdout|stderr) P(?: |$)")),
    Layer("m", _DIGITS, re.compile(r"\d\d[OE](?:[ +]|$)")),
    Layer("m", _DIGITS + "abcdef", re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}[ \t]")),
    Layer("m", "-|>", re.compile(r"[-|>] ")),
)


_MARKS = ("|", ".py:", " - ", "]:")


# What may come next: kind and pattern of each layer that can begin so.
Ways = tuple[tuple[str, re.Pattern[str]], ...]


class _Table(dict[str, Ways]):
    """By the character that a line goes on with: the layers that can begin with it."""

    def __init__(self, layers: tuple[Layer, ...]) -> None:
        super().__init__({"": ()})
        self._layers = layers

    def __missing__(self, char: str) -> Ways:
        able = (one for one in self._layers if char in one.starts or not char.isascii())
        self[char] = ways = tuple((one.kind, one.pattern) for one in able)
        return ways


@cache
def _tables(marks: int) -> tuple[_Table, _Table]:
    """Return the tables for a line with these marks, a bit for each: at its beginning, and behind a time or level."""
    able = tuple(
        one for one in _LAYERS + _BEHIND_STAMP if not one.mark or marks >> _MARKS.index(one.mark) & 1
    )
    return _Table(tuple(one for one in able if one in _LAYERS)), _Table(able)


@dataclass(slots=True)
class Line:
    """One clean line without its prefixes.

    Attributes:
        number: its raw line, from 1.
        passage: its text.
        tag: the process that printed it.
        dress: the kinds of what was taken off.
        record: the times and levels that were taken off; lines of one log record have the same.
        error_level: whether its record is an error's.
        depth: how many margins of exception groups it stood behind.
        boxed: whether it stood in a box that holds a traceback.
    """

    number: int
    passage: Passage
    tag: str = ""
    dress: str = ""
    record: str = ""
    error_level: bool = False
    depth: int = 0
    boxed: bool = False

    @property
    def text(self) -> str:
        """Return the line's text."""
        return self.passage.text

    @property
    def indent(self) -> int:
        """Count the blanks the line begins with, a tab as eight."""
        text = self.passage.text
        if text[:1] not in {" ", "\t"}:
            return 0
        return len(text[: len(text) - len(text.lstrip(" \t"))].expandtabs(8))

    @property
    def starts_record(self) -> bool:
        """Tell whether a time or a level stood before the text."""
        return "t" in self.dress or "l" in self.dress


_COLUMN_ENDS = frozenset(" 0123456789")
# `Feb 03 04:05:06 `.
_SYSLOG_TIME_CHARS = 16
_ERROR_LEVEL = re.compile(r"\b(?:ERR|CRITICAL|FATAL|SEVERE|EXCEPTION)|\[(?:error|critical|exception) ")
# Where Rich's log handler puts the place of the call: at the right edge of a record's first line.
_RIGHT_COLUMN = re.compile(r"[ \t]{2,}[\w.<>-]{1,64}\.\w{1,4}:\d{1,6}[ \t]*$")
# A cheap look at the first characters: most lines of a traceback begin with blanks or a letter, and have no prefix.
_MAY_HAVE_PREFIX = re.compile(
    r"[\[({#=|\d]| {1,4}\| \[| {11,24}[A-Z]|E(?:   |$)|[A-Z]{3,}|Step #|[A-Z][a-z]{2} [ \d]\d |(?:std|rank)|[A-Za-z][\w./-]*[ \t]*\|"
)


def undress(lines: Iterable[tuple[int, Passage]]) -> Iterator[Line]:
    """Take the prefixes off each line."""
    may_have_prefix = _MAY_HAVE_PREFIX.match
    for number, passage in lines:
        text = passage.text
        if may_have_prefix(text) is None:
            yield Line(number, passage)
            continue
        position, kind, dress, tag, record, error_level = 0, "", "", "", "", False
        first, behind_stamp = _tables(
            ("|" in text) | (".py:" in text) << 1 | (" - " in text) << 2 | ("]:" in text) << 3
        )
        table = first
        while len(dress) < _MAX_LAYERS:
            end = position
            for way in table[text[position : position + 1]]:
                if (found := way[1].match(text, position)) is not None:
                    kind, end = way[0], found.end()
                    break
            # A layer is never empty, but it may be all that is left of a line.
            if end == position:
                break
            if kind == "p":
                tag += text[position:end].strip()
                table = behind_stamp if "t" in dress else first
            elif kind in "tly":
                taken = text[position:end]
                record += taken
                table = behind_stamp
                if kind == "y":
                    tag += taken[_SYSLOG_TIME_CHARS:].strip()
                    kind = "t"
                elif (kind == "l" or taken[0] == "[") and _ERROR_LEVEL.search(taken):
                    error_level = True
            elif kind in "fwn":
                tag += text[position:end].split()[0]
                table = first if kind == "n" else behind_stamp
            else:
                table = behind_stamp if kind == "s" else first
            dress += kind
            position = end
        if "l" in dress and text[-1:] in _COLUMN_ENDS and (column := _RIGHT_COLUMN.search(text, position)):
            yield Line(number, passage.cut(position, column.start()), tag, dress, record, error_level)
        else:
            yield Line(
                number, passage.cut(position) if position else passage, tag, dress, record, error_level
            )


def join_parts(lines: Iterable[Line]) -> Iterator[Line]:
    """Join what a container's log cut into parts: all but the last part of a line are marked as such."""
    waiting: dict[str, list[Line]] = {}
    for line in lines:
        if "w" not in line.dress and "f" not in line.dress:
            yield line
            continue
        parts = [*waiting.pop(line.tag, ()), line]
        if "w" in line.dress and len(parts) < _MAX_PARTS:
            waiting[line.tag] = parts
            continue
        joined = Passage.join([part.passage for part in parts], "")
        yield replace(parts[0], passage=joined, dress=parts[0].dress.replace("w", "f"))
    for parts in waiting.values():
        joined = Passage.join([part.passage for part in parts], "")
        yield replace(parts[0], passage=joined, dress=parts[0].dress.replace("w", "f"))
