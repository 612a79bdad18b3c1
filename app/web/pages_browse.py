"""Search with facets, and the lists of repositories, tags and kinds of mistake."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi import Query as QueryParameter
from pydantic import Field

from app.domain.answer import Shape
from app.domain.facets import FACETS
from app.services.finder import Finding
from app.services.wiring import Services
from app.web.found_words import marker
from app.web.render import page
from app.web.revalidation import revalidated

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_PAGE_ITEMS: Final = 20
_LIST_ITEMS: Final = 100
_LAST_PAGE: Final = 100_000
# What can be a package to learn: `pip` takes it, and it is no option and no sentence.
_PACKAGE: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,60}[A-Za-z0-9])?")

FACET_LABELS: Final[Mapping[str, str]] = {
    "repo": "Repository",
    "errorClass": "Class",
    "tag": "Tag",
    "backgroundTag": "Kind of mistake",
    "severity": "Severity",
}

ListKind = Literal["repo", "tag", "background"]
_Text = Annotated[str | None, Field(max_length=500)]


class SearchParameters(Shape):
    """The address of a search; an empty field of the form is no condition."""

    q: _Text = None
    repo: _Text = None
    tag: _Text = None
    error_class: _Text = None
    background_tag: _Text = None
    severity: _Text = None
    page: int = Field(1, ge=1, le=_LAST_PAGE)

    def asked(self) -> dict[str, str]:
        """Return what is asked for, by name on the wire."""
        wire: dict[str, str | None] = self.model_dump(by_alias=True, exclude={"page"})
        return {name: value.strip() for name, value in wire.items() if value and value.strip()}


@router.get("/search")
def search(request: Request, parameters: Annotated[SearchParameters, QueryParameter()]) -> Response:
    """Records by words and filters, a page at a time, with what they can be narrowed down to."""
    services: Services = request.app.state.services
    asked = parameters.asked()
    revision = services.catalog.revision()
    state = f"{revision} {services.settings.public_url}"

    def make(headers: Mapping[str, str]) -> Response:
        filters: dict[str, str] = {name: asked[name] for name in FACETS if name in asked}
        items = min(_PAGE_ITEMS, services.settings.max_page_items)
        found = services.finder.find(asked.get("q"), filters, page=parameters.page, items=items)
        if found.revision != revision:
            # It is not what the ETag stands for: written to meanwhile, or found before the last write was read.
            headers = {"Cache-Control": "no-store"}
        context = _search_context(asked, found, parameters.page, items)
        context["examples"] = [] if found.total else _examples(services)
        return page(request, "search.html", context, headers=headers)

    return revalidated(request, state, make)


def _search_context(asked: Mapping[str, str], found: Finding, number: int, items: int) -> dict[str, Any]:
    def address(**changes: str | int | None) -> str:
        query = {name: value for name, value in {**asked, **changes}.items() if value is not None}
        return f"?{urlencode(query)}"

    words = asked.get("q", "")
    return {
        "asked": asked,
        "found": found,
        "labels": FACET_LABELS,
        "address": address,
        "first": (number - 1) * items + 1,
        "last": (number - 1) * items + len(found.items),
        "previous_url": address(page=number - 1 if number > 2 else None) if number > 1 else None,
        "next_url": address(page=number + 1) if number * items < found.total else None,
        "without": {name: {key: value for key, value in asked.items() if key != name} for name in asked},
        "package": words.lower() if _PACKAGE.fullmatch(words) else None,
        "marked": marker(words),
        "grouped": _grouped(asked, found),
    }


def _examples(services: Services) -> list[tuple[str, str, str]]:
    """Return searches that find something: a label, a parameter and its value."""
    catalog = services.catalog
    found = [("a class as in", "errorClass", one.name) for one in catalog.stats().error_classes[:1]]
    kinds: list[tuple[str, str, ListKind]] = [
        ("a kind of mistake as in", "backgroundTag", "background"),
        ("a tag as in", "tag", "tag"),
    ]
    for label, parameter, kind in kinds:
        found += [(label, parameter, one.name) for one in catalog.counts(kind, limit=1).items]
    return found


def _grouped(asked: Mapping[str, str], found: Finding) -> bool:
    """Tell whether the list gathers one kind of mistake over repositories, so that each row should name its own."""
    return "backgroundTag" in asked and "repo" not in asked and bool(found.items)


_LISTS: Final[dict[ListKind, tuple[str, str, str]]] = {
    "repo": ("Repositories", "repo", "The projects whose errors are in this base."),
    "tag": ("Tags", "tag", "What the errors have to do with."),
    "background": ("Kinds of mistake", "backgroundTag", "The same mistake, made in different projects."),
}


def _list(request: Request, kind: ListKind, cursor: str | None) -> Response:
    services: Services = request.app.state.services

    def make(headers: Mapping[str, str]) -> Response:
        limit = min(_LIST_ITEMS, services.settings.max_page_items)
        found = services.catalog.counts(kind, cursor=cursor or None, limit=limit)
        heading, parameter, lead = _LISTS[kind]
        context = {
            "heading": heading,
            "lead": lead,
            "parameter": parameter,
            "kind": kind,
            "found": found,
            "most": max((count.count for count in found.items), default=1),
            "released": dict(services.releases.repos()) if kind == "repo" else {},
            "first_page": cursor is None,
            "next_url": f"?{urlencode({'cursor': found.next})}" if found.next else None,
        }
        return page(request, "counts.html", context, headers=headers)

    return revalidated(request, str(services.catalog.revision()), make)


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
