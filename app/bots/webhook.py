"""The generic webhook: any chat or pipeline that can sign a request gets the reply as Markdown and as JSON.

`silent` tells a bot that listens to a whole channel to say nothing: no record is a confident answer.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import Response
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from app.bots.signatures import check_webhook, now, read_body
from app.domain.answer import MatchOptions
from app.errors import BadInput
from app.services.replies import reply_of
from app.services.reply_markdown import markdown
from app.services.wiring import Services

__all__ = ["WebhookMessage", "router"]

router = APIRouter(include_in_schema=False)

_RAW: Final = frozenset({"text/plain", "application/octet-stream"})


class WebhookMessage(MatchOptions):
    """The JSON body: the text and, optionally, the options of a match."""

    text: str


@router.post("/bots/webhook")
async def webhook(request: Request, at: Annotated[float, Depends(now)]) -> Response:
    """Answer one signed message; 404 until a secret is set, 401 for a wrong signature."""
    services: Services = request.app.state.services
    secret = services.settings.webhook_secret
    if secret is None:
        raise HTTPException(404)
    body = await read_body(request, services.settings.max_bot_body_bytes)
    check_webhook(request, body, secret.get_secret_value(), at)
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type not in _RAW and media_type != "application/json":
        raise HTTPException(
            415, "The webhook takes application/json, text/plain and application/octet-stream."
        )
    content = await run_in_threadpool(_answer, services, body, is_json=media_type not in _RAW)
    # ASCII: half a surrogate pair has no UTF-8.
    return Response(json.dumps(content), media_type="application/json", headers={"Cache-Control": "no-store"})


def _answer(services: Services, body: bytes, *, is_json: bool) -> dict[str, Any]:
    paste: str | bytes = body
    options = None
    if is_json:
        options = _message(body)
        paste = options.text
    answer = services.match.match(paste, options)
    reply = reply_of(answer, public_url=services.settings.public_url)
    return {
        "text": markdown(reply),
        "reply": reply.wire(),
        "best": answer.best.id if answer.best else None,
        "silent": answer.best is None,
    }


def _message(body: bytes) -> WebhookMessage:
    try:
        return WebhookMessage.model_validate(json.loads(body))
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(str(part) for part in fault['loc'][:2])[:100] or 'body'}: {fault['msg']}"
            for fault in error.errors(include_input=False, include_url=False, include_context=False)[:5]
        )
        raise BadInput(f"The message is not usable: {faults}.") from None
    except (ValueError, RecursionError):  # not JSON, not Unicode, or nested beyond reason
        raise BadInput(
            'The body is not JSON. Send {"text": "…"} in UTF-8, or the raw log as text/plain.'
        ) from None
