"""Notes and feedback: what people say of records, and what came of an answer."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from app.domain.answer import Shape, Tier
from app.domain.people import Note, People, Verdict
from app.services.unknown import NotedPaste
from app.web.answers import Json, PageLimit, page_limit, problems, services_of
from app.web.api_records import Cursor, RecordIdPath
from app.web.callers import caller_of
from app.web.schemas import PasteText, storable

__all__ = ["NotePage", "router"]

router = APIRouter(tags=["notes"])

_FRESH: Final = {"Cache-Control": "no-store"}
_BEARER: Final[dict[str, Any]] = {"security": [{}, {"accessToken": []}]}
_MOST_CHARS: Final = 200_000  # of any text; the settings' own limits are told by name

NoteIdPath = Annotated[str, Path(alias="noteId", max_length=64, description="The note's id, 16 hex digits.")]
_Markdown = Annotated[
    str,
    Field(
        min_length=1, max_length=_MOST_CHARS, description="Markdown; at most `maxNoteChars` of /api/limits."
    ),
    AfterValidator(storable),
]
_Name = Annotated[str, Field(max_length=100), AfterValidator(storable)]


class _Body(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", frozen=True)


class NoteRequest(_Body):
    """A note."""

    text: _Markdown
    author: Annotated[_Name | None, Field(description="Name to show; stored. The token's without it.")] = None
    version: Annotated[_Name | None, Field(description="Version of the package that the note speaks of.")] = (
        None
    )


class NoteChange(_Body):
    """The new text of a note."""

    text: _Markdown
    version: Annotated[_Name | None, Field(description="Left as it is without it.")] = None


class PasteNote(NoteRequest):
    """A note on the error of a paste."""

    paste: Annotated[PasteText, Field(description="What was printed; not stored.")]
    dry_run: Annotated[bool, Field(description="Say what would be stored, and store nothing.")] = False


class FeedbackRequest(_Body):
    """What came of an answer; nothing of the paste belongs here."""

    verdict: Verdict
    tier: Annotated[Tier | None, Field(description="Of the match that was shown.")] = None
    score: Annotated[float | None, Field(ge=0, le=1, description="Of that match.")] = None


class NotePage(Shape):
    """One page of notes; `next` is the cursor of the following page, null at the end."""

    items: list[Note]
    total: int
    next: str | None


@router.get(
    "/api/errors/{id}/notes",
    operation_id="listNotes",
    summary="List the notes of a record",
    description="What people say of a record, those first of which most said that it solved it, then the newest.",
    response_model=NotePage,
    response_description="One page.",
    responses=problems(404, 422),
)
def list_notes(
    request: Request, record_id: RecordIdPath, limit: PageLimit = None, cursor: Cursor = None
) -> Response:
    """Answer one page of notes."""
    found = services_of(request).notes.of_record(record_id, cursor, page_limit(limit, request))
    return Json(found.wire(), headers=_FRESH)


@router.post(
    "/api/errors/{id}/notes",
    operation_id="addNote",
    summary="Add a note to a record",
    description="With an access token, or without one where the server allows it. Secrets in the text are masked.",
    status_code=201,
    response_model=Note,
    response_description="The note as it is stored.",
    responses=problems(401, 403, 404, 422, 429),
    openapi_extra=_BEARER,
)
def add_note(request: Request, record_id: RecordIdPath, body: NoteRequest) -> Response:
    """Add one."""
    note = services_of(request).notes.add(
        caller_of(request), record_id, body.text, author=body.author, version=body.version
    )
    return Json(note.wire(), status_code=201, headers=_FRESH)


@router.put(
    "/api/errors/{id}/notes/{noteId}",
    operation_id="editNote",
    summary="Change a note",
    description="With the token that it was added with, or a maintainer's. The earlier text stays in the audit trail.",
    response_model=Note,
    response_description="The note as it is stored.",
    responses=problems(401, 403, 404, 422),
    openapi_extra=_BEARER,
)
def edit_note(request: Request, record_id: RecordIdPath, note_id: NoteIdPath, body: NoteChange) -> Response:
    """Change one."""
    note = services_of(request).notes.edit(
        caller_of(request), note_id, body.text, version=body.version, record_id=record_id
    )
    return Json(note.wire(), headers=_FRESH)


@router.delete(
    "/api/errors/{id}/notes/{noteId}",
    operation_id="deleteNote",
    summary="Delete a note",
    description="With the token that it was added with, or a maintainer's. Its texts and its author's name are dropped.",
    status_code=204,
    response_class=Response,
    response_description="It is gone.",
    responses=problems(401, 403, 404, 422),
    openapi_extra=_BEARER,
)
def delete_note(request: Request, record_id: RecordIdPath, note_id: NoteIdPath) -> Response:
    """Delete one."""
    services_of(request).notes.delete(caller_of(request), note_id, record_id=record_id)
    return Response(status_code=204, headers=_FRESH)


@router.post(
    "/api/errors/{id}/notes/{noteId}/solved",
    operation_id="noteSolvedIt",
    summary="Say that a note solved it",
    description="Notes are in the order of this.",
    response_model=People,
    response_description="What people say of the record by now.",
    responses=problems(401, 403, 404, 422, 429),
    openapi_extra=_BEARER,
)
def note_solved(request: Request, record_id: RecordIdPath, note_id: NoteIdPath) -> Response:
    """Count one."""
    people = services_of(request).feedback.give(caller_of(request), record_id, "solved", note_id=note_id)
    return Json(people.wire(), headers=_FRESH)


@router.post(
    "/api/errors/{id}/feedback",
    operation_id="giveFeedback",
    summary="Say what came of an answer",
    description='"solved" or "wrong", with tier and score of the match that was shown. Nothing of the paste is taken.',
    response_model=People,
    response_description="What people say of the record by now.",
    responses=problems(401, 403, 404, 422, 429),
    openapi_extra=_BEARER,
)
def give_feedback(request: Request, record_id: RecordIdPath, body: FeedbackRequest) -> Response:
    """Take it."""
    people = services_of(request).feedback.give(
        caller_of(request), record_id, body.verdict, tier=body.tier, score=body.score
    )
    return Json(people.wire(), headers=_FRESH)


@router.post(
    "/api/notes",
    operation_id="addNoteToPaste",
    summary="Add a note to the error of a paste",
    description=(
        "An error that no record knows becomes one of the repository local/notes: of the paste, its class, the "
        "message with what varies as wildcards, and the place that raised it are stored; `record` in the answer is "
        "all of it. `dryRun` says so without storing anything."
    ),
    status_code=201,
    response_model=NotedPaste,
    response_description="What was stored.",
    responses={
        200: {"model": NotedPaste, "description": "With `dryRun`: what would be stored."},
        **problems(401, 403, 413, 422, 429),
    },
    openapi_extra=_BEARER,
)
def add_note_to_paste(request: Request, body: PasteNote) -> Response:
    """Match, then say or store."""
    services = services_of(request)
    caller = caller_of(request)
    services.unknown.check(caller)
    target = services.unknown.preview(services.match.match(body.paste))
    if body.dry_run:
        return Json(target.wire(), headers=_FRESH)
    noted = services.unknown.add(caller, target, body.text, author=body.author, version=body.version)
    return Json(noted.wire(), status_code=201, headers=_FRESH)
