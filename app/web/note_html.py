"""A person's note from Markdown to HTML in which nothing of it can act: no raw HTML, no images, no headings.

markdown-it-py is told to know no HTML, and writes every element itself; the texts in between go through `visible`.
Links lead to the web only, and say to search engines and browsers what they are.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from app.web.markup import visible

__all__ = ["REL", "note_html"]

REL: Final = "nofollow ugc noopener noreferrer"
_KEPT: Final = 512
_SCHEMES: Final = frozenset({"http", "https"})
# Without them their marks stay letters: a note must not look like a part of the page.
_OFF: Final = ("html_block", "html_inline", "image", "heading", "lheading", "reference", "hr")


@functools.lru_cache(maxsize=_KEPT)
def note_html(text: str) -> Markup:
    """Return the HTML of a note; that of the last few hundred is kept, since hostile Markdown takes long to read.

    What is kept is bounded: no stored note is longer than `max_note_chars`, and of each character come few of HTML.
    """
    return Markup(_markdown().render(text))  # noqa: S704 - every text in it is escaped by the rules below


@functools.cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "breaks": True, "xhtmlOut": False})
    markdown.disable(list(_OFF))
    markdown.validateLink = _is_web  # type: ignore[method-assign]  # the documented way to replace it
    for name, rule in (
        ("text", _text),
        ("code_inline", _code),
        ("code_block", _block),
        ("fence", _block),
        ("link_open", _link),
    ):
        markdown.add_render_rule(name, rule)
    return markdown


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme.lower() in _SCHEMES and bool(parts.netloc)
    except ValueError:
        return False


def _text(_self: Any, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    return str(visible(tokens[index].content))


def _code(_self: Any, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    return f"<code>{visible(tokens[index].content)}</code>"


def _block(_self: Any, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    return f"<pre><code>{visible(tokens[index].content)}</code></pre>\n"


def _link(_self: Any, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    url = str(tokens[index].attrs.get("href", ""))
    return f'<a href="{escape(url)}" rel="{REL}">'
