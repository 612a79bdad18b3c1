"""Query parameters that a route does not have are refused: a mistyped filter must not answer with everything."""

from __future__ import annotations

from fastapi import Request
from fastapi.routing import APIRoute

from app.web.refusals import BadFields, FieldProblem

__all__ = ["known_parameters"]


def known_parameters(request: Request) -> None:
    """Check the names in the query against those of the route; a FastAPI dependency.

    Raises:
        BadFields: a name that the route does not have; a problem for each.
    """
    route = request.scope.get("route")
    if not isinstance(route, APIRoute):
        return
    known = sorted(parameter.alias for parameter in route.dependant.query_params)
    unknown = [name for name in dict.fromkeys(request.query_params.keys()) if name not in known]
    if unknown:
        problem = f"is no parameter of this address; it has {', '.join(known) or 'none'}"
        raise BadFields(
            [FieldProblem(field=f"query.{name}", problem=problem, type="unknown") for name in unknown]
        )
