"""The forms below a record: add a note, say that one solved it, say what came of an answer. No JavaScript needed.

A browser says with every form where it comes from; one that does not say so, or comes from elsewhere, is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast, get_args
from urllib.parse import parse_qsl

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse

from app.domain.identity import record_path
from app.domain.people import Verdict
from app.errors import BadInput
from app.services.wiring import Services
from app.web.callers import caller_of
from app.web.note_html import note_html
from app.web.refusals import BodyTooLarge, CrossSite
from app.web.render import base_path

__all__ = ["notes_context", "rendered", "router"]

router = APIRouter(include_in_schema=False)

_SHOWN: Final = 20
_FORM: Final = "application/x-www-form-urlencoded"
_MAX_FIELDS: Final = 10
_ROOM_BYTES: Final = 4096  # for the other fields, beside the text


def notes_context(services: Services, record_id: str) -> dict[str, Any]:
    """Return what the partial of the notes shows of a record; `notes_state` changes with it.

    `notes` are not HTML yet: `rendered` adds that, for a page that its reader does not have already.

    Raises:
        RecordNotFound: there is no such record.
        StorageError: the database cannot be read.
    """
    settings = services.settings
    found = services.notes.of_record(record_id, limit=min(_SHOWN, settings.max_page_items))
    people = services.feedback.of_record(record_id)
    shown = [(note.id, note.changed_at, note.solved) for note in found.items]
    return {
        "notes_state": f"{shown} {found.total} {people.wire()} {settings.anonymous_notes} {settings.max_note_chars}",
        "notes": found.items,
        "more_notes": found.total - len(found.items),
        "people": people,
        "takes_notes": settings.anonymous_notes,
        "max_note_chars": settings.max_note_chars,
    }


def rendered(context: Mapping[str, Any]) -> dict[str, Any]:
    """Return a context of `notes_context` with the notes as HTML, `people_notes`."""
    return {**context, "people_notes": [(note, note_html(note.text)) for note in context["notes"]]}


@router.post("/e/{record_id}/notes")
async def add_note(request: Request, record_id: str) -> Response:
    """Add a note and go back to the record."""
    form = await _form(request)

    def add(services: Services) -> None:
        services.notes.add(
            caller_of(request, "page"),
            record_id,
            form.get("text", ""),
            author=form.get("author") or None,
            version=form.get("version") or None,
        )

    return await run_in_threadpool(_done, request, record_id, add)


@router.post("/e/{record_id}/notes/{note_id}/solved")
async def note_solved(request: Request, record_id: str, note_id: str) -> Response:
    """Count a note that solved it and go back to the record."""
    await _form(request)

    def count(services: Services) -> None:
        services.feedback.give(caller_of(request, "page"), record_id, "solved", note_id=note_id)

    return await run_in_threadpool(_done, request, record_id, count)


@router.post("/e/{record_id}/feedback")
async def give_feedback(request: Request, record_id: str) -> Response:
    """Take "solved" or "wrong" and go back to the record."""
    form = await _form(request)
    verdict = form.get("verdict", "")
    if verdict not in get_args(Verdict):
        raise BadInput("The feedback is neither `solved` nor `wrong`.")

    def give(services: Services) -> None:
        services.feedback.give(caller_of(request, "page"), record_id, cast("Verdict", verdict))

    return await run_in_threadpool(_done, request, record_id, give)


def _done(request: Request, record_id: str, deed: Any) -> Response:
    services: Services = request.app.state.services
    deed(services)
    record = services.catalog.get(record_id).envelope.record
    return RedirectResponse(f"{base_path(request)}{record_path(record)}#notes", status_code=303)


async def _form(request: Request) -> Mapping[str, str]:
    """Read a form that a page of this server sent.

    Raises:
        BadInput: it is no form.
        BodyTooLarge: it is larger than the longest note.
        CrossSite: nothing says that it comes from this server. What says otherwise, the guards have refused.
    """
    headers = request.headers
    if "sec-fetch-site" not in headers and "origin" not in headers:
        raise CrossSite(
            "This form is for browsers, which say where it comes from. From a program use POST /api/errors/{id}/notes."
        )
    services: Services = request.app.state.services
    limit = (
        4 * 3 * services.settings.max_note_chars + _ROOM_BYTES
    )  # four bytes a character, three letters a byte
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise BodyTooLarge(limit)
    if not body:
        return {}
    if kind != _FORM:
        raise BadInput(f"The content type {kind[:80] or '(none)'!r} is not that of the form, {_FORM}.")
    try:
        return dict(
            parse_qsl(
                body.decode("ascii"), keep_blank_values=True, max_num_fields=_MAX_FIELDS, errors="strict"
            )
        )
    except ValueError:
        raise BadInput("The form cannot be read: its fields are not UTF-8, or too many.") from None
