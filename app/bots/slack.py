"""Slack by HTTP: slash commands, interactivity and events, each signed, each acknowledged within three seconds.

A match takes milliseconds, so it is the answer to a command itself; one that takes longer follows where Slack says.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final
from urllib.parse import parse_qsl

from anyio import to_thread
from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import JSONResponse, Response
from starlette.background import BackgroundTask

from app.bots import slack_blocks
from app.bots.deferring import begun, ready
from app.bots.signatures import check_slack, now, read_body
from app.bots.slack_app import Ack, Seen, SlackApp, paste_of
from app.bots.slack_place import Slack, SlackCalls, slack
from app.bots.words import too_slow
from app.errors import BadInput
from app.services.wiring import Services

__all__ = ["ack_seconds", "router"]

router = APIRouter(include_in_schema=False)

_COMMAND_PATH: Final = "/bots/slack/command"
_MAX_FIELDS: Final = 64
# Of the three seconds; less where the answer can follow, so that many at once are all acknowledged soon.
_SOON_SECONDS: Final = 0.5

Place = Annotated[Slack, Depends(slack)]
Now = Annotated[float, Depends(now)]


def ack_seconds() -> float:
    """Return how long a match may take: Slack gives up after three seconds; a FastAPI dependency."""
    return 2.5


@router.get(_COMMAND_PATH)
def certificate_check(request: Request) -> Response:
    """Answer Slack's occasional look at the certificate: GET with `ssl_check=1`."""
    if _services(request).settings.slack_signing_secret is None:
        raise HTTPException(404)
    if request.query_params.get("ssl_check") != "1":
        raise HTTPException(405, headers={"Allow": "POST"})
    return Response()


@router.post(_COMMAND_PATH)
async def slack_command(
    request: Request, at: Now, place: Place, seconds: Annotated[float, Depends(ack_seconds)]
) -> Response:
    """Answer one slash command; 404 until a signing secret is set, 401 for a wrong signature."""
    services = _services(request)
    body = await _signed(request, at)
    try:
        fields = dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MAX_FIELDS))
    except ValueError:
        return _message(slack_blocks.notice("Slack sent more fields than a slash command has."))
    if fields.get("ssl_check") == "1":
        return Response()
    calls, app = _app(request, place)
    paste = paste_of(fields)
    if paste is None:
        return _acknowledged(await to_thread.run_sync(app.command, fields))
    work = begun(partial(app.explained, paste))
    url = fields.get("response_url", "")
    follows = calls.can_answer_later(url)
    if await ready(work, min(seconds, _SOON_SECONDS) if follows else seconds):
        return _message(await work)
    if not follows:  # abandoned, the thread goes on to its own time limit; the person has an answer
        return _message(slack_blocks.notice(too_slow("Slack", services.settings.public_url)))

    async def later() -> None:
        message = await work
        await to_thread.run_sync(calls.later, url, {**message, "replace_original": True})

    return _message(slack_blocks.notice("Looking it up…"), BackgroundTask(later))


@router.post("/bots/slack/interactivity")
async def slack_interactivity(request: Request, at: Now, place: Place) -> Response:
    """Answer a shortcut, a button or a dialog."""
    body = await _signed(request, at)
    try:
        fields = dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MAX_FIELDS))
        payload = _object(fields.get("payload", ""))
    except ValueError:
        raise BadInput("The form has no payload that can be read.") from None
    _, app = _app(request, place)
    return _acknowledged(await to_thread.run_sync(app.interaction, payload))


@router.post("/bots/slack/events")
async def slack_events(request: Request, at: Now, place: Place) -> Response:
    """Answer the challenge, or take an event."""
    body = await _signed(request, at)
    try:
        envelope = _object(body)
    except ValueError:
        raise BadInput("The body is no JSON object in UTF-8.") from None
    _, app = _app(request, place)
    reason = request.headers.get("x-slack-retry-reason")
    return _acknowledged(await to_thread.run_sync(partial(app.event, envelope, retry_reason=reason)))


async def _signed(request: Request, at: float) -> bytes:
    """Read a body and check who sent it."""
    settings = _services(request).settings
    secret = settings.slack_signing_secret
    if secret is None:
        raise HTTPException(404)
    body = await read_body(request, settings.max_bot_body_bytes)
    check_slack(request, body, secret.get_secret_value(), at)
    return body


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


def _app(request: Request, place: Slack) -> tuple[SlackCalls, SlackApp]:
    services = _services(request)
    token = services.settings.slack_bot_token
    calls = SlackCalls(place, token.get_secret_value() if token else None)
    state = request.app.state
    if not hasattr(state, "slack_seen"):
        state.slack_seen = Seen()
    return calls, SlackApp(services, calls, state.slack_seen)


def _object(data: str | bytes) -> dict[str, Any]:
    """Read a JSON object.

    Raises:
        ValueError: it is none.
    """
    try:
        found = json.loads(data)
    except RecursionError:
        raise ValueError("nested beyond reason") from None
    if not isinstance(found, dict):
        raise ValueError("no object")  # noqa: TRY004 - one kind for the caller
    return found


def _acknowledged(ack: Ack) -> Response:
    later = BackgroundTask(_in_thread, ack.later) if ack.later is not None else None
    if ack.body is None:
        return Response(background=later)
    return _message(ack.body, later)


async def _in_thread(work: Callable[[], None]) -> None:
    await to_thread.run_sync(work)


def _message(content: dict[str, Any], later: BackgroundTask | None = None) -> JSONResponse:
    return JSONResponse(content, headers={"Cache-Control": "no-store"}, background=later)
