"""`errdex match`: what the errors in a paste mean."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

from typing import Annotated

import typer

from app.commands.exits import Exit
from app.commands.paste import read_paste
from app.commands.setup import setup_of, why_nothing
from app.commands.terminal import Output, note, one_line, write_json
from app.errors import BadInput

_HELP = """Explain the errors in a traceback or log.

Reads FILE, or stdin without one. Every error in it is found and looked up, the one to fix first comes first, with
the reason why it was chosen. A log over the size limit keeps its head and tail. Nothing is stored.

\b
Examples:
  errdex match crash.log
  python train.py 2>&1 | errdex match
  docker logs web 2>&1 | errdex match --json | jq -r .best.id
  errdex match --repo sgl-project/sglang --version-of sglang==0.5.18 crash.log

Exit codes: 0 an error was recognised (`best` in the JSON), 1 none was, 2 wrong usage, 4 internal error.
"""


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
) -> None:
    """Match a paste and print the answer."""
    versions = parse_versions(version_of or [])
    setup = setup_of(context)
    most = setup.settings().max_matches_per_event  # what is wrong with them is told before anybody pastes
    if limit > most:
        raise BadInput(f"--limit is {limit}; the most is {most} (ERRDEX_MAX_MATCHES_PER_EVENT).")
    paste = read_paste(file)
    with setup.services() as services:
        from app.commands.render_answer import AnswerPage, limit_note
        from app.domain.answer import MatchOptions

        options = MatchOptions(limit=limit, repo=repo, versions=versions, explain=explain)
        answer = services.match.match(paste, options, clip=True)
        reason = why_nothing(services) if answer.best is None else None
    if answer.truncated:
        note(limit_note(answer.truncated))
    if reason:
        note(reason)
    if as_json:
        write_json(answer.wire())
    else:
        AnswerPage(Output(), explain=explain).write(answer)
    if answer.best is None:
        raise typer.Exit(Exit.NOTHING)


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
