"""The Slack slash command: `/errdex <traceback>` is answered to the person who asked, and nobody else.

Slack waits three seconds for an answer; a match takes milliseconds, so it is the answer itself. One that takes longer
is answered with a notice in time. Nothing is kept between requests: a retry of Slack's gets the same answer.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final
from urllib.parse import parse_qsl

import anyio
from anyio import to_thread
from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import JSONResponse, Response

from app.bots import slack_blocks
from app.bots.signatures import check_slack, now, read_body
from app.errors import ErrdexError
from app.services.replies import Reply, reply_of
from app.services.wiring import Services

__all__ = ["ack_seconds", "router"]

router = APIRouter(include_in_schema=False)

_PATH: Final = "/bots/slack/command"
_MAX_FIELDS: Final = 64
_FENCE: Final = re.compile(r"\A\s*```[ \t]*\n?(.*?)(?:```\s*)?\Z", re.DOTALL)
_COMMAND: Final = re.compile(r"/[\w-]{1,40}")


def ack_seconds() -> float:
    """Return how long a match may take: Slack gives up after three seconds; a FastAPI dependency."""
    return 2.5


@router.get(_PATH)
def certificate_check(request: Request) -> Response:
    """Answer Slack's occasional look at the certificate: GET with `ssl_check=1`."""
    if _services(request).settings.slack_signing_secret is None:
        raise HTTPException(404)
    if request.query_params.get("ssl_check") != "1":
        raise HTTPException(405, headers={"Allow": "POST"})
    return Response()


@router.post(_PATH)
async def slack_command(
    request: Request, at: Annotated[float, Depends(now)], seconds: Annotated[float, Depends(ack_seconds)]
) -> Response:
    """Answer one slash command; 404 until a signing secret is set, 401 for a wrong signature."""
    services = _services(request)
    secret = services.settings.slack_signing_secret
    if secret is None:
        raise HTTPException(404)
    body = await read_body(request, services.settings.max_bot_body_bytes)
    check_slack(request, body, secret.get_secret_value(), at)
    try:
        fields = dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MAX_FIELDS))
    except ValueError:
        return _message(slack_blocks.notice("Slack sent more fields than a slash command has."))
    if fields.get("ssl_check") == "1":
        return Response()
    paste = pasted_text(fields.get("text", ""))
    if paste.strip().lower() in {"", "help", "?"}:
        return _message(slack_blocks.notice(_usage(fields.get("command", ""), services.settings.public_url)))
    try:
        with anyio.fail_after(seconds):
            # Abandoned, the thread goes on to its own time limit; the person has an answer.
            reply = await to_thread.run_sync(_reply, services, paste, abandon_on_cancel=True)
    except TimeoutError:
        return _message(slack_blocks.notice(_too_slow(services.settings.public_url)))
    except ErrdexError as error:
        # A status other than 200 would show as "failed with the error http_service_error".
        return _message(slack_blocks.notice(error.message))
    return _message(slack_blocks.message(reply))


def pasted_text(text: str) -> str:
    """Return what was pasted: Slack escapes exactly `&`, `<` and `>`, and people put code between backticks."""
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    fenced = _FENCE.match(text)
    return fenced[1] if fenced else text


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


def _reply(services: Services, paste: str) -> Reply:
    return reply_of(services.match.match(paste), public_url=services.settings.public_url)


def _message(content: dict[str, Any]) -> JSONResponse:
    return JSONResponse(content, headers={"Cache-Control": "no-store"})


def _usage(command: str, public_url: str | None) -> str:
    name = command if _COMMAND.fullmatch(command) else "/errdex"
    page = f" Long logs fit into the page at {public_url}." if public_url else ""
    return (
        f"{name} <traceback or error message>\n"
        "Finds the errors in what you paste, says which known ones they are and why, and shows the next step. "
        f"Only you see the answer; what you paste is neither stored nor logged.{page}"
    )


def _too_slow(public_url: str | None) -> str:
    where = f"paste it into the page at {public_url}" if public_url else "send the last part of the log only"
    return f"This took longer than Slack waits for an answer. Try again, or {where}."
