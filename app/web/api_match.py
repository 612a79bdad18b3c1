"""`POST /api/match`: a paste comes in, the answer goes out."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import WithJsonSchema
from starlette.concurrency import run_in_threadpool

from app.domain.answer import Answer
from app.services.replies import reply_of
from app.services.reply_markdown import markdown
from app.services.wiring import Services
from app.web.answers import Json, problems, services_of
from app.web.negotiation import preferred
from app.web.reading_body import Body, read_body, read_json, read_raw
from app.web.refusals import BadFields, FieldProblem
from app.web.schemas import MatchQuery, MatchRequest

__all__ = ["router"]

router = APIRouter(tags=["match"])

_JSON = "application/json"
_MARKDOWN = "text/markdown"
_VERSION = re.compile(r"^([A-Za-z0-9._-]{1,100})==([A-Za-z0-9._+!*-]{1,100})$", re.ASCII)
_RAW_SCHEMA: dict[str, Any] = {"schema": {"type": "string", "description": "The log as it is, or gzipped."}}

_DESCRIPTION = """\
Finds every error in a paste and names the record of each, with the reasons and the fix. The paste is neither stored
nor logged, and what the answer repeats of it is redacted.

The body is JSON, or the raw log as `text/plain` or `application/octet-stream`:
`curl --data-binary @log -H 'Content-Type: text/plain'`. Either may be gzipped, with or without
`Content-Encoding: gzip`. Query parameters give the options of a raw log; a member of a JSON body wins over them.
`Accept: text/markdown` gives a chat-ready answer.
"""


@router.post(
    "/api/match",
    operation_id="matchPaste",
    summary="Match a paste",
    description=_DESCRIPTION,
    response_model=Answer,
    response_description="The answer; without a match its events say what was understood.",
    responses={
        200: {"content": {_MARKDOWN: {"schema": {"type": "string"}}}},
        **problems(403, 408, 413, 415, 422),
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                _JSON: {"schema": {"$ref": "#/components/schemas/MatchRequest"}},
                "text/plain": _RAW_SCHEMA,
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
            },
        }
    },
)
async def match_paste(
    request: Request,
    limit: Annotated[int | None, Query(ge=1, description="Most matches per event. Default 5.")] = None,
    repo: Annotated[
        str | None,
        Query(
            max_length=200,
            pattern=r"^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$",
            description="Answer only with records of this repository.",
        ),
    ] = None,
    version: Annotated[
        list[Annotated[str, WithJsonSchema({"type": "string", "pattern": _VERSION.pattern})]] | None,
        Query(max_length=500, description="Installed version as `package==version`; may be repeated."),
    ] = None,
    explain: Annotated[bool | None, Query(description="Add every candidate that was considered.")] = None,
) -> Response:
    """Read the body as far as its limit allows, then match on a thread."""
    services = services_of(request)
    asked = MatchQuery(limit=limit, repo=repo, versions=_versions(version or []), explain=explain)
    body = await read_body(request, services.settings)
    media_type = preferred(request.headers.get("accept"), [_JSON, _MARKDOWN])
    return await run_in_threadpool(_answer, services, body, asked, media_type)


def _answer(services: Services, body: Body, asked: MatchQuery, media_type: str) -> Response:
    """Parse, match and render: all of it is work for a thread, a paste may have megabytes."""
    settings = services.settings
    paste: str | bytes
    if body.is_json:
        wanted = read_json(body, settings, asked.members())
        paste = wanted.text
    else:
        paste = read_raw(body, settings)
        wanted = MatchRequest(text="", **asked.members())
    for where, given in (("query.limit", asked.limit or 1), ("body.limit", wanted.limit)):
        if given > settings.max_matches_per_event:
            problem = f"is {given}; the most is {settings.max_matches_per_event}"
            raise BadFields([FieldProblem(field=where, problem=problem, type="too-large")])
    answer = services.match.match(paste, wanted.options())
    headers = {"Cache-Control": "no-store", "Vary": "Accept"}
    if media_type == _MARKDOWN:
        text = markdown(reply_of(answer, public_url=settings.public_url))
        return Response(text, media_type=f"{_MARKDOWN}; charset=utf-8", headers=headers)
    return Json(answer.wire(), headers=headers)


def _versions(given: list[str]) -> dict[str, str]:
    """Read `package==version` pairs."""
    versions: dict[str, str] = {}
    for index, pair in enumerate(given):
        found = _VERSION.fullmatch(pair)
        if found is None:
            problem = "is not of the form package==version, such as sglang==0.5.18"
            raise BadFields([FieldProblem(field=f"query.version.{index}", problem=problem)])
        versions[found[1]] = found[2]
    return versions
