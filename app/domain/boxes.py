"""Borders round pasted lines, taken off: Rich's traceback boxes, and the frames of terminal panes.

A box whose title is a traceback's header marks its lines, since a traceback's final line stands below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from app.domain.grammar import TRACEBACK
from app.domain.prefixes import Line

__all__ = ["unbox"]

_TOP = re.compile(r"\s*[╭┌╔┏+][─═━\- ]")
_TITLE = re.compile(r"[╭┌╔┏+─═━\-\s]*(.*?)[─═━\-\s]*[╮┐╗┓+]?\s*$")
_BOTTOM = re.compile(r"\s*[╰└╚┗+][─═━-]+[╯┘╝┛+]?\s*$")
_LEFT = re.compile(r"\s*[│┃║|](?: |$)")
_BOTH = re.compile(r"\s*[│┃║].*[│┃║]\s*$")
_RIGHT = re.compile(r"[ \t]?[│┃║|]\s*$")
_ARROWED = re.compile(r"\s*[│┃║] ❱ ?\d")


def unbox(lines: Iterable[Line]) -> Iterator[Line]:
    """Take borders off, and mark the lines of a box that holds a traceback."""
    in_box = False
    for line in lines:
        text = line.text
        if not text or (not in_box and text.isascii() and "Traceback" not in text):
            yield line
            continue
        if not in_box and _TOP.match(text) and TRACEBACK.search(text) and _is_title(text):
            in_box = True
            yield replace(line, boxed=True)
        elif in_box and _BOTTOM.match(text):
            in_box = False
            yield replace(line, passage=line.passage.cut(0, 0), boxed=True)
        elif in_box and (found := _LEFT.match(text)):
            yield _inside(line, found.end(), boxed=True)
        elif in_box and _RIGHT.search(text):
            yield _inside(line, 0, boxed=True)  # the left border was taken for a logger's margin
        elif _BOTH.match(text) or _ARROWED.match(text):
            found = _LEFT.match(text)
            in_box = in_box or _ARROWED.match(text) is not None
            yield _inside(line, found.end(), boxed=in_box) if found else line
        elif not text.isascii() and (_BOTTOM.match(text) or _is_rule(text)):
            yield replace(line, passage=line.passage.cut(0, 0))
        else:
            in_box = False
            yield line


def _is_title(text: str) -> bool:
    return text.strip()[-1] in "╮┐╗┓+─━═-" or text.strip()[0] in "╭┌╔┏"


def _is_rule(text: str) -> bool:
    """Tell whether a line is the border above or below a pane."""
    return len(text.strip()) > 4 and not text.strip("╭┌╔┏╮┐╗┓╰└╚┗╯┘╝┛─═━┬┴┼ \t")


def _inside(line: Line, start: int, *, boxed: bool) -> Line:
    text = line.text
    right = _RIGHT.search(text, start, len(text))
    end = right.start() if right else len(text)
    return replace(line, passage=line.passage.cut(start, max(start, end)), boxed=boxed)
