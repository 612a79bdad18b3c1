"""`errdex note`, `solved` and `wrong`: what people say of records."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from app.commands.exits import Exit
from app.commands.paste import read_paste
from app.commands.records import record_id_of
from app.commands.setup import setup_of
from app.commands.terminal import Output, note, one_line, write_json
from app.errors import BadInput

if TYPE_CHECKING:
    from app.config import Settings
    from app.domain.people import Caller, Note
    from app.domain.unknown import LocalRecord
    from app.services.unknown import NotedPaste
    from app.services.wiring import Services

_NOTE_HELP = """Add what fixed it to a record, or list, change and judge such notes.

The note is Markdown, from --text or from stdin. It stands beside the record, and stays whatever is ingested or learned.
Its author's name is stored: --author, else ERRDEX_NOTE_AUTHOR, else your user name.

With --for, the note goes to the error in FILE (or stdin, as -). Where no record knows that error, it becomes one: its
class, its message with what varies as wildcards, and the place that raised it. What is stored is shown first.

\b
Examples:
  errdex note 3defc1710d3da8d8 --text 'Upgrade to 0.5.23, which lifts this.'
  errdex note --for crash.log --text 'The disk was full.' --yes
  errdex note --list 3defc1710d3da8d8
  errdex note --list --proposed
  errdex note --accept 6b1f0c2d9e8a7f35

Exit codes: 0 done, or there are notes, 1 no such record or note, 2 wrong usage, 4 internal error.
"""

_SOLVED_HELP = """Say that an answer with this record solved it, or that a note of it did.

\b
Examples:
  errdex solved 3defc1710d3da8d8
  errdex solved 3defc1710d3da8d8 --note 6b1f0c2d9e8a7f35
"""

_WRONG_HELP = """Say that an answer with this record was wrong.

\b
Example:
  errdex wrong 3defc1710d3da8d8
"""

_RecordArgument = Annotated[
    str, typer.Argument(metavar="ID", help="Id, alias, or address of the record's page.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("note", help=_NOTE_HELP, short_help="Add what fixed it to a record.")(note_)
    app.command("solved", help=_SOLVED_HELP, short_help="Say that an answer solved it.")(solved)
    app.command("wrong", help=_WRONG_HELP, short_help="Say that an answer was wrong.")(wrong)


def note_(
    context: typer.Context,
    *,
    record: Annotated[
        str | None,
        typer.Argument(metavar="ID", show_default=False, help="Id, alias, or address of the record's page."),
    ] = None,
    text: Annotated[
        str | None, typer.Option("--text", metavar="TEXT", help="The note; without it stdin is read.")
    ] = None,
    author: Annotated[
        str | None, typer.Option("--author", metavar="NAME", help="Name that is shown.")
    ] = None,
    version: Annotated[
        str | None,
        typer.Option("--package-version", metavar="V", help="Version of the package that it speaks of."),
    ] = None,
    paste: Annotated[
        str | None,
        typer.Option("--for", metavar="FILE", help="Add it to the error in this file, or in stdin as -."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="With --for: store without asking.")] = False,
    listing: Annotated[
        bool, typer.Option("--list", help="List the notes of the record, or the newest of all.")
    ] = False,
    proposed: Annotated[
        bool, typer.Option("--proposed", help="With --list: those of coding agents that wait for a decision.")
    ] = False,
    edit: Annotated[
        str | None, typer.Option("--edit", metavar="NOTE", help="Change the text of this note.")
    ] = None,
    delete: Annotated[str | None, typer.Option("--delete", metavar="NOTE", help="Delete this note.")] = None,
    accept: Annotated[
        str | None, typer.Option("--accept", metavar="NOTE", help="Show this proposed note from now on.")
    ] = None,
    reject: Annotated[
        str | None, typer.Option("--reject", metavar="NOTE", help="Never show this proposed note.")
    ] = None,
    history: Annotated[
        str | None,
        typer.Option("--history", metavar="NOTE", help="Show who did what to this note, and when."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Do what is asked for with notes."""
    asked = {
        "ID": record is not None and not listing,
        "--for": paste is not None,
        "--list": listing,
        "--edit": edit is not None,
        "--delete": delete is not None,
        "--accept": accept is not None,
        "--reject": reject is not None,
        "--history": history is not None,
    }
    named = [name for name, wanted in asked.items() if wanted]
    if len(named) != 1:
        raise BadInput(
            f"Give one of {', '.join(asked)}; {'none was' if not named else ' and '.join(named) + ' were'} given."
        )
    with setup_of(context).services() as services:
        caller = _caller(services.settings, author)
        if listing:
            _list(services, record, proposed=proposed, as_json=as_json)
        elif history is not None:
            _history(services, caller, history, as_json=as_json)
        elif delete is not None:
            services.notes.delete(caller, delete)
            note(f"The note {one_line(delete)} is deleted.")
        elif accept is not None or reject is not None:
            judged = services.notes.judge(caller, accept or reject or "", accept=accept is not None)
            _done(judged, "is shown from now on" if accept else "is rejected", as_json=as_json)
        elif edit is not None:
            changed = services.notes.edit(caller, edit, _text(text), version=version)
            _done(changed, "is changed", as_json=as_json)
        elif paste is not None:
            _for_paste(services, caller, paste, text, version, yes=yes, as_json=as_json)
        else:
            added = services.notes.add(caller, record_id_of(record or ""), _text(text), version=version)
            _done(added, f"is added to the record {added.record_id}", as_json=as_json)


def solved(
    context: typer.Context,
    *,
    record: _RecordArgument,
    of_note: Annotated[
        str | None, typer.Option("--note", metavar="NOTE", help="The note of the record that solved it.")
    ] = None,
) -> None:
    """Count an answer that solved it."""
    _feedback(context, record, "solved", of_note)


