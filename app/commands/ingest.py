"""`errdex ingest`: records into the database."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.exits import Exit
from app.commands.setup import PASTE_RECORDS, setup_of
from app.commands.terminal import Output, note, one_line, wants_colour, write_json
from app.errors import BadInput

if TYPE_CHECKING:
    from app.services.intake import Progress

_HELP = """Load records into the database.

PATH is a file, a folder, a pattern such as 'records/*.json', or - for stdin; without one the records that came with
errdex are loaded. Files hold a record or its envelope, an array or JSON Lines of them, any of these gzipped, or the
text of a record page. All of it is checked first; a file with a fault is left out whole, the others are written.

\b
Examples:
  errdex ingest
  errdex ingest --dry-run records/
  errdex ingest --source nightly --prune export.jsonl.gz
  curl -s https://example.org/records.jsonl | errdex ingest -

Exit codes: 0 everything was taken, 2 wrong usage, 3 faults were found (what is good was written), 4 internal error.
"""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("ingest", help=_HELP, short_help="Load records into the database.")(ingest)


def ingest(
    context: typer.Context,
    *,
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="PATH|-", show_default=False, help="Files of records.")
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--source", metavar="NAME", help="Name under which these records are remembered."),
    ] = None,
    prune: Annotated[
        bool, typer.Option("--prune", help="Withdraw what --source brought before and has no longer.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change; write nothing.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Take warnings, such as a bad pattern, as faults.")
    ] = False,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Write the good records of a file with faults.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Ingest and print a report."""
    if prune and not source:
        raise BadInput(
            "--prune needs --source NAME: it withdraws what that source brought before and has no longer."
        )
    from app.extract.pool import cores
    from app.services.inputs import find_inputs

    setup = setup_of(context)
    stdin = sys.stdin.buffer if sys.stdin is not None else None
    if "-" in (paths or []) and stdin is not None and sys.stdin.isatty():
        note(PASTE_RECORDS)
    inputs = find_inputs(paths or [], stdin, max_bytes=setup.settings().max_records_file_bytes)
    with setup.services() as services, progress() as show:
        report = services.ingest.ingest(
            inputs,
            source=source,
            prune=prune,
            dry_run=dry_run,
            strict=strict,
            skip_bad=skip_bad,
            progress=show,
            processes=cores(),
        )
    if as_json:
        write_json(report.wire())
    else:
        from app.commands.render_report import write_report

        write_report(Output(), report)
    if report.faults:
        raise typer.Exit(Exit.BAD_DATA)


@contextmanager
def progress() -> Iterator[Progress | None]:
    """Show a progress bar on stderr while the block runs; none unless stderr is a terminal that can draw it."""
    if not wants_colour(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Checking", total=None)

        def show(done: int, total: int | None, name: str) -> None:
            verb = "Checking" if total is None else "Writing"
            bar.update(task, completed=done, total=total, description=escape(f"{verb} {one_line(name, 40)}"))

        yield show
