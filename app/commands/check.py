"""`errdex check`: what is wrong with files of records, without a database."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.commands.exits import Exit
from app.commands.setup import PASTE_RECORDS, setup_of
from app.commands.terminal import Output, note, write_json
from app.errors import BadInput

if TYPE_CHECKING:
    from app.domain.faults import Fault
    from app.domain.vocabulary import Vocabulary
    from app.services.check import CheckReport
    from app.services.inputs import Input

_HELP = """Check files of records; no database is needed.

Each fault is one line: file, record, field, value, what is wrong, and what to do. Warnings, such as a pattern that
does not match its own message, are listed apart; --strict takes them as faults.

--against reads the source of a package (a target as of errdex learn: sglang==0.5.19, a wheel, ./src) and looks up the
flags, variables, functions and keywords that the fixes of its records name; those that do not occur there are warnings.

\b
Examples:
  errdex check records/
  errdex check --strict 'records/**/*.json'
  errdex check - < records.jsonl
  errdex check --against fastapi==0.165.0 --against starlette==1.10.0 records/
  errdex check --undocumented --baseline errors.baseline

With --undocumented, PATH is the folder of a project, this one where none is named: each of its raise sites that no file
in errors/ explains is listed as file:line, and is a fault. Log lines, warnings, assertions and tests are left out.

Exit codes: 0 no faults, 2 wrong usage, 3 faults were found, 4 internal error.
"""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("check", help=_HELP, short_help="Check files of records.")(check)


def check(
    context: typer.Context,
    *,
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH|-", show_default=False, help="Files, folders, quoted patterns."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Take warnings as faults.")] = False,
    undocumented: Annotated[
        bool, typer.Option("--undocumented", help="List the raise sites of a project that no file explains.")
    ] = False,
    baseline: Annotated[
        Path | None,
        typer.Option("--baseline", metavar="FILE", help="Raise sites that may stay undocumented."),
    ] = None,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="Write all that are undocumented now to --baseline.")
    ] = False,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="TARGET",
            show_default=False,
            help="Look names in fixes up in the source of this package; repeatable.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Check and print what was found."""
    if undocumented:
        from app.commands.undocumented import check_undocumented

        code = check_undocumented(paths or [], baseline, write_baseline=write_baseline, as_json=as_json)
        if code:
            raise typer.Exit(code)
        return
    if baseline is not None or write_baseline:
        raise BadInput("--baseline and --write-baseline go with --undocumented.")
    if not paths:
        raise BadInput("Name what to check: files, folders, quoted patterns, or - for stdin.")
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
    vocabulary = names_in(against) if against else None
    report = check_inputs(
        readable(inputs, limits.max_file_bytes, unreadable), limits=limits, strict=strict, against=vocabulary
    )
    report = replace(report, files=len(inputs), faults=(*unreadable, *report.faults))
    if vocabulary is not None:
        note(
            f"Names in fixes were looked up for {report.looked_up:,} of {report.records:,} records, "
            f"in {vocabulary.label}."
        )
    if as_json:
        write_json(wire(report))
    else:
        from app.commands.render_report import write_check

        write_check(Output(), report)
    if report.faults:
        raise typer.Exit(Exit.BAD_DATA)


def names_in(targets: Sequence[str]) -> Vocabulary:
    """Return the names in the source of targets, put together.

    Raises:
        BadInput: one of them cannot be read.
    """
    from app.commands.learning import options_of, progress
    from app.domain.vocabulary import Vocabulary
    from app.services.vocabularies import read_vocabularies

    options = options_of(
        targets, environment=False, python=None, repo=None, sha=None, prefix=None, include_tests=False
    )
    with progress() as show:
        found, failures = read_vocabularies(targets, options, lambda text: show(0, None, text))
    if failures:
        raise BadInput(f"--against {failures[0].text}: {failures[0].problem}")
    return Vocabulary.joined(found)


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
        "lookedUp": report.looked_up,
        "faults": [_fault_wire(fault) for fault in report.faults],
        "warnings": [_fault_wire(fault) for fault in report.warnings],
        "exitCode": int(Exit.BAD_DATA if report.faults else Exit.OK),
    }


def _fault_wire(fault: Fault) -> dict[str, Any]:
    return {("recordId" if name == "record_id" else name): value for name, value in asdict(fault).items()}
