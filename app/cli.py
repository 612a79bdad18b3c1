"""The command line: global options here, each command in `app.commands`, its imports inside the command.

Data goes to stdout, everything else to stderr; exit codes are those of `app.commands.exits`.
"""

from __future__ import annotations

import io
import sys
from typing import Annotated, Any

import typer

from app import __version__
from app.commands import (
    bots,
    check,
    database,
    doctor,
    drift,
    enrich,
    export,
    github,
    ingest,
    init,
    learn,
    match,
    mcp,
    note,
    records,
    run,
    serve,
    token,
    watch,
)
from app.commands.exits import Commands
from app.commands.setup import Setup

_HELP = """Find out what an error of an open-source project means: paste a traceback, get the fix.

\b
Start here:
  errdex ingest                      load the bundled records
  errdex learn sglang==0.5.19 .      build records from source
  errdex match crash.log             explain every error in a log
  python train.py 2>&1 | errdex match
  errdex run -- pytest               run it, and explain its failure
  errdex serve                       the same as web page and API

Exit codes: 0 found or done, 1 nothing matched, 2 wrong usage, 3 bad data, 4 internal error.
"""

app = typer.Typer(
    name="errdex",
    cls=Commands,
    help=_HELP,
    no_args_is_help=True,
    # Plain help: it starts faster than Rich's, and reads the same in a pipe, a log and a dumb terminal.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"errdex {__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    database_url: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="URL",
            help="Database to use, such as sqlite:///errors.db; otherwise ERRDEX_DATABASE_URL, "
            "otherwise a file in your data folder.",
        ),
    ] = None,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Keep the global options for the command."""
    context.obj = Setup(database=database_url)


match.register(app)
run.register(app)
watch.register(app)
records.register(app)
note.register(app)
ingest.register(app)
learn.register(app)
drift.register(app)
check.register(app)
init.register(app)
export.register(app)
enrich.register(app)
serve.register(app)
github.register(app)
mcp.register(app)
bots.register(app)
database.register(app)
token.register(app)
doctor.register(app)


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line and exit; the console script `errdex` calls this."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # an ASCII locale shows escapes instead of failing
    return app(arguments, prog_name="errdex")
