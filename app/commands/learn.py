"""`errdex learn` and `errdex extract`: records from source, into the database or as JSON Lines."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, cast

import typer

from app.commands.exits import Exit
from app.commands.learning import Run, Taken, options_of, progress, read_all
from app.commands.setup import setup_of
from app.commands.terminal import Output, json_text, write_json
from app.errors import BadInput

if TYPE_CHECKING:
    from app.extract.targets.model import Target
    from app.services.inputs import Input

_TARGETS = """TARGET is a distribution at a version (sglang==0.5.19: its wheel is fetched), a distribution (the one that is
installed, else the newest wheel), a wheel, an sdist (.tar.gz, .zip), a requirements.txt, a Python file, or a folder,
which is named with a slash: ./src, or . for this one. It is read as text, and never imported, built or run.
"""

_LEARN = f"""Build error records from source, into the database.

{_TARGETS}
\b
Examples:
  errdex learn sglang==0.5.19 django .
  errdex learn --environment
  errdex learn sglang --versions 'last 5'
  errdex learn --repo owner/name --prefix python/ ./package-1.0-py3-none-any.whl

Exit codes: 0 learned, 1 no raise site was found, 2 wrong usage or a target that cannot be read (the others were
learned), 3 sites of which no record can be made (the others were learned), 4 internal error.
"""

_EXTRACT = f"""Build error records from source, as JSON Lines; no database is needed.

{_TARGETS}
\b
Examples:
  errdex extract . -o records.jsonl
  errdex extract sglang==0.5.19 -o sglang.jsonl.gz
  errdex extract ./src | errdex check -

Exit codes: 0 extracted, 1 no raise site was found, 2 wrong usage or a target that cannot be read (the others were
extracted), 4 internal error.
"""

Targets = Annotated[
    list[str] | None, typer.Argument(metavar="TARGET", show_default=False, help="What to read.")
]
Everything = Annotated[bool, typer.Option("--environment", help="Read all that is installed as well.")]
Python = Annotated[
    str | None,
    typer.Option(
        "--python",
        metavar="PATH",
        help="Interpreter or folder of the environment; otherwise the active one, otherwise python3 on PATH.",
    ),
]
Repo = Annotated[
    str | None,
    typer.Option("--repo", metavar="OWNER/NAME", help="Repository; otherwise that of metadata or checkout."),
]
Sha = Annotated[
    str | None,
    typer.Option("--sha", metavar="COMMIT", help="Commit that the target was made from; records link to it."),
]
Prefix = Annotated[
    str | None,
    typer.Option(
        "--prefix", metavar="FOLDER", help="Folder of the repository that the target's paths start in."
    ),
]
Tests = Annotated[bool, typer.Option("--include-tests", help="Read tests, examples and documentation too.")]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, max=16, help="Processes that read; one a core otherwise."),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("learn", help=_LEARN, short_help="Build records from source into the database.")(learn)
    app.command("extract", help=_EXTRACT, short_help="Build records from source as JSON Lines.")(extract)


def learn(
    context: typer.Context,
    *,
    targets: Targets = None,
    environment: Everything = False,
    python: Python = None,
    repo: Repo = None,
    sha: Sha = None,
    prefix: Prefix = None,
    include_tests: Tests = False,
    jobs: Jobs = None,
    versions: Annotated[
        str | None,
        typer.Option(
            "--versions",
            metavar="'last N'|V,V",
            help="Releases of the named distributions to learn: the newest N, or these.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Learn and print a summary."""
    options = options_of(
        targets or [],
        environment=environment,
        python=python,
        repo=repo,
        sha=sha,
        prefix=prefix,
        include_tests=include_tests,
    )
    if versions is not None:
        from app.extract.targets.releases import with_releases

        targets = with_releases(targets or [], versions, options)
    with setup_of(context).services() as services, progress() as show:

        def write(done: int, total: int | None, name: str) -> None:
            if total is not None:  # until then it is being read, which is shown by file
                show(done, total, f"Writing {name}")

        def take(target: Target, drafts: Iterator[dict[str, Any]]) -> Taken:
            documents = _documents(target)
            # First, so that a site is known by the id that its file has.
            said = services.ingest.ingest(documents) if documents else None
            report = services.learn.learn(target.origin, drafts, write)
            fates = {name: number for name, number in asdict(report.counts).items() if name != "sites"}
            if said is not None:
                fates["documented"] = said.counts.records - said.counts.faulty
            return Taken(fates, [str(fault) for fault in (*(said.faults if said else ()), *report.faults)])

        run = read_all(targets or [], options, environment=environment, workers=jobs, show=show, take=take)
    code = _code(run)
    if as_json:
        write_json(run.wire(code))
    else:
        from app.commands.render_learn import write_run

        write_run(Output(), run, verb="Learned")
    if code:
        raise typer.Exit(code)


