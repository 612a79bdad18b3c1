"""The block of `name: value` lines at the head of a Markdown file: a plain subset of YAML, both ways.

A value is a word or phrase as it stands, a string in quotes, or a list: `[a, "b, c"]`, or one item a line behind
`- `. Whatever is written here reads as the same value in any YAML reader.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

__all__ = [
    "FENCE",
    "FrontMatter",
    "edit_front_matter",
    "has_front_matter",
    "read_front_matter",
    "write_front_matter",
]

FENCE = "---"

_NAME = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)[ \t]*:(?:[ \t]+(.*))?")
_ITEM = re.compile(r"[ \t]*-(?:[ \t]+(.*))?")
# What YAML reads as itself, whatever its version: no number, no date, no truth value.
_PLAIN = re.compile(r"[A-Za-z_/][A-Za-z0-9_./@+-]*(?: [A-Za-z0-9_./@+-]+)*")
_RESERVED = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'')
_COMMENT = re.compile(r"[ \t]+#.*")
_ONE_LINE = "Write the value on one line, in double quotes where it holds more than a phrase."

Value = str | list[str]


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands at the head of a file.

    Attributes:
        values: by name, as text.
        lines: where each name stands, from 1.
        body: position of the first line after the block.
        problems: line, name, what is wrong, what to do.
    """

    values: Mapping[str, Value]
    lines: Mapping[str, int]
    body: int
    problems: Sequence[tuple[int, str, str, str]]


def has_front_matter(text: str) -> bool:
    """Tell whether a text begins with such a block."""
    first, _, rest = text.partition("\n")
    return first.rstrip() == FENCE and any(line.rstrip() == FENCE for line in rest.split("\n"))


def write_front_matter(values: Iterable[tuple[str, str | int | Sequence[str]]]) -> list[str]:
    """Return the lines of a block."""
    lines = [FENCE]
    for name, value in values:
        if isinstance(value, int):
            lines.append(f"{name}: {value}")
        elif isinstance(value, str):
            lines.append(f"{name}: {_scalar(value)}")
        else:
            lines.append(f"{name}: [{', '.join(_scalar(item) for item in value)}]")
    return [*lines, FENCE]


def read_front_matter(lines: Sequence[str]) -> FrontMatter:
    """Read the block that the lines of a file begin with; see `has_front_matter`."""
    end = next(at for at in range(1, len(lines)) if lines[at].rstrip() == FENCE)
    values: dict[str, Value] = {}
    places: dict[str, int] = {}
    problems: list[tuple[int, str, str, str]] = []
    name = ""
    for at in range(1, end):
        line = lines[at].rstrip()
        if not line or line.lstrip().startswith("#"):
            continue
        item = _ITEM.fullmatch(line)
        found = None if item else _NAME.fullmatch(line)
        if item and name and isinstance(values.get(name), list | None):
            known = values.setdefault(name, [])
            value = _read_scalar(item[1] or "")
            if isinstance(known, list) and value is not None:
                known.append(value)
                continue
        elif found:
            name = found[1]
            if name in places:
                problems.append((at + 1, name, "stands twice", "Keep one of the two."))
            places[name] = at + 1
            text = (found[2] or "").strip()
            if not text or text.startswith("#"):
                values.pop(name, None)  # nothing, or a list in the lines below
                continue
            read = _read_list(text) if text.startswith("[") else _read_scalar(text)
            if read is not None:
                values[name] = read
                continue
        problems.append((at + 1, name if item or found else "", "cannot be read", _ONE_LINE))
    return FrontMatter(values, places, end + 1, problems)


def _scalar(value: str) -> str:
    if _PLAIN.fullmatch(value) and value.lower() not in _RESERVED:
        return value
    text = json.dumps(value, ensure_ascii=False)
    return "".join(char if char.isprintable() or char == " " else _escape(char) for char in text)


def _escape(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"


def edit_front_matter(text: str, values: Mapping[str, str | int | None]) -> str:
    """Return a text with some values of its head set anew, None for none; every other character stays.

    A name that is not there is added at the end of the head.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    pieces = text.removeprefix(mark).split("\n")
    lines = [piece.removesuffix("\r") for piece in pieces]
    # Each line keeps the end that it has; a new one gets that of the first.
    returns = [piece[len(line) :] for piece, line in zip(pieces, lines, strict=True)]
    places = read_front_matter(lines).lines
    written = {
        name: None if value is None else write_front_matter([(name, value)])[1]
        for name, value in values.items()
    }
    removed = {places[name] - 1 for name, line in written.items() if line is None and name in places}
    for name, line in written.items():
        if line is not None and name in places:
            lines[places[name] - 1] = line
    end = next(at for at in range(1, len(lines)) if lines[at].rstrip() == FENCE)
    added = [line for name, line in written.items() if line is not None and name not in places]
    lines[end:end] = added
    returns[end:end] = [returns[0]] * len(added)
    kept = (at for at in range(len(lines)) if at not in removed)
    return mark + "\n".join(lines[at] + returns[at] for at in kept)


_LONG_ESCAPE = re.compile(r"\\(?:U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(.))")


def _read_scalar(text: str) -> str | None:
    """Return a value, None for what is none of ours."""
    text = text.strip()
    quoted = _QUOTED.match(text)
    if quoted:
        rest = text[quoted.end() :].strip()
        if rest and not rest.startswith("#"):
            return None
        return _unquoted(quoted[0])
    text = _COMMENT.sub("", text)
    if text[:1] in {'"', "'", "[", "{", "|", ">", "&", "*", "!", "%", "@", "`"}:
        return None
    return text


def _unquoted(text: str) -> str | None:
    if text[0] == "'":
        return text[1:-1].replace("''", "'")
    # JSON has neither `\U0001f600` nor `\x1b`, which YAML has.
    plain = _LONG_ESCAPE.sub(_as_json, text)
    try:
        value = json.loads(plain, strict=False)
    except ValueError:
        return None
    return value if isinstance(value, str) else None


def _as_json(found: re.Match[str]) -> str:
    digits = found[1] or found[2]
    if digits is None:
        return found[0]
    code = int(digits, 16)
    return json.dumps(chr(code))[1:-1] if code <= 0x10FFFF else found[0]


def _read_list(text: str) -> list[str] | None:
    items: list[str] = []
    at = 1
    while True:
        at += len(text) - at - len(text[at:].lstrip())
        if text[at : at + 1] == "]":
            rest = text[at + 1 :].strip()
            return items if not rest or rest.startswith("#") else None
        quoted = _QUOTED.match(text, at)
        end = quoted.end() if quoted else at
        while not quoted and end < len(text) and text[end] not in ",]":
            end += 1
        value = _read_scalar(text[at:end])
        if value is None or (not value and not quoted):
            return None
        items.append(value)
        at = end + len(text[end:]) - len(text[end:].lstrip())
        if text[at : at + 1] == ",":
            at += 1
        elif text[at : at + 1] != "]":
            return None
