"""`errdex watch`: follow a log, and explain each new error once."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import sys
import threading
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from app.commands.asking import NoLocalOption, RemoteOption, asking
from app.commands.setup import setup_of
from app.commands.terminal import Output, note, one_line
from app.errors import BadInput

if TYPE_CHECKING:
    from app.domain.answer import Answer

_HELP = """Follow a log file and explain each error once, when it first appears.

Reads what is added from now on, and goes on when the file is rotated or emptied; a file that is not there yet is waited
for. An error that comes again, with other numbers or values, is not repeated. Ctrl-C ends it.

\b
Examples:
  errdex watch /var/log/app/server.log
  errdex watch --from-start --known server.log
  errdex watch --once server.log        what is in the file by now, then end

Exit codes: 0 with --once, 2 wrong usage, 4 internal error, 130 ended with Ctrl-C.
"""

POLL_SECONDS: Final = 0.25
# A program that prints a traceback does so at once; a line that comes later belongs to something else.
SETTLED_AFTER: Final = 2


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("watch", help=_HELP, short_help="Follow a log; explain each new error once.")(watch)


def watch(
    context: typer.Context,
    *,
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False, help="Log to follow.")],
    from_start: Annotated[
        bool, typer.Option("--from-start", help="Look at what is in the file already, too.")
    ] = False,
    known: Annotated[bool, typer.Option("--known", help="Leave out errors that no record explains.")] = False,
    once: Annotated[bool, typer.Option("--once", help="Look at what is in the file, and end.")] = False,
    remote: RemoteOption = None,
    no_local: NoLocalOption = False,
) -> None:
    """Follow until stopped."""
    path = Path(file)
    if path.exists() and not path.is_file():
        raise BadInput(f"{one_line(file, 200)!r} is no file. To watch a stream: COMMAND 2>&1 | tee run.log")
    with asking(setup_of(context), remote, local=not no_local) as asked:
        from app.commands.follow import follow
        from app.commands.fresh import FreshErrors
        from app.domain.answer import MatchOptions

        if reason := asked.why_nothing():
            note(reason)
        options = MatchOptions()
        fresh = FreshErrors(lambda text: asked.match(text, options))
        show = partial(_show, Output(), known=known)
        whole = from_start or once or not path.exists()  # all that is in a file that comes later is new
        if not path.exists() and not once:
            note(f"Waiting for {one_line(file, 200)}.")
        quiet = 0
        sleep = threading.Event()
        try:
            for data in follow(path, from_start=whole, wait=lambda: sleep.wait(POLL_SECONDS)):
                quiet = 0 if data else quiet + 1
                if data:
                    show(fresh.add(data))
                if once and data is None:
                    quiet = SETTLED_AFTER
                if quiet == SETTLED_AFTER:
                    show(fresh.settle())
                if once and data is None:
                    return
        except OSError as error:
            raise BadInput(
                f"The file {one_line(file, 200)!r} cannot be read: {error.strerror or type(error).__name__}."
            ) from None


def _show(out: Output, answers: Iterable[Answer], *, known: bool) -> None:
    from app.commands.render_answer import AnswerPage

    for answer in answers:
        if answer.best is None and known:
            continue
        out.rule("errdex")
        if answer.best is None:
            event = answer.events[0]
            words = ": ".join(
                part for part in (event.error_class, one_line(event.message or "", 200)) if part
            )
            out.prose((words, "bold"))
            out.prose((event.hint or "", "dim"))
        else:
            AnswerPage(out).write(answer)
        sys.stdout.flush()
