"""Code of records to HTML: Pygments' lexers, our own classes, one element a line.

Only for record text, which is bounded; pasted text is never lexed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_for_filename
from pygments.lexers.special import TextLexer
from pygments.token import STANDARD_TYPES, Comment, String, Text, _TokenType
from pygments.util import ClassNotFound

from app.web.markup import visible

__all__ = ["FixPart", "SourceLine", "code_html", "fix_parts", "source_lines"]

# Lexers are backtracking regexes: past these sizes code is shown plain.
_MAX_LEXED_CHARS = 60_000
_MAX_LEXED_LINE_CHARS = 2_000

_FIX_MARKER = re.compile(r"(?:#|//|--|;)\s*(before|after)\b", re.IGNORECASE)

_Token = tuple[_TokenType, str]


@dataclass(frozen=True)
class SourceLine:
    """One line of a file: its number, its HTML without the line break, whether the raise keyword stands on it."""

    number: int
    html: Markup
    raises: bool


@dataclass(frozen=True)
class FixPart:
    """A part of an example fix: what was before, what comes after, or code that says neither."""

    kind: Literal["before", "after", "code"]
    label: str
    html: Markup


def source_lines(code: str, first: int, raise_line: int, path: str) -> list[SourceLine]:
    """Number and colour the lines of a record's source.

    Args:
        code: consecutive lines of the file.
        first: number of the first of them, 1-based.
        raise_line: number of the line with the raise keyword.
        path: path of the file, which names the language.
    """
    lines = _lexed(code, _lexer(path))
    lines = _outside_string(code, lines, raise_line - first, path)
    return [
        SourceLine(number, _line_html(tokens), number == raise_line)
        for number, tokens in enumerate(lines, start=first)
    ]


def code_html(code: str, path: str) -> Markup:
    """Colour a code block in the language of the file that it belongs to."""
    return Markup("\n").join(_line_html(tokens) for tokens in _lexed(code, _lexer(path)))


def fix_parts(code: str, path: str) -> list[FixPart]:
    """Cut an example fix at its `# before` and `# after` lines, which become the labels of the parts."""
    parts: list[tuple[Literal["before", "after", "code"], str, list[str]]] = [("code", "", [])]
    for line in code.splitlines():
        if found := _FIX_MARKER.match(line.lstrip()):
            label = line.lstrip()[found.start(1) :].rstrip(" \t:")
            kind: Literal["before", "after"] = "before" if found[1].lower() == "before" else "after"
            parts.append((kind, label[:1].upper() + label[1:], []))
        else:
            parts[-1][2].append(line)
    texts = [(kind, label, "\n".join(lines).strip("\n").rstrip()) for kind, label, lines in parts]
    return [
        FixPart(kind, label, code_html(text, path)) for kind, label, text in texts if label or text.strip()
    ]


def _lexer(path: str) -> Lexer:
    try:
        return get_lexer_for_filename(path.rsplit("/", 1)[-1], stripnl=False, ensurenl=False)
    except ClassNotFound:
        return TextLexer(stripnl=False, ensurenl=False)


def _lexed(code: str, lexer: Lexer) -> list[list[_Token]]:
    lines = code.split("\n")
    if len(code) > _MAX_LEXED_CHARS or any(len(line) > _MAX_LEXED_LINE_CHARS for line in lines):
        return [[(Text, line)] for line in lines]
    return list(_by_line(lexer.get_tokens(code)))


def _by_line(tokens: Iterator[_Token]) -> Iterator[list[_Token]]:
    line: list[_Token] = []
    for kind, value in tokens:
        first, *others = value.split("\n")
        line.append((kind, first))
        for piece in others:
            yield line
            line = [(kind, piece)]
    yield line


def _outside_string(code: str, lines: list[list[_Token]], at: int, path: str) -> list[list[_Token]]:
    """Lex again where the snippet begins inside a docstring; the raise line is code, which tells it."""
    if not 0 <= at < len(lines) or not _all_literal(lines[at]):
        return lines
    for quotes in ('"""', "'''"):
        again = _lexed(quotes + code, _lexer(path))
        if at < len(again) and not _all_literal(again[at]):
            kind, value = again[0][0]
            again[0][0] = (kind, value.removeprefix(quotes))
            return again
    return lines


def _all_literal(tokens: list[_Token]) -> bool:
    words = [kind for kind, value in tokens if value.strip()]
    return bool(words) and all(kind in String or kind in Comment for kind in words)


def _line_html(tokens: list[_Token]) -> Markup:
    return Markup("").join(_token_html(kind, value) for kind, value in tokens if value)


def _token_html(kind: _TokenType, value: str) -> Markup:
    while kind not in STANDARD_TYPES and kind.parent is not None:
        kind = kind.parent
    name = STANDARD_TYPES.get(kind, "")
    if not name or name == "w":
        return visible(value)
    return Markup('<span class="{}">{}</span>').format(name, visible(value))
