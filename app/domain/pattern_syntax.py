r"""A record's messagePattern as tokens: JavaScript-style syntax in, RE2 syntax out.

What changes on the way: white space in a literal stands for any run of white space, `\uHHHH` becomes
RE2's form, and a bare wildcard `.*?` becomes a group so that its text can be captured. What is no plain
literal stays as it is; RE2 decides whether it takes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from app.domain.linear import LinearPattern, compile_linear, escape

__all__ = ["NOT_WORD", "SPACE", "WORD", "Token", "is_word", "tokenize", "translate"]

# All white space that text can hold; RE2's own \s is ASCII.
SPACE = r"[\s\x{0b}\x{1c}-\x{1f}\x{85}\p{Z}]"
# Words are runs of these, in texts and in patterns alike; everything else ends a word.
WORD = r"[\p{L}\p{N}_]"
NOT_WORD = r"[^\p{L}\p{N}_]"
_IS_WORD = re.compile(r"\w")

Kind = Literal["char", "any", "class", "open", "close", "alt", "assert", "quant"]


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a pattern: `text` is the character of a literal, `source` what RE2 is given."""

    kind: Kind
    source: str
    text: str = ""


_ESCAPED_CHARS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v", "0": "\0"}
_QUANTIFIER = re.compile(r"(?:[*+?]|\{\d+(?:,\d*)?\})\??")
_GROUP_OPEN = re.compile(r"\((?:\?(?:[:=!>]|<[=!]|P?<\w+>|[a-zA-Z-]+[:)]))?")
_CODE_POINT = re.compile(
    r"u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|x\{([0-9a-fA-F]{1,6})\}"
)


def is_word(char: str) -> bool:
    """Tell whether words are made of this character: a letter, a number or the underscore.

    RE2 decides where it knows more letters than the running Python.
    """
    if char.isascii() or _IS_WORD.match(char):
        return char == "_" or char.isalnum()
    return _engine_word().search(char) is not None


@lru_cache(maxsize=1)
def _engine_word() -> LinearPattern:
    return compile_linear(WORD)


def tokenize(pattern: str) -> list[Token]:
    """Cut a pattern into tokens; never fails, a broken pattern gives tokens that RE2 refuses."""
    tokens: list[Token] = []
    position = 0
    while position < len(pattern):
        char = pattern[position]
        if char == "\\" and position + 1 < len(pattern):
            token, position = _escape_token(pattern, position + 1)
        elif char == "[":
            token, position = _class_token(pattern, position)
        elif char == "(":
            opened = _GROUP_OPEN.match(pattern, position)
            source = opened.group() if opened else "("
            # An inline flag such as (?i) opens nothing.
            kind: Kind = "assert" if source.endswith(")") else "open"
            token, position = Token(kind, source), position + len(source)
        elif quantifier := _QUANTIFIER.match(pattern, position):
            token, position = Token("quant", quantifier.group()), quantifier.end()
        else:
            single: dict[str, Kind] = {")": "close", "|": "alt", ".": "any", "^": "assert", "$": "assert"}
            kind = single.get(char, "char")
            token = Token(kind, escape(char) if kind == "char" else char, char if kind == "char" else "")
            position += 1
        tokens.append(token)
    return tokens


def _escape_token(pattern: str, position: int) -> tuple[Token, int]:
    """Read what stands behind a backslash."""
    char = pattern[position]
    if point := _CODE_POINT.match(pattern, position):
        value = int(next(group for group in point.groups() if group), 16)
        if value <= 0x10FFFF and not 0xD800 <= value <= 0xDFFF:
            return Token("char", escape(chr(value)), chr(value)), point.end()
    if char in _ESCAPED_CHARS:
        return Token("char", escape(_ESCAPED_CHARS[char]), _ESCAPED_CHARS[char]), position + 1
    if char in "pP" and pattern[position + 1 : position + 2] == "{":
        end = pattern.find("}", position)
        end = len(pattern) if end < 0 else end + 1
        return Token("class", "\\" + pattern[position:end]), end
    if char in "dDwWsS":
        return Token("class", "\\" + char), position + 1
    if char in "pP" and position + 1 < len(pattern):
        return Token("class", "\\" + pattern[position : position + 2]), position + 2
    if char in "QE":  # JavaScript knows no quoting of a stretch
        return Token("char", char, char), position + 1
    if char.isalnum():
        return Token("assert", "\\" + char), position + 1
    return Token("char", escape(char), char), position + 1


def _class_token(pattern: str, position: int) -> tuple[Token, int]:
    """Read a character class up to its closing bracket."""
    for empty, meaning in (("[^]", r"[\x{0}-\x{10ffff}]"), ("[]", r"[^\x{0}-\x{10ffff}]")):
        if pattern.startswith(empty, position):  # JavaScript's "anything" and "nothing"
            return Token("class", meaning), position + len(empty)
    end = position + 1
    while end < len(pattern) and pattern[end] != "]":
        end += 2 if pattern[end] == "\\" else 1
    end = min(end + 1, len(pattern))
    return Token("class", pattern[position:end]), end


def translate(tokens: list[Token]) -> str:
    """Write tokens as an RE2 pattern; see the module for what changes."""
    parts: list[str] = []
    inside_group: list[str] = []
    for index, token in enumerate(tokens):
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        quantified = following is not None and following.kind == "quant"
        if token.kind == "open":
            inside_group.append(token.source)
        elif token.kind == "close" and inside_group:
            inside_group.pop()
        if token.kind == "char" and token.text.isspace():
            if quantified:
                parts.append(SPACE)
            elif not parts or parts[-1] != SPACE + "+":
                parts.append(SPACE + "+")
        elif token.kind == "any" and quantified and not inside_group:
            parts.append("(.")
        elif token.kind == "quant" and index and tokens[index - 1].kind == "any" and not inside_group:
            parts.append(token.source + ")")
        else:
            parts.append(token.source)
    return "".join(parts)
