"""Untrusted text to safe HTML: everything is escaped, and nothing stays invisible.

Pasted text and record text are both untrusted. What a reader could not see (bidirectional controls, zero-width
and other format characters, C0 controls, lone surrogates) is drawn as its code point in a visible mark.
"""

from __future__ import annotations

import re
import unicodedata

from markupsafe import Markup, escape

from app.domain.templates import Interpolation, parse_template
from app.services.visible import invisible

__all__ = ["mark_interpolations", "paragraphs", "prose", "visible"]

_PARAGRAPH_BREAK = re.compile(r"\n[ \t]*\n\s*")
_CODE_SPAN = re.compile(r"`([^`\n]{1,500})`")


def _unix_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def visible(text: object) -> Markup:
    """Escape a text for HTML; invisible characters become marks such as ⟨U+202E⟩, with their name as tooltip."""
    plain = _unix_lines(str(text))
    if plain.isascii() and plain.isprintable():
        return escape(plain)
    parts: list[str] = []
    start = 0
    for at, char in enumerate(plain):
        if invisible(char):
            name = unicodedata.name(char, "control character")
            parts += (
                escape(plain[start:at]),
                Markup('<span class="unseen" title="{}">⟨U+{:04X}⟩</span>').format(name.lower(), ord(char)),
            )
            start = at + 1
    parts.append(escape(plain[start:]))
    return Markup("").join(parts)


def prose(text: object) -> Markup:
    """One paragraph of a record's prose: escaped, with `back-quoted` pieces as code."""
    pieces = _CODE_SPAN.split(_unix_lines(str(text)))
    return Markup("").join(
        Markup("<code>{}</code>").format(visible(piece)) if at % 2 else visible(piece)
        for at, piece in enumerate(pieces)
    )


def paragraphs(text: object) -> Markup:
    """A record's prose as paragraphs, which blank lines part."""
    parts = _PARAGRAPH_BREAK.split(_unix_lines(str(text)).strip())
    return Markup("\n").join(Markup("<p>{}</p>").format(prose(part)) for part in parts if part)


def mark_interpolations(template: str) -> Markup:
    """A message template, letter by letter as it stands in the source, with the places of its values marked."""
    parts = parse_template(template)
    sources = [part.source for part in parts if isinstance(part, Interpolation)]
    doubled = {
        char for char in "{}%" if any(source[0] == ("%" if char == "%" else "{") for source in sources)
    }
    html = Markup("")
    at = 0
    for part in parts:
        if isinstance(part, Interpolation):
            html += Markup('<var class="hole">{}</var>').format(visible(part.source))
            at += len(part.source)
            continue
        start = at
        for char in part:
            at += 2 if char in doubled and template.startswith(char * 2, at) else 1
        html += visible(template[start:at])
    return html
