"""ETags of pages: a page that its reader has already is answered with 304."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from fastapi import Request, Response

from app.web.render import base_path, page_version

__all__ = ["revalidated"]


def revalidated(
    request: Request,
    state: str,
    make: Callable[[Mapping[str, str]], Response],
    *,
    vary: str | None = None,
) -> Response:
    """Return 304 where the client has the page as it is, else the page with its headers.

    Args:
        request: whose query and `If-None-Match` count.
        state: changes with what the page shows; the templates and the address count beside it.
        make: makes the page, with these headers.
        vary: header that decides on the page.
    """
    parts = f"{state} {page_version()} {base_path(request)} {request.url}"
    etag = f'W/"{hashlib.sha256(parts.encode("utf-8", "replace")).hexdigest()[:24]}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if vary:
        headers["Vary"] = vary
    if _named(request.headers.get("if-none-match", ""), etag):
        return Response(status_code=304, headers=headers)
    return make(headers)


def _named(if_none_match: str, etag: str) -> bool:
    tags = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
    return "*" in tags or etag.removeprefix("W/") in tags
