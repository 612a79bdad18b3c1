"""The pages for people: paste box, answer, records, search, and the static files they need.

Server-rendered; all of it works without JavaScript, and nothing comes from another host. Reading order:
`pages_match` (paste and answer), `pages_record` (a record), `pages_browse` (search, lists), `render` (templates, errors).
"""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request, Response

from app.web import (
    pages_about,
    pages_browse,
    pages_crawlers,
    pages_drift,
    pages_match,
    pages_notes,
    pages_record,
    pages_stats,
)
from app.web.render import assets, error_page

__all__ = ["error_page", "router"]

_A_YEAR = 31_536_000

router = APIRouter(include_in_schema=False)
for _part in (
    pages_match,
    pages_record,
    pages_notes,
    pages_browse,
    pages_drift,
    pages_stats,
    pages_about,
    pages_crawlers,
):
    router.include_router(_part.router)


@router.get("/static/{name}")
def static(request: Request, name: str, v: str | None = None) -> Response:
    """A static file; with its digest as `v` it may be cached for ever, without it is asked for again."""
    asset = assets().get(name)
    if asset is None:
        raise HTTPException(404, f"There is no static file {name[:80]!r}.")
    etag = f'"{asset.digest}"'
    lifetime = f"public, max-age={_A_YEAR}, immutable" if v == asset.digest else "no-cache"
    headers = {"ETag": etag, "Cache-Control": lifetime}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(asset.content, media_type=asset.media_type, headers=headers)
