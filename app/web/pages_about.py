"""What this server is, what it does with what is pasted, its limits, and how to report a wrong record."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.services.wiring import Services
from app.web.api_meta import limits_of
from app.web.render import origin, page
from app.web.revalidation import revalidated

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/about")
def about(request: Request) -> Response:
    """Purpose, privacy, limits in force, and whom to tell."""
    services: Services = request.app.state.services
    settings = services.settings
    limits = [limit for _, limit in sorted(limits_of(settings).items())]
    context = {
        "limits": limits,
        "origin": origin(request),
        "report_url": settings.report_url,
        "takes_notes": settings.anonymous_notes,
    }
    state = f"{[limit.wire() for limit in limits]} {context['origin']} {settings.report_url} {settings.anonymous_notes}"
    return revalidated(request, state, lambda headers: page(request, "about.html", context, headers=headers))
