"""Errors told in one line: `…Class: message`, pytest's `E` lines, reprs in logs, warnings, `prog: error: …`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from app.domain.answer import Frame
from app.domain.cpython import location_behind
from app.domain.grammar import ANY_ERROR_LINE, CLASS, ERROR_LINE, NAME, STRICT_CLASS, named_class
from app.domain.messages import (
    closer_before,
    message_beyond,
    message_end,
    message_from,
    source_below_warning,
    without_prose,
)
from app.domain.other_languages import CAUSE, foreign_frames, is_foreign_frame
from app.domain.parsed import Link, ParsedError, Reading, made
from app.domain.prefixes import Line
from app.domain.source_code import in_code
from app.domain.strings import unescape
from app.domain.text import Passage

__all__ = ["read_error_line", "read_raised", "validation_errors"]

_SUMMARY_LINE = re.compile(rf"(?:FAILED|ERROR) \S+::.* - ({NAME}):(?: +|$)")
_BRACKETED = re.compile(rf"[\[(]({CLASS})[\])]:? +(?=\S)")
# A class as its repr: `<class 'acme.Torn'>: text`, Python 2's `<type 'exceptions.IOError'>: text`.
# What is not called as exceptions are is one before a colon: `Type <class 'acme.Order'> is known` tells none.
_CLASS_REPR = re.compile(
    rf"<(?:class|type) '(?:exceptions\.)?(?=(?:{CLASS})'>|[^\s']{{1,300}}'>:)((?:{CLASS}|{NAME}\.[A-Z]\w*))'>:? +(?=\S)"
)
# A class whose first letters were not copied; only a builtin's is known by its rest.
_CUT_CLASS = re.compile(r"([a-z]\w{0,30}(?:Error|Exception|Warning|Interrupt|Iteration)): +(?=\S)")
_WARNING = re.compile(r"(\S.*?\.\w{1,6}|<[\w. -]+>):(\d+): (?=[A-Z][\w.]*: )")
_PROGRAM = re.compile(r"(?:[\w.-]+(?:\.py|\.exe)?(?: [\w-]+){0,3}): error: (?=\S)")
_VALIDATION = re.compile(r"\s*(?:- )?(Value error|Assertion failed), (?=\S)")
_VALIDATION_CLASSES = {"Value error": "ValueError", "Assertion failed": "AssertionError"}
_VALIDATION_TAIL = re.compile(r" ?\[type=\w+")
_REPR = re.compile(
    rf"(?:^\s*|\b(?:[Ee]xception|exc|exc_info|err|[Ee]rror|[Rr]eason|cause|result)[=:] ?[\"']?|(?<=\w): |\S(?:, | \(|<))({CLASS})\((?=[\"'])"
)
_QUOTED_REPR = re.compile(rf"\s*(?:[Ee]xception|[Ee]rror|[Rr]eason): ?[\"']{CLASS}\(")
_LITERAL = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'")
_REPR_END = re.compile(r"\s*,?\s*\)|\s*, ")
_BEFORE_REPR_IS_CODE = re.compile(r"(?:raise|return|yield|except|lambda[^:]*:|isinstance\(|= )\s*$")
# Java's nested classes.
_NESTED_NAME = r"(?:[A-Za-z_$][\w$]*\.)*[A-Za-z_$][\w$]*"
_BARE_CLASS = re.compile(
    rf"(?:Uncaught |Unhandled exception\. |Exception in thread \"[^\"]*\" )?({_NESTED_NAME})\s*$"
)
_THROWN = re.compile(
    rf"\s*(?:Caused by|Suppressed|Uncaught|Unhandled [Ee]xception\.|--->|Exception in thread \"[^\"]*\"):? ({_NESTED_NAME}):(?: +|$)"
)
_SENTENCE_END = re.compile(r"\w[\])'\"]?[.!?] +$")
_OPEN_BOLD = re.compile(r"[^\s*]\*\*\s*$")
_MAX_QUOTED = 8
_MARKED_CLASSLESS = re.compile(r"\s*(?:assert |Failed: )")
_ASSERT = re.compile(r"\s*assert ")


def read_error_line(lines: Sequence[Line], at: int) -> Reading | None:
    """Read an error that begins in this line and has no Python frames above it."""
    line = lines[at]
    text = line.text
    if marked := _marked(lines, at):
        return marked
    if found := _THROWN.match(text):
        return _told(lines, at, found, in_trace=True)
    if found := _WARNING.match(text):
        return _warning(lines, at, found)
    if _QUOTED_REPR.match(text) and (quoted := _repr(lines, at)):
        return quoted
    told = ERROR_LINE.search(text)
    if (
        "<" in text
        and (found := _CLASS_REPR.search(text))
        and not in_code(text, found.start())
        # What a class before it says may speak of one.
        and (told is None or named_class(told.group(1)) is None or found.start() <= told.end())
    ):
        return _told(lines, at, found)
    if told and not in_code(text, told.start(1)):
        return _told(lines, at, told)
    if (found := _VALIDATION.match(text)) and (error := _validation(lines, at, found)):
        return Reading((error,), at + 1)
    if found := _BRACKETED.match(text):
        return _told(lines, at, found)
    if (found := _CUT_CLASS.match(text)) and named_class(found.group(1)) != found.group(1):
        return _told(lines, at, found)
    if found := _PROGRAM.match(text):
        end = message_end(lines, at, in_traceback=False)
        message = message_from(lines, at, found.end(), end)
        return Reading((made(lines, (at, end), None, message, in_traceback=False),), end)
    if at + 1 < len(lines) and is_foreign_frame(lines[at + 1].text) and (found := _BARE_CLASS.match(text)):
        return _told(lines, at, found)
    return _repr(lines, at)


def read_raised(lines: Sequence[Line], at: int, raised: str) -> Reading | None:
    """Read the last line of a traceback of which one source line is left, the one above: `raise Torn(…)`, `Torn: …`."""
    found = ANY_ERROR_LINE.match(lines[at].text)
    if found is None or found.group(1).rsplit(".", 1)[-1] != raised:
        return None
    return _told(lines, at, found)


def _marked(lines: Sequence[Line], at: int) -> Reading | None:
    """Read what pytest marks as an error, whatever its class is called: its first `E` line, its summary."""
    line = lines[at]
    if "e" in line.dress and (at == 0 or "e" not in lines[at - 1].dress):
        if found := ANY_ERROR_LINE.match(line.text):
            return _told(lines, at, found)
        if STRICT_CLASS.fullmatch(line.text.strip()) or _MARKED_CLASSLESS.match(line.text):
            return _classless(lines, at)
    if found := _SUMMARY_LINE.match(line.text):
        return _told(lines, at, found)
    return None


def _classless(lines: Sequence[Line], at: int) -> Reading | None:
    """Read `E` lines that name no class, or nothing else: pytest names it below, with the place."""
    frames: list[Frame] = []
    end = message_end(lines, at, in_traceback=False)
    text = lines[at].text.strip()
    behind = location_behind(lines, None, frames, end)
    if STRICT_CLASS.fullmatch(text):
        return Reading((made(lines, (at, behind), text, None, frames),), behind)
    if not frames and not _ASSERT.match(lines[at].text):
        return None
    # pytest shows what was compared in the place of the class.
    asserted = _ASSERT.match(lines[at].text) is not None
    name = "AssertionError" if asserted else lines[behind - 1].text.strip().rsplit(" ", 1)[-1]
    message = message_from(lines, at, 0, end)
    return Reading((made(lines, (at, behind), name, message, frames, in_traceback=False),), behind)


def _told(lines: Sequence[Line], at: int, found: re.Match[str], *, in_trace: bool = False) -> Reading | None:
    """Read the message behind a class, and the frames of another language below it."""
    line = lines[at]
    name = found.group(1)
    begin = found.start() if found.re is _CLASS_REPR else found.start(1)
    closer = closer_before(line.text, begin)
    if closer is None and _OPEN_BOLD.search(line.text, found.end()) and line.text.count("**") % 2:
        closer = "**"  # of bold type that began in a line above
    lead = line.text[:begin]
    end = message_end(lines, at, lead=lead, in_traceback=False)
    message = without_prose(message_from(lines, at, found.end(), end, closer))
    if closer is None:
        message = _within_quotes(lead, message)
    glued = [] if closer or end > at + 1 else _glued_behind(line.text, found.end())
    if glued:
        message = without_prose(line.passage.cut(found.end(), glued[0].start()).strip())
    if closer and closer in line.text[found.end() :] and "\n" not in message.text:
        end = at + 1
    frames, behind = foreign_frames(lines, end)
    if frames:
        link: Link = "inner" if CAUSE.match(line.text) else "none"
        return Reading((made(lines, (at, behind), name, message, frames, link=link),), behind)
    behind = location_behind(lines, name, frames, end) if "e" in line.dress else max(end, behind)
    if not message.text and not in_trace:
        return None
    # `Internal Server Error: /orders` tells no message.
    if named_class(name) is None and len(message.text.split()) == 1:
        return None
    beyond = None if closer or glued else message_beyond(lines, at, found.end(), end)
    error = made(lines, (at, behind), named_class(name), message, frames, in_traceback=False, beyond=beyond)
    further = list(_quoted_behind(lines, at, found.end() + len(message.text))) if closer else []
    further += _told_behind(lines, at, glued)
    return Reading((error, *further, *validation_errors(lines, error, at, behind)), behind)


def _glued_behind(text: str, start: int) -> list[re.Match[str]]:
    """Find further errors in a line, each behind a sentence: `ValueError: no row. RuntimeError: gone`."""
    found = islice(ERROR_LINE.finditer(text, start), _MAX_QUOTED)
    return [
        one
        for one in found
        if _SENTENCE_END.search(text[max(start, one.start() - _MAX_QUOTED) : one.start()])
    ]


def _told_behind(lines: Sequence[Line], at: int, glued: Sequence[re.Match[str]]) -> Iterator[ParsedError]:
    """Read errors that stand one behind the other in a line."""
    passage = lines[at].passage
    for one, next_one in zip(glued, [*glued[1:], None], strict=False):
        if next_one is None:
            message = message_from(lines, at, one.end(), at + 1)
        else:
            message = passage.cut(one.end(), next_one.start()).strip()
        message = without_prose(message)
        if message.text:
            yield made(lines, (at, at + 1), named_class(one.group(1)), message, in_traceback=False)


def _within_quotes(lead: str, message: Passage) -> Passage:
    """Take off the mark that closes what was opened somewhere before the class: `died of "acme - Torn: page 3"`."""
    mark = message.text[-1:]
    if mark in {'"', "`"} and message.text.count(mark) % 2 and lead.count(mark) % 2:
        return message.cut(0, len(message.text) - 1).strip()
    return message


def _quoted_behind(lines: Sequence[Line], at: int, start: int) -> Iterator[ParsedError]:
    """Read the further errors that a sentence quotes: each stands between marks, as the first one did."""
    line = lines[at]
    for found in islice(ERROR_LINE.finditer(line.text, start), _MAX_QUOTED):
        closer = closer_before(line.text, found.start(1))
        message = message_from(lines, at, found.end(), at + 1, closer)
        if closer and message.text and closer in line.text[found.end() :]:
            yield made(lines, (at, at + 1), named_class(found.group(1)), message, in_traceback=False)


def _warning(lines: Sequence[Line], at: int, found: re.Match[str]) -> Reading | None:
    """Read `path:line: Category: text`; the source line below it is not part of the text."""
    text = lines[at].text
    category = ANY_ERROR_LINE.match(text, found.end())
    if category is None or not STRICT_CLASS.fullmatch(category.group(1)):
        return None
    end = message_end(lines, at, lead=found.group(), in_traceback=False, source_below=True)
    end = source_below_warning(lines, at, end)
    message = message_from(lines, at, category.end(), end)
    beyond = message_beyond(lines, at, category.end(), end)
    behind = end + (end < len(lines) and lines[end].indent > 0 and not lines[end].starts_record)
    frame = Frame(file=found.group(1), line=int(found.group(2)[:9]), function=None)
    error = made(lines, (at, behind), category.group(1), message, [frame], in_traceback=False, beyond=beyond)
    return Reading((error,), behind)


def _repr(lines: Sequence[Line], at: int) -> Reading | None:
    """Read an error that a log shows as its repr: `raised unexpected: ValueError('bad id')`."""
    text = lines[at].text
    if "(" not in text:
        return None
    for found in _REPR.finditer(text):
        start = found.start(1)
        literal = _LITERAL.match(text, found.end())
        if literal is None or not _REPR_END.match(text, literal.end()):
            continue
        if in_code(text, start) or _BEFORE_REPR_IS_CODE.search(text[max(0, start - 24) : start]):
            continue
        group = 1 if literal.group(1) is not None else 2
        message = unescape(lines[at].passage.cut(literal.start(group), literal.end(group))).strip()
        error = made(lines, (at, at + 1), found.group(1), message, in_traceback=False)
        return Reading((error,), at + 1) if message.text else None
    return None


# --- validation -----------------------------------------------------------------------------------


def _validation(lines: Sequence[Line], at: int, found: re.Match[str]) -> ParsedError | None:
    """Read `Value error, text [type=…]`: what a validator raised, as pydantic quotes it."""
    text = lines[at].text
    tail = _VALIDATION_TAIL.search(text, found.end())
    message = lines[at].passage.cut(found.end(), tail.start() if tail else len(text)).strip()
    if not message.text:
        return None
    name = _VALIDATION_CLASSES[found.group(1)]
    return made(lines, (at, at + 1), name, message, in_traceback=False)


def validation_errors(
    lines: Sequence[Line], error: ParsedError, first: int, end: int
) -> tuple[ParsedError, ...]:
    """Return what validators raised within a validation error, whose lines are given, as parts of it."""
    if not error.error_class or not error.error_class.endswith("ValidationError"):
        return ()
    lines_of = ((at, _VALIDATION.match(lines[at].text)) for at in range(first + 1, end))
    found = (_validation(lines, at, line) for at, line in lines_of if line)
    return tuple(replace(one, depth=max(1, error.depth) + 1) for one in found if one)
