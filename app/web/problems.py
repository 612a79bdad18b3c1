"""Exceptions to responses: RFC 9457 `application/problem+json`, or the error page for a browser on a page route.

`response_for` is the only place where an exception becomes a response; handlers, guards and the catch-all
use it. A body says what happened, the limit and what to do; it never quotes a paste, and what it quotes of the
address and of the names of fields is redacted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, TypeAlias

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel
from starlette.exceptions import HTTPException

from app.domain.faults import Fault
from app.domain.redact import redact
from app.errors import BadRecords, ErrdexError, NeedsToken, StorageError, TooMany
from app.telemetry import get_logger
from app.web.addresses import root_path_of, route_path
from app.web.negotiation import prefers_html
from app.web.problem_kinds import CATALOGUE, CODE_OF_STATUS
from app.web.refusals import BadFields, FieldProblem, TooBusy

__all__ = [
    "PROBLEM_MEDIA_TYPE",
    "REQUEST_ID_KEY",
    "ErrorPage",
    "Problem",
    "field_problem",
    "install",
    "problem_of",
    "response_for",
]

PROBLEM_MEDIA_TYPE: Final = "application/problem+json"
logger = get_logger("app.web.problems")

REQUEST_ID_KEY: Final = "errdex.request_id"
_STORAGE_RETRY_SECONDS: Final = 5
# So many faults of records are listed; `faults` is how many there are.
_MAX_FAULTS: Final = 1000

# Routes for programs: a browser that comes here still gets the JSON.
_MACHINE_PREFIXES: Final = ("/api/", "/bots/", "/mcp", "/healthz", "/readyz", "/metrics", "/openapi.json")


class Problem(BaseModel):
    """RFC 9457 problem details; `code` is stable, further members name the limit that was hit."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_alias=True,
        validate_by_name=True,
        serialize_by_alias=True,
        extra="allow",
    )

    type: str = Field(description="Relative reference to the explanation of this kind of problem.")
    title: str
    status: int
    detail: str = Field(description="What happened here, the limit, and what to do.")
    instance: str = Field(description="Path of the request.")
    code: str = Field(description="Stable, machine-readable name of the kind.")
    request_id: str = Field(description="Also in X-Request-ID and in the server's log.")
    errors: list[FieldProblem] = Field(default_factory=list, description="Every field that is wrong.")


ErrorPage: TypeAlias = Callable[[Request, Problem], Response | None]


def problem_of(error: Exception, request: Request) -> tuple[Problem, dict[str, str]]:
    """Return the problem and the headers for an exception; an unforeseen one shows only the request id."""
    error = _told(error)
    match error:
        case ErrdexError() if error.code in CATALOGUE:
            return _of_errdex(error, request)
        case RequestValidationError():
            fields = [field_problem(fault) for fault in error.errors()]
            return _of_errdex(BadFields(fields), request)
        case ValidationError():  # our own answer broke its model: a fault of ours, and its text may quote the paste
            return _internal(request), {}
        case HTTPException():
            return _of_http(error, request)
        case _:
            return _internal(request), {}


def response_for(error: Exception, request: Request) -> Response:
    """Turn any exception into a response: an error page where a browser asks for a page, else problem+json."""
    problem, headers = problem_of(error, request)
    if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        # What our own errors say holds no pasted text; what others say may.
        reason = error.message if isinstance(error, ErrdexError) else None
        logger.error(
            "request-failed", code=problem.code, status=problem.status, reason=reason, exc_info=error
        )
    if problem.status == HTTPStatus.METHOD_NOT_ALLOWED and request.method == "OPTIONS":
        return Response(status_code=HTTPStatus.NO_CONTENT, headers=headers)
    headers["Cache-Control"] = "no-store"
    if not route_path(request.scope).startswith(_MACHINE_PREFIXES):
        headers["Vary"] = "Accept"
        error_page: ErrorPage | None = getattr(request.app.state, "error_page", None)
        if error_page is not None and prefers_html(request.headers.get("accept")):
            page = error_page(request, problem)
            if page is not None:
                page.headers.update(headers)
                return page
    # exclude_none would drop members that extend the problem with a null on purpose
    body = problem.model_dump_json(by_alias=True, ensure_ascii=True)
    return Response(body, status_code=problem.status, headers=headers, media_type=PROBLEM_MEDIA_TYPE)


def install(app: FastAPI, error_page: ErrorPage | None = None) -> None:
    """Register the handlers; everything that they do not name reaches the catch-all guard."""
    app.state.error_page = error_page

    async def handle(request: Request, error: Exception) -> Response:
        return response_for(error, request)

    for kind in (HTTPException, RequestValidationError, ErrdexError):
        app.add_exception_handler(kind, handle)


def field_problem(fault: Mapping[str, Any]) -> FieldProblem:
    """Turn one pydantic fault into a field problem; the input itself is not repeated."""
    path = ".".join(_printable(part) for part in fault["loc"])
    return FieldProblem(
        field=path or "body", problem=str(fault["msg"]).removeprefix("Value error, "), type=str(fault["type"])
    )


