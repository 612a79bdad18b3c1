"""What search engines ask for: `robots.txt`, and the map of all record pages, streamed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from app.services.wiring import Services
from app.web.render import origin
from app.web.revalidation import revalidated

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_NAMESPACE: Final = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_XML: Final = "application/xml"
_HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_PIECE_URLS: Final = 500
# Pages of their own beside the records; searches are without end, and are left out.
_PAGES: Final = ("/", "/repos", "/tags", "/backgrounds", "/drift", "/stats", "/docs", "/about")


@router.get("/robots.txt")
def robots(request: Request) -> Response:
    """What crawlers may read: pages, and no endless searches or write addresses."""
    lines = ["User-agent: *"]
    lines += [f"Disallow: {path}" for path in ("/search", "/api/", "/bots/", "/mcp", "/metrics")]
    lines += ["", f"Sitemap: {origin(request)}/sitemap.xml", ""]
    return PlainTextResponse("\n".join(lines), headers={"Cache-Control": "no-cache"})


@router.get("/sitemap.xml")
def sitemap_index(request: Request) -> Response:
    """The list of the parts: one of the pages that are not records, then the records, 50,000 in a part."""
    services: Services = request.app.state.services
    revision, parts = services.sitemap.parts()
    address = escape(origin(request))
    body = [_HEAD, f"<sitemapindex {_NAMESPACE}>\n"]
    body += [f"<sitemap><loc>{address}/sitemap-{number}.xml</loc></sitemap>\n" for number in range(parts + 1)]
    body.append("</sitemapindex>\n")
    return revalidated(
        request,
        f"{revision} {address}",
        lambda headers: Response("".join(body), media_type=_XML, headers=dict(headers)),
    )


@router.get("/sitemap-{number}.xml")
def sitemap_part(request: Request, number: int) -> Response:
    """A part of the map; 0 has the pages that are not records."""
    services: Services = request.app.state.services
    address = origin(request)
    entries: Iterator[tuple[str, str | None]] | None
    entries = iter([(path, None) for path in _PAGES]) if number == 0 else services.sitemap.part(number)
    if entries is None:
        raise HTTPException(404, f"The map of this site has no part {number}.")
    stream = _urls(address, entries)
    return revalidated(
        request,
        f"{services.catalog.revision()} {address}",
        lambda headers: StreamingResponse(stream, media_type=_XML, headers=dict(headers)),
    )


def _urls(address: str, entries: Iterator[tuple[str, str | None]]) -> Iterator[str]:
    piece = [_HEAD, f"<urlset {_NAMESPACE}>\n"]
    for path, date in entries:
        changed = f"<lastmod>{escape(date)}</lastmod>" if date else ""
        piece.append(f"<url><loc>{escape(address + path)}</loc>{changed}</url>\n")
        if len(piece) >= _PIECE_URLS:
            yield "".join(piece)
            piece = []
    yield "".join([*piece, "</urlset>\n"])
