"""`errdex run`: run a program, and explain its failure."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from app.commands.asking import NoLocalOption, RemoteOption, asking
from app.commands.exits import Exit
from app.commands.setup import Setup, setup_of
from app.commands.terminal import Output, note, one_line
from app.errors import BadInput, ErrdexError

if TYPE_CHECKING:
    from app.domain.answer import Answer

_HELP = """Run a program and, when it fails, explain the errors that it printed.

The program runs as if alone: on a terminal it gets one, with its colours, width, keys and signals; its output is passed
on as it comes, and its exit code is errdex's. The explanation follows on stderr. Of a long output the beginning and the
end are looked at. Nothing is stored.

\b
Examples:
  errdex run -- pytest -x tests/
  errdex run -- python train.py --epochs 3
  errdex run --remote https://errdex.example -- make

Exit codes: the program's; 126 where it cannot be run and 127 where it is not found, as in a shell.
"""

KEPT_BYTES: Final = 4 * 1024 * 1024
# Whoever pressed Ctrl-C, or closed the reader, knows why it ended.
_ASKED_FOR: Final = frozenset({int(Exit.INTERRUPTED), int(Exit.CLOSED_PIPE)})


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "run",
        help=_HELP,
        short_help="Run a program and explain its failure.",
        context_settings={"allow_interspersed_args": False},
    )(run)


def run(
    context: typer.Context,
    *,
    command: Annotated[
        list[str],
        typer.Argument(metavar="COMMAND…", show_default=False, help="The program and its arguments."),
    ],
    remote: RemoteOption = None,
    no_local: NoLocalOption = False,
) -> None:
    """Run, and explain."""
    if sys.platform == "win32":
        raise BadInput("errdex run needs a POSIX system. Here, pipe the output: COMMAND 2>&1 | errdex match")
    if remote is not None:
        from app.commands.remote import check_address

        remote = check_address(remote)
    from app.commands.kept import Kept
    from app.commands.passthrough import run_through

    kept = Kept(KEPT_BYTES)
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        code = run_through(command, kept.add)
    except OSError as error:
        note(f"errdex: {one_line(command[0], 200)}: {error.strerror or type(error).__name__}")
        raise typer.Exit(
            Exit.NOT_FOUND if isinstance(error, FileNotFoundError) else Exit.NOT_EXECUTABLE
        ) from None
    if code and code not in _ASKED_FOR:
        explain(setup_of(context), remote, kept.bytes(), code, local=not no_local)
    raise typer.Exit(code)


def explain(setup: Setup, remote: str | None, output: bytes, code: int, *, local: bool = True) -> None:
    """Write what the errors in an output mean, to stderr; a failure of errdex itself is one line, and no more."""
    try:
        from app.domain.answer import MatchOptions

        with asking(setup, remote, local=local) as asked:
            answer = asked.match(output, MatchOptions())
            reason = asked.why_nothing() if answer.best is None else None
    except ErrdexError as error:
        note(f"errdex: the failure cannot be explained: {error.message}")
        return
    except Exception as error:  # noqa: BLE001 - whatever it is, the program's exit code is what counts
        note(f"errdex: the failure cannot be explained: internal error ({type(error).__name__}).")
        return
    if answer.best is None:
        note(f"errdex: {reason or nothing_known(answer, code)}")
        return
    from app.commands.render_answer import AnswerPage

    out = Output(sys.stderr)
    out.rule("errdex")
    AnswerPage(out).write(answer)


def nothing_known(answer: Answer, code: int) -> str:
    """Say in a line that no record was recognised."""
    if not answer.events:
        return f"exit code {code}, and no error was found in the output."
    event = next((one for one in answer.events if one.matches or one.near_misses), answer.events[0])
    words = ": ".join(part for part in (event.error_class, one_line(event.message or "", 120)) if part)
    return f"not in the records: {words}. {event.hint or ''}".rstrip()
