"""`errdex db`: the database itself."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.exits import Commands, Exit
from app.commands.setup import setup_of
from app.commands.terminal import Output, note, visible, write_json

if TYPE_CHECKING:
    from app.db.engine import Database

_UPGRADE_HELP = """Make the database, or bring its schema up to date.

Every command does that by itself; run this one where you want it to happen at a time of your choice, such as
before the workers of a new version start.

\b
Example:
  errdex --database sqlite:////var/lib/errdex/errdex.db db upgrade
"""

_CHECK_HELP = """Check that the database can be read, is whole, and has this program's schema. Changes nothing.

\b
Examples:
  errdex db check
  errdex db check --json

Exit codes: 0 all is well, 4 it is not.
"""


_BACKUP_HELP = """Write a copy of the database into a file: records, notes, feedback, tokens.

The copy is of one state, whoever reads or writes meanwhile, and is whole or not there. PostgreSQL has its own
tool: pg_dump.

\b
Examples:
  errdex db backup errdex-monday.db
  errdex db backup --force /var/backups/errdex.db
"""

_RESTORE_HELP = """Put a copy in the place of the database, and bring its schema up to date.

Who reads meanwhile sees all of the old or all of the new. A database that has records is only replaced with --force.
PostgreSQL has its own tools: pg_restore, psql.

\b
Examples:
  errdex db restore errdex-monday.db
  errdex --database sqlite:////tmp/look.db db restore errdex-monday.db
"""


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        cls=Commands,
        no_args_is_help=True,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    group.command("upgrade", help=_UPGRADE_HELP, short_help="Make the database, or update its schema.")(
        upgrade
    )
    group.command("check", help=_CHECK_HELP, short_help="Check the database.")(check)
    group.command("backup", help=_BACKUP_HELP, short_help="Copy the database into a file.")(backup)
    group.command("restore", help=_RESTORE_HELP, short_help="Put a copy in the database's place.")(restore)
    app.add_typer(group, name="db", help="Make, update, check, copy and restore the database.")


def upgrade(context: typer.Context) -> None:
    """Migrate to the newest schema."""
    with setup_of(context).services() as services:
        note(f"The database {services.database.place} is up to date.")


def check(
    context: typer.Context,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Look for damage."""
    with setup_of(context).services(migrate=False) as services:
        health = services.catalog.health()
        problems = [health.problem] if health.problem else []
        if not problems:
            problems += damage(services.database)
        place = services.database.place
    ok = health.ok and not problems
    if as_json:
        write_json({**health.wire(), "ok": ok, "problems": problems})
    else:
        out = Output()
        out.prose(f"{'Database':<18}", place, hang=18)
        out.prose(f"{'Schema':<18}", "up to date" if health.schema_at_head else "not this program's")
        out.prose(f"{'Records':<18}", f"{health.records:,}")
        out.prose(f"{'Pattern problems':<18}", f"{health.pattern_problems:,}")
        out.prose(f"{'Integrity':<18}", "whole" if ok else "not whole, or not checked")
    for problem in problems:
        note(f"errdex: {visible(problem)}")
    if not ok:
        raise typer.Exit(Exit.INTERNAL)


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="File to write.", metavar="FILE")],
    *,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Copy the database."""
    from app.services.backups import back_up

    with setup_of(context).services(migrate=False) as services:
        size = back_up(services.database, file, replace=force)
        note(f"{services.database.place} is copied to {file} ({size:,} bytes).")


def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Copy that `errdex db backup` has written.", metavar="FILE")],
    *,
    force: Annotated[bool, typer.Option("--force", help="Also where the database has records.")] = False,
) -> None:
    """Put a copy in the database's place."""
    from app.services.backups import put_back

    with setup_of(context).services(migrate=False) as services:
        put_back(services.database, file, replace=force)
        records = services.catalog.health().records
        note(f"{services.database.place} is what {file} was: {records:,} records.")


def damage(database: Database) -> list[str]:
    """Return what SQLite finds damaged or dangling; PostgreSQL checks its pages and keys by itself.

    Raises:
        StorageError: the database cannot be read.
    """
    if database.dialect != "sqlite":
        return []
    with database.read() as session:
        connection = session.connection()
        found = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check(20)")]
        dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(20)
    problems = [f"Integrity: {line}" for line in found if line != "ok"]
    return problems + [
        f"Table {row[0]!r}, row {row[1]}: refers to a missing row of {row[2]!r}." for row in dangling
    ]
