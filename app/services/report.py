"""What an ingest did, or would do: the same report for the CLI, the API and the tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from operator import add, attrgetter
from typing import Any, Literal

from pydantic.alias_generators import to_camel

from app.domain.faults import Fault
from app.domain.merge import Change

OK, BAD_DATA = 0, 3

Outcome = Literal["added", "changed", "unchanged", "older", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many records met which fate; a record that a file names twice counts twice."""

    records: int = 0
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    older: int = 0
    withdrawn: int = 0
    restored: int = 0
    faulty: int = 0
    pattern_problems: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*map(add, _all_of(self), _all_of(other)))


_all_of = attrgetter(*Counts.__slots__)


@dataclass(frozen=True, slots=True)
class RecordChange:
    """What happened to one record.

    Attributes:
        id: of the record that stands in the database afterwards.
        given_id: the id in the file, where that is another: it is an alias now.
        title: for people.
        outcome: the record's fate.
        fields: what differs, in the order of the schema; empty for an added record.
        restored: it had been withdrawn and is back.
    """

    id: str
    title: str
    outcome: Outcome
    given_id: str | None = None
    fields: tuple[Change, ...] = ()
    restored: bool = False


@dataclass(frozen=True, slots=True)
class Older:
    """A record that was skipped, since the stored one is of a newer data set."""

    id: str
    file: str
    given: str | None
    stored: str | None


@dataclass(frozen=True, slots=True)
class FileReport:
    """One file: its counts, and whether it was written; `rejected` means that none of it was."""

    name: str
    counts: Counts = field(default_factory=Counts)
    rejected: bool = False


@dataclass(frozen=True, slots=True)
class IngestReport:
    """The whole run.

    Attributes:
        files: in the order given.
        faults: everything that is wrong, file by file; with one, `exit_code` is 3.
        warnings: what is odd but was stored; `Fault`s too, so that they name file, record, field and value.
        older: records skipped because a newer data set is stored.
        changes: what was added, changed and withdrawn, at most `MAX_CHANGES`; `changes_left_out` counts the rest.
        notes: sentences about the run as a whole.
        revision: of the catalogue, afterwards.
        dataset_version: newest data set ever ingested.
        dry_run: nothing was written.
    """

    files: tuple[FileReport, ...] = ()
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    older: tuple[Older, ...] = ()
    changes: tuple[RecordChange, ...] = ()
    changes_left_out: int = 0
    notes: tuple[str, ...] = ()
    withdrawn: int = 0
    revision: int = 0
    dataset_version: str | None = None
    source: str | None = None
    dry_run: bool = False

    @property
    def counts(self) -> Counts:
        """Sum over the files, and the withdrawn ones."""
        total = Counts(withdrawn=self.withdrawn)
        for file in self.files:
            total += file.counts
        return total

    @property
    def exit_code(self) -> int:
        """0, or 3 where any record or file had a fault."""
        return BAD_DATA if self.faults else OK

    def ids(self, outcome: Outcome) -> Iterator[str]:
        """Yield the ids of the listed changes with this outcome."""
        return (change.id for change in self.changes if change.outcome == outcome)

    def wire(self) -> dict[str, Any]:
        """Return the JSON object, names in camelCase."""
        body = in_camel_case(asdict(self))
        assert isinstance(body, dict)
        body["counts"] = in_camel_case(asdict(self.counts))
        body["exitCode"] = self.exit_code
        return body


def in_camel_case(value: Any) -> Any:
    """Return a value with the names of all objects in it in camelCase."""
    if isinstance(value, dict):
        return {to_camel(key): in_camel_case(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [in_camel_case(member) for member in value]
    return value
