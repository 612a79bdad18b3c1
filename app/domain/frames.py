"""One line of a traceback as a frame: file, line, function, in the layouts that Python's printers use.

The layout tells what stands between frames: source that is indented (CPython and kin), or source with
line numbers (notebooks, Rich, stack viewers).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from app.domain.answer import Frame

__all__ = [
    "FrameLine",
    "Layout",
    "boxed_frame",
    "cut_frame",
    "is_numbered",
    "newest_first",
    "numbered_arrow",
    "plain_links",
    "read_frame",
    "traced_frame",
    "tracker_frame",
]

Layout = Literal["indented", "numbered"]

_OPENING, _CLOSING = "[\"'“”‘’«`]{1,2}", "[\"'“”‘’»`]{1,2}"
_LINE = r"(\d+|[xX?*#…]{1,8}|\.{3})"
_PYTHON = re.compile(
    rf"(?:[-*>] )?[Ff]ile ?(?:{_OPENING}(.+?){_CLOSING}|([^\s\"',“”][^\"',“”]*?)),? ?(?:at )?line {_LINE}(?:,? in(?: (\S.*))?)?$"
)
# pytest: `path:line: in function`; cut tracebacks begin inside a path.
_SHORT = re.compile(r"(\S[^:]*\.\w+|[A-Za-z]:\S[^:]*\.\w+):(\d+): in (\S+)$")
_CUT = re.compile(rf"[^\s\"“].*[\"”], line {_LINE}, in ([\w.<>]+)$")
_CUT_TO_LINE = re.compile(rf"line {_LINE}, in ([A-Za-z_<][\w.<>]*)$")
_DJANGO = re.compile(rf"[Ff]ile {_OPENING}(.+?){_CLOSING} in (\S+)$")

_CELL = re.compile(r"(?:Cell |Input )?(In ?\[[\d ]+\])(?:, line (\d+))?(?:, in (\S.*))?$")
_NAMED_LINE = re.compile(r"[Ff]ile (\S.*?):(\d+)(?:, in (\S.*))?$")
_OLD_NOTEBOOK = re.compile(
    r"(?:File )?(\S[^()]*?\.(?:py|pyx|pyi|pxi|ipynb)|<[\w.:-]+>|[A-Za-z]:\\[^()]*?\.(?:py|pyx|pxi|ipynb)|/tmp/ipykernel_\S+) in (<?[A-Za-z_][\w.]*>?(?:\(.*)?"
    r"|<cell line: \d+>\(\))$"
)
_CELL_LINE = re.compile(r"<cell line: (\d+)>")
_AT = re.compile(r"(\S.*?\.\w{1,6}|<[\w.: -]+>):(\d+) in (\S+)$")

_NUMBERED = re.compile(
    r"\s*(?:(?:-+>|=+>|❱|→|►|>|\*)\s*)?(?:\[\d+\](?:\([^)\n]*\))?|\d+)(?:[\s│|:.…]|$)"
    r"|\s*[╭╰│┌└├╮╯┃|]|\s*\(?\.{3}\)?\s*$"
)
_ARROW = re.compile(r"\s*(?:-+>|=+>|❱|→|►|>)\s*\[?(\d+)")
_LINK = re.compile(r"\[([^\[\]\n]{1,400})\]\((?:https?|file|vscode|command)[^()\s]{0,600}\)")

_TRACKER = re.compile(r"(\S.*?\.\w{1,6}):(\d+) (?:-+|in) (<?[\w.<>]+>?)$")
_TRACKER_AT_LINE = re.compile(r"(\S.*?\.\w{1,6}) in (<?[\w.<>]+>?) at line (\d+)(?::\d+)?$")

_BOLD_NAME = re.compile(r"\*\*(\w+?)\*\*")


@dataclass(frozen=True, slots=True)
class FrameLine:
    """A frame and the layout it was printed in."""

    frame: Frame
    layout: Layout


def plain_links(text: str) -> str:
    """Return a line with its Markdown links as their texts; notebooks print paths and line numbers as links."""
    return _LINK.sub(r"\1", text) if "](" in text else text


def _made(file: str, line: str | None, function: str | None) -> Frame:
    """Make a frame; a file or function whose double underscores became bold type gets them back."""
    if "**" in file or (function and "**" in function):
        file = _BOLD_NAME.sub(r"__\1__", file)
        function = _BOLD_NAME.sub(r"__\1__", function) if function else function
    return Frame(
        file=file.strip(),
        line=int(line) if line and line.isdecimal() and len(line) < 10 else None,
        function=function.strip() if function else None,
    )


def _called(text: str | None) -> str | None:
    """Return the function's name of `load(path, *, strict)`."""
    if not text:
        return None
    end = text.find(">") + 1 if text.startswith("<") else text.find("(")
    return (text[:end] if end > 0 else text).strip() or None


