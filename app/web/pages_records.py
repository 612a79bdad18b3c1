"""Record pages, search and lists."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi import Query as QueryParameter
from fastapi.responses import PlainTextResponse, RedirectResponse
from pydantic import Field

from app.domain.answer import DERIVED_STEPS, NOT_EXPLAINED, Related, Shape, is_explained
from app.domain.identity import record_path, record_url, title_of
from app.domain.listing import Found, Query, Stats
from app.domain.next_steps import Pasted, next_steps
from app.domain.page_form import KINDS
from app.domain.page_text import write_page
from app.domain.records import Envelope
from app.errors import RecordNotFound
from app.services.visible import one_line
from app.services.wiring import Services
from app.web.negotiation import preferred
from app.web.render import base_path, page, page_version
from app.web.snippets import code_html, fix_parts, source_lines

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_NAME_WITH_ID = re.compile(r"(?:.*-)?([0-9a-f]{16})")
_SHA_SHOWN = 10
_RELATED_SHOWN = 5
_DESCRIPTION_CHARS = 160
_PAGE_ITEMS = 20
_LIST_ITEMS = 100
_CHOICES = 50
_REVALIDATE = "no-cache"

ListKind = Literal["repo", "tag", "background"]
_Text = Annotated[str | None, Field(max_length=500)]


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
        return RedirectResponse(base_path(request) + record_path(found.envelope.record), status_code=302)
    return page(
        request,
        "same_slug.html",
        {"items": same_slug, "repo": f"{owner}/{repo}", "slug": name},
        headers={"Cache-Control": _REVALIDATE},
    )


@router.get("/e/{record_id}")
def short(request: Request, record_id: str) -> Response:
    """The short address of a record leads to its page."""
    services: Services = request.app.state.services
    found = services.catalog.get(record_id)
    return RedirectResponse(base_path(request) + record_path(found.envelope.record), status_code=302)


def _record(request: Request, services: Services, found: Found, *, as_text: bool) -> Response:
    envelope = found.envelope
    canonical = base_path(request) + record_path(envelope.record)
    if found.alias_of is not None:
        return RedirectResponse(canonical + _query(request), status_code=308)
    if not request.url.path.endswith(record_path(envelope.record)):
        return RedirectResponse(canonical + _query(request), status_code=301)
    as_text = as_text or preferred(request.headers.get("accept"), ["text/html", "text/plain"]) == "text/plain"
    # Related errors hang on the whole base, so the revision is part of what this page is.
    state = f"{found.etag} {found.revision} {page_version()} {as_text} {services.settings.public_url}"
    etag = f'W/"{hashlib.sha256(state.encode()).hexdigest()[:24]}"'
    headers = {"ETag": etag, "Cache-Control": _REVALIDATE, "Vary": "Accept"}
    if _known(request.headers.get("if-none-match", ""), etag):
        return Response(status_code=304, headers=headers)
    related = services.catalog.related(envelope.record.id, limit=_most(services, _RELATED_SHOWN))
    unresolved = services.catalog.unresolved_related(envelope.record.id)
    if as_text:
        titles = [*(item.title for item in related), *unresolved][:_RELATED_SHOWN]
        return PlainTextResponse(write_page(envelope, titles), headers=headers)
    context = {
        **record_context(envelope, related, unresolved),
        "canonical": record_url(envelope.record, services.settings.public_url)
        if services.settings.public_url
        else canonical,
    }
    return page(request, "record.html", context, headers=headers)


def _query(request: Request) -> str:
    return f"?{request.url.query}" if request.url.query else ""


def _known(if_none_match: str, etag: str) -> bool:
    tags = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
    return "*" in tags or etag.removeprefix("W/") in tags


@dataclass(frozen=True)
class Section:
    """A part of the record page that has content: its anchor and its heading."""

    anchor: str
    heading: str


def record_context(envelope: Envelope, related: list[Related], unresolved: list[str]) -> dict[str, Any]:
    """All that the record template shows; `sections` are those with content, in the order of the seeds' pages."""
    record, extra = envelope.record, envelope.errdex
    details = _details(envelope)
    steps = next_steps(extra.facts, Pasted(file_path=record.file_path))
    explained = is_explained(record.documentation, record.solutions, record.example_fix)
    when = ("when", "When it happens", record.trigger_scenarios or record.common_situations)
    candidates = [
        ("message", "Error message", record.error_message),
        ("meaning", "What it means", record.documentation),
        *([] if explained else [("steps", DERIVED_STEPS, steps), when]),
        ("source", "Source", record.file_path),
        ("solutions", "Solutions", record.solutions),
        ("fix", "Example fix", record.example_fix),
        *([("steps", DERIVED_STEPS, steps)] if explained else []),
        ("validation", "Validation code", record.validation_code),
        ("guard", "Type guard", record.type_guard),
        ("catch", "Try / catch", record.try_catch_pattern),
        *([when] if explained else []),
        ("prevention", "Prevention", record.prevention_tips),
        ("tags", "Tags", record.tags or record.background_tag),
        ("details", "Details", details),
        ("related", "Related errors", related or unresolved),
    ]
    path = record.file_path
    first = record.source_code_start or max(1, record.line_number - 18)
    title = title_of(record, extra.function)
    return {
        "record": record,
        "extra": extra,
        "envelope": envelope,
        "title": title,
        "description": _description(record.documentation or record.error_message or title),
        "sections": [Section(anchor, heading) for anchor, heading, content in candidates if content],
        "source": source_lines(record.source_code, first, record.line_number, path)
        if record.source_code
        else [],
        "fix": fix_parts(record.example_fix, path) if record.example_fix else [],
        "code": {
            name: code_html(code, path)
            for name, code in (
                ("validation", record.validation_code),
                ("guard", record.type_guard),
                ("catch", record.try_catch_pattern),
            )
            if code
        },
        "sha": record.analyzed_sha[:_SHA_SHOWN] if record.analyzed_sha else None,
        "details": details,
        "steps": steps,
        "origin_words": _origin_words(envelope),
        "not_explained": NOT_EXPLAINED if extra.provenance.kind == "derived" and not explained else None,
        "related": related,
        "unresolved": unresolved[: max(0, _RELATED_SHOWN - len(related))],
    }


