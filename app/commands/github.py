"""`errdex github`: the log of a GitHub Actions job as annotations and a job summary."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.asking import NoLocalOption, RemoteOption, asking
from app.commands.match import parse_versions
from app.commands.paste import read_paste
from app.commands.setup import setup_of
from app.commands.terminal import note, visible

if TYPE_CHECKING:
    from app.domain.answer import Answer

_HELP = """Explain the log of a GitHub Actions job: annotations, and the summary of the job.

Reads FILE, or stdin without one. Each recognised error becomes an annotation, beside the line of your code where a frame
of its traceback is in it; the explanation goes to the job summary (GITHUB_STEP_SUMMARY). Outputs of the step are `best`
(a record id, or nothing) and `known` (a number). docs/ci.md has the workflow, and an action that does it all.

\b
Examples:
  errdex github test.log
  pytest 2>&1 | tee test.log; errdex github test.log
  errdex github --remote https://errdex.example test.log

Exit codes: 0 also where nothing was recognised, 2 wrong usage, 4 internal error.
"""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("github", help=_HELP, short_help="Explain the log of a GitHub Actions job.")(github)


def github(
    context: typer.Context,
    *,
    file: Annotated[
        str | None, typer.Argument(metavar="FILE|-", show_default=False, help="Log to read.")
    ] = None,
    repo: Annotated[
        str | None,
        typer.Option("--repo", metavar="OWNER/NAME", help="Answer only with records of this repository."),
    ] = None,
    version_of: Annotated[
        list[str] | None,
        typer.Option("--version-of", metavar="PACKAGE==VERSION", help="An installed version; repeatable."),
    ] = None,
    no_annotations: Annotated[bool, typer.Option("--no-annotations", help="Write the summary only.")] = False,
    remote: RemoteOption = None,
    no_local: NoLocalOption = False,
) -> None:
    """Read, match, annotate."""
    versions = parse_versions(version_of or [])
    setup = setup_of(context)
    public_url = remote or setup.settings().public_url
    paste = read_paste(file)
    with asking(setup, remote, local=not no_local) as asked:
        from app.domain.answer import MatchOptions
        from app.services.single import recognised
        from app.services.workflow import annotation_lines, job_summary

        answer = asked.match(paste, MatchOptions(repo=repo, versions=versions))
        reason = asked.why_nothing() if answer.best is None else None
    if reason:
        note(reason)
    folder = os.environ.get("GITHUB_WORKSPACE") or str(Path.cwd())
    if not no_annotations:
        for line in annotation_lines(
            answer, folder=folder, exists=lambda path: (Path(folder) / path).is_file()
        ):
            sys.stdout.write(line + "\n")
    if answer.events:
        append("GITHUB_STEP_SUMMARY", job_summary(answer, public_url=public_url))
    else:
        note("No error was found in this log.")
    known = sum(1 for event in answer.events if recognised(event))
    append("GITHUB_OUTPUT", f"best={_best(answer)}\nknown={known}\n")
    note(f"errdex: {known} of {len(answer.events)} errors recognised.")


def append(variable: str, text: str) -> None:
    """Add a text to the file that the runner names; outside a job there is none, and nothing happens."""
    name = os.environ.get(variable)
    if not name:
        return
    try:
        with Path(name).open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError as error:
        note(f"errdex: {variable} cannot be written: {visible(error.strerror or type(error).__name__)}")


def _best(answer: Answer) -> str:
    return answer.best.id if answer.best else ""
