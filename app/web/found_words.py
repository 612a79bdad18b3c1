"""Marks the words of a search in what it found."""

from __future__ import annotations

import re
from collections.abc import Callable

from markupsafe import Markup

from app.web.markup import visible

__all__ = ["marker"]

_WORD = re.compile(r"[^\W_]+")


def marker(typed: str) -> Callable[[str], Markup]:
    """Return what writes a text as HTML with the words of a search marked; the last word typed may go on.

    Example:
        >>> str(marker("pool clos")("The pool is closed"))
        'The <mark class="hit">pool</mark> is <mark class="hit">clos</mark>ed'
    """
    words = [word.lower() for word in _WORD.findall(typed)]
    whole, last = frozenset(words), words[-1] if words else ""

    def marked(text: str) -> Markup:
        html = Markup("")
        end = 0
        for found in _WORD.finditer(text):
            word = found[0].lower()
            # A letter that grows or shrinks with its case, such as İ, is marked with its whole word or not at all.
            length = len(found[0]) if word in whole else len(last) if last and word.startswith(last) else 0
            if length and len(word) == len(found[0]):
                html += visible(text[end : found.start()])
                html += Markup('<mark class="hit">{}</mark>').format(
                    visible(text[found.start() : found.start() + length])
                )
                end = found.start() + length
        return html + visible(text[end:])

    return marked
