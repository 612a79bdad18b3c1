"""`/docs`: the API's reference as a plain page of this server, made from its own OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request, Response

from app.web.answers import Json
from app.web.problem_kinds import CATALOGUE
from app.web.render import page

__all__ = ["Operation", "operations_of", "router"]

router = APIRouter(include_in_schema=False)

_HEADERS = {"Cache-Control": "no-cache"}


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation as the page shows it; `curl` is a line to copy."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    parameters: list[Mapping[str, Any]]
    bodies: list[str]
    answers: list[tuple[str, str, list[str]]]
    example: str | None
    curl: str


@router.get("/openapi.json")
def openapi_document(request: Request) -> Response:
    """Serve the document itself."""
    return Json(request.app.openapi(), headers=_HEADERS)


@router.get("/docs")
def docs(request: Request) -> Response:
    """List all operations by tag."""
    document: dict[str, Any] = request.app.openapi()
    groups = [
        (tag["name"], tag["description"], operations_of(document, tag["name"], _origin(request)))
        for tag in document["tags"]
    ]
    context = {"info": document["info"], "groups": groups, "catalogue": CATALOGUE}
    return page(request, "api_docs.html", context, headers=_HEADERS)


@router.get("/docs/problems")
def docs_problems(request: Request) -> Response:
    """Explain every kind of problem; the `type` of a problem points here."""
    kinds = [
        (code, status, HTTPStatus(status).phrase, title, advice)
        for code, (status, title, advice) in CATALOGUE.items()
    ]
    return page(request, "api_problems.html", {"kinds": kinds}, headers=_HEADERS)


def operations_of(document: Mapping[str, Any], tag: str, origin: str) -> list[Operation]:
    """Return the operations of a tag in the document's order."""
    return [
        _operation(path, method, operation, origin)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if tag in operation.get("tags", ())
    ]


def _operation(path: str, method: str, operation: Mapping[str, Any], origin: str) -> Operation:
    bodies = operation.get("requestBody", {}).get("content", {})
    parameters = operation.get("parameters", [])
    sample = (
        operation["responses"].get("200", {}).get("content", {}).get("application/json", {}).get("example")
    )
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        description=operation.get("description", ""),
        parameters=[{**parameter, "kind": _kind(parameter["schema"])} for parameter in parameters],
        bodies=list(bodies),
        answers=[
            (status, response["description"], list(response.get("content", {})))
            for status, response in sorted(operation["responses"].items())
        ],
        example=None if sample is None else json.dumps(sample, indent=2, ensure_ascii=False),
        curl=_curl(path, method, parameters, bodies, origin),
    )


def _kind(schema: Mapping[str, Any]) -> str:
    """Say a parameter's type and bounds in a few words."""
    if schema.get("type") == "array":
        return "list of strings"
    words = str(schema.get("type", "any"))
    if "minimum" in schema or "maximum" in schema:
        words += f", {schema.get('minimum', '')} to {schema.get('maximum', 'any')}"
    return words


def _curl(
    path: str, method: str, parameters: list[Mapping[str, Any]], bodies: Mapping[str, Any], origin: str
) -> str:
    query: list[str] = []
    for parameter in parameters:
        if "example" in parameter and parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", str(parameter["example"]))
        elif "example" in parameter:
            query.append(f"{parameter['name']}={parameter['example']}")
    url = f"{origin}{path}" + ("?" + "&".join(query) if query else "")
    if method == "post" and "text/plain" in bodies:
        return f"curl --data-binary @log -H 'Content-Type: text/plain' {origin}{path}"
    return f"curl '{url}'" if "?" in url else f"curl {url}"


def _origin(request: Request) -> str:
    public_url: str | None = request.app.state.settings.public_url
    return (public_url or str(request.base_url)).rstrip("/")
