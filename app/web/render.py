"""Templates, static files and error page of the pages; nothing is read before the first page is asked for."""

from __future__ import annotations

import functools
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app import __version__
from app.domain.answer import shown_score
from app.services.visible import one_line
from app.web.addresses import root_path_of, route_path
from app.web.markup import mark_interpolations, paragraphs, prose, visible
from app.web.problems import Problem

__all__ = ["Asset", "assets", "base_path", "error_page", "origin", "page", "page_version"]

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Asset:
    """A static file in memory; `digest` is part of its address, so that it may be cached for ever."""

    content: bytes
    media_type: str
    digest: str


@functools.cache
def assets() -> Mapping[str, Asset]:
    """The files of `static/` by name."""
    found: dict[str, Asset] = {}
    for path in sorted((_HERE / "static").iterdir()):
        if path.is_file() and not path.name.startswith("."):
            content = path.read_bytes()
            media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            found[path.name] = Asset(content, media_type, hashlib.sha256(content).hexdigest()[:12])
    return found


@functools.cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.loopcontrols"],
    )
    environment.filters.update(
        score=shown_score,
        visible=visible,
        visible_text=one_line,
        prose=prose,
        paragraphs=paragraphs,
        mark_interpolations=mark_interpolations,
        thousands=lambda number: f"{number:,}",
    )
    environment.globals["version"] = __version__
    return environment


@functools.cache
def page_version() -> str:
    """Digest of all that shapes a page beside its data; part of the pages' ETags."""
    digest = hashlib.sha256(__version__.encode())
    for path in sorted((_HERE / "templates").rglob("*.html")):
        digest.update(path.read_bytes())
    for asset in assets().values():
        digest.update(asset.digest.encode())
    return digest.hexdigest()[:12]


def base_path(request: Request) -> str:
    """Path that stands before every local link: that of the proxy in front, or nothing."""
    return root_path_of(request.scope)


def origin(request: Request) -> str:
    """Address of this server for people to copy: PUBLIC_URL, else the one that was asked."""
    services = getattr(request.app.state, "services", None)
    if services is not None and services.settings.public_url:
        return str(services.settings.public_url).rstrip("/")
    return str(request.base_url).rstrip("/")


def page(
    request: Request,
    template: str,
    context: Mapping[str, Any],
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> HTMLResponse:
    """Render a template to a response; `headers` are added."""
    base = base_path(request)

    def static(name: str) -> str:
        return f"{base}/static/{name}?v={assets()[name].digest}"

    def local(url: str) -> str:
        """An address of this server without scheme and host: the page stays where its reader is."""
        parts = urlsplit(url)
        return parts.path if parts.netloc else base + url

    def search(**filters: str | None) -> str:
        query = urlencode({name: value for name, value in filters.items() if value})
        return f"{base}/search?{query}" if query else f"{base}/search"

    html = (
        _environment()
        .get_template(template)
        .render(
            {
                "base": base,
                "here": route_path(request.scope),
                "static": static,
                "local": local,
                "search_url": search,
                "static_site": getattr(request.app.state, "static_site", False),
                **context,
            }
        )
    )
    # A lone surrogate cannot be sent; `visible` has drawn those in shown text, an attribute may still hold one.
    return HTMLResponse(
        html.encode("utf-8", "replace"),
        status_code=status,
        headers=headers,
    )


def error_page(request: Request, problem: Problem) -> Response:
    """The HTML page for a problem; whoever calls has found that a browser asks for a page."""
    extra = problem.model_extra or {}
    context = {
        "problem": problem,
        "record_id": extra.get("id") if problem.code == "record-not-found" else None,
    }
    return page(request, "error.html", context, status=problem.status, headers={"Cache-Control": "no-store"})
