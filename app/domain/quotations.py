"""What a sentence quotes: the error that somebody asks about, between marks, and often no more than its beginning."""

from __future__ import annotations

import re

from app.domain.text import Passage

__all__ = ["quotations"]

_MIN_CHARS, _MAX_CHARS, _MIN_WORDS = 16, 400, 3
_MAX_QUOTATIONS = 8
_QUOTED = re.compile(
    rf"`([^`\n]{{{_MIN_CHARS},{_MAX_CHARS}}})`|\"([^\"\n]{{{_MIN_CHARS},{_MAX_CHARS}}})\"|“([^“”\n]{{{_MIN_CHARS},{_MAX_CHARS}}})”"
    rf"|「([^「」\n]{{{_MIN_CHARS},{_MAX_CHARS}}})」|«([^«»\n]{{{_MIN_CHARS},{_MAX_CHARS}}})»"
)


def quotations(passage: Passage) -> list[tuple[int, Passage]]:
    """Return what stands between marks in a text, with the place where it begins; single words and names are left out."""
    found: list[tuple[int, Passage]] = []
    for quoted in _QUOTED.finditer(passage.text):
        group = quoted.lastindex or 0
        if len(quoted.group(group).split()) < _MIN_WORDS:
            continue
        found.append((quoted.start(group), passage.cut(quoted.start(group), quoted.end(group)).strip()))
        if len(found) == _MAX_QUOTATIONS:
            break
    return found
