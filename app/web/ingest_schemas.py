"""The report of an ingest, as the REST API answers it: `IngestReport.wire` in words of JSON Schema."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.domain.answer import Shape

__all__ = ["IngestAnswer"]


class RecordFault(Shape):
    """One thing that is wrong with a record, or odd about it."""

    file: str
    index: Annotated[int | None, Field(description="Number of the record, or of the line, from 1.")]
    record_id: str
    field: str
    value: Annotated[str, Field(description="The offending value as JSON, shortened.")]
    problem: str
    advice: str
    unit: Literal["record", "line"]


class FieldChange(Shape):
    """One field that differs."""

    field: str
    before: str
    after: str


class ChangedRecord(Shape):
    """What happened to one record."""

    id: str
    title: str
    outcome: Literal["added", "changed", "unchanged", "older", "withdrawn"]
    given_id: Annotated[
        str | None, Field(description="The id that was sent, where that is another: it is an alias now.")
    ]
    fields: list[FieldChange]
    restored: Annotated[bool, Field(description="It had been withdrawn and is back.")]


class OlderRecord(Shape):
    """A record that was skipped, since the stored one is of a newer data set."""

    id: str
    file: str
    given: str | None
    stored: str | None


class RecordCounts(Shape):
    """How many records met which fate."""

    records: int
    added: int
    changed: int
    unchanged: int
    older: int
    withdrawn: int
    restored: int
    faulty: int
    pattern_problems: int


class IngestedFile(Shape):
    """One file; `rejected` means that none of it was written."""

    name: str
    counts: RecordCounts
    rejected: bool


class IngestAnswer(Shape):
    """What an ingest did, or would do."""

    files: list[IngestedFile]
    faults: list[RecordFault]
    warnings: list[RecordFault]
    older: list[OlderRecord]
    changes: list[ChangedRecord]
    changes_left_out: Annotated[int, Field(description="Changes beyond those that are listed.")]
    notes: list[str]
    withdrawn: int
    revision: int
    dataset_version: str | None
    source: str | None
    dry_run: bool
    counts: RecordCounts
    exit_code: Annotated[
        int, Field(description="Of `errdex ingest` with the same records: 0, or 3 with faults.")
    ]
