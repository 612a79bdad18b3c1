"""The exception tree. Every front turns these, and only these, into its own words.

    ErrdexError                      something that a user can be told; carries code, status, advice
    ├── BadInput            400      what was asked for or sent is not usable
    │   ├── PasteTooLarge   413      the paste is over the limit of this front
    │   └── BadCursor       400      a page token that this server did not make
    ├── RecordNotFound      404      no record and no alias has this id
    ├── BadRecords          422      records that break the schema; carries every fault
    ├── KnownElsewhere      409      the raise site has a record with another id
    ├── Outdated            409      what is to be written is older than what stands
    ├── Changed             412      a record is not what the caller took it for
    ├── NoteNotFound        404      no note has this id, or it is not shown to this caller
    ├── NotAllowed          401      a missing, stale or wrong signature
    │   └── NeedsToken      401      a write that this server takes with an access token only
    ├── NotYours            403      the caller is known, and may not do this
    ├── TooMany             429      more notes or feedback in an hour than the limit
    └── StorageError        503      the database cannot answer
        ├── DatabaseBusy    503      another writer holds it; trying again later helps
        └── DatabaseBehind  503      its schema is older or newer than this program

`code` is stable and machine-readable; the message says what happened, with the value, the limit and
what to do, and never holds pasted text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from app.domain.faults import Fault

__all__ = [
    "BadCursor",
    "BadInput",
    "BadRecords",
    "Changed",
    "DatabaseBehind",
    "DatabaseBusy",
    "ErrdexError",
    "KnownElsewhere",
    "NeedsToken",
    "NotAllowed",
    "NotYours",
    "NoteNotFound",
    "Outdated",
    "PasteTooLarge",
    "RecordNotFound",
    "StorageError",
    "TooMany",
]


class ErrdexError(Exception):
    """Base of all errors that users see; `extra` holds named values such as the limit that was hit."""

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 500
    title: ClassVar[str] = "Something went wrong"

    def __init__(self, message: str, **extra: object) -> None:
        super().__init__(message)
        self.message = message
        self.extra: Mapping[str, object] = extra


class BadInput(ErrdexError):
    """What was asked for or sent is not usable."""

    code = "bad-input"
    status = 400
    title = "The request is not usable"


class PasteTooLarge(BadInput):
    """The paste is over `max_paste_bytes`, counted after decompression."""

    code = "paste-too-large"
    status = 413
    title = "The paste is too large"

    def __init__(self, limit_bytes: int) -> None:
        super().__init__(
            f"The paste is larger than {limit_bytes:,} bytes (counted after decompression). "
            "Send the part round the error, or the last lines of the log.",
            limit=limit_bytes,
            unit="bytes",
        )


class BadCursor(BadInput):
    """A page token that this server did not make."""

    code = "bad-cursor"
    title = "The page token is not valid"


class RecordNotFound(ErrdexError):
    """No record and no alias has this id."""

    code = "record-not-found"
    status = 404
    title = "No such record"

    def __init__(self, record_id: str) -> None:
        super().__init__(
            f"There is no record with the id {record_id[:64]!r}. Search for it at /api/errors?q=…",
            id=record_id[:64],
        )


class BadRecords(ErrdexError):
    """Records that break the schema; `faults` lists all of them, not the first."""

    code = "bad-records"
    status = 422
    title = "The records break the schema"

    def __init__(self, message: str, faults: Sequence[Fault]) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


class NotAllowed(ErrdexError):
    """A missing, stale or wrong signature."""

    code = "not-allowed"
    status = 401
    title = "The signature was not accepted"


class NeedsToken(NotAllowed):
    """A write that this server takes with an access token only; or the token is none of this server's."""

    code = "token-needed"
    title = "An access token is needed"


class NotYours(ErrdexError):
    """The caller is known, and may not do this."""

    code = "not-yours"
    status = 403
    title = "This is not yours to change"


class Changed(ErrdexError):
    """A record is not what the caller took it for."""

    code = "changed"
    status = 412
    title = "The record is another one by now"


class Outdated(ErrdexError):
    """What is to be written is older than what stands."""

    code = "outdated"
    status = 409
    title = "The stored record is newer"


class KnownElsewhere(ErrdexError):
    """The raise site of a record that is to be written has a record with another id."""

    code = "known-elsewhere"
    status = 409
    title = "The place has a record of another id"


class NoteNotFound(ErrdexError):
    """No note has this id, or it is not shown to this caller."""

    code = "note-not-found"
    status = 404
    title = "No such note"

    def __init__(self, note_id: str) -> None:
        super().__init__(f"There is no note with the id {note_id[:64]!r}.", id=note_id[:64])


class TooMany(ErrdexError):
    """More notes or feedback in an hour than the limit allows one author or address."""

    code = "too-many"
    status = 429
    title = "Too many in an hour"

    def __init__(self, what: str, limit: int, retry_after_seconds: int) -> None:
        super().__init__(
            f"More than {limit:,} {what} in an hour from one place. Try again in {retry_after_seconds:,} seconds.",
            limit=limit,
            unit=f"{what} per hour",
        )
        self.retry_after_seconds = retry_after_seconds


class StorageError(ErrdexError):
    """The database cannot answer."""

    code = "storage"
    status = 503
    title = "The database cannot answer"


class DatabaseBusy(StorageError):
    """Another writer holds the database; trying again later helps."""

    code = "database-busy"
    title = "The database is busy"


class DatabaseBehind(StorageError):
    """The schema of the database is older or newer than this program."""

    code = "database-behind"
    title = "The database has another schema"
