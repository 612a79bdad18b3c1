"""Records over HTTP: written and withdrawn by programs with an access token; nothing is here until one exists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar

import anyio
from fastapi import APIRouter, HTTPException, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from app.domain.people import Caller
from app.errors import BadInput, BadRecords, RecordNotFound
from app.services.entity_tags import entity_tag
from app.services.wiring import Services
from app.services.writing import Precondition
from app.web.addresses import root_path_of
from app.web.answers import Json, problems, services_of
from app.web.api_records import NO_NUL, RecordAnswer, RecordIdPath, moved, record_wire
from app.web.body_limit import SLACK_BYTES
from app.web.callers import caller_of
from app.web.ingest_schemas import IngestAnswer
from app.web.problems import response_for
from app.web.reading_body import GZIP_MAGIC, inflate, is_gzip, json_object
from app.web.refusals import BodyTooLarge, UnsupportedBody

__all__ = ["router"]

router = APIRouter(tags=["write"])

_T = TypeVar("_T")
_FRESH: Final = {"Cache-Control": "no-store"}
_BEARER: Final[dict[str, Any]] = {"security": [{"accessToken": []}]}
_JSON: Final = "application/json"
_KINDS: Final = (
    _JSON,
    "application/x-ndjson",
    "application/jsonl",
    "application/octet-stream",
    "text/plain",
)
_GZIP: Final = frozenset({"application/gzip", "application/x-gzip"})


@router.post(
    "/api/ingest",
    operation_id="ingestRecords",
    summary="Write records",
    description=(
        "The body is one file of records as `errdex ingest` reads it: a record or its envelope, an array or JSON Lines of "
        "them, or the text of a record page; gzipped or not. All of it is written, or with a fault nothing."
    ),
    response_model=IngestAnswer,
    response_description="What became of the records.",
    responses=problems(401, 403, 404, 408, 413, 415, 422),
    openapi_extra={
        **_BEARER,
        "requestBody": {
            "required": True,
            "content": {
                kind: {
                    "schema": {} if kind == _JSON else {"type": "string", "description": "A file of records."}
                }
                for kind in _KINDS
            },
        },
    },
)
async def ingest(
    request: Request,
    *,
    source: Annotated[
        str | None,
        Query(max_length=1000, pattern=NO_NUL, description="Name under which these records are remembered."),
    ] = None,
    prune: Annotated[
        bool, Query(description="Withdraw what `source` brought before and has no longer.")
    ] = False,
    dry_run: Annotated[
        bool, Query(alias="dryRun", description="Say what would change; write nothing.")
    ] = False,
    strict: Annotated[bool, Query(description="Take warnings, such as a bad pattern, as faults.")] = False,
    skip_bad: Annotated[
        bool, Query(alias="skipBad", description="Leave records with faults out and write the others.")
    ] = False,
) -> Response:
    """Read a file of records and write it on a thread."""
    services = services_of(request)
    caller = await run_in_threadpool(_let_in, request)
    data = await _body(request, services.settings.max_ingest_bytes)

    def write() -> Response:
        report = services.writer.ingest(
            caller,
            data,
            source=source,
            prune=prune,
            dry_run=dry_run,
            strict=strict,
            skip_bad=skip_bad,
        )
        return Json(report.wire(), headers=_FRESH)

    return await _written(request, _answered, write, request)


@router.put(
    "/api/errors/{id}",
    operation_id="putRecord",
    summary="Write a record",
    description=(
        "The record, bare or in its envelope, as one line of an ingest; its id is that of the address. What a partial one does "
        "not say stays. Without a `datasetVersion` it counts as of that of the record that stands. `If-Match` with the ETag that was read keeps what somebody else wrote meanwhile."
    ),
    response_model=RecordAnswer,
    response_description="The record as it stands now.",
    responses={
        201: {"model": RecordAnswer, "description": "It was not there before."},
        **problems(401, 403, 404, 408, 409, 412, 413, 415, 422),
    },
    openapi_extra={
        **_BEARER,
        "requestBody": {
            "required": True,
            "content": {_JSON: {"schema": {"type": "object", "description": "See /api/schema."}}},
        },
    },
)
async def put_record(request: Request, record_id: RecordIdPath) -> Response:
    """Write one record."""
    services = services_of(request)
    caller = await run_in_threadpool(_let_in, request)
    data = await _body(request, services.settings.max_record_bytes + SLACK_BYTES)

    def write() -> Response:
        if away := _alias(services, record_id):
            return moved(request, f"/api/errors/{away}")
        members = json_object(data, "Send one record; POST /api/ingest takes several.")
        written = services.writer.put(caller, record_id, members, _precondition(request))
        own_id = written.found.envelope.record.id
        headers = {
            **_FRESH,
            "ETag": entity_tag(written.found, written.people),
            "Content-Location": f"{root_path_of(request.scope)}/api/errors/{own_id}",
        }
        return Json(
            record_wire(written.found.envelope, written.people),
            status_code=201 if written.added else 200,
            headers=headers,
        )

    return await _written(request, _answered, write, request)


@router.delete(
    "/api/errors/{id}",
    operation_id="withdrawRecord",
    summary="Withdraw a record",
    description="It stays readable by its id, with `errdex.withdrawnAt`, and is gone from everything else. Writing it again without that brings it back.",
    status_code=204,
    response_class=Response,
    response_description="It is withdrawn.",
    responses=problems(401, 403, 404, 412, 422),
    openapi_extra=_BEARER,
)
async def withdraw_record(request: Request, record_id: RecordIdPath) -> Response:
    """Withdraw one."""
    services = services_of(request)
    caller = await run_in_threadpool(_let_in, request)

    def write() -> Response:
        if away := _alias(services, record_id):
            return moved(request, f"/api/errors/{away}")
        services.writer.withdraw(caller, record_id, _precondition(request))
        return Response(status_code=204, headers=_FRESH)

    return await _written(request, _answered, write, request)


def _answered(write: Callable[[], Response], request: Request) -> Response:
    """Write, and put a refusal for its faults into words."""
    try:
        return write()
    except BadRecords as error:
        return response_for(error, request)


def _let_in(request: Request) -> Caller:
    """Return a caller who may write records, before anything of its body is read.

    Raises:
        HTTPException: 404 as long as no access token exists.
        NeedsToken, NotYours: it may not.
    """
    services = services_of(request)
    if not services.access.in_use():
        raise HTTPException(404)
    caller = caller_of(request)
    services.writer.check(caller)
    return caller


async def _body(request: Request, limit: int) -> bytes:
    """Read a body, inflated; as sent and inflated it has at most `limit` bytes.

    Raises:
        BodyTooLarge: it has more.
        BadCompression: declared as gzip and not whole.
        UnsupportedBody: a media type or coding that holds no records.
        BadInput: it is empty.
    """
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media and media not in {*_KINDS, *_GZIP} and not media.endswith("+json"):
        raise UnsupportedBody(
            f"The media type {media[:60]!r} is not read here. Send records with --json @FILE, or with --data-binary @FILE "
            "-H 'Content-Type: application/x-ndjson'."
        )
    declared = is_gzip(request.headers.get("content-encoding", "")) or media in _GZIP
    kept = bytearray()
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size <= limit:
            kept += chunk
        else:  # read to its end, which the guard bounds: who still sends would not see the answer
            kept.clear()
    if not size:
        raise BadInput("There is no body. Send a record, an array of them, or one on each line.")
    data: bytes | None = bytes(kept) if size <= limit else None
    if data is not None and (declared or data.startswith(GZIP_MAGIC)):
        data = await _written(request, inflate, data, limit)
    if data is None:
        raise BodyTooLarge(limit)
    return data


async def _written(request: Request, work: Callable[..., _T], *arguments: Any) -> _T:
    """Do what may wait for other writers, or take long, on one of few threads: all other requests need theirs.

    What is refused is put into words there, too: a file may have a thousand faults.
    """
    return await anyio.to_thread.run_sync(work, *arguments, limiter=request.app.state.writers)


def _alias(services: Services, record_id: str) -> str | None:
    """Return the id that an alias leads to; None for an own id, and for one that is not there."""
    try:
        own_id = services.catalog.get(record_id).envelope.record.id
    except RecordNotFound:
        return None
    return own_id if own_id != record_id else None


def _precondition(request: Request) -> Precondition:
    return Precondition(
        _tags(request.headers.getlist("if-match"), weak=False),
        _tags(request.headers.getlist("if-none-match"), weak=True),
    )


def _tags(fields: list[str], *, weak: bool) -> frozenset[str] | None:
    """Read entity tags; a weak one never equals another for `If-Match` (RFC 9110, 13.1.1)."""
    if not fields:
        return None
    tags = (one.strip() for field in fields for one in field.split(","))
    return frozenset(one.removeprefix("W/") for one in tags if weak or not one.startswith("W/"))
