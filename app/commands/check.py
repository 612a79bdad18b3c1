"""`errdex check`: what is wrong with files of records, without a database."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.commands.exits import Exit
from app.commands.setup import PASTE_RECORDS, setup_of
from app.commands.terminal import Output, note, write_json

if TYPE_CHECKING:
    from app.domain.faults import Fault
    from app.services.check import CheckReport
    from app.services.inputs import Input

_HELP = """Check files of records; no database is needed.

Each fault is one line: file, record, field, value, what is wrong, and what to do. Warnings, such as a pattern that
does not match its own message, are listed apart; --strict takes them as faults.

\b
Examples:
  errdex check records/
  errdex check --strict 'records/**/*.json'
  errdex check - < records.jsonl

Exit codes: 0 no faults, 2 wrong usage, 3 faults were found, 4 internal error.
"""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("check", help=_HELP, short_help="Check files of records.")(check)


def check(
    context: typer.Context,
    *,
    paths: Annotated[list[str], typer.Argument(metavar="PATH|-", help="Files, folders, quoted patterns.")],
    strict: Annotated[bool, typer.Option("--strict", help="Take warnings as faults.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Check and print what was found."""
    from app.domain.decoding import Limits
    from app.services.check import check_inputs
    from app.services.inputs import find_inputs

    settings = setup_of(context).settings()
    limits = Limits(
        max_file_bytes=settings.max_records_file_bytes, max_record_bytes=settings.max_record_bytes
    )
    stdin = sys.stdin.buffer if sys.stdin is not None else None
    if "-" in paths and stdin is not None and sys.stdin.isatty():
        note(PASTE_RECORDS)
    inputs = find_inputs(paths, stdin, max_bytes=limits.max_file_bytes)
    unreadable: list[Fault] = []
    report = check_inputs(readable(inputs, limits.max_file_bytes, unreadable), limits=limits, strict=strict)
    report = replace(report, files=len(inputs), faults=(*unreadable, *report.faults))
    if as_json:
        write_json(wire(report))
    else:
        from app.commands.render_report import write_check

        write_check(Output(), report)
    if report.faults:
        raise typer.Exit(Exit.BAD_DATA)


def readable(inputs: Iterable[Input], max_bytes: int, unreadable: list[Fault]) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of each file; one that cannot be read goes to `unreadable` instead."""
    from app.domain.faults import Fault

    for one in inputs:
        try:
            data = one.read(max_bytes)
        except OSError as error:
            problem = f"cannot be read: {error.strerror or type(error).__name__}"
            unreadable.append(Fault(one.name, None, "", "", "", problem, "Check the rights of the file."))
        else:
            yield one.name, data


def wire(report: CheckReport) -> dict[str, Any]:
    """Return the JSON object, names in camelCase as in the report of an ingest."""
    return {
        "files": report.files,
        "records": report.records,
        "patternProblems": report.pattern_problems,
        "faults": [_fault_wire(fault) for fault in report.faults],
        "warnings": [_fault_wire(fault) for fault in report.warnings],
        "exitCode": int(Exit.BAD_DATA if report.faults else Exit.OK),
    }


def _fault_wire(fault: Fault) -> dict[str, Any]:
    return {("recordId" if name == "record_id" else name): value for name, value in asdict(fault).items()}
