"""The paste box and its answer. The paste itself never gets into an address, a log or a cache."""

from __future__ import annotations

import re

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool

from app.domain.answer import DERIVED_STEPS, MatchOptions
from app.domain.identity import module_path
from app.domain.listing import Query
from app.domain.records import Envelope
from app.domain.secret_rules import RULES
from app.services.replies import reply_of
from app.services.reply_markdown import markdown
from app.services.wiring import Services
from app.web.answer_view import WORDS, summary, tier_words, views
from app.web.note_html import note_html
from app.web.paste_echo import PasteEcho
from app.web.paste_view import PasteLine, paste_view
from app.web.reading_form import Paste, read_paste
from app.web.render import origin, page
from app.web.snippets import fix_parts, source_lines

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_EXAMPLE_CANDIDATES = 20
# So many errors of a paste are shown in full, so many more in a row each.
_MAX_CARDS = 6
_MAX_ROWS = 24
# A larger page does without the box, unless that has little to do with it.
_MAX_PAGE_BYTES = 60_000
_SMALL_BOX_CHARS = 4_000


@router.get("/")
def home(request: Request, example: bool = False) -> Response:
    """The paste box; `?example=1` fills it with a traceback made from a record of this base."""
    services: Services = request.app.state.services
    sample = example_traceback(services) if example else None
    return _home(request, services, box=sample or "", is_example=sample is not None, cache="no-cache")


def _home(
    request: Request,
    services: Services,
    *,
    box: str = "",
    is_example: bool = False,
    empty: bool = False,
    cache: str,
) -> Response:
    context = {
        "box": box,
        "is_example": is_example,
        "empty": empty,
        "stats": services.catalog.stats(),
        "repo_count": services.catalog.counts("repo", limit=1).total,
        "secrets": sorted({rule.name for rule in RULES}),
        "origin": origin(request),
    }
    return page(request, "home.html", context, headers={"Cache-Control": cache})


@router.post("/")
async def answer(request: Request) -> Response:
    """Answer what was pasted or uploaded."""
    services: Services = request.app.state.services
    paste = await read_paste(request, services.settings)
    return await run_in_threadpool(_answer, request, services, paste)


def _answer(request: Request, services: Services, paste: Paste) -> Response:
    if paste.empty:
        return _home(request, services, empty=True, cache="no-store")
    found = services.match.match(paste.data, MatchOptions(), clip=True)
    echo = PasteEcho(paste.text(services.settings.max_paste_bytes))
    shown = views(found)
    clipped = found.truncated is not None and found.truncated.reason == "bytes"
    events = [view.event for view in shown[: _MAX_CARDS + _MAX_ROWS]]
    address = services.settings.public_url or origin(request)
    shown_paste = paste_view(events, echo, clipped=clipped)
    # A file is not put into the box: its reader has it.
    box = echo.box() if paste.name is None else None
    context = {
        "answer": found,
        "views": shown,
        "cards": _MAX_CARDS,
        "rows": _MAX_ROWS,
        "summary": summary(found),
        "paste": shown_paste,
        # What a link into the text may name, and where the errors are marked in it.
        "lines": {part.number for part in shown_paste.parts if isinstance(part, PasteLine)},
        "marked": {
            part.event: part.number
            for part in reversed(shown_paste.parts)
            if isinstance(part, PasteLine) and part.kind == "hit"
        },
        "numbers": {view.event.index: view.number for view in shown},
        "markdown": markdown(reply_of(found, public_url=address)) if found.best else None,
        "address": lambda url: url if "://" in url else address.rstrip("/") + url,
        "words": WORDS,
        "tier_words": tier_words,
        "derived_heading": DERIVED_STEPS,
        "fix_parts": fix_parts,
        "source_lines": source_lines,
        "note_html": note_html,
        "takes_notes": services.settings.anonymous_notes,
        "file_name": paste.name,
    }
    headers = {"Cache-Control": "no-store"}
    whole = page(request, "answer.html", {**context, "box": box}, headers=headers)
    if box is None or len(box) <= _SMALL_BOX_CHARS or len(whole.body) <= _MAX_PAGE_BYTES:
        return whole
    return page(request, "answer.html", {**context, "box": None}, headers=headers)


def example_traceback(services: Services) -> str | None:
    """A traceback as the first plain record of the base would print it; None for a base without one."""
    limit = min(_EXAMPLE_CANDIDATES, services.settings.max_page_items)
    for item in services.catalog.search(Query(), limit=limit).items:
        if item.error_class and item.error_message and not re.search(r"[{%\n]", item.error_message):
            return traceback_of(services.catalog.get(item.id).envelope)
    return None


def traceback_of(envelope: Envelope) -> str:
    """What Python prints when the site of a record without interpolations is reached."""
    record = envelope.record
    line = (
        f'  File "/usr/lib/python3/site-packages/{module_path(record.file_path)}", line {record.line_number}'
    )
    if envelope.errdex.function:
        line += f", in {envelope.errdex.function.rsplit('.', 1)[-1]}"
    lines = ["Traceback (most recent call last):", line]
    if record.source_code and record.source_code_start:
        source = record.source_code.split("\n")
        at = record.line_number - record.source_code_start
        if 0 <= at < len(source) and source[at].strip():
            lines.append("    " + source[at].strip())
    return "\n".join([*lines, f"{record.error_class}: {record.error_message}", ""])
