"""Where values stand in a text of the source: fields of f-strings, of `str.format`, and `%` conversions.

The scanners read source that Python has already accepted, so they only find ends, and check nothing.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

__all__ = ["Hole", "Part", "format_parts", "fstring_fields", "given_to", "hole_of", "percent_parts"]

_STRING_START = re.compile(r"([A-Za-z]{0,2})(\"\"\"|'''|\"|')")
_CONVERSION = re.compile(
    r"%(?:\((?P<name>[^()]*(?:\([^()]*\)[^()]*)*)\))?[#0\- +]{0,6}(?:\*|\d{0,6})(?:\.(?:\*|\d{0,6}))?[hlL]?(?P<kind>[diouxXeEfFgGcrsa%])"
)
_DEBUG = re.compile(r"(?<![=!<>])=\s*$")
_CLOSERS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Hole:
    """A place where a value stands.

    Attributes:
        source: as it stands in the source, `{x!r}` or `%(name)s`.
        expression: what gives the value, `x`; "" where it has no name.
        conversion: the letter of `!r`; None with a format specification, where the value is reshaped.
        value: what gives the value where the source says it elsewhere: the argument of `%` or of `format`.
    """

    source: str
    expression: str = ""
    conversion: str | None = ""
    value: str = field(default="", compare=False)

    @property
    def gives(self) -> str:
        """What gives the value, wherever the source says it."""
        return self.value or self.expression


Part = str | Hole


def hole_of(expression: str, rest: str = "", conversion: str | None = "") -> Hole:
    """Write a hole as a field of an f-string; a brace of the expression keeps off the field's own."""
    before = " " if expression.startswith("{") else ""
    after = " " if expression.endswith("}") and not rest else ""
    return Hole(f"{{{before}{expression}{after}{rest}}}", expression, conversion)


def percent_parts(text: str) -> list[Part]:
    """Split the left side of a `%` operation into its text and its conversions."""
    parts: list[Part] = []
    at = 0
    for match in _CONVERSION.finditer(text):
        parts.append(text[at : match.start()])
        at = match.end()
        if match["kind"] == "%":
            parts.append("%")
        else:
            plain = match["kind"] if match[0].endswith(("%s", "%r", "%a")) or match["name"] else None
            parts.append(Hole(match[0], match["name"] or "", {"s": "", "r": "r", "a": "a"}.get(plain or "")))
    parts.append(text[at:])
    return parts


def format_parts(text: str) -> list[Part]:
    """Split the template of a `str.format` call into its text and its fields; a malformed one is all text."""
    parts: list[Part] = []
    try:
        for literal, name, spec, conversion in string.Formatter().parse(text):
            parts.append(literal)
            if name is not None:
                source = name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
                parts.append(Hole(f"{{{source}}}", name, None if spec else conversion or ""))
    except ValueError:
        return [text]
    return parts


def given_to(parts: Sequence[Part], positional: Sequence[str], named: Mapping[str, str]) -> list[Part]:
    """Write into the holes of a template what its operation gives them.

    Args:
        parts: of a template that was just split.
        positional: expressions of the arguments, in order.
        named: those of keywords, or of the keys of a dictionary.
    """
    unnamed = sum(1 for part in parts if isinstance(part, Hole) and not part.expression)
    upcoming = iter(positional if unnamed == len(positional) else ())
    given: list[Part] = []
    for part in parts:
        if not isinstance(part, Hole):
            given.append(part)
        elif not part.expression:
            given.append(replace(part, value=next(upcoming, "")))
        elif part.expression.isdecimal() and int(part.expression) < len(positional):
            given.append(replace(part, value=positional[int(part.expression)]))
        else:
            given.append(replace(part, value=named.get(part.expression, "")))
    return given


