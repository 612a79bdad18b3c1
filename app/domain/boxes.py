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
_PADDED_RIGHT = re.compile(r"\S {2,400}[│┃║]\s*$")
_TITLED = re.compile(r"\s*[╭┌╔┏][─═━]{1,3} ([A-Z][\w ]{0,40}?) [─═━]+[╮┐╗┓]\s*$")
_MAX_RUN = 400
_ARROWED = re.compile(r"\s*[│┃║] ❱ ?\d")


def unbox(lines: Iterable[Line]) -> Iterator[Line]:
    """Take borders off, and mark the lines of a box that holds a traceback."""
    in_box = error_box = False
    # Bordered lines that may be a box's whose top was not copied.
    run: list[Line] = []
    for line in lines:
        text = line.text
        if not text or (not in_box and text.isascii() and "Traceback" not in text):
            yield from _unmarked(run)
            error_box = False
            yield line
            continue
        if not in_box and (_ARROWED.match(text) or (_BOTH.match(text) and not error_box)):
            run.append(line)
            in_box = _ARROWED.match(text) is not None
            if in_box or len(run) > _MAX_RUN:
                yield from _unmarked(run, boxed=in_box)
            continue
        yield from _unmarked(run)
        if not in_box and _TOP.match(text) and TRACEBACK.search(text) and _is_title(text):
            in_box = True
            yield replace(line, boxed=True)
        elif not in_box and (found := _TITLED.match(text)):
            error_box = found.group(1).lower().endswith("error")
            yield replace(line, passage=line.passage.cut(0, 0))
        elif in_box and _BOTTOM.match(text):
            in_box = False
            yield replace(line, passage=line.passage.cut(0, 0), boxed=True)
        elif in_box and (found := _LEFT.match(text)):
            yield _inside(line, found.end(), boxed=True)
        elif in_box and _RIGHT.search(text):
            yield _inside(line, 0, boxed=True)  # the left border was taken for a logger's margin
        elif _BOTH.match(text):
            found = _LEFT.match(text)
            inside = _inside(line, found.end(), boxed=False) if found else line
            yield replace(inside, error_level=True) if error_box else inside
        elif not text.isascii() and (_BOTTOM.match(text) or _is_rule(text)):
            error_box = False
            yield replace(line, passage=line.passage.cut(0, 0))
        else:
            in_box = error_box = False
            # The first line of a pane often lacks what stands to its left.
            yield _inside(line, 0, boxed=False) if _PADDED_RIGHT.search(text) else line
    yield from _unmarked(run)


def _unmarked(run: list[Line], *, boxed: bool = False) -> Iterator[Line]:
    """Take the borders off a run of lines, which is then empty."""
    for line in run:
        found = _LEFT.match(line.text)
        yield _inside(line, found.end(), boxed=boxed) if found else line
    run.clear()


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