def wrong(context: typer.Context, *, record: _RecordArgument) -> None:
    """Count an answer that was wrong."""
    _feedback(context, record, "wrong", None)


def write_notes(out: Output, notes: Sequence[Note]) -> None:
    """Write the notes of a record as a section; each as its author wrote it, in plain text."""
    if not notes:
        return
    out.heading("Notes from people")
    for number, one in enumerate(notes, 1):
        out.prose(one.text, indent=2, first=f"{number}. ")
        out.prose((_byline(one), "dim"), indent=5)


def _feedback(
    context: typer.Context, record: str, verdict: Literal["solved", "wrong"], of_note: str | None
) -> None:
    with setup_of(context).services() as services:
        caller = _caller(services.settings, None)
        people = services.feedback.give(caller, record_id_of(record), verdict, note_id=of_note)
    note(f"Noted. Of answers with this record {people.solved:,} solved it, {people.wrong:,} were wrong.")


def _caller(settings: Settings, author: str | None) -> Caller:
    """Return the person at this machine: whoever can write the database may do everything with it."""
    import getpass

    from app.domain.people import Caller

    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        user = ""
    return Caller(
        "cli", key=f"local:{user}", name=author or settings.note_author or user or None, maintains=True
    )


def _text(text: str | None) -> str:
    """Return the note: the option, else stdin."""
    if text is not None and text != "-":
        return text
    if sys.stdin is None:
        raise BadInput("There is no standard input. Give the note as --text.")
    if sys.stdin.isatty():
        note("Write what fixed it, in Markdown, then press Ctrl-D on a line of its own.")
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def _for_paste(
    services: Services,
    caller: Caller,
    paste: str,
    text: str | None,
    version: str | None,
    *,
    yes: bool,
    as_json: bool,
) -> None:
    if paste == "-" and text in {None, "-"}:
        raise BadInput("Stdin is the paste already: give the note as --text.")
    target = services.unknown.preview(services.match.match(read_paste(paste), clip=True))
    written = _text(text)
    services.notes.usable(written, caller.name, version)
    _say_target(target)
    if not yes:
        if sys.stdin is None or not sys.stdin.isatty():
            raise BadInput("Nothing was stored, since nobody can be asked here: add --yes to store it.")
        if not typer.confirm("Store it?", default=True, err=True):
            note("Nothing was stored.")
            raise typer.Exit(Exit.NOTHING)
    noted = services.unknown.add(caller, target, written, version=version)
    if as_json:
        write_json(noted.wire())
    elif noted.note is not None:
        _done(noted.note, f"is added to the record {noted.record_id}", as_json=False)


def _say_target(target: NotedPaste) -> None:
    if target.record is None:
        note(
            f"The record {target.record_id} knows this error. The note is stored with it; of the paste nothing is."
        )
        return
    note(
        f"No record knows this error. It becomes the record {target.record_id}; of the paste this is stored:"
    )
    for label, value in _stored_parts(target.record):
        note(f"  {label:<10}{value}")


def _stored_parts(record: LocalRecord) -> list[tuple[str, str]]:
    return [
        ("class", record.error_class or "-"),
        ("message", one_line(record.error_message or "-")),
        (
            "raised in",
            f"{record.file_path}:{record.line_number}" + (f", {record.function}" if record.function else ""),
        ),
    ]


def _list(services: Services, record: str | None, *, proposed: bool, as_json: bool) -> None:
    if proposed or record is None:
        found = services.notes.listed(
            "proposed" if proposed else "public", record_id=record_id_of(record) if record else None
        )
    else:
        found = []
        cursor: str | None = None
        while True:
            page = services.notes.of_record(record_id_of(record), cursor, services.settings.max_page_items)
            found += page.items
            cursor = page.next
            if cursor is None:
                break
    if as_json:
        write_json([one.wire() for one in found])
    else:
        _write_list(Output(), found)
    if not found:
        note("No note waits for a decision." if proposed else "There are no notes.")
        raise typer.Exit(Exit.NOTHING)


def _write_list(out: Output, found: Sequence[Note]) -> None:
    """Write two or more lines a note on a terminal, else one of id, record, state, solved, date, author, text by tabs."""
    for one in found:
        if out.terminal:
            out.prose((one.id, "cyan"), f"  of the record {one.record_id}")
            out.prose(one.text, indent=2)
            out.prose((_byline(one), "dim"), indent=2)
            continue
        fields = (
            one.id,
            one.record_id,
            one.state,
            str(one.solved),
            one.created_at[:10],
            one_line(one.author or "-"),
            one_line(one.text),
        )
        out.stream.write("\t".join(fields) + "\n")


def _byline(one: Note) -> str:
    parts = [one_line(one.author or "anonymous"), one.created_at[:10], one.id]
    if one.version:
        parts.insert(2, f"version {one_line(one.version)}")
    if one.solved:
        parts.append(f"solved it for {one.solved:,}")
    return " · ".join(parts)


def _history(services: Services, caller: Caller, note_id: str, *, as_json: bool) -> None:
    events = services.notes.history(caller, note_id)
    if as_json:
        write_json([event.wire() for event in events])
        return
    out = Output()
    for event in events:
        out.prose(
            f"{event.at}  {event.kind} by {one_line(event.actor or 'an anonymous caller')} ({event.front})"
        )
        if event.text:
            out.prose((f"before: {one_line(event.text, 200)}", "dim"), indent=2)


def _done(one: Note, what: str, *, as_json: bool) -> None:
    if as_json:
        write_json(one.wire())
    else:
        sys.stdout.write(one.id + "\n")
        note(f"The note {one.id} {what}.")
