"""`errdex drift`: what became of a package's errors from one release to another."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.commands.exits import Exit
from app.commands.learning import Taken, options_of, progress, read_all
from app.commands.terminal import Output, note, write_json
from app.errors import BadInput

if TYPE_CHECKING:
    from app.extract.targets.model import Target

_HELP = """Compare the errors of two releases of a package: added, moved, reworded, gone, raised in fewer or more cases.

OLD and NEW are targets as `errdex learn` takes them: sglang==0.5.19, a wheel, an sdist, a folder. They are read as text,
and never imported, built or run; no database is needed.

\b
Examples:
  errdex drift sglang==0.5.19 sglang==0.5.23
  errdex drift django==5.1 django==5.2 --markdown > CHANGES.md
  errdex drift dist/acme-1.0-py3-none-any.whl .

Exit codes: 0 compared, 1 nothing differs, 2 wrong usage or a target that cannot be read, 4 internal error.
"""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("drift", help=_HELP, short_help="Compare the errors of two releases.")(drift)


def drift(
    *,
    old: Annotated[str, typer.Argument(metavar="OLD", show_default=False, help="The older release.")],
    new: Annotated[str, typer.Argument(metavar="NEW", show_default=False, help="The newer one.")],
    python: Annotated[
        str | None,
        typer.Option("--python", metavar="PATH", help="Interpreter or folder of the environment to look in."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="N", min=1, max=16, help="Processes that read; one a core otherwise."),
    ] = None,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, for a changelog.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Read both and print what differs."""
    if as_markdown and as_json:
        raise BadInput("--markdown and --json are two forms: name one.")
    from app.services.drift import DriftReader

    reader = DriftReader()
    for target in (old, new):
        if not _read(reader, target, python, jobs):
            raise typer.Exit(Exit.USAGE)
    found = reader.drift()
    if as_json:
        write_json(found.wire())
    else:
        from app.commands.render_drift import drift_markdown, write_drift

        if as_markdown:
            sys.stdout.write(drift_markdown(found))
        else:
            write_drift(Output(), found)
    if not found.changes:
        raise typer.Exit(Exit.NOTHING)


def _read(reader: Any, target: str, python: str | None, jobs: int | None) -> bool:
    """Read one release; what cannot be read is told."""
    options = options_of(
        [target], environment=False, python=python, repo=None, sha=None, prefix=None, include_tests=False
    )

    def take(one: Target, drafts: Iterator[dict[str, Any]]) -> Taken:
        reader.take(one.origin, drafts)
        return Taken()

    with progress() as show:
        run = read_all([target], options, environment=False, workers=jobs, show=show, take=take)
    for failure in run.failures:
        note(f"{failure.text}: {failure.problem}")
    if not run.readings and not run.failures:
        note(f"{target}: there is nothing to read.")
    return bool(run.readings)
