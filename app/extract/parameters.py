"""What a docstring says of a parameter, in the three notations that are in use."""

from __future__ import annotations

import re

__all__ = ["parameter_doc"]

_FIELD = re.compile(
    r"^[ \t]*:param(?:eter)?[ \t]+(?:[^:\n]*[ \t])?(?P<name>\w+)[ \t]*:[ \t]*(?P<text>.*)$", re.MULTILINE
)
_ENTRY = re.compile(
    r"^(?P<indent>[ \t]+)\*{0,2}`{0,2}(?P<name>\w+)`{0,2}[ \t]*(?:\([^)\n]*\))?[ \t]*:[ \t]*(?P<text>\S.*)$",
    re.MULTILINE,
)
# NumPy's: a name, and what is said of it deeper below.
_RULED = re.compile(r"^(?P<indent>[ \t]*)(?P<name>\w+)[ \t]*(?::.*)?$", re.MULTILINE)
_MAX_CHARS = 200
_MAX_READ = 40_000
_MAX_LINES = 4


def parameter_doc(docstring: str | None, name: str) -> str | None:
    """Return what a docstring says of a parameter, on one line and shortened; None where it says nothing.

    Args:
        docstring: with its common indentation removed.
        name: of the parameter.
    """
    if not docstring or name not in docstring:
        return None
    text = docstring[:_MAX_READ]
    for pattern in (_FIELD, _ENTRY):
        for found in pattern.finditer(text):
            if found["name"] == name:
                indent = found.groupdict().get("indent")
                return _cleaned(found["text"] + _continued(text[found.end() :], indent))
    if "----" in text:
        for found in _RULED.finditer(text):
            if found["name"] == name and (below := _continued(text[found.end() :], found["indent"])):
                return _cleaned(below)
    return None


def _continued(rest: str, indent: str | None) -> str:
    """Return the lines that go on with an entry: those that are indented deeper."""
    kept = []
    for line in rest.split("\n")[1 : 1 + _MAX_LINES]:
        depth = len(line) - len(line.lstrip())
        if not line.strip() or depth <= len(indent or "") or line.lstrip().startswith(":"):
            break
        kept.append(line.strip())
    return " " + " ".join(kept) if kept else ""


def _cleaned(text: str) -> str | None:
    flat = " ".join(text.split())
    if len(flat) > _MAX_CHARS:
        flat = flat[: _MAX_CHARS - 1].rsplit(" ", 1)[0] + "…"
    return flat or None
