"""A static site of a database: the pages of the server itself, as files for any host.

The server's own routes are asked for each page, so the site shows what the server shows; `site_links` makes their
addresses relative. What the site has in place of the paste box is here: a first page, a search page and a page for
addresses that lead nowhere.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from fastapi import APIRouter, FastAPI, Request, Response

from app.domain.identity import record_path
from app.domain.listing import Query
from app.domain.records import Envelope
from app.domain.schema import record_schema
from app.errors import StorageError
from app.services.wiring import Services
from app.telemetry import Metrics
from app.web import api, pages, problems
from app.web.guards import CONTENT_SECURITY_POLICY
from app.web.in_process import Answer, get
from app.web.render import assets, page
from app.web.site_folder import SiteFolder
from app.web.site_links import ALL_RECORDS, Address, SitePage, file_of, is_list
from app.web.site_search import SearchIndex

__all__ = ["SiteReport", "write_site"]

Show = Callable[[int, int | None, str], None]

_ITEMS: Final = 20
_SITEMAP_URLS: Final = 50_000  # of the protocol
_BEGIN: Final = (ALL_RECORDS, *(Address(path) for path in ("/repos", "/tags", "/backgrounds")))
# A page cannot say this of itself; a host can.
_POLICY: Final = "; ".join(
    part for part in CONTENT_SECURITY_POLICY.split("; ") if not part.startswith("frame-ancestors")
)
_HOME, _SEARCH, _MISSING = "/site/home", "/site/search", "/site/missing"


@dataclass(frozen=True, slots=True)
class SiteReport:
    """What was written: records, files, how many of them are new or differ, and files that were removed."""

    records: int
    files: int
    changed: int
    removed: int


async def write_site(
    services: Services,
    root: Path,
    base_url: str | None = None,
    show: Show = lambda _done, _total, _name: None,
) -> SiteReport:
    """Write the site of a database into a folder.

    Args:
        services: of the database; their `public_url` has to be `base_url`.
        root: empty, or with an earlier site, of which what is out of date is removed.
        base_url: where the site will be; makes canonical addresses and the site map.
        show: progress.

    Raises:
        BadInput: the folder holds something else, or cannot be written.
        StorageError: the database cannot be read.
    """
    site = _Site(services, SiteFolder(root), (base_url or "").rstrip("/"), show)
    return await site.write()


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is kept of a record until all are written: under which ids, where, and of which day."""

    ids: tuple[str, ...]
    path: str
    date: str | None


