r"""Stack traces of JavaScript, Java and .NET: `TypeError: x` with `at f (a.js:3:4)` lines, newest first, below it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.answer import Frame
from app.domain.parsed import Reading, made
from app.domain.prefixes import Line

__all__ = ["CAUSE", "foreign_frames", "is_foreign_frame", "read_stack"]

_MIN_FRAMES = 2
# The cause of the error above, by its sentence; any name may follow.
CAUSE = re.compile(r"\s*(?:Caused by|Suppressed|---> |Wrapped by|\[cause\])(?::\s|(?<=> ))")
_JAVA = re.compile(r"\s*at ((?:[\w$.-]+/)*[\w$.<>]+)\(([^():\n]{1,200})(?::(\d+))?\)(?: [~\[].*)?$")
_SCRIPT = re.compile(
    r"\s*at (?:(?:async |new )*([^\s()][^()]{0,300}?) \()?(?:async )?([^\s()][^()]{0,500}?):(\d+):\d+\)?$"
)
_DOTNET = re.compile(r"\s*at ([\w.`<>+\[\],]+)\([^()]*\)(?: in (\S.*):line (\d+))?\s*$")
_FIREFOX = re.compile(r"\s*([\w$.<>/*]{0,200})@(\S{1,500}):(\d+):\d+$")
_MORE = re.compile(
    r"\s*\.\.\. \d+ (?:more|common frames omitted|lines matching cause stack trace \.\.\.)\s*$"
)
_NATIVE = re.compile(r"\s*at (?:async )?[\w$.<> ]{1,200}\((?:native code|<anonymous>|native|index \d+)\)\s*$")


def _read(text: str) -> Frame | None:
    stripped = text.rstrip().removesuffix(" {")
    if found := _JAVA.match(stripped):
        function, file, line = found.groups()
        return Frame(file=file, line=_number(line), function=function.rsplit("/", 1)[-1])
    if found := _SCRIPT.match(stripped):
        function, file, line = found.groups()
        return Frame(file=file, line=_number(line), function=function)
    if (found := _DOTNET.match(stripped)) and (found.group(2) or "." in found.group(1)):
        function, file, line = found.groups()
        return Frame(file=file, line=_number(line), function=function) if file else None
    if found := _FIREFOX.match(stripped):
        function, file, line = found.groups()
        return Frame(file=file, line=_number(line), function=function or None)
    return None


def _number(digits: str | None) -> int | None:
    return int(digits) if digits and len(digits) < 10 else None


def is_foreign_frame(text: str) -> bool:
    """Tell whether a line is a frame of such a trace, or stands for several."""
    if " at " not in text[:40].replace("\t", " ") and not text.startswith("at ") and "@" not in text:
        return _MORE.match(text) is not None
    return (
        _read(text) is not None
        or _DOTNET.match(text) is not None
        or _NATIVE.match(text) is not None
        or _MORE.match(text) is not None
    )


def foreign_frames(lines: Sequence[Line], at: int) -> tuple[list[Frame], int]:
    """Read the frames that begin at a line; return them with the raising one last, and the index behind them."""
    frames: list[Frame] = []
    while at < len(lines) and is_foreign_frame(lines[at].text):
        if frame := _read(lines[at].text):
            frames.append(frame)
        at += 1
    frames.reverse()
    return frames, at


def read_stack(lines: Sequence[Line], at: int) -> Reading | None:
    """Read frames above which no error was known; one alone could be prose."""
    frames, end = foreign_frames(lines, at)
    if len(frames) < _MIN_FRAMES:
        return None
    return Reading((made(lines, (at, end), None, None, frames),), end)
