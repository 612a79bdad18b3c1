"""Addresses of the server and the files of a static site that stand for them; pages rewritten from one to the other.

Every link of a page becomes relative, so that the site works at any address and below any path. What only a server
can do is taken out: forms that send something, and links to pages that are not in the site.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser
from posixpath import dirname, relpath
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from app.domain.identity import slug_of
from app.web.in_process import ORIGIN

__all__ = ["ALL_RECORDS", "Address", "SitePage", "file_of", "is_list", "resolve"]

# Lists that are pages of a site; each may be narrowed down by one of the filters, and has further pages.
_LISTS = frozenset({"/search", "/repos", "/tags", "/backgrounds"})
_FILTERS = frozenset({"repo", "tag", "errorClass", "backgroundTag", "severity"})
_TURNS = frozenset({"page", "cursor"})
_RECORD = re.compile(r"/errors/[^/]+/[^/]+/(?:[a-z0-9-]*-)?[0-9a-f]{16}")
_SHORT = re.compile(r"/e/[0-9a-f]{16}")
_API = re.compile(r"/api/(?:errors/[0-9a-f]{16}|repos|tags|backgrounds|schema)")
_FILES = {"/": "index.html", "/search": "search/index.html"}
_VOID = frozenset({"link", "meta", "input", "img", "br", "hr", "source"})
_LINKS = ("href", "src", "action")
_ATTRIBUTE = re.compile(r"""(\s([a-zA-Z:-]+)\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s>]+)""")
_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,60}")


@dataclass(frozen=True, slots=True)
class Address:
    """Path and query of a page of the server; the query is sorted, empty values left out."""

    path: str
    query: tuple[tuple[str, str], ...] = ()

    @property
    def target(self) -> str:
        """What is asked of the server."""
        query = "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in self.query)
        return f"{quote(self.path)}?{query}" if query else quote(self.path)


# The list of all records. `/search` itself is the page with the search box.
ALL_RECORDS = Address("/search", (("page", "1"),))


def resolve(link: str, here: Address, base: str) -> Address | None:
    """Return where a link of a page leads to on the server; None for another site or a place in the page.

    Args:
        link: as it stands in the page.
        here: the page.
        base: path that stands before all paths, without a final slash.
    """
    parts = urlsplit(link)
    if parts.scheme or parts.netloc or not (parts.path or parts.query):
        return None
    path = unquote(parts.path) if parts.path else here.path
    if not path.startswith("/"):
        return None
    if base and (path == base or path.startswith(f"{base}/")):
        path = path[len(base) :] or "/"
    found = Address(path, tuple(sorted(parse_qsl(parts.query))))
    return ALL_RECORDS if found == Address("/search") else found


def is_list(address: Address) -> bool:
    """Tell whether an address of the server is a list that the site has as a page."""
    names = [name for name, _ in address.query]
    filters = [name for name in names if name not in _TURNS]
    whole = len(names) == len(set(names)) and len(filters) <= 1 and _FILTERS.issuperset(filters)
    return whole and address.path in _LISTS


def file_of(address: Address) -> str | None:
    """Return the file of the site that stands for an address, None where there is none."""
    if address.path.startswith("/static/"):
        return address.path[1:]
    if not address.query and address.path in _FILES:
        return _FILES[address.path]
    if not address.query and _API.fullmatch(address.path):
        return address.path[1:]
    if _RECORD.fullmatch(address.path) and address.query == (("format", "txt"),):
        return f"{address.path[1:]}/index.txt"
    record = _RECORD.fullmatch(address.path) or _SHORT.fullmatch(address.path)
    if not is_list(address) and (address.query or not record):
        return None
    parts = [address.path[1:]]
    for name, value in sorted(address.query, key=lambda one: (one[0] in _TURNS, one[0])):
        parts.append(f"{_name(name.lower())}-{_name(value)}")
    return "/".join([*parts, "index.html"])


def _name(value: str) -> str:
    """Return a name for a value that no other value has: as it is where that can be, else with a digest."""
    if _PLAIN.fullmatch(value) and value == value.lower():
        return value
    digest = hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    slug = slug_of(value)
    return f"{slug}-{digest}" if slug else digest


class SitePage(HTMLParser):
    """Rewrites one page.

    Args:
        here: its address on the server.
        file: its file in the site.
        base: path that stands before all paths of the server.
        policy: Content-Security-Policy to put into the page; a file host sends none.
        has: tells whether the site has what stands for an address, or will have it since it was asked for.
        root: what stands before every path in place of a relative one, for a page that is shown at any address.
    """

    def __init__(  # noqa: PLR0917 - where the page is, then what stands round it
        self,
        here: Address,
        file: str,
        base: str,
        policy: str,
        has: Callable[[Address], bool],
        root: str | None = None,
    ) -> None:
        super().__init__(convert_charrefs=False)
        self._here, self._file, self._base, self._policy, self._has = here, file, base, policy, has
        self._root = root
        self._written: list[str] = []
        self._dropping: list[str] = []
        self._bare: list[bool] = []
        self._navs = 0

    def rewritten(self, html: str) -> str:
        """Return the page."""
        self.feed(html)
        self.close()
        return "".join(self._written)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write a tag with its addresses, or leave it out."""
        if self._dropping:
            if tag == self._dropping[-1]:
                self._dropping.append(tag)
            return
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method", "get").lower() != "get":
            self._dropping.append(tag)
            return
        raw = self.get_starttag_text() or ""
        missing = any(ORIGIN in value for value in given.values())  # an address that the site does not have
        for name in _LINKS:
            if name in given:
                target = self._target(tag, given[name])
                if target == "":
                    missing = True
                elif target is not None:
                    raw = _with(raw, name, target)
        if tag == "form" and "data-live" in given:  # results that a server would send meanwhile
            raw = _with(raw, "data-live", None)
        self._navs += tag == "nav"
        if tag == "a":
            if missing and self._navs:
                self._dropping.append(tag)
                return
            self._bare.append(missing)
        if not missing:
            self._written.append(raw)
        elif tag not in _VOID and tag != "a":
            self._dropping.append(tag)
        if tag == "head":
            self._written.append(
                f'\n<meta http-equiv="Content-Security-Policy" content="{escape(self._policy)}">'
            )

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Treat `<br/>` as `<br>`; a tag of SVG keeps its slash."""
        before = len(self._dropping)
        self.handle_starttag(tag, attrs)
        del self._dropping[before:]

    def handle_endtag(self, tag: str) -> None:
        """Write the end of what was begun."""
        if self._dropping:
            if tag == self._dropping[-1]:
                self._dropping.pop()
            return
        self._navs -= tag == "nav"
        if tag == "a" and self._bare and self._bare.pop():
            return
        self._written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        """Keep text."""
        self._keep(data)

    def handle_entityref(self, name: str) -> None:
        """Keep `&amp;`."""
        self._keep(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Keep `&#34;`."""
        self._keep(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        """Keep the doctype."""
        self._keep(f"<!{decl}>")

    def handle_comment(self, data: str) -> None:
        """Keep comments."""
        self._keep(f"<!--{data}-->")

    def _keep(self, text: str) -> None:
        if not self._dropping:
            self._written.append(text)

    def _target(self, tag: str, link: str) -> str | None:
        """Return the address in the site; None to leave the link as it is, "" where the site has no such page."""
        address = resolve(link, self._here, self._base)
        if address is None:
            return None
        if tag == "form":
            address = Address(address.path if address != ALL_RECORDS else "/search")
        parts = urlsplit(link)
        file, query = file_of(address), ""
        if file is None and address.path == "/search":  # narrowed down more than once: for the search page
            file, query = file_of(Address("/search")), parts.query
        elif file is None or not self._has(address):
            return ""
        elif address.path.startswith("/static/"):
            query = parts.query
        assert file is not None
        shown = f"{self._path(file)}?{query}" if query else self._path(file)
        return f"{shown}#{parts.fragment}" if parts.fragment else shown

    def _path(self, file: str) -> str:
        shown = file.removesuffix("index.html")
        if self._root is not None:
            return self._root + quote(shown)
        path = relpath(shown or ".", dirname(self._file) or ".")
        return quote(path) + ("/" if shown.endswith("/") or not shown else "")


def _with(tag: str, name: str, value: str | None) -> str:
    """Return a start tag with another value of an attribute, None to leave it out."""

    def changed(found: re.Match[str]) -> str:
        if found[2].lower() != name:
            return found[0]
        return "" if value is None else f'{found[1]}"{escape(value)}"'

    return _ATTRIBUTE.sub(changed, tag)
