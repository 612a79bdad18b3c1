"""`errdex show`, `search` and `stats`: looking records up."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated
from urllib.parse import unquote, urlsplit

import typer

from app.commands.exits import Exit
from app.commands.setup import EMPTY, setup_of, why_nothing
from app.commands.terminal import Output, note, one_line, visible, write_json
from app.errors import BadInput

if TYPE_CHECKING:
    from app.domain.answer import RecordSummary

_SHOW_HELP = """Show one record: what the error means, when it happens, how to fix it.

ID is the record's 16 hex digits, an alias of it, or the address of its page. Piped, the text is the record's page
text, which `errdex ingest` reads again.

\b
Examples:
  errdex show 3defc1710d3da8d8
  errdex show http://127.0.0.1:8000/errors/sgl-project/sglang/dsv4-draft-state-3defc1710d3da8d8
  errdex show --json 3defc1710d3da8d8 > record.json

Exit codes: 0 shown, 1 no such record, 2 wrong usage, 4 internal error.
"""

_SEARCH_HELP = """Search the records by words and filters.

Best matches come first: records with all of the words, or with any of them where none has all. All filters must hold.
Without words and filters every record is listed. Piped, each record is one line: id, error class, message, repository
and place, separated by tabs.

\b
Examples:
  errdex search speculative decoding
  errdex search --repo sgl-project/sglang --error-class ValueError
  errdex search --tag kv-cache --limit 100 | cut -f1
  errdex search -- --enable-dp-attention

Exit codes: 0 something was found, 1 nothing was, 2 wrong usage, 4 internal error.
"""

_STATS_HELP = """Show what the database holds.

\b
Examples:
  errdex stats
  errdex stats --json | jq .records
"""

MOST_RELATED = 5
MOST_NOTES = 5
_ID = re.compile(r"(?:^|-)([0-9a-f]{16})$")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("show", help=_SHOW_HELP, short_help="Show one record.")(show)
    app.command("search", help=_SEARCH_HELP, short_help="Search the records.")(search)
    app.command("stats", help=_STATS_HELP, short_help="Show what the database holds.")(stats)


def record_id_of(text: str) -> str:
    """Return the id in an id, a page path or a page address.

    Raises:
        BadInput: there is none.
    """
    name = unquote(urlsplit(text.strip()).path).rstrip("/").rpartition("/")[2].lower()
    found = _ID.search(name)
    if not found:
        raise BadInput(
            f"{one_line(text, 80)!r} is no record id: give its 16 hex digits, or the address of its page. "
            "To find a record by words: errdex search WORDS"
        )
    return found[1]


def show(
    context: typer.Context,
    *,
    record: Annotated[str, typer.Argument(metavar="ID", help="Id, alias, or address of the record's page.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the record as the API returns it.")] = False,
) -> None:
    """Print one record."""
    record_id = record_id_of(record)
    with setup_of(context).services() as services:
        found = services.catalog.get(record_id)
        envelope = found.envelope
        if found.alias_of:
            note(f"Note: {record_id} is an alias of {found.alias_of}.")
        if envelope.errdex.withdrawn_at:
            note(f"Note: this record was withdrawn at {envelope.errdex.withdrawn_at}.")
        people = services.feedback.of_record(record_id)
        if as_json:
            wire = envelope.wire()
            wire.pop("people", None)
            write_json({**wire, "people": people.wire()} if people else wire)
            return
        notes = services.notes.of_record(record_id, limit=MOST_NOTES).items
        related = services.catalog.related(envelope.record.id)
        unresolved = services.catalog.unresolved_related(envelope.record.id)
        public_url = services.settings.public_url
    out = Output()
    if out.terminal:
        from app.commands.note import write_notes
        from app.commands.render_record import write_record

        write_record(out, envelope, related, unresolved[: MOST_RELATED - len(related)], public_url)
        write_notes(out, notes)
    else:
        from app.domain.page_text import write_page

        titles = [*(other.title for other in related), *unresolved][:MOST_RELATED]
        sys.stdout.write(visible(write_page(envelope, titles)))
        if people.notes:  # not on stdout: that is the record, and read again as one
            many = "note" if people.notes == 1 else "notes"
            note(
                f"People have written {people.notes:,} {many} on this: errdex note --list {envelope.record.id}"
            )


def search(
    context: typer.Context,
    *,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORDS", show_default=False, help="Words to look for.")
    ] = None,
    repo: Annotated[str | None, typer.Option("--repo", metavar="OWNER/NAME", help="Repository.")] = None,
    tag: Annotated[str | None, typer.Option("--tag", metavar="TAG", help="Tag.")] = None,
    error_class: Annotated[
        str | None,
        typer.Option("--error-class", metavar="CLASS", help="Exception class, such as ValueError."),
    ] = None,
    error_type: Annotated[
        str | None, typer.Option("--error-type", metavar="TYPE", help="Type, such as validation.")
    ] = None,
    severity: Annotated[str | None, typer.Option("--severity", metavar="SEVERITY", help="Severity.")] = None,
    background_tag: Annotated[
        str | None, typer.Option("--background-tag", metavar="TAG", help="Kind of mistake.")
    ] = None,
    http_status: Annotated[
        int | None,
        typer.Option("--http-status", metavar="STATUS", min=100, max=599, help="HTTP status of the error."),
    ] = None,
    file_path: Annotated[
        str | None, typer.Option("--file-path", metavar="PATH", help="File that raises it, as in the record.")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, max=100_000, help="Most records in the answer.")
    ] = 20,
    cursor: Annotated[
        str | None, typer.Option("--next", metavar="TOKEN", help="Continue: the `next` of the answer before.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the API's answer as JSON.")] = False,
) -> None:
    """Print the records found."""
    with setup_of(context).services() as services:
        from app.domain.listing import Query

        query = Query(
            q=" ".join(words or []) or None,
            repo=repo,
            tag=tag,
            error_class=error_class,
            error_type=error_type,
            severity=severity,
            background_tag=background_tag,
            http_status=http_status,
            file_path=file_path,
        )
        items: list[RecordSummary] = []
        while True:
            page = services.catalog.search(
                query, cursor=cursor, limit=min(limit - len(items), services.settings.max_page_items)
            )
            items.extend(page.items)
            cursor = page.next
            if cursor is None or len(items) >= limit:
                break
        page = page.model_copy(update={"items": items})
        reason = why_nothing(services) if not items else None
    if as_json:
        write_json(page.wire())
    else:
        from app.commands.render_record import write_summaries

        write_summaries(Output(), page.items)
    if not page.items:
        note(reason or "No record has these words and filters.")
    elif page.next and not as_json:
        note(f"{len(page.items):,} of {page.total:,} shown. For the next ones add: --next {page.next}")
    if not page.items:
        raise typer.Exit(Exit.NOTHING)


def stats(
    context: typer.Context,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the API's answer as JSON.")] = False,
) -> None:
    """Print what there is."""
    with setup_of(context).services() as services:
        found = services.catalog.stats()
    if as_json:
        write_json(found.wire())
    else:
        from app.commands.render_record import write_stats

        write_stats(Output(), found)
    if found.records == 0:
        note(EMPTY)
