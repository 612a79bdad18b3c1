"""The exception tree. Every front turns these, and only these, into its own words.

    ErrdexError                      something that a user can be told; carries code, status, advice
    ├── BadInput            400      what was asked for or sent is not usable
    │   ├── PasteTooLarge   413      the paste is over the limit of this front
    │   └── BadCursor       400      a page token that this server did not make
    ├── RecordNotFound      404      no record and no alias has this id
    ├── BadRecords          422      records that break the schema; carries every fault
    ├── NotAllowed          401      a missing, stale or wrong signature
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
    "DatabaseBehind",
    "DatabaseBusy",
    "ErrdexError",
    "NotAllowed",
    "PasteTooLarge",
    "RecordNotFound",
    "StorageError",
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
