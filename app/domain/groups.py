"""The margins of exception groups, taken off: `  | ` before each line, one more for each group inside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from app.domain.prefixes import Line

__all__ = ["ungroup"]

_HEADER = re.compile(r"(\s*)\+ (?=(?:Exception Group )?Traceback)")
_PART = re.compile(r"(\s*(?:\| )*)(?:\+-)?\+-{4,} (?:\d+|\.\.\.) -{4,}")
_LAST = re.compile(r"(\s*(?:\| )*)\+-{4,}\s*$")
_MARGIN = re.compile(r"(\s*(?:\| )*)\|(?: |$)")
_EVIDENCE = re.compile(r"(?:Exception Group )?Traceback \(|  File \"|ExceptionGroup: |BaseExceptionGroup: ")


def ungroup(lines: Iterable[Line]) -> Iterator[Line]:
    """Take the margins off, and keep in `depth` how many groups each line stood in."""
    inside: set[str] = set()
    for line in lines:
        text = line.text
        if "|" not in text and "+" not in text:
            if inside and text.strip():
                inside.discard(line.tag)
            yield line
            continue
        if found := _HEADER.match(text):
            inside.add(line.tag)
            yield _within(line, found)
        elif line.tag in inside and (_PART.match(text) or _LAST.match(text)):
            yield replace(line, passage=line.passage.cut(0, 0))
        elif found := _MARGIN.match(text):
            known = line.tag in inside or _EVIDENCE.match(text, found.end())
            if known:
                inside.add(line.tag)
            yield _within(line, found) if known else line
        elif found := _PART.match(text):
            inside.add(line.tag)
            yield replace(line, passage=line.passage.cut(0, 0))
        else:
            inside.discard(line.tag)
            yield line


def _within(line: Line, found: re.Match[str]) -> Line:
    depth = max(1, (len(found.group(1).expandtabs(8)) + 1) // 2)
    return replace(line, passage=line.passage.cut(found.end()), depth=depth)