def traced_frame(text: str) -> Frame | None:
    """Read a frame as CPython and pytest print it."""
    stripped = text.strip()
    if "line " in stripped and (found := _PYTHON.match(stripped)):
        quoted, bare, line, function = found.groups()
        return _made(quoted or bare, line, function)
    if ": in " in stripped and (found := _SHORT.match(stripped)):
        return _made(found.group(1), found.group(2), found.group(3))
    if " in " in stripped and (found := _DJANGO.match(stripped)):
        return _made(found.group(1), None, found.group(2))
    return None


def read_frame(text: str) -> FrameLine | None:
    """Read a frame that no context is needed for: CPython's, pytest's, and those with their own marks."""
    if frame := traced_frame(text):
        return FrameLine(frame, "indented")
    stripped = plain_links(text.strip())
    if found := _NAMED_LINE.match(stripped):
        return FrameLine(_made(found.group(1), found.group(2), _called(found.group(3))), "numbered")
    if (found := _CELL.match(stripped)) and (found.group(2) or found.group(3)):
        cell, line, function = found.groups()
        inner = _CELL_LINE.search(function or "")
        frame = _made(f"Cell {cell}", line or (inner.group(1) if inner else None), _called(function))
        return FrameLine(frame, "numbered" if not text[:1].isspace() else "indented")
    return None


def boxed_frame(text: str) -> Frame | None:
    """Read a frame that could be prose elsewhere: Rich's `path:42 in f`, an old notebook's `path in f(x)`."""
    stripped = plain_links(text.strip())
    if " in " not in stripped:
        return None
    if found := _AT.match(stripped):
        return _made(found.group(1), found.group(2), found.group(3))
    if found := _OLD_NOTEBOOK.match(stripped):
        inner = _CELL_LINE.search(found.group(2))
        return _made(found.group(1), inner.group(1) if inner else None, _called(found.group(2)))
    return None


def cut_frame(text: str) -> Frame | None:
    """Read a frame whose beginning was not copied: `…b/reader.py", line 301, in _check`, `line 301, in _check`."""
    stripped = text.strip()
    if stripped.startswith("line ") and (found := _CUT_TO_LINE.match(stripped)):
        return _made("…", found.group(1), found.group(2))
    if ", line " not in stripped or (found := _CUT.match(stripped)) is None:
        return None
    file = stripped[: found.start(1)].rsplit('"', 1)[0].rsplit("”", 1)[0].lstrip(".…")
    return _made(file, found.group(1), found.group(2))


def tracker_frame(text: str) -> Frame | None:
    """Read a frame of an error tracker's page: `acme/conf.py:12 - load`, `acme/conf.py in load at line 12`."""
    stripped = text.split("<-", 1)[0].strip()
    if found := _TRACKER.match(stripped):
        return _made(found.group(1), found.group(2), found.group(3))
    if found := _TRACKER_AT_LINE.match(stripped):
        return _made(found.group(1), found.group(3), found.group(2))
    return None


def is_numbered(text: str) -> bool:
    """Tell whether a line is source with its number, or belongs to a box around it."""
    return _NUMBERED.match(text) is not None


def numbered_arrow(text: str) -> int | None:
    """Return the line number that an arrow points at: `---> 33     raise …`."""
    found = _ARROW.match(plain_links(text))
    return int(found.group(1)) if found and len(found.group(1)) < 10 else None


def newest_first(frames: Sequence[Frame]) -> bool:
    """Tell whether frames stand with the raising one first: a module's own level ends such a list."""
    if len(frames) < 2:
        return False
    return frames[-1].function == "<module>" and frames[0].function != "<module>"
