"""`errdex token`: access tokens of programs that may write to a server."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from app.commands.exits import Commands, Exit
from app.commands.setup import setup_of
from app.commands.terminal import note, one_line, write_json

_NEW_HELP = """Make an access token and print it. It is shown once: the database keeps a digest.

A token of the scope notes adds notes and feedback, and changes its own notes; one of the scope records also writes and
withdraws records; one of the scope maintain may do all that, and change the notes of others. NAME stands with the notes
that are written with it.

\b
Examples:
  errdex token new ci
  errdex token new --scope records nightly
  errdex token new --scope maintain alice
"""

_LIST_HELP = """List the access tokens: name, scope, since when, whether revoked. Not the tokens themselves.

\b
Example:
  errdex token list
"""

_REVOKE_HELP = """Take an access token back. What was written with it stays.

\b
Example:
  errdex token revoke ci
"""


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        cls=Commands,
        no_args_is_help=True,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    group.command("new", help=_NEW_HELP, short_help="Make an access token.")(new)
    group.command("list", help=_LIST_HELP, short_help="List the access tokens.")(list_)
    group.command("revoke", help=_REVOKE_HELP, short_help="Take an access token back.")(revoke)
    app.add_typer(group, name="token", help="Make, list and revoke access tokens.")


_Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the token.")]


def new(
    context: typer.Context,
    *,
    name: _Name,
    scope: Annotated[
        Literal["notes", "records", "maintain"],
        typer.Option("--scope", help="What it may write: its own notes, records too, or everything."),
    ] = "notes",
) -> None:
    """Make one."""
    with setup_of(context).services() as services:
        token = services.access.new(name, scope)
    sys.stdout.write(token + "\n")
    note("This is shown once. A program sends it as `Authorization: Bearer …`.")


def list_(
    context: typer.Context,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """List all."""
    with setup_of(context).services() as services:
        found = services.access.listed()
    if as_json:
        write_json(
            [
                {
                    "name": one.name,
                    "scope": one.scope,
                    "createdAt": one.created_at,
                    "revokedAt": one.revoked_at,
                }
                for one in found
            ]
        )
    else:
        for one in found:
            state = f"revoked {one.revoked_at[:10]}" if one.revoked_at else "in force"
            sys.stdout.write(f"{one_line(one.name)}\t{one.scope}\t{one.created_at[:10]}\t{state}\n")
    if not found:
        note("There are no access tokens.")
        raise typer.Exit(Exit.NOTHING)


def revoke(context: typer.Context, *, name: _Name) -> None:
    """Take one back."""
    with setup_of(context).services() as services:
        services.access.revoke(name)
    note(f"The token {one_line(name)} is revoked.")