def _documents(target: Target) -> list[Input]:
    """Return the Markdown files about its own errors that a project keeps in `errors/`."""
    from app.services.inputs import Input
    from app.services.project import ERRORS, documents_of

    return [Input(str(path), path) for path in documents_of(Path(target.place) / ERRORS)]


def extract(
    *,
    targets: Targets = None,
    environment: Everything = False,
    python: Python = None,
    repo: Repo = None,
    sha: Sha = None,
    prefix: Prefix = None,
    include_tests: Tests = False,
    jobs: Jobs = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="File to write, gzipped where it ends in .gz; else stdout."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the summary, on stderr without -o, as JSON.")
    ] = False,
) -> None:
    """Extract, and print a summary beside the records."""
    options = options_of(
        targets or [],
        environment=environment,
        python=python,
        repo=repo,
        sha=sha,
        prefix=prefix,
        include_tests=include_tests,
    )
    from app.extract.numbering import with_ids

    with _writing(output) as write, progress() as show:

        def take(_target: Target, drafts: Iterator[dict[str, Any]]) -> Taken:
            for envelope in with_ids(drafts):
                write(envelope)
            return Taken()

        run = read_all(targets or [], options, environment=environment, workers=jobs, show=show, take=take)
    code = _code(run)
    beside = sys.stderr if output is None else sys.stdout
    if as_json:
        beside.write(json_text(run.wire(code)) + "\n")
    else:
        from app.commands.render_learn import write_run

        write_run(Output(beside), run, verb="Extracted")
    if code:
        raise typer.Exit(code)


def _code(run: Run) -> Exit:
    if run.failed:
        return Exit.USAGE
    if any(reading.faults for reading in run.readings):
        return Exit.BAD_DATA
    return Exit.OK if run.total("sites") else Exit.NOTHING


@contextmanager
def _writing(output: str | None) -> Iterator[Callable[[dict[str, Any]], object]]:
    """Give a function that writes one record a line; a file appears whole, once all are written.

    Raises:
        BadInput: the file cannot be written.
    """
    if output is None:
        yield lambda draft: sys.stdout.write(_line(draft))
        return
    path = Path(output)
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        with unfinished.open("wb") as plain, ExitStack() as stack:
            file: IO[bytes] = plain
            if path.suffix == ".gz":  # without a time, so that the same records give the same file
                file = cast("IO[bytes]", stack.enter_context(gzip.GzipFile("", "wb", fileobj=plain, mtime=0)))
            yield lambda draft: file.write(_line(draft).encode("ascii"))
        unfinished.replace(path)
    except OSError as error:
        raise BadInput(f"{output} cannot be written: {error.strerror or type(error).__name__}.") from None
    finally:
        unfinished.unlink(missing_ok=True)


def _line(draft: dict[str, Any]) -> str:
    # ASCII: nothing in a source can act on the terminal. DEL alone is left by the encoder.
    return json.dumps(draft, separators=(",", ":")).replace("\x7f", "\\u007f") + "\n"
