"""`errdex export`: records out of the database, or what is needed to write the prose that they lack."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from app.commands.exits import Exit
from app.commands.records import record_id_of
from app.commands.setup import setup_of, why_nothing
from app.commands.terminal import note
from app.errors import BadInput

if TYPE_CHECKING:
    from app.services.wiring import Services

_HELP = """Write what is needed to fill in the prose that records lack, or a static site of the records.

With --missing-prose, each line is a record without an explanation or without a solution: its facts, source, conditions, names in its
message, docstring and neighbours, and under `wanted` the fields that are missing, with their shapes. Who writes them,
a person or a program, gives them back by id, in a file for errdex ingest:

  {"record": {"id": "…", "documentation": "…", "solutions": ["…"]},
   "errdex": {"provenance": {"kind": "generated"}}}

With --site, the pages, lists, search and JSON of the records become files that any host can serve, at the addresses
that the server has. What an earlier export left there and is out of date is removed.

\b
Examples:
  errdex export --site public --base-url https://user.example/project/
  errdex export --missing-prose --repo pydantic/pydantic --limit 50 -o todo.jsonl
  errdex export --missing-prose 3defc1710d3da8d8
  errdex ingest done.jsonl

Exit codes: 0 written, 1 no record lacks prose or there is none, 2 wrong usage, 4 internal error.
"""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "export", help=_HELP, short_help="Write a static site, or what is needed to fill in missing prose."
    )(export)


def export(
    context: typer.Context,
    *,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", show_default=False, help="Only these records.")
    ] = None,
    missing_prose: Annotated[
        bool, typer.Option("--missing-prose", help="Records that do not say what they mean or what to do.")
    ] = False,
    site: Annotated[
        Path | None,
        typer.Option(
            "--site", metavar="DIR", show_default=False, help="Write a static site into this folder."
        ),
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            "--base-url", metavar="URL", show_default=False, help="Where the site will be published."
        ),
    ] = None,
    repo: Annotated[
        list[str] | None,
        typer.Option(
            "--repo", metavar="OWNER/NAME", show_default=False, help="Only of this repository; repeatable."
        ),
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, show_default=False, help="Most records.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Write to this file."),
    ] = None,
) -> None:
    """Write one line for each record, or the files of a site."""
    if site is not None:
        if missing_prose or ids or limit is not None or output is not None:
            raise BadInput("--site goes with --base-url and --repo only.")
        from app.commands.export_site import export_site

        export_site(setup_of(context), site, base_url, repo or [])
        return
    if base_url is not None:
        raise BadInput("--base-url goes with --site.")
    if not missing_prose:
        raise BadInput("Say what to export: --missing-prose, or --site DIR.")
    wanted = [record_id_of(one) for one in ids or []]
    count = 0
    with setup_of(context).services() as services, _opened(output) as stream:
        for line in islice(_missing(services, repo or [], wanted), limit):
            stream.write(json.dumps(line, ensure_ascii=True) + "\n")
            count += 1
        reason = why_nothing(services) if not count else None
    if not count:
        note(reason or "No record lacks prose here.")
        raise typer.Exit(Exit.NOTHING)
    if output is not None:
        note(f"{count:,} {'record' if count == 1 else 'records'} written to {output}.")


def _missing(services: Services, repos: list[str], ids: list[str]) -> Iterator[dict[str, Any]]:
    from app.services.missing_prose import MissingProse

    missing = MissingProse(services.database, services.catalog)
    for envelope in missing.records(repos=repos, ids=ids):
        yield missing.describe(envelope)


@contextmanager
def _opened(path: Path | None) -> Iterator[IO[str]]:
    if path is None:
        yield sys.stdout
        return
    try:
        stream = path.open("w", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{str(path)!r} cannot be written: {error.strerror}.") from None
    with stream:
        yield stream
