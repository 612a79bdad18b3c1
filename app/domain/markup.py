"""What web pages, mails and editors put round or in front of pasted lines: HTML, bold type, quote and comment marks.

Works on the lines as they stand, before any logger's prefix is looked for. A mark is taken off only where
the lines around it show that it is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape

from app.domain.text import Passage

__all__ = ["Numbered", "plain_lines"]

# A raw line's number, and its clean text.
Numbered = tuple[int, Passage]

_HTML = re.compile(
    r"File &(?:quot|#34|#39|#x27|ldquo);|&lt;(?:module|lambda|listcomp|genexpr|frozen|string|stdin)"
    r"|(?:Error|Exception): [^\n]{0,2000}&(?:quot|#34|#39|#x27|lt|gt);|most recent call last\):? ?<br"
)
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});")
_BREAK = re.compile(r"<br ?/?>|</(?:p|div|li|pre|tr)>", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:p|div|pre|code|span|b|strong|em|i|font|a|li|ul|td|tr)(?: [^<>\n]{0,300})?/?>", re.IGNORECASE
)

_QUOTED = re.compile(r"[ \t]{0,3}>(?![>=])[ \t]?")
_COMMENTED = re.compile(r"[ \t]*(?:#+|//+|--|;+|\*|%+|REM|rem|')(?:[ ]|$)")
_COMMENTED_TRACEBACK = re.compile(
    r"^[ \t]*(?:#+|//+|--|;+|\*|%+|REM|rem|')[ \t]+(?:Traceback \(most|File [\"'“])", re.MULTILINE
)
_SHOWS_TRACEBACK = re.compile(r"Traceback \(most recent|File [\"'“].+[\"'”], line \d")
# What a marked line may begin with.
_MARKS = frozenset("> #/-;*%Rr'\t")
_MAX_NESTED = 4
_CODE_LINE = re.compile(r"[ \t]*`[^`\n]+`[ \t]*$")
_BOLD = re.compile(r"[ \t]*(\*{1,3}|_{2}|`{3}|`)(?=[ \t]*(?:Traceback|File |E {3}|[A-Za-z_][\w.]*: ))")
# A sentence that is marked whole; a word or command that is stays as it is.
_MARKED_SENTENCE = re.compile(r"[ \t]*((?:\*\*|__|`){1,3})(?=[^\s*_`][^\s*`]*(?: [^\s*`]+){3})")
_MAX_SPAN_LINES = 12
_SPAN_START = re.compile(r"[ \t]*`(?!`)(?=[^`\n]*$)")
_SPAN_END = re.compile(r"(?<!`)`[ \t]*$")
# What a line holds that a program printed over several lines.
_PRINTED = re.compile(
    r"File [\"'“]|Traceback \(|\.\w+:\d+: in |^[ \t]*`?E {3}|(?:Error|Exception|Warning)\b[^\n]{0,200}: "
)


def plain_lines(lines: Iterable[Numbered], raw: str) -> Iterable[Numbered]:
    """Take the marks off every line."""
    plain: Iterable[Numbered] = lines
    if _HTML.search(raw):
        plain = _html_lines(plain)
    if ">" in raw or "&gt;" in raw:
        plain = _without_margins(plain, _QUOTED, _MAX_NESTED)
    if _COMMENTED_TRACEBACK.search(raw):
        plain = _without_margins(plain, _COMMENTED, 1, evidence=_SHOWS_TRACEBACK)
    if "`" in raw:
        plain = _without_spans(_without_code_marks(plain))
    return _without_bold(plain) if "*" in raw or "`" in raw or "__" in raw else plain


def _without_margins(
    lines: Iterable[Numbered],
    mark: re.Pattern[str],
    levels: int,
    evidence: re.Pattern[str] | None = None,
) -> Iterator[Numbered]:
    """Take a mark off runs of two or more lines that all begin with it, which must hold the evidence."""
    run: list[Numbered] = []
    ends: list[int] = []
    for line in lines:
        text = line[1].text
        found = mark.match(text) if text[:1] in _MARKS else None
        if found:
            run.append(line)
            ends.append(found.end())
            continue
        if run:
            yield from _stripped(run, ends, mark, levels, evidence)
            run, ends = [], []
        yield line
    yield from _stripped(run, ends, mark, levels, evidence)


def _stripped(
    run: list[Numbered],
    ends: list[int],
    mark: re.Pattern[str],
    levels: int,
    evidence: re.Pattern[str] | None,
) -> Iterable[Numbered]:
    if len(run) < 2 or (evidence and not any(evidence.search(passage.text) for _, passage in run)):
        return run
    bare = [(number, passage.cut(end)) for (number, passage), end in zip(run, ends, strict=True)]
    return _without_margins(bare, mark, levels - 1, evidence) if levels > 1 else bare


def _without_code_marks(lines: Iterable[Numbered]) -> Iterator[Numbered]:
    """Take the marks off runs of two or more lines that are code, each by itself."""
    run: list[Numbered] = []
    for line in lines:
        if _CODE_LINE.match(line[1].text):
            run.append(line)
            continue
        yield from _bare_code(run)
        run = []
        yield line
    yield from _bare_code(run)


def _bare_code(run: list[Numbered]) -> list[Numbered]:
    if len(run) < 2:
        return run
    return [
        (number, passage.cut(passage.text.index("`") + 1, passage.text.rindex("`")))
        for number, passage in run
    ]


def _without_spans(lines: Iterable[Numbered]) -> Iterator[Numbered]:
    """Take the marks off a code span that goes over several lines: one before the first, one behind the last."""
    span: list[Numbered] = []
    for line in lines:
        text = line[1].text
        if span:
            span.append(line)
            if _SPAN_END.search(text) and text.count("`") % 2:
                yield from _bare_span(span)
                span = []
            elif "```" in text or not text.strip() or len(span) > _MAX_SPAN_LINES:
                yield from span
                span = []
        elif "`" in text and _SPAN_START.match(text):
            span = [line]
        else:
            yield line
    yield from span


def _bare_span(span: list[Numbered]) -> Iterator[Numbered]:
    if not any(_PRINTED.search(passage.text) for _, passage in span):
        yield from span
        return
    for index, (number, passage) in enumerate(span):
        start = passage.text.index("`") + 1 if index == 0 else 0
        end = passage.text.rindex("`") if index == len(span) - 1 else len(passage.text)
        yield number, passage.cut(start, end)
    # What stands below the span is no part of it.
    number, passage = span[-1]
    yield number, passage.cut(len(passage.text))


def _without_bold(lines: Iterable[Numbered]) -> Iterator[Numbered]:
    """Take bold type, or a code mark, off a line that it wraps whole."""
    for number, line in lines:
        text = line.text
        if "*" not in text and "`" not in text and "__" not in text:
            yield number, line
            continue
        passage = _sentence(line)
        text = passage.text
        found = _BOLD.match(text)
        if found and text.rstrip().endswith(found.group(1)) and len(text.strip()) > 2 * len(found.group(1)):
            yield number, passage.cut(found.end(), len(text.rstrip()) - len(found.group(1)))
        else:
            yield number, passage


def _sentence(passage: Passage) -> Passage:
    """Take the marks off a sentence that is marked whole."""
    text = passage.text
    whole = _MARKED_SENTENCE.match(text)
    if whole is None or not text.rstrip().endswith(whole.group(1)[::-1]):
        return passage
    end = len(text.rstrip()) - len(whole.group(1))
    return passage if whole.group(1) in text[whole.end() : end] else passage.cut(whole.end(), end)


def _html_lines(lines: Iterable[Numbered]) -> Iterator[Numbered]:
    """Cut lines at `<br>`, drop tags and read character references, of text that was copied as HTML."""
    for number, passage in lines:
        # What was escaped has no bare `<` left but those of tags; such a line was pasted as it stands.
        if ("<" not in passage.text and "&" not in passage.text) or "<" in _BREAK.sub(
            "", _TAG.sub("", passage.text)
        ):
            yield number, passage
            continue
        start = 0
        for found in _BREAK.finditer(passage.text):
            yield number, _read_html(passage.cut(start, found.start()))
            start = found.end()
        rest = passage.cut(start)
        if rest.text or not start:
            yield number, _read_html(rest)


def _read_html(passage: Passage) -> Passage:
    """Drop the tags of one line, and put a character in the place of each reference."""
    text = passage.text
    changes = [(found.start(), found.end(), "") for found in _TAG.finditer(text)]
    for found in _ENTITY.finditer(text):
        char = unescape(found.group())
        if char != found.group():
            changes.append((found.start(), found.end(), " " if char == "\xa0" else char))
    if not changes:
        return passage
    pieces: list[Passage] = []
    position = 0
    for start, end, char in sorted(changes):
        if start < position:
            continue
        if start > position:
            pieces.append(passage.cut(position, start))
        if char:
            pieces.append(Passage.at(char, passage.origin(start)))
        position = end
    if position < len(text):
        pieces.append(passage.cut(position))
    return Passage.join(pieces, "") if pieces else passage.cut(0, 0)
