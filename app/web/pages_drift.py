"""What became of a package's errors between two learned releases; all of it is read from the base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi import Query as QueryParameter
from fastapi.responses import PlainTextResponse
from pydantic import Field

from app.domain.answer import Shape
from app.domain.drift import CHANGES, Change
from app.domain.versions import is_stable
from app.errors import BadInput
from app.services.drift_words import DRIFT_TITLES, details_of, drift_markdown, summary_of
from app.services.releases import BaseDrift, KnownRelease
from app.services.wiring import Services
from app.web.refusals import TooManyComparisons
from app.web.render import page
from app.web.revalidation import revalidated

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_PAGE_ITEMS: Final = 25
_LAST_PAGE: Final = 100_000
_RETRY_AFTER_SECONDS: Final = 5
_TABS: Final[Mapping[str, str]] = {
    "gone": "Gone",
    "relaxed": "Fewer cases",
    "reworded": "Reworded",
    "moved": "Moved",
    "tightened": "More cases",
    "conditions": "Other conditions",
    "added": "New",
}
_Name = Annotated[str | None, Field(max_length=200)]
Kind = Literal["gone", "relaxed", "reworded", "moved", "tightened", "conditions", "added"]


class DriftParameters(Shape):
    """Which releases are compared, and which part is shown; without them the two newest stable ones."""

    package: _Name = None
    old: _Name = None
    new: _Name = None
    kind: Kind | None = None
    page: int = Field(1, ge=1, le=_LAST_PAGE)
    format: Literal["html", "md"] = "html"


@router.get("/drift")
def drifts(request: Request) -> Response:
    """The repositories with learned releases."""
    services: Services = request.app.state.services

    def make(headers: Mapping[str, str]) -> Response:
        return page(request, "drifts.html", {"repos": services.releases.repos()}, headers=headers)

    return revalidated(request, str(services.catalog.revision()), make)


@router.get("/drift/{owner}/{repo}")
def drift(
    request: Request, owner: str, repo: str, parameters: Annotated[DriftParameters, QueryParameter()]
) -> Response:
    """Two releases of a repository's package, one kind of change at a time."""
    services: Services = request.app.state.services
    name = f"{owner}/{repo}"

    def make(headers: Mapping[str, str]) -> Response:
        known = services.releases.of(name)
        if not known:
            raise HTTPException(404, f"No release of {name[:200]!r} was learned here.")
        package = parameters.package or max(known, key=lambda one: (len(known[one]), one))
        if package not in known:
            raise BadInput(f"Of {name} no package {package!r} was learned, but {', '.join(sorted(known))}.")
        releases = known[package]
        context: dict[str, Any] = {
            "repo": name,
            "packages": sorted(known),
            "package": package,
            "releases": releases,
            "drift": None,
        }
        as_markdown = parameters.format == "md"
        if len(releases) > 1:
            stable = [one for one in releases if is_stable(one.version)]
            before, last = (stable if len(stable) > 1 else releases)[-2:]
            old = _release(releases, parameters.old, before)
            new = _release(releases, parameters.new, last)
            if old.id == new.id:
                if as_markdown:
                    raise BadInput(
                        f"Nothing changed between {old.version} and itself. Give two releases as old and new, of "
                        f"{_versions(releases)}."
                    )
                context |= {"old": old, "new": new}
                return page(request, "drift.html", context, headers=headers)
            try:
                found = services.releases.drift(old, new)
            except TimeoutError:
                raise TooManyComparisons(_RETRY_AFTER_SECONDS) from None
            if as_markdown:
                return PlainTextResponse(
                    drift_markdown(found.drift), media_type="text/markdown", headers=dict(headers)
                )
            context |= {"old": old, "new": new, **_shown(found, parameters, package)}
        elif as_markdown:
            raise BadInput(
                f"Of {package} only {releases[0].version} was learned, so there is nothing to compare it with. "
                f"'errdex learn {package} --versions \"last 5\"' adds the last five releases."
            )
        return page(request, "drift.html", context, headers=headers)

    return revalidated(request, str(services.catalog.revision()), make)


def _release(releases: Sequence[KnownRelease], asked: str | None, otherwise: KnownRelease) -> KnownRelease:
    if not asked:
        return otherwise
    for one in releases:
        if one.version == asked:
            return one
    raise BadInput(f"The release {asked!r} was not learned; there are {_versions(releases)}.")


def _versions(releases: Sequence[KnownRelease]) -> str:
    return ", ".join(one.version for one in releases[-20:])


def _shown(found: BaseDrift, parameters: DriftParameters, package: str) -> dict[str, Any]:
    """Return the part of the changes that the page shows: one kind, a page at a time."""
    counts = found.drift.counts()
    kinds = [kind for kind in CHANGES if counts[kind]]
    kind = parameters.kind or (kinds[0] if kinds else None)
    changes: list[Change] = found.drift.of(kind) if kind else []
    start = (parameters.page - 1) * _PAGE_ITEMS
    versions = {"package": package, "old": found.drift.old, "new": found.drift.new}

    def address(**changed: str | int | None) -> str:
        query = {name: value for name, value in {**versions, **changed}.items() if value is not None}
        return f"?{urlencode(query)}"

    number = parameters.page
    return {
        "drift": found.drift,
        "summary": summary_of(found.drift),
        "kinds": [(one, _TABS[one], counts[one]) for one in kinds],
        "kind": kind,
        "title": DRIFT_TITLES[kind] if kind else "",
        "changes": [
            (one, found.paths.get(one.id), list(details_of(one)))
            for one in changes[start : start + _PAGE_ITEMS]
        ],
        "first": start + 1,
        "last": min(start + _PAGE_ITEMS, len(changes)),
        "total": len(changes),
        "address": address,
        "previous_url": address(kind=kind, page=number - 1 if number > 2 else None) if number > 1 else None,
        "next_url": address(kind=kind, page=number + 1) if start + _PAGE_ITEMS < len(changes) else None,
    }