def _printable(part: object) -> str:
    return str(part).encode("utf-8", "backslashreplace").decode("utf-8")[:100]


def _told(error: Exception) -> Exception:
    """Unwrap what a library wrapped: form and JSON readers turn errors of the body limit into a bare 400."""
    if isinstance(error, HTTPException) and isinstance(error.__cause__, ErrdexError):
        return error.__cause__
    return error


def _internal(request: Request) -> Problem:
    _, title, advice = CATALOGUE["internal"]
    return _problem("internal", 500, title, advice, request)


def _of_errdex(error: ErrdexError, request: Request) -> tuple[Problem, dict[str, str]]:
    fields: list[FieldProblem] = []
    headers: dict[str, str] = {}
    extra = {to_camel(name): value for name, value in error.extra.items()}
    if isinstance(error, BadFields):
        fields = error.fields
    elif isinstance(error, BadRecords):
        fields = [
            FieldProblem(
                field=_place_of(fault),
                problem=f"{fault.problem}. {fault.advice}",
                type="bad-record",
            )
            for fault in error.faults[:_MAX_FAULTS]
        ]
        if len(error.faults) > _MAX_FAULTS:
            extra["faults"] = len(error.faults)
    detail = error.message
    if isinstance(error, NeedsToken):
        headers["WWW-Authenticate"] = 'Bearer realm="errdex"'
    if isinstance(error, TooBusy | TooMany):
        headers["Retry-After"] = str(error.retry_after_seconds)
    elif isinstance(error, StorageError):
        headers["Retry-After"] = str(_STORAGE_RETRY_SECONDS)
        # Its own words, with the place of the database, are for the operator: they are in the log.
        detail, extra = CATALOGUE.get(error.code, CATALOGUE["storage"])[2], {}
    if error.status in {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE}:
        headers["Connection"] = "close"  # the rest of the body may still be on its way
    if error.status == HTTPStatus.UNSUPPORTED_MEDIA_TYPE:
        headers["Accept-Encoding"] = "gzip"
    return _problem(
        error.code, error.status, error.title, detail, request, fields=fields, extra=extra
    ), headers


def _of_http(error: HTTPException, request: Request) -> tuple[Problem, dict[str, str]]:
    code = CODE_OF_STATUS.get(error.status_code, "bad-request" if error.status_code < 500 else "internal")
    status, title, advice = CATALOGUE[code]
    if status != error.status_code:
        title = HTTPStatus(error.status_code).phrase
    phrase = HTTPStatus(error.status_code).phrase
    detail = error.detail if error.status_code < 500 and error.detail and error.detail != phrase else advice
    headers = dict(error.headers or {})
    allow = headers.get("allow") or headers.get("Allow")
    if allow:
        methods = {method.strip() for method in allow.split(",")}
        methods |= _documented(request)  # the router names those of the first of several routes only
        methods |= {"HEAD"} if "GET" in methods else set()
        headers = {name: value for name, value in headers.items() if name.lower() != "allow"}
        headers["Allow"] = ", ".join(sorted(methods | {"OPTIONS"}))
    if error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        headers["Connection"] = "close"
    return _problem(code, error.status_code, title, detail, request), headers


def _documented(request: Request) -> set[str]:
    """Return the methods that the API's document has for the path of a request."""
    template = getattr(request.scope.get("route"), "path_format", None)
    operations = request.app.openapi()["paths"].get(template, {}) if template else {}
    return {method.upper() for method in operations}


def _place_of(fault: Fault) -> str:
    """Return where a fault of a records file stands: `records.json[3].errdex.versions`."""
    index = "" if fault.index is None else f"[{fault.index}]"
    return f"{fault.file}{index}.{fault.field}" if fault.field else f"{fault.file}{index}"


def _problem(
    code: str,
    status: int,
    title: str,
    detail: str,
    request: Request,
    *,
    fields: list[FieldProblem] | None = None,
    extra: Mapping[str, Any] | None = None,
) -> Problem:
    own = {"type", "title", "status", "detail", "instance", "code", "requestId", "errors"}
    told = [
        field.model_copy(update={"field": _shown(field.field), "problem": _shown(field.problem)})
        for field in fields or []
    ]
    return Problem(
        type=f"{root_path_of(request.scope)}/docs/problems#{code}",
        title=title,
        status=status,
        detail=_shown(detail),
        instance=_shown(request.url.path.encode("utf-8", "replace").decode("utf-8")[:200]),
        code=code,
        request_id=request.scope.get(REQUEST_ID_KEY, ""),
        errors=told,
        **{
            name: _shown(value) if isinstance(value, str) else value
            for name, value in (extra or {}).items()
            if name not in own
        },
    )


def _shown(text: str) -> str:
    """Return a text of a problem without the secrets that came with an address or the name of a field."""
    return redact(text).text
