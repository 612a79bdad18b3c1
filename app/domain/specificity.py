"""Does a pattern say anything: one that stands on ordinary lines, or reads like the interpreter's own messages, does not.

Such a pattern is demoted: it has to match a whole message, and class and frames have to say that it is the one.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from app.domain.ordered import Searched
from app.domain.ordinary import compiled_messages, everyday_messages, ordinary_lines

if TYPE_CHECKING:
    from app.domain.patterns import CompiledPattern

__all__ = ["compiled_in", "is_everyday", "ordinary_example"]

# What differs between two messages of one kind: strings, calls, numbers, operators, where a module is.
_VARIABLE = re.compile(
    r"'?\[[^\]\n]*\]'?|'[^'\n]*'|\"[^\"\n]*\"|[\w.<>]+\(\)|\(/[^()\n]*\)|\d+(?:\.\d+)*|(?<= for )\S{1,3}(?=: )|<[^<>\n]*>"
)
# What values of compiled code look like: shapes, sizes, devices, types of numbers.
_COMPILED = re.compile(
    r"\b(?:cuda|cpu|mps|xpu|npu)\b(?::\d+)?|\((?:\d+(?:, ?|(?=\))))*\)|\[(?:-?\d+(?:, ?| x |(?=\])))*\]|\d+x\d+"
    r"|\b(?:u?int|b?float|complex)\d*\b|\b(?:Float|Double|Half|BFloat16|Long|Int|Byte|Bool|Char|Short)\b"
)
_SUGGESTION = re.compile(r"(?:\. Did you (?:mean|forget)|\. Perhaps you forgot).*", re.DOTALL)
_COUNT = re.compile(r"\d+ validation errors? for \S")
_MAX_EVERYDAY_CHARS = 400


@cache
def _texts() -> tuple[Searched, ...]:
    """Return each message by itself, and each line among its neighbours: a pattern may begin or end in blanks."""
    lines = ordinary_lines()
    among = ["\n".join(lines[max(0, at - 1) : at + 2]) for at in range(len(lines))]
    return tuple(Searched(text) for text in (*everyday_messages(), *among))


@cache
def _joined() -> str:
    return " ".join(" ".join(line.split()) for line in (*everyday_messages(), *ordinary_lines()))


@cache
def _kinds() -> frozenset[str]:
    return frozenset(kind for kind in map(_kind, everyday_messages()) if kind != "_")


def _kind(message: str) -> str:
    text = _SUGGESTION.sub("", message.strip().strip("`*_").rstrip(".!"))
    return " ".join(_VARIABLE.sub("_", text).split())


def is_everyday(message: str) -> bool:
    """Tell whether a message reads like one that the interpreter or its library gives for anybody's mistake."""
    first_line, _, more = message.strip().partition("\n")
    if more and _COUNT.match(first_line):
        return False  # it only counts the errors that follow
    return any(len(text) <= _MAX_EVERYDAY_CHARS and _kind(text) in _kinds() for text in {message, first_line})


@cache
def _compiled_kinds() -> tuple[tuple[str, str], ...]:
    return tuple(
        (package, _compiled_kind(line)) for package, lines in compiled_messages().items() for line in lines
    )


def _compiled_kind(message: str) -> str:
    return _kind(_COMPILED.sub("_", message))


@lru_cache(maxsize=4096)
def compiled_in(message: str) -> frozenset[str]:
    """Return the packages whose compiled parts raise a message that begins like this one; none for most."""
    first_line = message.lstrip().partition("\n")[0][:_MAX_EVERYDAY_CHARS]
    kind = _compiled_kind(first_line)
    return frozenset(
        package
        for package, known in _compiled_kinds()
        if kind.startswith(known) and not kind[len(known) : len(known) + 1].isalnum()
    )


_TYPED = re.compile(r"\s*\d+ validation errors? for [^\n]{1,200}\n(?:.*\n){0,3}? {2}.{0,1000}\[type=\w+, ")


def is_typed_report(message: str) -> bool:
    """Tell whether a message is a report of `pydantic_core`, as pydantic 2 prints it; pydantic 1 wrote it otherwise."""
    return _TYPED.match(message) is not None


def ordinary_example(compiled: CompiledPattern) -> str | None:
    """Return the first ordinary text that a pattern matches, or None.

    Args:
        compiled: of any usable pattern; a template without literals is not looked at.
    """
    if compiled.shape.template:
        longest = max(compiled.literals, key=len, default="").strip()
        if not longest or longest not in _joined():
            return None
    for text in _texts():
        if found := compiled.find_inside(text):
            return text.text[found.start : found.end].strip()
    return None
