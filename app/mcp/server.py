"""The tools and resources: one MCP server over the services of this process, for any transport.

All tools read, but for one that the server has to allow: it proposes a note, which nobody sees before a maintainer has. Text for the model is Markdown of the same neutral reply that the chats show; the structured
part has the API's shapes. Both are bounded.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp_types import CallToolResult, ContentBlock, ResourceLink, TextContent, ToolAnnotations
from pydantic import Field
from starlette.requests import HTTPConnection

from app import __version__
from app.domain.answer import Answer, MatchOptions, RecordSummary, Shape
from app.domain.identity import record_url
from app.domain.listing import Query
from app.domain.page_text import write_page
from app.domain.people import Caller
from app.errors import ErrdexError, RecordNotFound
from app.mcp.bounds import MAX_TEXT_CHARS, Bounded, bounded_answer
from app.mcp.shapes import (
    DATA_NOTICE,
    FoundRecord,
    FoundRecords,
    MatchedErrors,
    ProposedNote,
    RelatedErrors,
)
from app.services.replies import reply_of
from app.services.reply_markdown import code_span, markdown, prose
from app.services.visible import shortened, shortened_code, visible
from app.services.wiring import Services

__all__ = ["make_server", "resource_uri"]

INSTRUCTIONS: Final = (
    "errdex knows the errors that open-source code raises: for each raise site what its message means, when it happens "
    "and how to fix it. When a program, test or build fails, call match_error with its output as it is (the traceback and "
    "the lines round it) and with the installed versions as `packages`; it names each error, says why, and gives the fix. "
    "A result without `best` means that the error is not in the base: do not guess a record. " + DATA_NOTICE
)
_READS: Final = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_PROPOSES: Final = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)
_MAX_PACKAGES: Final = 500
_MAX_NAME_CHARS: Final = 200
_RECORD_ID: Final = r"^[0-9a-fA-F]{16}$"

_Result = TypeVar("_Result")
_Name = Annotated[str, Field(max_length=_MAX_NAME_CHARS)]
_RecordId = Annotated[str, Field(pattern=_RECORD_ID, description="The record's 16 hex digits.")]
_Limit = Annotated[int, Field(ge=1, le=20, description="Most items.")]


def make_server(services: Services) -> MCPServer[Any]:
    """Return a server of its own over the services; it keeps no state between calls."""
    logging.getLogger("mcp").setLevel(logging.WARNING)  # below that it logs every request
    tools = _Tools(services)
    server: MCPServer[Any] = MCPServer(
        name="errdex",
        title="errdex: what an error means, and how to fix it",
        version=__version__,
        instructions=INSTRUCTIONS,
        website_url=services.settings.public_url,
        log_level="WARNING",
        subscriptions=False,
    )
    for tool, title in (
        (tools.match_error, "Explain the errors in a text"),
        (tools.get_record, "Get an error record"),
        (tools.search_records, "Search error records"),
        (tools.related_errors, "List errors near one"),
    ):
        server.add_tool(tool, title=title, description=_described(tool), annotations=_READS)
    if services.settings.mcp_proposals:
        propose = tools.propose_note
        server.add_tool(
            propose, title="Propose a note", description=_described(propose), annotations=_PROPOSES
        )
    server.resource(
        "errdex://records/{record_id}",
        name="record",
        title="Error record",
        description=f"The page text of a record. {DATA_NOTICE}",
        mime_type="text/plain",
    )(tools.page_text)
    return server


def resource_uri(record_id: str) -> str:
    """Return the address of a record among the resources."""
    return f"errdex://records/{record_id}"


class _Tools:
    """The tools; their signatures and docstrings are what an agent reads."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def match_error(
        self,
        text: Annotated[str, Field(description="What was printed, as it is: traceback, log, CI output.")],
        packages: Annotated[
            dict[_Name, _Name] | None,
            Field(
                max_length=_MAX_PACKAGES,
                description='Installed versions where it happened, name to version: {"sglang": "0.5.18"}.',
            ),
        ] = None,
        repo: Annotated[
            str | None,
            Field(
                pattern=r"^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$",
                max_length=_MAX_NAME_CHARS,
                description="Answer only with records of this repository, owner/name.",
            ),
        ] = None,
        limit: Annotated[int, Field(ge=1, le=20, description="Most matches for one error.")] = 3,
    ) -> Annotated[CallToolResult, MatchedErrors]:
        """Find every error in the output of a program, and say which known error each is, why, and how to fix it.

        Give the output as it is, with the traceback; do not shorten or rephrase it. Nothing of it is stored. The first
        match of an error has the fix; get_record has all of a record.
        """
        options = MatchOptions(limit=limit, repo=repo, versions=packages or {})
        answer = _told(lambda: self._services.match.match(text, options, clip=True))
        events, cut = bounded_answer(answer)
        result = MatchedErrors.model_validate(
            {
                "best": answer.best.id if answer.best else None,
                "bestEvent": answer.best.event if answer.best else None,
                "ambiguous": bool(answer.best and answer.best.ambiguous),
                "events": events,
                "related": [one.wire() for one in answer.best.related] if answer.best else [],
                "totalEvents": len(answer.events),
                "unread": answer.truncated.wire() if answer.truncated else None,
                "truncated": cut,
            }
        )
        reply = markdown(reply_of(answer, public_url=self._services.settings.public_url), MAX_TEXT_CHARS)
        return _result(result, reply, *_links(answer))

    def get_record(self, record_id: _RecordId) -> Annotated[CallToolResult, FoundRecord]:
        """Get one error record: what it means, when it happens, how to fix and how to prevent it, and its source."""
        found = _told(lambda: self._services.catalog.get(record_id.lower()))
        envelope = found.envelope
        bounded = Bounded()
        wire = bounded(envelope.wire())
        page = visible(write_page(envelope))
        result = FoundRecord(
            id=envelope.record.id,
            url=record_url(envelope.record, self._services.settings.public_url),
            record=wire["record"],
            errdex=wire.get("errdex") or {},
            dataset_version=envelope.dataset_version,
            truncated=bounded.cut or len(page) > MAX_TEXT_CHARS,
        )
        return _result(result, shortened_code(page, MAX_TEXT_CHARS))

    def search_records(
        self,
        *,
        query: Annotated[str, Field(max_length=500, description="Words of the message or the subject.")] = "",
        repo: Annotated[_Name | None, Field(description="Only of this repository, owner/name.")] = None,
        error_class: Annotated[
            _Name | None, Field(description="Only of this class, such as ValueError.")
        ] = None,
        tag: Annotated[_Name | None, Field(description="Only with this tag.")] = None,
        limit: _Limit = 10,
        cursor: Annotated[
            str | None,
            Field(max_length=2000, description="`next` of the result before, with the same words."),
        ] = None,
    ) -> Annotated[CallToolResult, FoundRecords]:
        """Search the records by words and filters. For the output of a program use match_error instead."""
        wanted = Query(q=query.strip() or None, repo=repo, error_class=error_class, tag=tag)
        page = _told(lambda: self._services.catalog.search(wanted, cursor=cursor, limit=limit))
        bounded = Bounded(600)
        items = [RecordSummary.model_validate(bounded(item.wire())) for item in page.items]
        lines = [f"{page.total:,} records.", *(_line(item) for item in items)]
        result = FoundRecords(items=items, total=page.total, next=page.next, truncated=bounded.cut)
        return _result(result, "\n".join(lines))

    def related_errors(
        self, record_id: _RecordId, limit: _Limit = 5
    ) -> Annotated[CallToolResult, RelatedErrors]:
        """List the records near one, with the reasons: the same kind of mistake, the same place, the same subject."""
        found = _told(lambda: self._services.catalog.related(record_id.lower(), limit=limit))
        lines = [f"- {code_span(one.id)} {prose(one.title)}: {prose(one.reason)}" for one in found]
        return _result(RelatedErrors(items=found), "\n".join(lines) or "No record is near it.")

    def propose_note(
        self,
        record_id: _RecordId,
        text: Annotated[
            str, Field(description="What fixed it, in Markdown: no log, no secret, no path of this machine.")
        ],
        context: Context[Any, Any],
        version: Annotated[
            _Name | None, Field(description="Version of the package that it speaks of, such as 0.5.18.")
        ] = None,
    ) -> Annotated[CallToolResult, ProposedNote]:
        """Propose a note for a record after its error was fixed and the fix was seen to work: what fixed it, for others.

        A maintainer reads it first; until then nobody sees it. Ask the person you work for before you call this: the text
        leaves this conversation and is stored.
        """
        request = context.request_context.request  # None over stdio
        client = request.client if isinstance(request, HTTPConnection) else None
        caller = Caller("mcp", name="a coding agent", address=client.host if client else None)
        note = _told(lambda: self._services.notes.add(caller, record_id.lower(), text, version=version))
        result = ProposedNote(id=note.id, record_id=note.record_id, state="proposed", stored=note.text)
        return _result(result, f"Proposed as {note.id}; it waits for a maintainer.")

    def page_text(self, record_id: str) -> str:
        """Return the page text of a record."""
        try:
            found = self._services.catalog.get(record_id.lower()[:64])
        except RecordNotFound as error:
            raise ResourceNotFoundError(_words(error)) from None
        return f"{DATA_NOTICE}\n\n{visible(write_page(found.envelope))}"


