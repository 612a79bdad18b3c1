"""A note on an error that no record knows: the error becomes a local record, of which the paste itself is no part."""

from __future__ import annotations

import json
from typing import Any

from pydantic import Field

from app.db import store
from app.db.engine import Database
from app.domain.answer import Answer, EventAnswer, Shape
from app.domain.merge import template_key
from app.domain.people import Caller, Deed, Note
from app.domain.unknown import UNKNOWN_FILE, LocalRecord, local_record, site_of, template_of
from app.errors import BadInput
from app.services.ingest import NOTES_SOURCE, IngestService
from app.services.inputs import Input
from app.services.notes import NoteService
from app.services.permissions import check
from app.services.single import recognised

__all__ = ["NotedPaste", "UnknownNotes", "record_of"]


class NotedPaste(Shape):
    """What a note on a paste is about, and what is stored for it."""

    record_id: str = Field(description="The record that the note belongs to.")
    is_known: bool = Field(description="Whether that record was there already; then only the note is stored.")
    record: LocalRecord | None = Field(description="All that is stored of the paste, beside the note.")
    note: Note | None = Field(None, description="The note; null where nothing was stored yet.")


class UnknownNotes:
    """Adds notes to the errors of pastes.

    Args:
        database: where the records are.
        ingest: writes the record of an error that has none.
        notes: adds the note.
    """

    def __init__(self, database: Database, ingest: IngestService, notes: NoteService) -> None:
        self._database = database
        self._ingest = ingest
        self._notes = notes

    def check(self, caller: Caller) -> None:
        """Let a caller pass who may add a note.

        Raises:
            NeedsToken, NotYours: the caller may not.
        """
        check(self._notes.settings, caller, Deed.PROPOSE if caller.front == "mcp" else Deed.ADD)

    def preview(self, answer: Answer) -> NotedPaste:
        """Say what a note on a paste would belong to, and what would be stored; nothing is.

        Args:
            answer: to the paste.

        Raises:
            BadInput: there is no error in it, several records are as likely, or it says too little.
        """
        event = _main(answer)
        if answer.best is not None:
            if answer.best.ambiguous:
                ids = ", ".join(match.id for match in event.matches[:5])
                raise BadInput(
                    f"Several records have this message: {ids}. Add the note to the one that it is about, by its id."
                )
            return NotedPaste(record_id=answer.best.id, is_known=True, record=None)
        found = record_of(event)
        if found is None:
            raise BadInput(
                "The paste says too little to know this error again. Give its class and message, with the frames above."
            )
        return NotedPaste(record_id=found.id, is_known=False, record=found)

    def add(
        self,
        caller: Caller,
        target: NotedPaste,
        text: str,
        *,
        author: str | None = None,
        version: str | None = None,
    ) -> NotedPaste:
        """Store what `preview` said, and the note.

        Raises:
            BadInput, NeedsToken, NotYours, StorageError, TooMany: as `NoteService.add`; nothing is stored then.
        """
        self.check(caller)
        self._notes.usable(text, author, version)
        self._notes.count(caller)  # before anything is written: a record is more than a note
        record_id = target.record_id
        if target.record is not None:
            record_id = self._record(target.record)
        note = self._notes.add(caller, record_id, text, author=author, version=version, counted=True)
        record = target.record and target.record.model_copy(update={"id": note.record_id})
        return target.model_copy(update={"record_id": note.record_id, "record": record, "note": note})

    def _record(self, record: LocalRecord) -> str:
        """Return the id of the record of an error, which is written unless there is one of this class and message."""
        key = template_key(record.repo, record.error_class, record.error_message)
        with self._database.read() as session:
            alike = store.sites_by_template(session, [key]) if record.error_message else []
            stood = store.stored_records(session, [one.id for one in alike])
        known = next((one.id for one in alike if one.module_path == UNKNOWN_FILE), None)
        if not alike:
            self._write(record.envelope())
        elif known is not None and record.file_path != UNKNOWN_FILE:  # its place was not known before
            record = record.model_copy(update={"id": known})
            self._write(record.envelope())
        else:
            record = record.model_copy(update={"id": alike[0].id})
            if stood[record.id].withdrawn_at is not None:  # its last note was deleted
                self._write({"record": {"id": record.id}, "errdex": {"withdrawnAt": None}})
        return record.id

    def _write(self, envelope: dict[str, Any]) -> None:
        report = self._ingest.ingest([Input("note", data=json.dumps(envelope).encode())], source=NOTES_SOURCE)
        if report.faults:
            raise BadInput(f"The error cannot become a record: {report.faults[0].problem}.")


def record_of(event: EventAnswer) -> LocalRecord | None:
    """Return the record that an error would become; None where it says too little. Its texts are redacted already."""
    return local_record(event.error_class, template_of(event.message), site_of(event.frames))


def _main(answer: Answer) -> EventAnswer:
    if answer.best is not None:
        return answer.events[answer.best.event]
    found = next((one for one in answer.events if not recognised(one)), None)
    if found is None:
        raise BadInput("No error was found in the paste. Paste the traceback, or the line with the message.")
    return found
