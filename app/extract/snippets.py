"""Small pieces of a file read as syntax, without parsing all of it.

Most files of a target define no setting, and parsing is what reading costs; so a piece is found by its beginning
and cut at its end.
"""

from __future__ import annotations

import ast
import textwrap
import warnings
from typing import Final

__all__ = ["class_head", "closed", "expression"]

MAX_CHARS: Final = 6_000
_MAX_CLASS_CHARS = 400_000
_OPEN, _CLOSE = "([{", ")]}"


def closed(text: str, start: int, limit: int = MAX_CHARS) -> str | None:
    """Return the text from a bracket to the one that closes it; None where it is longer than `limit`.

    Args:
        text: of the file.
        start: position of the opening bracket.
        limit: most characters.
    """
    depth = 0
    at = start
    end = min(len(text), start + limit)
    while at < end:
        char = text[at]
        if char in "\"'":
            at = _past_string(text, at, end)
            continue
        if char == "#":
            at = text.find("\n", at, end)
            if at < 0:
                return None
        elif char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth -= 1
            if depth == 0:
                return text[start : at + 1]
        at += 1
    return None


def _past_string(text: str, at: int, end: int) -> int:
    quote = text[at] * 3 if text.startswith(text[at] * 3, at) else text[at]
    at += len(quote)
    while at < end:
        if text[at] == "\\":
            at += 2
        elif text.startswith(quote, at):
            return at + len(quote)
        else:
            at += 1
    return end


def expression(text: str) -> ast.expr | None:
    """Parse an expression; None where it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(f"({text}\n)", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def class_head(text: str, start: int) -> ast.ClassDef | None:
    """Parse a class up to its first method: the fields that it declares; lines count from the class's own, as 1.

    Args:
        text: of the file.
        start: position of the line that begins with `class`.
    """
    indent = len(text[start : start + 200]) - len(text[start : start + 200].lstrip(" "))
    kept: list[str] = []
    for number, line in enumerate(text[start : start + _MAX_CLASS_CHARS].split("\n")):
        bare = line.strip()
        depth = len(line) - len(line.lstrip(" "))
        if number and bare and not bare.startswith(("#", ")")) and depth <= indent:
            break
        if bare.startswith(("def ", "async def ", "@")) and depth > indent:
            break
        kept.append(line)
    source = textwrap.dedent("\n".join(kept))
    for tail in ("", "\n    pass"):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                body = ast.parse(source + tail).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        return body[0] if body and isinstance(body[0], ast.ClassDef) else None
    return None
