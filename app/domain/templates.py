"""Message templates: the text of an error with its interpolations as they stand in the source.

Three notations occur: f-strings and `str.format` (`{expr}`, `{expr!r}`, `{x:d}`, `{}`, `{0}`), and `%`
formatting (`%s`, `%.2f`, `%(name)s`). A template does not say which one it was written in, so the rule is:
what can be an interpolation is one (a wildcard also matches the text it stands for, while a literal never
matches a value), unless it reads as prose or as a constant: `100% of`, `{2,10}`, `{"a": 1}`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = [
    "Interpolation",
    "escape",
    "interpolations",
    "parse_template",
    "pattern_of_parts",
    "pattern_of_template",
]

_SPECIAL = frozenset(".*+?^${}()|[]\\")

# Flags, width, precision, length, conversion. A space as a flag is left out: `100% of` is prose.
_CONVERSION = re.compile(
    r"%(?:\((?P<name>[^()]*(?:\([^()]*\)[^()]*)*)\))?(?P<width>[#0+-]{0,4}(?:\*|\d{0,4})(?:\.(?:\*|\d{0,4}))?)[hlL]?(?P<kind>[diouxXeEfFgGcrsa])"
)
_MAY_START = re.compile(r"[{%]")
_WORD = re.compile(r"[^\W\d]")
_OPEN = {"(": ")", "[": "]", "{": "}"}
_CLOSE = frozenset(_OPEN.values())
_LONGEST = 1000  # characters of the longest interpolation


@dataclass(frozen=True, slots=True)
class Interpolation:
    """A place where a value stands; `name` is the capture's name, empty where it has none."""

    source: str
    name: str


def parse_template(error_message: str) -> list[str | Interpolation]:
    """Split a template into the text that the program prints and the interpolations between it.

    Texts are never empty and never adjacent. Doubled braces and `%%` are single where the template uses
    that notation, since the program prints one of them.
    """
    found = _find(error_message)
    braces = any(item.source[0] == "{" for _, item in found)
    percents = any(item.source[0] == "%" for _, item in found)
    parts: list[str | Interpolation] = []
    at = 0
    for start, item in [*found, (len(error_message), None)]:
        text = error_message[at:start]
        if braces:
            text = text.replace("{{", "{").replace("}}", "}")
        if percents:
            text = text.replace("%%", "%")
        if text:
            parts.append(text)
        if item is not None:
            parts.append(item)
            at = start + len(item.source)
    return parts


def interpolations(error_message: str) -> list[str]:
    """Return the capture name of each interpolation in order; "" for one without a name.

    The name is the text between the braces (`mode.value!r`, `x:d`), and `name` for `%(name)s`.
    """
    return [item.name for _, item in _find(error_message)]


def escape(text: str) -> str:
    r"""Escape what is special in a JavaScript regular expression; the space and `-` stay as they are."""
    return "".join(f"\\{char}" if char in _SPECIAL else char for char in text)


def pattern_of_template(error_message: str) -> str:
    """Return the messagePattern of a template: its text escaped, each interpolation a wildcard.

    The wildcard is `(.*?)`, and `(.*)` where it ends the template.
    """
    return pattern_of_parts(parse_template(error_message))


def pattern_of_parts(parts: Sequence[str | Interpolation]) -> str:
    """Return the messagePattern of a template that is parsed."""
    last = len(parts) - 1
    return "".join(
        escape(part) if isinstance(part, str) else "(.*)" if index == last else "(.*?)"
        for index, part in enumerate(parts)
    )


def _find(text: str) -> list[tuple[int, Interpolation]]:
    """Return the interpolations with the offset each starts at."""
    found: list[tuple[int, Interpolation]] = []
    braces = _Braces(text)
    at = 0
    while at < len(text):
        char = text[at]
        item = None
        if char == "{":
            if text.startswith("{{", at):
                at += 2
                continue
            item = braces.at(at)
        elif char == "%":
            if text.startswith("%%", at):
                at += 2
                continue
            item = _percent(text, at)
        if item is None:
            following = _MAY_START.search(text, at + 1)
            at = following.start() if following else len(text)
        else:
            found.append((at, item))
            at += len(item.source)
    return found


def _percent(text: str, start: int) -> Interpolation | None:
    match = _CONVERSION.match(text, start)
    if match is None:
        return None
    after = text[match.end() : match.end() + 1]
    name = match["name"]
    if name is None:
        if start and text[start - 1].isdigit() and after.isalpha():
            return None  # `50%off`
        if match["kind"] in "EFX" and len(match["width"]) == 1 and match["width"].isdigit():
            return None  # `%2F` of a quoted URL
    return Interpolation(match[0], name or "")


class _Braces:
    """Finds where `{...}` ends; all searches in one text share a budget of steps, so the whole is linear."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._steps = 20 * len(text) + _LONGEST

    def at(self, start: int) -> Interpolation | None:
        """Return the interpolation that starts at an opening brace, or None where the brace is text."""
        end = self._end(start)
        if end is None:
            return None
        inner = self._text[start + 1 : end - 1]
        if not inner or inner[0] in "!:":
            return Interpolation(self._text[start:end], "")
        if inner.isdigit() or _WORD.search(_without_strings(_expression(inner))):
            return Interpolation(self._text[start:end], inner)
        return None

    def _end(self, start: int) -> int | None:
        text = self._text
        stack = ["}"]
        at = start + 1
        limit = min(len(text), start + _LONGEST)
        while at < limit and self._steps > 0:
            self._steps -= 1
            char = text[at]
            if char in "'\"":
                closing = text.find(char, at + 1, limit)
                if closing >= 0:
                    at = closing  # a lone quote, as in `{x:'>10}`, is text
            elif char in _OPEN:
                stack.append(_OPEN[char])
            elif char in _CLOSE:
                if char != stack.pop():
                    return None
                if not stack:
                    return at + 1
            at += 1
        return None


def _expression(inner: str) -> str:
    """Cut the conversion and the format specification off: `x` of `x!r:>10`."""
    depth = 0
    quote = ""
    for at, char in enumerate(inner):
        if quote:
            if char == quote:
                quote = ""
        elif char in "'\"":
            quote = char
        elif char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth -= 1
        elif depth == 0 and (char == ":" or (char == "!" and inner[at + 1 : at + 2] != "=")):
            return inner[:at]
    return inner


def _without_strings(expression: str) -> str:
    """Drop quoted strings, so that what is left shows whether anything in it varies."""
    kept: list[str] = []
    at = 0
    while at < len(expression):
        char = expression[at]
        closing = expression.find(char, at + 1) if char in "'\"" else -1
        if closing >= 0:
            at = closing
        else:
            kept.append(char)
        at += 1
    return "".join(kept)
