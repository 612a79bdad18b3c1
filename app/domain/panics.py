r"""Panics of Rust and Go, uncaught exceptions of C++, Ruby and PHP: class, message, and the frames that stand with them.

Rust prints the place before or behind its message and Go the frames below it, both newest first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.answer import Frame
from app.domain.parsed import Reading, made
from app.domain.prefixes import Line
from app.domain.text import Passage

__all__ = ["read_panic"]

_RUST = re.compile(
    r"\s*thread '[^'\n]{0,200}' (?:\(\d+\) )?panicked at (?:'(.*)', )?(\S[^'\n]*?):(\d+)(?::\d+)?:?\s*$"
)
_RUST_FRAME = re.compile(r"\s*\d+: (?:0x[0-9a-f]+ - )?(\S.*)$")
_RUST_PLACE = re.compile(r"\s*at (\S.*?):(\d+)(?::\d+)?\s*$")
_RUST_END = re.compile(r"\s*(?:note: |stack backtrace:)")
_GO = re.compile(r"\s*(?:panic|fatal error): (?=\S)")
_GO_BELOW = re.compile(r"\s*(?:goroutine \d+ \[|\[signal |panic: )")
_GO_GOROUTINE = re.compile(r"\s*goroutine \d+ \[[^\]\n]*\]:\s*$")
_GO_CALL = re.compile(
    r"(?:created by )?([\w./*()-]+?)(?:\((?:[^()\n]|\([^()\n]*\))*\)| in goroutine \d+)?\s*$"
)
_GO_PLACE = re.compile(r"\s+(\S.*?\.(?:go|s)):(\d+)(?: \+0x[0-9a-f]+)?\s*$")
_GO_TAIL = re.compile(r" \[recovered(?:, repanicked)?\]\s*$")
_CPP = re.compile(r"\s*terminate called after throwing an instance of '([^'\n]{1,300})'\s*$")
_CPP_WHAT = re.compile(r"\s*what\(\): +(?=\S)")
_RUBY = re.compile(r"\s*(\S.*?\.rb|-e|\(\w+\)):(\d+):in [`']([^'\n]{1,200})': (?=\S)")
_RUBY_CLASS = re.compile(r" \(((?:[A-Z]\w*::)*[A-Z]\w*)\)\s*$")
_RUBY_FROM = re.compile(r"\s+from (\S.*?):(\d+):in [`']([^'\n]{1,200})'\s*$")
_PHP = re.compile(r"(?:PHP )?(?:Fatal error: +)?Uncaught ((?:\w+\\)*\w+): (?=\S)")
_PHP_PLACE = re.compile(r" in (\S+\.php):(\d+)\s*$")
_PHP_FRAME = re.compile(r"\s*#\d+ (?:(\S+)\((\d+)\): (\S+?)\(|\{main\})")
_MAX_BELOW = 400
_MAX_MESSAGE_LINES = 20


def read_panic(lines: Sequence[Line], at: int) -> Reading | None:
    """Read a panic that begins in this line."""
    text = lines[at].text
    if "panic" in text or "fatal error: " in text:
        if found := _RUST.match(text):
            return _rust(lines, at, found)
        if (found := _GO.match(text)) and _stands_below(lines, at):
            return _go(lines, at, found)
    if found := _CPP.match(text):
        return _cpp(lines, at, found)
    if ":in " in text and (found := _RUBY.match(text)):
        return _ruby(lines, at, found)
    if "Uncaught " in text and (found := _PHP.search(text)) and _PHP_PLACE.search(text):
        return _php(lines, at, found)
    return None


def _rust(lines: Sequence[Line], at: int, found: re.Match[str]) -> Reading:
    place = Frame(file=found.group(2), line=_number(found.group(3)), function=None)
    end = at + 1
    message: Passage | None
    if found.group(1) is not None:
        message = lines[at].passage.cut(*found.span(1)).strip()
    else:
        while end < len(lines) and end - at <= _MAX_MESSAGE_LINES and lines[end].tag == lines[at].tag:
            if _RUST_END.match(lines[end].text) or not lines[end].text.strip():
                break
            end += 1
        message = _joined(lines[at + 1 : end])
    frames: list[Frame] = []
    below = end
    if below < len(lines) and lines[below].text.strip() == "stack backtrace:":
        below += 1
        while (
            below < len(lines) and below - end < _MAX_BELOW and (call := _RUST_FRAME.match(lines[below].text))
        ):
            where = _RUST_PLACE.match(lines[below + 1].text) if below + 1 < len(lines) else None
            if where:
                frames.append(
                    Frame(file=where.group(1), line=_number(where.group(2)), function=call.group(1))
                )
            below += 2 if where else 1
        end = below
    own = next((frame for frame in frames if _same_place(frame, place)), None)
    frames = frames[frames.index(own) :] if own else [place, *frames]
    return Reading((made(lines, (at, end), "panic", message, frames[::-1]),), end)


def _same_place(frame: Frame, place: Frame) -> bool:
    return frame.line == place.line and frame.file.removeprefix("./").endswith(place.file.removeprefix("./"))


def _stands_below(lines: Sequence[Line], at: int) -> bool:
    """Tell whether a goroutine stands below, so that the line is Go's and not a word of prose."""
    return any(_GO_BELOW.match(line.text) for line in lines[at + 1 : at + 1 + _MAX_MESSAGE_LINES])


