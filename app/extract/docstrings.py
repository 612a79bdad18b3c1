"""What a docstring says under Raises, in the three notations that are in use."""

from __future__ import annotations

import re

__all__ = ["raises_of"]

_SECTION = re.compile(r"^(?P<indent>[ \t]*)(?:Raises|Exceptions|Throws)\s*:\s*$", re.MULTILINE)
_RULED = re.compile(r"^(?P<indent>[ \t]*)(?:Raises|Warns)[ \t]*\n[ \t]*-{3,}[ \t]*$", re.MULTILINE)
_FIELD = re.compile(r"^[ \t]*:(?:raises?|except|exception)\s+(?P<names>[^:\n]+):[ \t]*", re.MULTILINE)
_ENTRY = re.compile(r"^(?P<names>[`~:\w.]+(?:\s*(?:,|or|/)\s*[`~:\w.]+)*)\s*(?::\s*(?P<text>.*)|)$")
_MAX_CHARS = 500


def raises_of(docstring: str | None, name: str | None) -> str | None:
    """Return what a docstring says of a class, on one line; None where it says nothing.

    Args:
        docstring: with its common indentation removed.
        name: of the class, without its module.
    """
    if not docstring or not name or name not in docstring:
        return None
    for names, text in _entries(docstring[:50_000]):
        if name in {part.strip("`~:").rpartition(".")[2] for part in re.split(r"[\s,/]+", names)} and text:
            return text[:_MAX_CHARS]
    return None


def _entries(docstring: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for section in (_SECTION, _RULED):
        for match in section.finditer(docstring):
            found += _indented(
                docstring[match.end() :].split("\n")[1:], len(match["indent"]), ruled=section is _RULED
            )
    for match in _FIELD.finditer(docstring):
        lines = docstring[match.end() :].split("\n")
        text = [lines[0]]
        for line in lines[1:]:
            if not line.strip() or line.lstrip().startswith(":") or not line.startswith((" ", "\t")):
                break
            text.append(line)
        found.append((match["names"], " ".join(" ".join(text).split())))
    return found


def _indented(lines: list[str], indent: int, *, ruled: bool) -> list[tuple[str, str]]:
    """Read the entries below a heading: names at one depth, their text behind a colon or deeper."""
    found: list[tuple[str, list[str]]] = []
    depth: int | None = None
    for line in lines:
        if not line.strip():
            if ruled or not found:
                continue
            break
        at = len(line) - len(line.lstrip())
        if at < indent or (at == indent and not ruled):
            break
        if depth is None:
            depth = at
        entry = _ENTRY.match(line.strip()) if at <= depth else None
        if entry is not None:
            found.append((entry["names"], [entry["text"] or ""]))
        elif at <= depth and ruled:
            break
        elif found:
            found[-1][1].append(line)
    return [(names, " ".join(" ".join(text).split())) for names, text in found]
