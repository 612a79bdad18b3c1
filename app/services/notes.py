"""Notes that people write about records: kept beside them, whatever ingest and learn make of the records.

What is stored is the text with its secrets masked, the name that the author gave, and each change with who and when.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from sqlmodel import Session

from app.config import Settings
from app.db import notes, store
from app.db.engine import Database
from app.db.notes import StoredNote
from app.db.tables import NoteEventRow, NoteRow
from app.domain.answer import EventAnswer, NoteBrief
from app.domain.listing import is_storable
from app.domain.paging import Page, decode_cursor, encode_cursor
from app.domain.people import BRIEF_NOTES, Caller, Deed, Note, NoteEvent, State
from app.domain.redact import redact
from app.domain.unknown import LOCAL_REPO
from app.errors import BadCursor, BadInput, NoteNotFound, RecordNotFound
from app.services.merge import withdraw
from app.services.permissions import check, count
from app.services.rates import HourlyRate
from app.services.visible import one_line, shortened

__all__ = [
    "BRIEF_CHARS",
    "NoteService",
    "best_notes",
    "holder",
    "now_text",
    "shown",
    "with_notes",
]

MAX_AUTHOR_CHARS: Final = 80
MAX_VERSION_CHARS: Final = 100
BRIEF_CHARS: Final = 600
_MOST_LISTED: Final = 1_000


def _now() -> datetime:
    return datetime.now(UTC)


def now_text(clock: Callable[[], datetime]) -> str:
    """Return the time as records hold it."""
    return clock().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class NoteService:
    """Adds, lists, changes and judges notes; safe to share between threads.

    Args:
        database: where they are.
        settings: who may write, and the limits.
        clock: gives the time of each change.
    """

    def __init__(self, database: Database, settings: Settings, clock: Callable[[], datetime] = _now) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self._rate = HourlyRate("notes", settings.max_notes_per_hour)

    @property
    def settings(self) -> Settings:
        """Who may write, and the limits."""
        return self._settings

    def add(
        self,
        caller: Caller,
        record_id: str,
        text: str,
        *,
        author: str | None = None,
        version: str | None = None,
        counted: bool = False,
    ) -> Note:
        """Add a note to a record; that of a coding agent waits until a maintainer accepts it.

        Args:
            caller: who writes.
            record_id: id or alias of the record.
            text: Markdown.
            author: name to show; the caller's own where none is given.
            version: version of the package that it speaks of.
            counted: `count` was called for it already.

        Raises:
            BadInput: an empty or too long text, name or version, or the record has its most notes.
            NeedsToken, NotYours: the caller may not.
            RecordNotFound: no record and no alias has the id.
            StorageError: the database cannot be written.
            TooMany: the caller's limit of an hour.
        """
        proposed = caller.front == "mcp"
        check(self._settings, caller, Deed.PROPOSE if proposed else Deed.ADD)
        text = self.usable(text, author, version)
        with self._database.write() as session:
            own_id = holder(session, record_id)
            state: State = "proposed" if proposed else "public"
            self._refuse_full(session, own_id, state)
            if not counted:
                self.count(caller)
            at = now_text(self._clock)
            row = NoteRow(
                id=secrets.token_hex(8),
                record_id=own_id,
                text=text,
                author=_name(author) or _name(caller.name),
                author_key=caller.key,
                version=_name(version),
                front=caller.front,
                state=state,
                created_at=at,
            )
            notes.add(session, row)
            self._log(session, row.id, "proposed" if proposed else "added", caller, at)
            added = self._stored(session, row.id)
            session.commit()
        return shown(added)

    def count(self, caller: Caller) -> None:
        """Count a note of a caller for the limit of an hour.

        Raises:
            TooMany: it is reached.
        """
        count(self._rate, caller)

    def usable(self, text: str, author: str | None, version: str | None) -> str:
        """Return a text as it is stored: trimmed, its secrets masked.

        Raises:
            BadInput: it is empty, too long or no text; or author or version are.
        """
        text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
        most = self._settings.max_note_chars
        if not text:
            raise BadInput("The note is empty. Say what fixed it, or what to look at.")
        if len(text) > most:
            raise BadInput(
                f"The note has {len(text):,} characters; the most is {most:,}. Shorten it, or link the rest.",
                limit=most,
                unit="characters",
            )
        for what, given, limit in (
            ("name of the author", author, MAX_AUTHOR_CHARS),
            ("version", version, MAX_VERSION_CHARS),
        ):
            if given is not None and len(given) > limit:
                raise BadInput(
                    f"The {what} has {len(given):,} characters; the most is {limit}.",
                    limit=limit,
                    unit="characters",
                )
        if not all(is_storable(one) for one in (text, author or "", version or "")):
            raise BadInput("The note holds a NUL, or half of a surrogate pair. Send plain text.")
        return redact(text).text

    def of_record(self, record_id: str, cursor: str | None = None, limit: int = 20) -> Page[Note]:
        """Return a page of the public notes of a record, those that solved it most often first.

        Raises:
            BadCursor: the token is not of this list.
            RecordNotFound: no record and no alias has the id.
            StorageError: the database cannot be read.
        """
        with self._database.read() as session:
            own_id = holder(session, record_id)
            question = ("notes", own_id)
            offset = _offset(decode_cursor(question, cursor)) if cursor else 0
            total = notes.count_of(session, own_id, "public")
            found = notes.notes_of(session, own_id, offset, limit)
        after = offset + len(found)
        follow = encode_cursor(question, (after,)) if found and after < total else None
        return Page(items=[shown(one) for one in found], total=total, next=follow)

    def listed(
        self, state: State = "public", limit: int = _MOST_LISTED, *, record_id: str | None = None
    ) -> list[Note]:
        """Return notes in a state, of all records or of one, the newest first.

        Raises:
            RecordNotFound: no record and no alias has the id.
            StorageError: the database cannot be read.
        """
        with self._database.read() as session:
            own_id = None if record_id is None else holder(session, record_id)
            return [shown(one) for one in notes.notes_in_state(session, [state], limit, own_id)]

    def history(self, caller: Caller, note_id: str) -> list[NoteEvent]:
        """Return the audit trail of a note, the oldest first; for maintainers.

        Raises:
            NeedsToken, NotYours: the caller may not.
            NoteNotFound: there is no such note.
            StorageError: the database cannot be read.
        """
        check(self._settings, caller, Deed.CHANGE_OTHERS)
        with self._database.read() as session:
            self._stored(session, note_id)
            rows = notes.events_of(session, note_id)
            return [
                NoteEvent.model_validate(
                    {
                        "kind": row.kind,
                        "at": row.at,
                        "actor": row.actor,
                        "front": row.front,
                        "text": row.text,
                    }
                )
                for row in rows
            ]

    def edit(
        self,
        caller: Caller,
        note_id: str,
        text: str,
        *,
        version: str | None = None,
        record_id: str | None = None,
    ) -> Note:
        """Change the text of a note; what stood before is in its audit trail.

        Args:
            caller: who changes it.
            note_id: which.
            text: the new one.
            version: the new one; None leaves it.
            record_id: the record that it must belong to, where the caller names one.

        Raises:
            BadInput, NeedsToken, NotYours, StorageError: as `add`.
            NoteNotFound: there is no such note of this record, or it is deleted.
        """
        text = self.usable(text, None, version)
        with self._database.write() as session:
            now = self._changeable(session, caller, note_id, record_id)
            row = session.get_one(NoteRow, note_id)
            at = now_text(self._clock)
            self._log(session, note_id, "edited", caller, at, text=now.text)
            row.text, row.changed_at = text, at
            if version is not None:
                row.version = _name(version)
            notes.add(session, row)
            changed = self._stored(session, note_id)
            session.commit()
        return shown(changed)

    def delete(self, caller: Caller, note_id: str, *, record_id: str | None = None) -> None:
        """Delete a note: its texts and its author's name are gone, that it was there and who deleted it stays.

        With its last note a record that was made for one is withdrawn: it says nothing any more.

        Raises:
            NeedsToken, NotYours, NoteNotFound, StorageError: as `edit`.
        """
        with self._database.write() as session:
            own_id = self._changeable(session, caller, note_id, record_id).record_id
            row = session.get_one(NoteRow, note_id)
            at = now_text(self._clock)
            row.text, row.author, row.author_key, row.version = "", None, None, None
            row.state, row.changed_at = "deleted", at
            notes.add(session, row)
            notes.forget_texts(session, note_id)
            self._log(session, note_id, "deleted", caller, at)
            if notes.repo_of(session, own_id) == LOCAL_REPO and not notes.count_of(session, own_id):
                withdraw(session, [own_id], at, 0)
            session.commit()

    def judge(self, caller: Caller, note_id: str, *, accept: bool) -> Note:
        """Accept a proposed note, which is shown from then on, or reject it.

        Raises:
            BadInput: it is not proposed, or the record has its most notes.
            NeedsToken, NotYours: the caller may not.
            NoteNotFound: there is no such note.
            StorageError: the database cannot be written.
        """
        check(self._settings, caller, Deed.JUDGE)
        with self._database.write() as session:
            now = self._stored(session, note_id)
            if now.state != "proposed":
                raise BadInput(f"The note {note_id} is not proposed, but {now.state}.")
            row = session.get_one(NoteRow, note_id)
            if accept:
                self._refuse_full(session, now.record_id, "public")
            at = now_text(self._clock)
            row.state, row.changed_at = "public" if accept else "rejected", at
            notes.add(session, row)
            self._log(session, note_id, "accepted" if accept else "rejected", caller, at)
            judged = self._stored(session, note_id)
            session.commit()
        return shown(judged)

    def _changeable(
        self, session: Session, caller: Caller, note_id: str, record_id: str | None
    ) -> StoredNote:
        """Return a note that the caller may change."""
        now = self._stored(session, note_id)
        hidden = now.state != "public" and not caller.maintains
        if now.state == "deleted" or hidden or (record_id and holder(session, record_id) != now.record_id):
            raise NoteNotFound(note_id)
        own = caller.key is not None and now.author_key == caller.key
        check(self._settings, caller, Deed.CHANGE_OWN if own else Deed.CHANGE_OTHERS)
        return now

    def _refuse_full(self, session: Session, record_id: str, state: State) -> None:
        most = self._settings.max_notes_per_record
        if notes.count_of(session, record_id, state) < most:
            return
        proposed = state == "proposed"
        raise BadInput(
            f"The record {record_id} has {most:,} {'proposed ' if proposed else ''}notes, which is the most. "
            f"{'A maintainer has to judge them' if proposed else 'Change or delete one of them'}.",
            limit=most,
            unit="notes per record",
        )

    @staticmethod
    def _stored(session: Session, note_id: str) -> StoredNote:
        found = notes.note(session, note_id) if is_storable(note_id) else None
        if found is None:
            raise NoteNotFound(note_id)
        return found

    @staticmethod
    def _log(
        session: Session, note_id: str, kind: str, caller: Caller, at: str, *, text: str | None = None
    ) -> None:
        notes.add(
            session,
            NoteEventRow(note_id=note_id, kind=kind, at=at, actor=caller.key, front=caller.front, text=text),
        )


def holder(session: Session, record_id: str) -> str:
    """Return the id of the record that has this id or alias.

    Raises:
        RecordNotFound: there is none.
    """
    asked = record_id.strip().lower()
    found = store.holders(session, [asked]) if is_storable(asked) and len(asked) <= 64 else {}
    if asked not in found:
        raise RecordNotFound(record_id)
    return found[asked]


def with_notes(
    session: Session, events: list[EventAnswer], stubs: Sequence[Sequence[str]]
) -> list[EventAnswer]:
    """Return events whose matches carry what people say of their records.

    Args:
        session: of a read.
        events: of an answer.
        stubs: of each event, the records whose notes its first match carries too.
    """
    shown_ids = (match.id for event in events for match in event.matches)
    briefs = best_notes(session, [*shown_ids, *(one for group in stubs for one in group)])
    if not briefs:
        return events
    return [_with_briefs(event, briefs, more) for event, more in zip(events, stubs, strict=True)]


def _with_briefs(
    event: EventAnswer, briefs: Mapping[str, list[NoteBrief]], stubs: Sequence[str]
) -> EventAnswer:
    matches = []
    for place, match in enumerate(event.matches):
        found = [brief for one in (match.id, *(() if place else stubs)) for brief in briefs.get(one, ())]
        matches.append(match.model_copy(update={"notes": found[:BRIEF_NOTES]}))
    return event.model_copy(update={"matches": matches})


def best_notes(session: Session, record_ids: Iterable[str]) -> dict[str, list[NoteBrief]]:
    """Return the few notes of each record that are shown beside an answer, shortened."""
    if not notes.any_notes(session):
        return {}
    return {
        record_id: [
            NoteBrief(
                id=one.id,
                text=shortened(one.text, BRIEF_CHARS),
                author=one.author,
                version=one.version,
                solved=one.solved,
                date=one.created_at[:10],
            )
            for one in found
        ]
        for record_id, found in notes.notes_of_many(session, record_ids, BRIEF_NOTES).items()
    }


def shown(stored: StoredNote) -> Note:
    """Return a note as it is told; who may change it is not."""
    names = Note.model_fields
    return Note.model_validate({name: getattr(stored, name) for name in names})


def _offset(position: tuple[str | int, ...]) -> int:
    if len(position) != 1 or not isinstance(position[0], int) or not 0 <= position[0] < 2**31:
        raise BadCursor(
            "The page token does not belong to this list. Leave it out to begin at the first page."
        )
    return position[0]


def _name(text: str | None) -> str | None:
    """Return a name on one line, its secrets masked; None where nothing is left."""
    return redact(one_line(text)).text.strip() or None if text else None
