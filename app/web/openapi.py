"""The OpenAPI document: what FastAPI reads off the routes, completed with problems, limits and examples."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app import __version__
from app.config import Settings
from app.web.addresses import public_path
from app.web.problems import Problem
from app.web.refusals import FieldProblem
from app.web.schemas import MatchRequest

__all__ = ["describe", "examples"]

_TITLE: Final = "errdex"
_SUMMARY: Final = "Paste a traceback, get the raise site, the reason and the fix."
_DESCRIPTION: Final = """\
A knowledge base of the errors that open-source code raises. Keys may be added to any answer, never changed or
removed. Page tokens are opaque. Every error is an RFC 9457 problem; the kinds are listed at `/docs/problems`.
A request may carry `X-Request-ID`; the answer returns it, or one of its own.
"""
_TAGS: Final = [
    {"name": "match", "description": "From a paste to the records of its errors."},
    {"name": "records", "description": "Look up, search and list records."},
    {"name": "write", "description": "Write and withdraw records; 404 until the server has an access token."},
    {"name": "notes", "description": "What people say of records, and what came of answers."},
    {"name": "about", "description": "What the server holds and which limits it sets."},
    {"name": "operations", "description": "Health and metrics."},
]
_LICENCE: Final = {"name": "Apache-2.0", "identifier": "Apache-2.0"}
_REFERENCE: Final = "#/components/schemas/{model}"


def describe(app: FastAPI, settings: Settings) -> None:
    """Make `app.openapi` return the completed document, built once when it is first asked for."""

    @functools.cache
    def document() -> dict[str, Any]:
        return _document(app, settings)

    app.openapi = document  # type: ignore[method-assign]  # the documented way to replace it


@functools.cache
def examples() -> dict[str, Any]:
    """Return real requests and answers over a bundled record, by operation id."""
    loaded: dict[str, Any] = json.loads((Path(__file__).parent / "examples.json").read_text(encoding="utf-8"))
    return loaded


def _document(app: FastAPI, settings: Settings) -> dict[str, Any]:
    document = get_openapi(
        title=_TITLE,
        version=__version__,
        summary=_SUMMARY,
        description=_DESCRIPTION,
        license_info=_LICENCE,
        tags=_TAGS,
        routes=app.routes,
    )
    document["servers"] = [{"url": public_path(settings.public_url) or "/"}]
    components = document.setdefault("components", {})
    components["securitySchemes"] = {
        "accessToken": {"type": "http", "scheme": "bearer", "description": "Of `errdex token new`."}
    }
    schemas = components.setdefault("schemas", {})
    for model in (Problem, FieldProblem, MatchRequest):
        schema = model.model_json_schema(by_alias=True, mode="validation", ref_template=_REFERENCE)
        schema.pop("$defs", None)
        schemas[model.__name__] = schema
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    schemas["MatchRequest"]["properties"]["limit"]["maximum"] = settings.max_matches_per_event
    for path, operations in document["paths"].items():
        for operation in operations.values():
            _plain_parameters(operation)
            _bound_limit(
                operation, settings.max_matches_per_event if path == "/api/match" else settings.max_page_items
            )
            _add_examples(operation)
    return document


def _plain_parameters(operation: dict[str, Any]) -> None:
    """Say of an optional query parameter what it may be; left out it is, null it cannot be."""
    for parameter in operation.get("parameters", []):
        schema = parameter["schema"]
        options = [option for option in schema.pop("anyOf", []) if option.get("type") != "null"]
        for option in options:
            schema.update(option)
        schema.pop("description", None)
        schema.pop("title", None)


def _bound_limit(operation: dict[str, Any], most: int) -> None:
    """Say the maximum that the settings give; FastAPI reads only what stands in the code."""
    for parameter in operation.get("parameters", []):
        if parameter["name"] == "limit":
            parameter["schema"]["maximum"] = most


def _add_examples(operation: dict[str, Any]) -> None:
    """Put the real examples of an operation beside its schemas."""
    example = examples().get(operation["operationId"], {})
    for name, value in example.get("parameters", {}).items():
        for parameter in operation["parameters"]:
            if parameter["name"] == name:
                parameter["example"] = value
    for media_type, value in example.get("request", {}).items():
        operation["requestBody"]["content"][media_type]["example"] = value
    for status, contents in example.get("responses", {}).items():
        for media_type, value in contents.items():
            operation["responses"][status]["content"][media_type]["example"] = value
