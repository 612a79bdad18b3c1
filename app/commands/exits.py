"""What a failed command says and returns: one clear line on stderr, and an exit code that scripts can rely on.

======  ===================================================
0       found, or done
1       nothing matched, or no such record
2       wrong usage
3       bad data: records with faults
4       internal: the database cannot answer, or a fault of errdex
126     `errdex run`: the program cannot be run
127     `errdex run`: there is no such program
130     interrupted with Ctrl-C
141     the reader of stdout went away, as `head` does
======  ===================================================
"""

from __future__ import annotations

import os
import sys
from enum import IntEnum
from typing import Any

import typer
from typer.core import TyperGroup

from app.commands.terminal import note
from app.errors import BadInput, BadRecords, ErrdexError, NoteNotFound, RecordNotFound

DEBUG_VARIABLE = "ERRDEX_DEBUG"


class Exit(IntEnum):
    """Exit codes, as documented in docs/cli.md."""

    OK = 0
    NOTHING = 1
    USAGE = 2
    BAD_DATA = 3
    INTERNAL = 4
    NOT_EXECUTABLE = 126
    NOT_FOUND = 127
    INTERRUPTED = 130
    CLOSED_PIPE = 141


def exit_code(error: ErrdexError) -> Exit:
    """Return the exit code of an error that a user can be told."""
    if isinstance(error, RecordNotFound | NoteNotFound):
        return Exit.NOTHING
    if isinstance(error, BadRecords):
        return Exit.BAD_DATA
    return Exit.USAGE if isinstance(error, BadInput) else Exit.INTERNAL


class Commands(TyperGroup):
    """The command group; whatever a command raises ends here, in words and an exit code."""

    def make_context(self, *args: Any, **options: Any) -> Any:
        """Read the arguments; `--help` and `--version` print, and may meet a closed pipe, already here.

        Raises:
            typer.Exit: with the code of a closed pipe.
        """
        try:
            return super().make_context(*args, **options)
        except BrokenPipeError:
            discard_stdout()
            raise typer.Exit(Exit.CLOSED_PIPE) from None

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Let a command that is only asked for its help answer at once.

        Reading the global options first would load pydantic, with which Typer converts values.
        """
        *names, last = args or [""]
        plain = names and not any(name.startswith("-") for name in names)
        if plain and last in ctx.help_option_names and names[0] in self.commands:
            self.commands[names[0]].make_context(names[0], args[1:], parent=ctx)  # prints and exits
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command.

        Raises:
            typer.Exit: with the code of the error, after saying it on stderr.
        """
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except ErrdexError as error:
            _say(error)
            raise typer.Exit(exit_code(error)) from None
        except BrokenPipeError:
            discard_stdout()
            raise typer.Exit(Exit.CLOSED_PIPE) from None
        except KeyboardInterrupt:
            raise typer.Exit(Exit.INTERRUPTED) from None
        except (typer.Exit, typer.Abort, typer.TyperException):
            raise
        except Exception as error:  # noqa: BLE001 - the front's one place for what nobody expected
            _say_unexpected(error)
            raise typer.Exit(Exit.INTERNAL) from None
        return result


def discard_stdout() -> None:
    """Send what is still buffered nowhere, so that the interpreter's own flush at exit stays silent."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # stdout is not a file, or closed already
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - lives as long as the process


def _say(error: ErrdexError) -> None:
    if isinstance(error, RecordNotFound):  # its message sends to the API
        note(f"errdex: There is no record {error.extra['id']}. To find one by words: errdex search WORDS")
    else:
        note(f"errdex: {error.message}")
    if isinstance(error, BadRecords):
        for fault in error.faults:
            note(f"  {fault}")


def _say_unexpected(error: Exception) -> None:
    """Name type and places only: the message of a foreign exception may hold what was pasted."""
    if os.environ.get(DEBUG_VARIABLE):
        from app.telemetry import places  # noqa: PLC0415 - heavy, and rarely needed

        note("\n".join(["errdex: internal error", *places(error)]))
    else:
        note(
            f"errdex: internal error ({type(error).__name__}). Set {DEBUG_VARIABLE}=1 to see where it happened."
        )
