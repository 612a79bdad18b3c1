"""Code of records to HTML: Pygments' lexers, our own classes, one element a line.

Only for record text, which is bounded; pasted text is never lexed.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Literal

from markupsafe import Markup
from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_for_filename
from pygments.lexers.special import TextLexer
from pygments.token import STANDARD_TYPES, Comment, String, Text, _TokenType

from app.web.markup import visible

__all__ = ["FixLine", "FixPart", "SourceLine", "code_html", "fix_parts", "source_lines"]

# Lexers are backtracking regexes: past these sizes code is shown plain.
_MAX_LEXED_CHARS = 60_000
_MAX_LEXED_LINE_CHARS = 2_000
_MARK = "\ufeff"

_FIX_MARKER = re.compile(r"(?:#|//|--|;)\s*(before|after)\b", re.IGNORECASE)

# The kinds of token that the style sheet has a colour for; all others would only be weight.
_STYLED = (
    "k kn kd kr kt kc ow s s1 s2 sa sb sc sd se sh si sx sr ss dl m mi mf mh mo mb il nf fm nc ne nd bp nb "
    "c c1 ch cm cp cpf cs"
)
_COLOURED = frozenset(_STYLED.split())

_Token = tuple[_TokenType, str]


@dataclass(frozen=True)
class SourceLine:
    """One line of a file: its number, its HTML without the line break, whether the raise keyword stands on it."""

    number: int
    html: Markup
    raises: bool


@dataclass(frozen=True)
class FixLine:
    """One line of a fix; `changed` where only the one side, before or after, has it."""

    html: Markup
    changed: bool


@dataclass(frozen=True)
class FixPart:
    """A part of an example fix: what was before, what comes after, or code that says neither."""

    kind: Literal["before", "after", "code"]
    label: str
    lines: Sequence[FixLine]


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
    kept = [(kind, label, text) for kind, label, text in texts if label or text.strip()]
    return [
        FixPart(kind, label, list(_fix_lines(text, path, _changed(at, kept))))
        for at, (kind, label, text) in enumerate(kept)
    ]


def _fix_lines(text: str, path: str, changed: Container[int]) -> Iterator[FixLine]:
    for number, tokens in enumerate(_lexed(text, _lexer(path))):
        yield FixLine(_line_html(tokens), number in changed)


def _changed(at: int, parts: Sequence[tuple[str, str, str]]) -> frozenset[int]:
    """Return which lines of a part its counterpart, the next one after it or the one before it, does not have."""
    kind, _, text = parts[at]
    if kind == "before" and at + 1 < len(parts) and parts[at + 1][0] == "after":
        other = parts[at + 1][2]
    elif kind == "after" and at and parts[at - 1][0] == "before":
        other = parts[at - 1][2]
    else:
        return frozenset()
    lines = text.split("\n")
    blocks = SequenceMatcher(None, lines, other.split("\n"), autojunk=False).get_matching_blocks()
    same = {block.a + offset for block in blocks for offset in range(block.size)}
    return frozenset(number for number, line in enumerate(lines) if number not in same and line.strip())


def _lexer(path: str) -> Lexer:
    return _lexer_class(path.rsplit("/", 1)[-1])(stripnl=False, ensurenl=False)


@lru_cache(maxsize=512)
def _lexer_class(name: str) -> type[Lexer]:
    """Find the lexer for a file name, which takes as long as lexing a screenful."""
    found: type[Lexer] | None = find_lexer_class_for_filename(name)
    return found or TextLexer


def _lexed(code: str, lexer: Lexer) -> list[list[_Token]]:
    lines = code.split("\n")
    if len(code) > _MAX_LEXED_CHARS or any(len(line) > _MAX_LEXED_LINE_CHARS for line in lines):
        return [[(Text, line)] for line in lines]
    found = list(_by_line(lexer.get_tokens(code)))
    if code.startswith(_MARK):  # which Pygments takes off
        found[0].insert(0, (Text, _MARK))
    return found


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
    if name not in _COLOURED:
        return visible(value)
    return Markup('<span class="{}">{}</span>').format(name, visible(value))
