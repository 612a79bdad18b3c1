"""Records: one by its id, those related to it, search, and the names that records share."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from app.domain import listing
from app.domain.answer import Related
from app.domain.people import People
from app.domain.records import Envelope
from app.services.entity_tags import entity_tag
from app.web.addresses import root_path_of
from app.web.answers import Json, PageLimit, page_limit, problems, services_of
from app.web.schemas import CountPage, SummaryPage

__all__ = ["NO_NUL", "RecordAnswer", "RecordIdPath", "moved", "record_wire", "router"]

router = APIRouter(tags=["records"])

# A cache may keep a record but asks each time, so that a changed one is seen at once.
_REVALIDATE: Final = "public, max-age=0, must-revalidate"

RecordIdPath = Annotated[
    str,
    Path(alias="id", max_length=64, description="The record's id, 16 hex digits; an alias is redirected."),
]
# A NUL in a query never comes this far; the document says so too.
NO_NUL: Final = r"^[^\x00]*$"
Text = Annotated[str | None, Field(max_length=1000, pattern=NO_NUL)]
Cursor = Annotated[
    str | None, Query(max_length=2048, pattern=NO_NUL, description="`next` of the page before.")
]

_MOVED: Final[dict[int | str, dict[str, Any]]] = {
    308: {
        "description": "The id is an alias; `Location` names the record's own.",
        "headers": {"Location": {"schema": {"type": "string", "format": "uri-reference"}}},
    }
}
_NOT_MODIFIED: Final[dict[int | str, dict[str, Any]]] = {
    304: {"description": "The record still has the ETag of `If-None-Match`."}
}
_ETAG: Final = {"ETag": {"description": "Changes with the record.", "schema": {"type": "string"}}}


class RecordAnswer(Envelope):
    """A record in its envelope, with what people say of it."""

    people: Annotated[
        People | None,
        Field(
            description="Notes and feedback in numbers, never part of the record; left out where there are none."
        ),
    ] = None


@router.get(
    "/api/errors",
    operation_id="searchRecords",
    summary="Search records",
    description="Words and filters, all of which must hold; best first, or by repository and id without words.",
    response_model=SummaryPage,
    response_description="One page.",
    responses=problems(422),
)
def search_records(
    request: Request,
    *,
    q: Annotated[
        str | None,
        Query(
            max_length=1000,
            pattern=NO_NUL,
            description="Words, an option such as --enable-dp-attention, or an id.",
        ),
    ] = None,
    repo: Annotated[Text, Query(description="Repository, owner/name.")] = None,
    tag: Annotated[Text, Query(description="A tag that the record has.")] = None,
    error_class: Annotated[
        Text, Query(alias="errorClass", description="Class that is raised, ValueError.")
    ] = None,
    error_type: Annotated[
        Text, Query(alias="errorType", description="Type of the error, validation.")
    ] = None,
    severity: Annotated[Text, Query(description="error, warning, …")] = None,
    background_tag: Annotated[Text, Query(alias="backgroundTag", description="Kind of mistake.")] = None,
    http_status: Annotated[
        int | None, Query(alias="httpStatus", ge=100, le=599, description="Status that the error leads to.")
    ] = None,
    file_path: Annotated[
        Text, Query(alias="filePath", description="Path in the repository, or from the package folder on.")
    ] = None,
    limit: PageLimit = None,
    cursor: Cursor = None,
) -> Response:
    """Answer one page of a search."""
    query = listing.Query(
        q=q,
        repo=repo,
        tag=tag,
        error_class=error_class,
        error_type=error_type,
        severity=severity,
        background_tag=background_tag,
        http_status=http_status,
        file_path=file_path,
    )
    page = services_of(request).catalog.search(query, cursor=cursor, limit=page_limit(limit, request))
    return Json(page.wire())


@router.get(
    "/api/errors/{id}",
    operation_id="getRecord",
    summary="Get a record",
    description="The record as it was ingested. A withdrawn one is still served, with `errdex.withdrawnAt`.",
    response_model=RecordAnswer,
    response_description="The record in its envelope.",
    responses={200: {"headers": _ETAG}, **_NOT_MODIFIED, **_MOVED, **problems(404, 422)},
)
def get_record(request: Request, record_id: RecordIdPath) -> Response:
    """Answer one record, or that the client's copy of it is still right."""
    found = services_of(request).catalog.get(record_id)
    own_id = found.envelope.record.id
    if own_id != record_id:
        return moved(request, f"/api/errors/{own_id}")
    people = services_of(request).feedback.of_record(own_id)
    etag = entity_tag(found, people)
    headers = {"ETag": etag, "Cache-Control": _REVALIDATE}
    if _names(request.headers.get("if-none-match"), etag):
        return Response(status_code=304, headers=headers)
    return Json(record_wire(found.envelope, people), headers=headers)


