"""The line above frames that names their error, where its class is called as no other line would be known by."""

from __future__ import annotations

import re

from app.domain.prefixes import Line
from app.domain.text import Passage

__all__ = ["headline"]

# Two words in one, or a dotted name: `BadFile`, `acme.Torn`. What else stands before a colon is prose.
_HEADLINE = re.compile(
    r"(?:\s*\[\w{1,12}\] |\s*(?:[Uu]ncaught |Unhandled |ERROR:? |Exception in thread \"[^\"]*\" ))?\s*"
    r"((?:[A-Za-z_]\w{0,80}\.){0,12}[A-Z]+[a-z0-9]+[A-Z]\w{0,80}|(?:[a-z_]\w{0,80}\.){1,12}[A-Z]\w{0,80})(?:: +(?=\S)|\s*$)"
)


def headline(line: Line) -> tuple[str, Passage | None] | None:
    """Return class and message of a line that may stand above frames."""
    found = _HEADLINE.match(line.text)
    if found is None:
        return None
    message = line.passage.cut(found.end()).strip()
    return found.group(1), message if message.text else None