def _go(lines: Sequence[Line], at: int, found: re.Match[str]) -> Reading:
    end = at
    while (
        end < len(lines) and lines[end].text.strip() and not (end > at and _GO_BELOW.match(lines[end].text))
    ):
        end += 1
    message = Passage.join(
        [lines[at].passage.cut(found.end()), *(one.passage for one in lines[at + 1 : end])]
    ).strip()
    if tail := _GO_TAIL.search(message.text):
        message = message.cut(0, tail.start())
    while end < len(lines) and end - at < _MAX_MESSAGE_LINES and not _GO_GOROUTINE.match(lines[end].text):
        end += 1
    frames: list[Frame] = []
    below = end + 1
    while (
        below + 1 < len(lines)
        and below - end < _MAX_BELOW
        and (where := _GO_PLACE.match(lines[below + 1].text))
    ):
        call = _GO_CALL.match(lines[below].text)
        if call and not call.group(1).startswith(("panic", "runtime.")):
            frames.append(Frame(file=where.group(1), line=_number(where.group(2)), function=call.group(1)))
        below += 2
    end = min(below, len(lines))
    return Reading((made(lines, (at, end), "panic", message, frames[::-1]),), end)


def _cpp(lines: Sequence[Line], at: int, found: re.Match[str]) -> Reading:
    below = at + 1
    what = _CPP_WHAT.match(lines[below].text) if below < len(lines) else None
    message = lines[below].passage.cut(what.end()).strip() if what else None
    end = below + 1 if what else below
    return Reading((made(lines, (at, end), found.group(1), message, in_traceback=False),), end)


def _ruby(lines: Sequence[Line], at: int, found: re.Match[str]) -> Reading | None:
    text = lines[at].text
    named = _RUBY_CLASS.search(text, found.end())
    if named is None:
        return None
    message = lines[at].passage.cut(found.end(), named.start()).strip()
    frames = [Frame(file=found.group(1), line=_number(found.group(2)), function=found.group(3))]
    end = at + 1
    while end < len(lines) and (call := _RUBY_FROM.match(lines[end].text)):
        frames.append(Frame(file=call.group(1), line=_number(call.group(2)), function=call.group(3)))
        end += 1
    return Reading((made(lines, (at, end), named.group(1), message, frames[::-1]),), end)


def _php(lines: Sequence[Line], at: int, found: re.Match[str]) -> Reading | None:
    place = _PHP_PLACE.search(lines[at].text, found.end())
    if place is None:
        return None
    message = lines[at].passage.cut(found.end(), place.start()).strip()
    frames = [Frame(file=place.group(1), line=_number(place.group(2)), function=None)]
    end = at + 1
    if end < len(lines) and lines[end].text.strip() == "Stack trace:":
        end += 1
    while end < len(lines) and (call := _PHP_FRAME.match(lines[end].text)):
        if call.group(1):
            frames.append(Frame(file=call.group(1), line=_number(call.group(2)), function=call.group(3)))
        end += 1
    return Reading((made(lines, (at, end), found.group(1), message, frames[::-1]),), end)


def _joined(lines: Sequence[Line]) -> Passage | None:
    return Passage.join([line.passage for line in lines]).strip() if lines else None


def _number(digits: str) -> int | None:
    return int(digits) if len(digits) < 10 else None