def fstring_fields(source: str) -> list[Hole] | None:
    """Return the replacement fields of a string expression, f-strings among implicitly joined strings.

    Args:
        source: of the whole expression, from the first quote's prefix to the last quote.

    Returns:
        The fields in order, or None where the text is not understood.
    """
    fields: list[Hole] = []
    at = 0
    try:
        while at < len(source):
            char = source[at]
            if char == "#":
                at = _line_end(source, at)
            elif (start := _STRING_START.match(source, at)) is not None:
                at = _string_end(source, start, fields)
            else:
                at += 1
    except (IndexError, RecursionError):
        return None
    return fields


def _line_end(source: str, at: int) -> int:
    end = source.find("\n", at)
    return len(source) if end < 0 else end


def _string_end(source: str, start: re.Match[str], fields: list[Hole] | None) -> int:
    """Return where a string ends, and add its fields, if it is an f-string."""
    prefix, quote = start[1].lower(), start[2]
    formatted = "f" in prefix or "t" in prefix
    at = start.end()
    while not source.startswith(quote, at):
        char = source[at]
        if char == "\\":
            at = _escape_end(source, at, raw="r" in prefix, formatted=formatted)
        elif formatted and char in "{}":
            if source[at + 1] == char:
                at += 2
            else:
                end = _field_end(source, at)
                if fields is not None:
                    fields.append(_field(source[at + 1 : end - 1]))
                at = end
        else:
            at += 1
    return at + len(quote)


def _escape_end(source: str, at: int, *, raw: bool, formatted: bool) -> int:
    following = source[at + 1]
    if formatted and not raw and source.startswith("N{", at + 1):
        return source.index("}", at) + 1
    return at + 1 if formatted and following in "{}" else at + 2


def _field_end(source: str, at: int) -> int:
    """Return where the field that opens at a brace ends, after its closing brace."""
    stack = ["}"]  # closers of open brackets; ":" stands for a format specification that is being read
    at += 1
    while stack:
        char = source[at]
        if stack[-1] == ":":
            if char == "{":
                stack.append("}")
            elif char == "}":
                del stack[-2:]
        elif (start := _STRING_START.match(source, at)) is not None:
            at = _string_end(source, start, None)
            continue
        elif char == "#":
            at = _line_end(source, at)
            continue
        elif char.isalnum() or char == "_":
            at += 1
            while source[at].isalnum() or source[at] == "_":
                at += 1
            continue
        elif char in _CLOSERS:
            # A brace at the head of a field is a set or a dictionary; it closes like any bracket.
            stack.append(f"{_CLOSERS[char]} ")
        elif stack[-1] == f"{char} " or (char == "}" and stack[-1] == "}"):
            stack.pop()
        elif char == ":" and stack[-1] == "}":
            stack.append(":")
        at += 1
    return at


def _field(inner: str) -> Hole:
    """Take a field's text apart: `x!r:>10` into expression, conversion and the rest."""
    expression, rest = _split(inner)
    debug = _DEBUG.search(expression)
    if debug:  # `{x=}` prints its own text, which the tree holds as a constant
        expression = expression[: debug.start()]
        rest = rest or "!r"
    expression = " ".join(expression.split())
    conversion: str | None = ""
    if rest.startswith("!") and len(rest.strip()) == len("!r"):
        conversion = rest[1]
    elif rest:
        conversion = None
    return hole_of(expression, rest.strip(), "" if conversion == "s" else conversion)


def _split(inner: str) -> tuple[str, str]:
    depth = 0
    at = 0
    while at < len(inner):
        char = inner[at]
        if (start := _STRING_START.match(inner, at)) is not None and not _within_word(inner, at):
            at = _string_end(inner, start, None)
            continue
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif depth == 0 and (char == ":" or (char == "!" and inner[at + 1 : at + 2] != "=")):
            return inner[:at], inner[at:]
        at += 1
    return inner, ""


def _within_word(text: str, at: int) -> bool:
    return at > 0 and (text[at - 1].isalnum() or text[at - 1] == "_")