class _Site:
    def __init__(self, services: Services, folder: SiteFolder, base_url: str, show: Show) -> None:
        self._services = services
        self._folder = folder
        self._url = base_url
        self._base = urlsplit(base_url).path
        self._show = show
        self._app = _application(services)
        self._index = SearchIndex()
        self._known: set[str] = set()
        self._waiting: deque[Address] = deque()

    async def write(self) -> SiteReport:
        ids = list(self._ids())
        for address in _BEGIN:
            self._expect(address)
        self._known.update(f"static/{name}" for name in assets())
        self._known.update(("index.html", "search/index.html"))
        self._known.update(f"api/{name}" for name in ("repos", "tags", "backgrounds", "schema"))
        entries = [self._entry(record_id) for record_id in ids]
        for at, entry in enumerate(entries, 1):
            await self._record(entry)
            self._show(at, len(ids), "Writing records")
        await self._lists()
        await self._own()
        for name, content in self._index.files():
            self._folder.write(name, content)
        for name, asset in assets().items():
            self._folder.write(f"static/{name}", asset.content)
        self._folder.write(".nojekyll", b"")
        self._map(entries)
        removed = self._folder.finish()
        return SiteReport(len(ids), self._folder.files, self._folder.changed, removed)

    def _ids(self) -> list[str]:
        """Return the ids of all records that count, by repository and id."""
        found: list[str] = []
        cursor = None
        limit = self._services.settings.max_page_items
        while True:
            items = self._services.catalog.search(Query(), cursor=cursor, limit=limit)
            found.extend(item.id for item in items.items)
            cursor = items.next
            if cursor is None:
                return found

    def _entry(self, record_id: str) -> _Entry:
        """Note a record before any page is written, so that pages can link to it."""
        envelope = self._services.catalog.get(record_id).envelope
        path = record_path(envelope.record)
        ids = (record_id, *envelope.errdex.aliases)
        for one in ids:
            self._known.update((f"e/{one}/index.html", f"api/errors/{one}"))
        self._known.update((f"{path[1:]}/index.html", f"{path[1:]}/index.txt"))
        return _Entry(ids, path, envelope.dataset_version and envelope.dataset_version[:10])

    def _expect(self, address: Address) -> None:
        """Have a list written, unless it is known; records are known before any page is."""
        file = file_of(address)
        if file is not None and file not in self._known:
            self._known.add(file)
            self._waiting.append(address)

    async def _record(self, entry: _Entry) -> None:
        """Write page, text and JSON of a record, under each of its ids."""
        path = entry.path
        await self._page(Address(path), f"{path[1:]}/index.html")
        text = await self._get(path, "text/plain")
        self._folder.write(f"{path[1:]}/index.txt", text.body)
        found = await self._get(f"/api/errors/{entry.ids[0]}", "application/json")
        for one in entry.ids:
            for name in (f"api/errors/{one}", f"api/errors/{one}.json"):
                self._folder.write(name, found.body)
            self._folder.write(f"e/{one}/index.html", _leading(f"../..{path}/"))
        self._index.add(Envelope.model_validate_json(found.body))

    async def _lists(self) -> None:
        """Write the lists, and those that they lead to."""
        done = 0
        while self._waiting:
            address = self._waiting.popleft()
            file = file_of(address)
            assert file is not None
            await self._page(address, file)
            done += 1
            self._show(done, done + len(self._waiting), "Writing lists")

    async def _own(self) -> None:
        """Write the pages that the server has not, and its lists of names."""
        await self._page(Address("/"), "index.html", _HOME)
        await self._page(Address("/search"), "search/index.html", _SEARCH)
        await self._page(Address("/404"), "404.html", _MISSING, root=f"{self._base}/")
        for name, kind in (("repos", "repo"), ("tags", "tag"), ("backgrounds", "background")):
            self._both(f"api/{name}", self._names(kind))
        self._both("api/schema", record_schema())
        # A list that only these lead to.
        await self._lists()

    def _names(self, kind: Any) -> dict[str, Any]:
        """Return a list of names as the API has it, whole."""
        items: list[dict[str, Any]] = []
        cursor = None
        while True:
            found = self._services.catalog.counts(
                kind, cursor=cursor, limit=self._services.settings.max_page_items
            )
            items.extend(item.wire() for item in found.items)
            cursor = found.next
            if cursor is None:
                return {"items": items, "total": found.total, "next": None}

    def _both(self, name: str, value: Any) -> None:
        content = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        for one in (name, f"{name}.json"):
            self._folder.write(one, content)

    async def _page(
        self, address: Address, file: str, asked: str | None = None, root: str | None = None
    ) -> None:
        found = await self._get(asked or address.target, "text/html")
        reading = SitePage(address, file, self._base, _POLICY, self._has, root)
        html = reading.rewritten(found.body.decode("utf-8"))
        self._folder.write(file, html.encode("utf-8"))

    def _has(self, address: Address) -> bool:
        """Tell whether the site has what stands for an address; a list that a page leads to is written later."""
        if is_list(address):
            self._expect(address)
        return file_of(address) in self._known

    async def _get(self, target: str, accept: str) -> Answer:
        found = await get(self._app, target, accept)
        if found.status != 200:
            raise StorageError(f"The page {target[:200]} cannot be made: the server answers {found.status}.")
        return found

    def _map(self, records: list[_Entry]) -> None:
        """Write what search engines ask for; the map needs to know where the site is."""
        lines = ["User-agent: *", "Allow: /"]
        if self._url:
            entries: list[tuple[str, str | None]] = [(f"{self._url}/", None)]
            entries += [(f"{self._url}{one.path}/", one.date) for one in records]
            parts = [entries[at : at + _SITEMAP_URLS] for at in range(0, len(entries), _SITEMAP_URLS)]
            for number, part in enumerate(parts):
                name = f"sitemap-{number + 1}.xml" if number else "sitemap.xml"
                self._folder.write(name, _sitemap(part))
                lines.append(f"Sitemap: {self._url}/{name}")
        self._folder.write("robots.txt", "\n".join([*lines, ""]).encode())


def _sitemap(entries: list[tuple[str, str | None]]) -> bytes:
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    urls = [
        f"<url><loc>{escape(address)}</loc>{f'<lastmod>{date}</lastmod>' if date else ''}</url>\n"
        for address, date in entries
    ]
    return (head + "".join(urls) + "</urlset>\n").encode()


def _leading(target: str) -> bytes:
    """Return a page that leads to another one, with and without JavaScript; it names an icon, or browsers ask for one at the root."""
    shown = escape(target)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="refresh" content="0; url={shown}">\n<link rel="canonical" href="{shown}">\n'
        f'<link rel="icon" href="data:,">\n<title>errdex</title>\n</head>\n<body>\n<p><a href="{shown}">The record</a></p>\n</body>\n</html>\n'
    ).encode()


def _application(services: Services) -> FastAPI:
    """Return the server's pages and API without what guards a server from its callers."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    app.state.settings = services.settings
    app.state.services = services
    app.state.metrics = Metrics()
    app.state.static_site = True
    app.include_router(_router())
    app.include_router(api.router)
    app.include_router(pages.router)
    problems.install(app, pages.error_page)
    return app


def _router() -> APIRouter:
    router = APIRouter(include_in_schema=False)

    def own(request: Request, template: str, here: str) -> Response:
        services: Services = request.app.state.services
        found = services.catalog.search(Query(), limit=min(_ITEMS, services.settings.max_page_items))
        repos = services.catalog.counts("repo", limit=2)
        name = f"Errors of {repos.items[0].name}" if repos.total == 1 else "Error records"
        return page(request, template, {"found": found, "name": name, "here": here})

    @router.get(_HOME)
    def home(request: Request) -> Response:
        return own(request, "site_home.html", "/")

    @router.get(_SEARCH)
    def search(request: Request) -> Response:
        return own(request, "site_search.html", "/search")

    @router.get(_MISSING)
    def missing(request: Request) -> Response:
        return own(request, "site_missing.html", "")

    return router