def _details(envelope: Envelope) -> list[tuple[str, str]]:
    """What has no section of its own, as label and value."""
    record, extra = envelope.record, envelope.errdex
    seen = [
        item.version + (f" (line {item.line_number})" if item.line_number else "") for item in extra.versions
    ]
    named: list[tuple[str, object]] = [
        ("Error code", record.error_code),
        ("Error type", record.error_type),
        ("HTTP status", record.http_status),
        ("Handling strategy", record.handling_strategy),
        ("Seen in", ", ".join(seen)),
        ("License of the code", extra.license),
        ("From", extra.source),
        ("Data set of", envelope.dataset_version),
    ]
    return [(label, str(value)) for label, value in named if value is not None and value != ""]


def _origin_words(envelope: Envelope) -> str:
    """Who says all this, about which version, when; a kind that is not known is not made up."""
    record = envelope.record
    kind = next((word for word, kind in KINDS.items() if kind == envelope.errdex.provenance.kind), None)
    sha = f"@{record.analyzed_sha[:_SHA_SHOWN]}" if record.analyzed_sha else ""
    date = f" ({record.analyzed_at[:10]})" if record.analyzed_at else ""
    return f"{f'{kind} analysis' if kind else 'Analysis'} of {record.repo}{sha}{date}."


def _description(text: str) -> str:
    flat = one_line(text)
    if len(flat) <= _DESCRIPTION_CHARS:
        return flat
    return flat[: _DESCRIPTION_CHARS - 1].rsplit(" ", 1)[0] + "…"


class SearchParameters(Shape):
    """The address of a search; an empty field of the form is no condition."""

    q: _Text = None
    repo: _Text = None
    tag: _Text = None
    error_class: _Text = None
    background_tag: _Text = None
    cursor: str | None = None

    def asked(self) -> dict[str, str]:
        """Return what is asked for, by name on the wire."""
        wire: dict[str, str | None] = self.model_dump(by_alias=True, exclude={"cursor"})
        return {name: value.strip() for name, value in wire.items() if value and value.strip()}


@router.get("/search")
def search(request: Request, parameters: Annotated[SearchParameters, QueryParameter()]) -> Response:
    """Records by words and filters, a page at a time."""
    services: Services = request.app.state.services
    catalog = services.catalog
    asked = parameters.asked()
    query = Query.model_validate(asked)
    cursor = parameters.cursor or None
    found = catalog.search(query, cursor=cursor, limit=_most(services, _PAGE_ITEMS))
    stats = catalog.stats()
    context = {
        "asked": asked,
        "fields": _fields(services, stats),
        "found": found,
        "records": stats.records,
        "first_page": cursor is None,
        "next_url": f"?{urlencode({**asked, 'cursor': found.next})}" if found.next else None,
        "first_url": f"?{urlencode(asked)}",
        "without": {name: {key: value for key, value in asked.items() if key != name} for name in asked},
    }
    return page(request, "search.html", context, headers={"Cache-Control": _REVALIDATE})


def _most(services: Services, items: int) -> int:
    return min(items, services.settings.max_page_items)


def _fields(services: Services, stats: Stats) -> list[dict[str, Any]]:
    """The filters of the search form, with the most used values of each to choose from."""

    def names(kind: ListKind) -> list[str]:
        return [count.name for count in services.catalog.counts(kind, limit=_most(services, _CHOICES)).items]

    return [
        {"name": "repo", "label": "Repository", "choices": names("repo")},
        {"name": "errorClass", "label": "Class", "choices": [count.name for count in stats.error_classes]},
        {"name": "tag", "label": "Tag", "choices": names("tag")},
        {"name": "backgroundTag", "label": "Kind of mistake", "choices": names("background")},
    ]


_LISTS: dict[ListKind, tuple[str, str, str]] = {
    "repo": ("Repositories", "repo", "The projects whose errors are in this base."),
    "tag": ("Tags", "tag", "What the errors have to do with."),
    "background": ("Kinds of mistake", "backgroundTag", "The same mistake, made in different projects."),
}


def _list(request: Request, kind: ListKind, cursor: str | None) -> Response:
    services: Services = request.app.state.services
    found = services.catalog.counts(kind, cursor=cursor or None, limit=_most(services, _LIST_ITEMS))
    heading, parameter, lead = _LISTS[kind]
    context = {
        "heading": heading,
        "lead": lead,
        "parameter": parameter,
        "found": found,
        "first_page": cursor is None,
        "next_url": f"?{urlencode({'cursor': found.next})}" if found.next else None,
    }
    return page(request, "counts.html", context, headers={"Cache-Control": _REVALIDATE})


@router.get("/repos")
def repos(request: Request, cursor: str | None = None) -> Response:
    """The repositories of the base."""
    return _list(request, "repo", cursor)


@router.get("/tags")
def tags(request: Request, cursor: str | None = None) -> Response:
    """The tags of the base."""
    return _list(request, "tag", cursor)


@router.get("/backgrounds")
def backgrounds(request: Request, cursor: str | None = None) -> Response:
    """The kinds of mistake of the base."""
    return _list(request, "background", cursor)