def record_wire(envelope: Envelope, people: People) -> dict[str, Any]:
    """Return a record as it is served: never with a member of its own in the place of what people say of it."""
    wire = {name: value for name, value in envelope.wire().items() if name != "people"}
    return {**wire, "people": people.wire()} if people else wire


@router.get(
    "/api/errors/{id}/related",
    operation_id="getRelatedRecords",
    summary="List related records",
    description="Up to five records near this one, best first, each with its reason.",
    response_model=list[Related],
    response_description="Best first; empty where nothing is near.",
    responses={**_MOVED, **problems(404, 422)},
)
def get_related(request: Request, record_id: RecordIdPath) -> Response:
    """Answer the records near one."""
    catalog = services_of(request).catalog
    own_id = catalog.get(record_id).envelope.record.id
    if own_id != record_id:
        return moved(request, f"/api/errors/{own_id}/related")
    return Json([related.wire() for related in catalog.related(own_id)])


def _counts(
    kind: Literal["repo", "tag", "background"], request: Request, limit: int | None, cursor: str | None
) -> Json:
    page = services_of(request).catalog.counts(kind, cursor=cursor, limit=page_limit(limit, request))
    return Json(page.wire())


@router.get(
    "/api/repos",
    operation_id="listRepos",
    summary="List repositories",
    response_model=CountPage,
    response_description="Repositories with the number of their records, most first.",
    responses=problems(422),
)
def list_repos(request: Request, limit: PageLimit = None, cursor: Cursor = None) -> Response:
    """List the repositories that have records."""
    return _counts("repo", request, limit, cursor)


@router.get(
    "/api/tags",
    operation_id="listTags",
    summary="List tags",
    response_model=CountPage,
    response_description="Tags with the number of their records, most first.",
    responses=problems(422),
)
def list_tags(request: Request, limit: PageLimit = None, cursor: Cursor = None) -> Response:
    """List the tags of records."""
    return _counts("tag", request, limit, cursor)


@router.get(
    "/api/backgrounds",
    operation_id="listBackgrounds",
    summary="List kinds of mistake",
    response_model=CountPage,
    response_description="Background tags with the number of their records, most first.",
    responses=problems(422),
)
def list_backgrounds(request: Request, limit: PageLimit = None, cursor: Cursor = None) -> Response:
    """List the kinds of mistake that records across repositories share."""
    return _counts("background", request, limit, cursor)


def moved(request: Request, path: str) -> Response:
    """Send an alias's caller to the record's own address."""
    location = root_path_of(request.scope) + quote(path)
    return Response(status_code=308, headers={"Location": location, "Cache-Control": "no-cache"})


def _names(if_none_match: str | None, etag: str) -> bool:
    """Compare weakly, as RFC 9110 asks for If-None-Match."""
    if if_none_match is None:
        return False
    named = {part.strip().removeprefix("W/") for part in if_none_match.split(",")}
    return bool(named & {"*", etag})
