"""What the API's routes share: their JSON response, what they document of errors, and the page size."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final

from fastapi import Query, Request
from fastapi.responses import JSONResponse

from app.services.wiring import Services
from app.web.problem_kinds import CATALOGUE
from app.web.problems import PROBLEM_MEDIA_TYPE
from app.web.refusals import BadFields, FieldProblem

__all__ = ["Json", "PageLimit", "page_limit", "problems", "services_of"]

DEFAULT_PAGE_ITEMS: Final = 20
PROBLEM_SCHEMA: Final = {"$ref": "#/components/schemas/Problem"}

PageLimit = Annotated[
    int | None,
    Query(ge=1, description="Items in a page; `maxPageItems` of /api/limits is the most. Default 20."),
]


class Json(JSONResponse):
    """JSON in UTF-8; half a surrogate pair, which UTF-8 does not have, goes out escaped rather than as a 500."""

    def render(self, content: Any) -> bytes:
        """Return the bytes of the body."""
        try:
            return super().render(content)
        except UnicodeEncodeError:
            return json.dumps(content, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode()


def services_of(request: Request) -> Services:
    """Return the services of this process."""
    services: Services = request.app.state.services
    return services


def page_limit(limit: int | None, request: Request) -> int:
    """Return the page size that was asked for.

    Raises:
        BadFields: it is over `max_page_items`; it is not silently lowered.
    """
    most = services_of(request).settings.max_page_items
    if limit is None:
        return min(DEFAULT_PAGE_ITEMS, most)
    if limit > most:
        raise BadFields(
            [FieldProblem(field="query.limit", problem=f"is {limit}; the most is {most}", type="too-large")]
        )
    return limit


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the `responses` of a route: the statuses named and those that every route may give."""
    return {status: _problem_response(status) for status in sorted({400, 500, 503, *statuses})}


def _problem_response(status: int) -> dict[str, Any]:
    kinds = [code for code, (of, _, _) in CATALOGUE.items() if of == status]
    return {
        "description": f"Problem: {', '.join(kinds)}.",
        "content": {PROBLEM_MEDIA_TYPE: {"schema": PROBLEM_SCHEMA}},
    }
