r"""What loggers, launchers and containers put before a line, taken off: `web-1  | `, `[rank3]: `, `2031-02-03 04:05:06 ERROR `.

A line keeps its indentation, since a traceback's layout tells source lines from the final line. What was
taken off tells two things: the process that printed the line (`tag`), and whether the line starts a new
log record (`dress` holds a `t` for a time or an `l` for a level).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.domain.text import Passage

__all__ = ["Line", "undress"]

_MAX_LAYERS = 8

_LEVEL = r"(?:DEBUG|INFO|WARNING|WARN|ERROR|ERR|CRITICAL|FATAL|NOTICE|TRACE|SEVERE|EXCEPTION)"
_CLOCK = r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?"
_ZONE = r"(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?"
_DATE = r"(?:\d{4}[-/]\d{2}[-/]\d{2}|\d{2}[-/]\d{2}(?:[-/]\d{2,4})?|\d{2}/[A-Z][a-z]{2}/\d{4})"
_STAMP = rf"{_DATE}(?:[T ]|, ?){_CLOCK}{_ZONE}"

# (kind, pattern): t time, l level, p process, s source of a log call, m margin, e pytest's mark of an
# error's lines. A blank that belongs to the
# prefix is taken with it, further ones are the line's indentation.
_LAYERS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("p", re.compile(r"\[(?:rank|RANK|Rank)[ _]?\d+\]:? ?")),
    ("p", re.compile(r"(?:rank|RANK|Rank)[ _]?\d+: ?")),
    ("p", re.compile(r"\[\d+,\d+\](?:<std(?:err|out)>)?: ?")),
    ("p", re.compile(r"\[default\d\]: ?")),
    ("p", re.compile(r"\((?:[\w.:+-]{1,80}[ ,]{1,2}){0,6}(?:pid|ip|rank|node)=[^()\n]{1,80}\) ?")),
    ("p", re.compile(r"\[pid[ =:]+\d+\] ?")),
    ("p", re.compile(rf"(?!{_LEVEL} )[A-Za-z][\w./-]{{0,62}}[ \t]*(?: \||\t\|)(?: |$)")),
    ("p", re.compile(r"\[pod/[\w./-]+\] ?")),
    ("m", re.compile(r"== APP ==(?: |$)")),
    ("m", re.compile(r"Step #\d+(?: - \"[^\"\n]{1,80}\")?: ?")),
    ("m", re.compile(r"##\[(?:error|warning|debug|group)\] ?")),
    ("t", re.compile(rf"\[{_STAMP}(?:(?: |: ?)[\w ,:./-]{{1,60}})?\] ?")),
    ("t", re.compile(rf"{_STAMP}(?:,? {{0,2}}[|>-]{{1,3}})?(?:[ \t]|$)")),
    ("t", re.compile(rf"\[?{_CLOCK}\]?(?: ?[|>-]{{1,3}})?(?: |$)")),
    ("t", re.compile(r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]+ [\w./-]+(?:\[\d+\])?: ?")),
    ("l", re.compile(rf"\[ ?{_LEVEL} ?\]:?[ \t]?")),
    ("l", re.compile(rf"{_LEVEL} ?[:|-](?: |$)")),
    ("l", re.compile(rf"{_LEVEL}:[\w.-]{{1,80}}:")),
    ("l", re.compile(rf"{_LEVEL} +(?=[\d\[(])")),
    ("s", re.compile(r"\[[\w./-]+\.py:\d+\](?: |$)")),
    ("s", re.compile(r"\{[\w./-]+\.py:\d+\} ?")),
    ("s", re.compile(r"[\w./-]+\.py:\d+\](?: |$)")),
    ("m", re.compile(r"(?:stderr|stdout) ?\|(?: |$)")),
    ("m", re.compile(r" {1,4}\| (?=\[)")),
    ("m", re.compile(r"\| (?=[A-Z\d\[(])")),
    ("e", re.compile(r"E(?: {3,}|$)")),
)
# Only behind a time or a level: what else would read as text.
_BEHIND_STAMP: tuple[tuple[str, re.Pattern[str]], ...] = (
    # The margin of an exception group keeps its place.
    ("l", re.compile(rf"{_LEVEL}(?: (?= *(?:\+ Exc|\+-|\| (?: |Traceback|[\w.]+: )))| +| *$)")),
    ("s", re.compile(r"[\w.]+(?:\[\d+\])? - ")),
    ("s", re.compile(r"[\w.]+:[\w.<>]+:\d+ - ")),
    ("s", re.compile(r"[\w-]+\[[\w.-]+\]: ?")),
    ("m", re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}[ \t]")),
    ("m", re.compile(r"[-|>] ")),
)


def _alternatives(layers: tuple[tuple[str, re.Pattern[str]], ...]) -> re.Pattern[str]:
    """Make one pattern of all layers; the name of the group that took part begins with the layer's kind."""
    return re.compile(
        "|".join(f"(?P<{kind}{index}>{one.pattern})" for index, (kind, one) in enumerate(layers))
    )


_ANY_LAYER = _alternatives(_LAYERS)
_ANY_LAYER_BEHIND_STAMP = _alternatives(_LAYERS + _BEHIND_STAMP)


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


_ERROR_LEVEL = re.compile(r"\b(?:ERR|CRITICAL|FATAL|SEVERE|EXCEPTION)")
# A cheap look at the first characters: most lines of a traceback begin with blanks or a letter, and have no prefix.
_MAY_HAVE_PREFIX = re.compile(
    r"[\[({#=|\d]| {1,4}\| \[|E(?:   |$)|[A-Z]{3,}|Step #|[A-Z][a-z]{2} [ \d]\d |(?:std|rank)|[A-Za-z][\w./-]*[ \t]*\|"
)


def undress(lines: Iterable[tuple[int, Passage]]) -> Iterator[Line]:
    """Take the prefixes off each line."""
    for number, passage in lines:
        text = passage.text
        if not _MAY_HAVE_PREFIX.match(text):
            yield Line(number, passage)
            continue
        position, dress, tag, record, error_level = 0, "", "", "", False
        for _ in range(_MAX_LAYERS):
            layers = _ANY_LAYER_BEHIND_STAMP if dress[-1:] in {"t", "l", "s"} else _ANY_LAYER
            found = layers.match(text, position)
            if found is None or found.end() == position or found.lastgroup is None:
                break
            position = found.end()
            kind = found.lastgroup[0]
            dress += kind
            tag += found.group().strip() if kind == "p" else ""
            record += found.group() if kind in "tl" else ""
            error_level |= kind in "tl" and _ERROR_LEVEL.search(found.group()) is not None
        yield Line(number, passage.cut(position) if position else passage, tag, dress, record, error_level)
