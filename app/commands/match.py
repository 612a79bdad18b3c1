"""`errdex match`: what the errors in a paste mean."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.asking import NoLocalOption, RemoteOption, asking
from app.commands.exits import Exit
from app.commands.paste import read_paste
from app.commands.setup import setup_of
from app.commands.terminal import Output, note, one_line, write_json
from app.errors import BadInput

if TYPE_CHECKING:
    from app.domain.answer import Answer

_HELP = """Explain the errors in a traceback or log.

Reads FILE, or stdin without one. Every error in it is found and looked up, the one to fix first comes first, with
the reason why it was chosen. A log over the size limit keeps its head and tail. Nothing is stored.

\b
Examples:
  errdex match crash.log
  python train.py 2>&1 | errdex match
  docker logs web 2>&1 | errdex match --json | jq -r .best.id
  errdex match --repo sgl-project/sglang --version-of sglang==0.5.18 crash.log
  errdex match --remote https://errdex.example crash.log
  errdex match --format sarif test.log > errors.sarif

Exit codes: 0 an error was recognised (`best` in the JSON), 1 none was, 2 wrong usage, 4 internal error.
"""


class Form(StrEnum):
    """How an answer is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    SARIF = "sarif"
    JUNIT = "junit"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("match", help=_HELP, short_help="Explain the errors in a traceback or log.")(match)


def match(
    context: typer.Context,
    *,
    file: Annotated[
        str | None, typer.Argument(metavar="FILE|-", show_default=False, help="Log to read.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the API's answer as JSON.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show every candidate that was considered.")
    ] = False,
    repo: Annotated[
        str | None,
        typer.Option("--repo", metavar="OWNER/NAME", help="Answer only with records of this repository."),
    ] = None,
    version_of: Annotated[
        list[str] | None,
        typer.Option(
            "--version-of",
            metavar="PACKAGE==VERSION",
            help="A version that is installed where the error happened; repeatable.",
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, max=100, help="Most matches for one error.")
    ] = 5,
    form: Annotated[
        Form, typer.Option("--format", help="How the answer is written; json is the same as --json.")
    ] = Form.TEXT,
    remote: RemoteOption = None,
    no_local: NoLocalOption = False,
    learn: Annotated[
        bool,
        typer.Option(
            "--learn", help="Learn the packages whose files were read for the answer, and keep them."
        ),
    ] = False,
) -> None:
    """Match a paste and print the answer."""
    if learn and (no_local or remote is not None):
        raise BadInput("--learn keeps what was read on this machine: not with --no-local or --remote.")
    versions = parse_versions(version_of or [])
    setup = setup_of(context)
    most = setup.settings().max_matches_per_event  # what is wrong with them is told before anybody pastes
    if limit > most and remote is None:
        raise BadInput(f"--limit is {limit}; the most is {most} (ERRDEX_MAX_MATCHES_PER_EVENT).")
    paste = read_paste(file)
    with asking(setup, remote, local=not no_local) as asked:
        from app.commands.render_answer import AnswerPage, limit_note
        from app.domain.answer import MatchOptions

        options = MatchOptions(limit=limit, repo=repo, versions=versions, explain=explain)
        answer = asked.match(paste, options)
        reason = asked.why_nothing() if answer.best is None else None
        kept = asked.keep() if learn else []
    if kept:
        note(f"Learned {', '.join(kept)}.")
    if answer.truncated:
        note(limit_note(answer.truncated))
    if reason:
        note(reason)
    if as_json or form is Form.JSON:
        write_json(answer.wire())
    elif form is Form.TEXT:
        AnswerPage(Output(), explain=explain).write(answer)
    else:
        _write_report(answer, form, file, remote or setup.settings().public_url)
    if answer.best is None:
        raise typer.Exit(Exit.NOTHING)


def _write_report(answer: Answer, form: Form, file: str | None, public_url: str | None) -> None:
    """Write the answer for another program."""
    log = "stdin" if file in {None, "-"} else str(file)
    if form is Form.SARIF:
        from app.services.sarif import sarif

        folder = Path.cwd()
        write_json(sarif(answer, log=log, folder=str(folder), exists=lambda path: (folder / path).is_file()))
    elif form is Form.JUNIT:
        from app.services.junit import junit

        sys.stdout.write(junit(answer, log=log))
    else:
        from app.services.replies import reply_of
        from app.services.reply_markdown import markdown

        sys.stdout.write(markdown(reply_of(answer, public_url=public_url)))


def parse_versions(values: list[str]) -> dict[str, str]:
    """Read `PACKAGE==VERSION` values.

    Raises:
        BadInput: one of them has another form.
    """
    versions = {}
    for value in values:
        package, equals, version = value.partition("==")
        if not (equals and package.strip() and version.strip()):
            raise BadInput(
                f"--version-of takes PACKAGE==VERSION, such as sglang==0.5.18, not {one_line(value, 80)!r}."
            )
        versions[package.strip()] = version.strip()
    return versions
