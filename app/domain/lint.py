"""What the schema cannot say of a record: limits of the store, and whether its pattern is of any use."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from app.domain.faults import Fault, shown
from app.domain.merge import version_of
from app.domain.patterns import PatternFacts, own_message_matches
from app.domain.reading import Unit
from app.domain.records import Envelope

# A database index holds at most about 2,700 bytes for a value, and a character has up to four.
MAX_NAME_CHARS = 500
MAX_NUMBER = 2**31 - 1
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_NAMES = ("repo", "error_class", "error_type", "error_code", "severity", "file_path", "background_tag")


def limit_faults(envelope: Envelope, name: str, index: int | None, unit: Unit) -> Iterator[Fault]:
    """Yield a fault for each value that no database could keep or look up.

    Args:
        envelope: of the record.
        name: of the file.
        index: as in `Fault`.
        unit: as in `Fault`.
    """
    record = envelope.record

    def _fault(field: str, value: object, problem: str, advice: str) -> Fault:
        return Fault(name, index, record.id, field, shown(value), problem, advice, unit)

    values = [(_wire_name(field), getattr(record, field)) for field in _NAMES]
    values += [(f"tags[{position}]", tag) for position, tag in enumerate(record.tags)]
    values.append(("errdex.function", envelope.errdex.function))
    for field, value in values:
        if value is not None and len(value) > MAX_NAME_CHARS:
            yield _fault(
                field,
                value,
                f"has {len(value):,} characters, and {MAX_NAME_CHARS} are allowed",
                "Shorten it: this field is looked up by its whole value.",
            )
    if problem := _path_problem(record.file_path):
        yield _fault("filePath", record.file_path, *problem)
    for field, number in (("lineNumber", record.line_number), ("httpStatus", record.http_status)):
        if number is not None and number > MAX_NUMBER:
            yield _fault(
                field, number, f"must be at most {MAX_NUMBER:,}", "Write the number as it stands in the file."
            )
    for field, time in (
        ("datasetVersion", envelope.dataset_version),
        ("errdex.withdrawnAt", envelope.errdex.withdrawn_at),
    ):
        try:
            version_of(time)
        except ValueError:
            yield _fault(field, time, "is no time of the calendar", "Write an ISO 8601 time that exists.")


def _path_problem(path: str) -> tuple[str, str] | None:
    """Say what keeps a path from being one in a repository, with advice."""
    if path.startswith("/") or _DRIVE.match(path):
        return "is an absolute path", "Write the path in the repository, from its root: src/pkg/module.py."
    if "\\" in path:
        with_slashes = shown(path.replace("\\", "/"))
        return "has backslashes", f"Write it with forward slashes: {with_slashes}."
    if ".." in path.split("/"):
        return "has a part `..`", "Write the path in the repository itself, from its root: src/pkg/module.py."
    return None


def pattern_findings(
    envelope: Envelope, facts: PatternFacts, name: str, index: int | None, unit: Unit
) -> Iterator[Fault]:
    """Yield what is wrong with the pattern: such a record is stored all the same; `--strict` refuses it.

    Args:
        envelope: of the record.
        facts: `analyse` of its pattern.
        name: of the file.
        index: as in `Fault`.
        unit: as in `Fault`.
    """
    record = envelope.record
    if record.message_pattern is None:
        return
    if facts.problem is not None:
        problem, advice = (
            f"cannot be used: {facts.problem}",
            "Rewrite it; until then the record is found by its place and by similarity only.",
        )
    elif record.error_message is not None and not own_message_matches(
        record.message_pattern, record.error_message
    ):
        problem, advice = (
            "does not match the record's own errorMessage",
            "Correct one of them; leaving messagePattern out derives it from errorMessage.",
        )
    else:
        return
    yield Fault(
        name, index, record.id, "messagePattern", shown(record.message_pattern), problem, advice, unit
    )


@functools.cache
def _wire_name(field: str) -> str:
    first, *others = field.split("_")
    return first + "".join(part.title() for part in others)