def _told(ask: Callable[[], _Result]) -> _Result:
    """Ask a service; an expected failure is told to the agent, with what to do.

    Raises:
        ToolError: with the words of the error.
    """
    try:
        return ask()
    except ErrdexError as error:
        raise ToolError(_words(error)) from None


def _words(error: ErrdexError) -> str:
    if isinstance(error, RecordNotFound):  # its message sends to the API
        return f"There is no record {error.extra['id']}. Find one with search_records."
    return error.message


def _result(value: Shape, text: str, *more: ContentBlock) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(text=f"{DATA_NOTICE}\n\n{shortened(text, MAX_TEXT_CHARS)}"), *more],
        structured_content=value.wire(),
    )


def _links(answer: Answer) -> list[ContentBlock]:
    """Link the record of the answer as a resource."""
    match = answer.best_match()
    if match is None:
        return []
    title = shortened(visible(match.title), 100)
    return [ResourceLink(uri=resource_uri(match.id), name=match.id, title=title, mime_type="text/plain")]


def _line(item: RecordSummary) -> str:
    name = f"{item.error_class}: {item.title}" if item.error_class else item.title
    return f"- {code_span(item.id)} {prose(shortened(name, 160))} ({code_span(item.repo)}, {code_span(item.file_path)})"


def _described(tool: Callable[..., object]) -> str:
    """Return the docstring of a tool as one text."""
    return inspect.cleandoc(tool.__doc__ or "")
