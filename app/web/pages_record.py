"""The page of a record, and the addresses that lead to it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse
from markupsafe import Markup

from app.domain.identity import record_path, record_url
from app.domain.listing import Found
from app.domain.next_steps import Pasted, next_steps
from app.domain.page_text import write_page
from app.domain.records import Envelope
from app.errors import RecordNotFound
from app.services.reply_markdown import code_span, prose
from app.services.visible import one_line
from app.services.wiring import Services
from app.web.negotiation import preferred
from app.web.pages_notes import notes_context, rendered
from app.web.record_view import RELATED_SHOWN, record_context
from app.web.render import base_path, origin, page
from app.web.revalidation import revalidated

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_NAME_WITH_ID: Final = re.compile(r"(?:.*-)?([0-9a-f]{16})")
_REVALIDATE: Final = {"Cache-Control": "no-cache"}


@router.get("/errors/{owner}/{repo}/{name}")
def record(request: Request, owner: str, repo: str, name: str, format: str | None = None) -> Response:  # noqa: A002
    """The page of a record, `{slug}-{id}`; by slug alone the one record or the list of those that share it."""
    services: Services = request.app.state.services
    if found_id := _NAME_WITH_ID.fullmatch(name):
        try:
            found = services.catalog.get(found_id[1])
        except RecordNotFound:
            if not services.catalog.by_slug(f"{owner}/{repo}", name):
                raise
        else:
            return _record(request, services, found, as_text=format == "txt")
    same_slug = services.catalog.by_slug(f"{owner}/{repo}", name)
    if not same_slug:
        raise RecordNotFound(name)
    if len(same_slug) == 1:
        found = services.catalog.get(same_slug[0].id)
        return _found_at(request, found)
    context = {"items": same_slug, "repo": f"{owner}/{repo}", "slug": name}
    return page(request, "same_slug.html", context, headers=_REVALIDATE)


@router.get("/e/{record_id}")
def short(request: Request, record_id: str) -> Response:
    """The short address of a record leads to its page."""
    services: Services = request.app.state.services
    found = services.catalog.get(record_id)
    return _found_at(request, found)


def _found_at(request: Request, found: Found) -> Response:
    path = base_path(request) + record_path(found.envelope.record)
    return RedirectResponse(path + _query(request), status_code=302)


def _record(request: Request, services: Services, found: Found, *, as_text: bool) -> Response:
    envelope = found.envelope
    path = base_path(request) + record_path(envelope.record)
    if found.alias_of is not None:
        return RedirectResponse(path + _query(request), status_code=308)
    if not request.url.path.endswith(record_path(envelope.record)):
        return RedirectResponse(path + _query(request), status_code=301)
    as_text = as_text or preferred(request.headers.get("accept"), ["text/html", "text/plain"]) == "text/plain"
    notes = notes_context(services, envelope.record.id)
    # Related errors hang on the whole base, so the revision is part of what this page is.
    settings = services.settings
    state = f"{found.etag} {found.revision} {as_text} {settings.public_url} {settings.report_url} {notes['notes_state']}"

    def make(headers: Mapping[str, str]) -> Response:
        limit = min(RELATED_SHOWN, settings.max_page_items)
        related = services.catalog.related(envelope.record.id, limit=limit)
        unresolved = services.catalog.unresolved_related(envelope.record.id)
        if as_text:
            titles = [*(item.title for item in related), *unresolved][:RELATED_SHOWN]
            return PlainTextResponse(write_page(envelope, titles), headers=dict(headers))
        upstream = services.releases.upstream(envelope)
        steps = [
            *([upstream] if upstream else []),
            *next_steps(envelope.errdex.facts, Pasted(file_path=envelope.record.file_path)),
        ]
        context = record_context(
            envelope,
            related,
            unresolved,
            steps,
            notes=bool(notes["notes"] or notes["takes_notes"] or notes["people"]),
        )
        canonical = record_url(envelope.record, settings.public_url) if settings.public_url else path
        context |= {
            **rendered(notes),
            "canonical": canonical,
            "address": origin(request) + record_path(envelope.record),
            "linked_data": _linked_data(envelope, context, canonical),
            "issue_text": _issue_text(envelope, context, origin(request)),
            "report_url": _report_url(services, envelope, context),
        }
        return page(request, "record.html", context, headers=headers)

    return revalidated(request, state, make, vary="Accept")


def _query(request: Request) -> str:
    return f"?{request.url.query}" if request.url.query else ""


def _linked_data(envelope: Envelope, context: Mapping[str, Any], url: str) -> Markup:
    """Return what the page says for machines, as JSON that may stand in a script element: it has no `<`."""
    record = envelope.record
    about: dict[str, Any] = {"@type": "SoftwareSourceCode", "name": record.file_path}
    if not record.repo.startswith(("pypi/", "local/")):
        about["codeRepository"] = f"https://github.com/{record.repo}"
    said = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": one_line(context["title"]),
        "description": context["description"],
        "url": url,
        "identifier": record.id,
        "keywords": record.tags,
        "dateModified": record.analyzed_at,
        "about": about,
        "isPartOf": {"@type": "WebSite", "name": "errdex"},
    }
    text = json.dumps({name: value for name, value in said.items() if value})
    for char in "<>&":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return Markup(text)  # noqa: S704 - the characters that HTML reads are escaped as JSON


def _issue_text(envelope: Envelope, context: Mapping[str, Any], address: str) -> str:
    """Return the record in a few lines of Markdown, to be pasted into an issue or a chat."""
    record = envelope.record
    name = f"{record.error_class}: {context['title']}" if record.error_class else context["title"]
    lines = [f"**{prose(name)}**", f"{address}{record_path(record)}", ""]
    place = code_span(f"{record.file_path}:{record.line_number}")
    lines.append(f"Raised at {place} of {prose(record.repo)}.")
    if record.solutions:
        lines += ["", prose(record.solutions[0])]
    return "\n".join(lines)


def _report_url(services: Services, envelope: Envelope, context: Mapping[str, Any]) -> str | None:
    """Return where a reader tells that the record is wrong: the address that the operator set."""
    url = services.settings.report_url
    if url is None:
        return None
    title = f"Record {envelope.record.id}: {context['title']}"
    return f"{url}{'&' if '?' in url else '?'}title={quote(one_line(title), safe='')}"
