"""The Mattermost slash command: `/errdex <traceback>` is answered to the person who asked.

Mattermost signs nothing; it sends the token of the command, in a header and in the form.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import JSONResponse, Response

from app.bots.deferring import begun, outcome, ready
from app.bots.markdown_size import fitting_markdown, fitting_prose
from app.bots.mattermost_people import people_buttons, read_pressed
from app.bots.signatures import check_token, read_body
from app.bots.words import too_slow, usage
from app.errors import BadInput, NotAllowed
from app.services.pasted import unfenced
from app.services.replies import Reply, reply_of
from app.services.wiring import Services

__all__ = ["MAX_POST_CHARS", "patience", "router"]

router = APIRouter(include_in_schema=False)

MAX_POST_CHARS: Final = 16_383
_MAX_REPLY_CHARS: Final = 8_000
_MAX_FIELDS: Final = 64
_COMMAND: Final = re.compile(r"/[\w-]{1,40}")
_FORM: Final = "application/x-www-form-urlencoded"


def patience() -> float:
    """Return how long a match may take: Mattermost gives up after thirty seconds; a FastAPI dependency."""
    return 20.0


@router.post("/bots/mattermost/command")
async def mattermost_command(request: Request, seconds: Annotated[float, Depends(patience)]) -> Response:
    """Answer one slash command; 404 until a token is set, 401 for a wrong one."""
    services: Services = request.app.state.services
    secret = services.settings.mattermost_token
    if secret is None:
        raise HTTPException(404)
    token = secret.get_secret_value()
    given = request.headers.get("authorization")
    if given is not None:
        kind, _, value = given.partition(" ")
        check_token(value if kind.lower() == "token" else None, token, "The token in Authorization")
    body = await read_body(request, services.settings.max_bot_body_bytes)
    fields = _fields(request, body, signed=given is not None)
    if given is None:
        check_token(fields.get("token"), token, "The token in the form")
    paste = unfenced(fields.get("text", ""))
    public_url = services.settings.public_url
    if paste.strip().lower() in {"", "help", "?"}:
        command = fields.get("command", "")
        name = command if _COMMAND.fullmatch(command) else "/errdex"
        return _message(_notice(usage(f"{name} <traceback or error message>", public_url)))

    def reply() -> Reply:
        return reply_of(services.match.match(paste), public_url=public_url)

    work = begun(reply)
    if not await ready(work, seconds):
        return _message(_notice(too_slow("Mattermost", public_url)))
    buttons = people_buttons(token, public_url) if services.settings.chat_notes else None
    return _message(await outcome(work, partial(_rendered, buttons=buttons), _notice))


@router.post("/bots/mattermost/action")
async def mattermost_action(request: Request) -> Response:
    """Answer one pressed button; 404 until a token is set, 401 for a button that this server did not make."""
    services: Services = request.app.state.services
    secret = services.settings.mattermost_token
    if secret is None:
        raise HTTPException(404)
    body = await read_body(request, services.settings.max_bot_body_bytes)
    pressed = read_pressed(body, secret.get_secret_value())
    words = await outcome(begun(partial(pressed.keep, services)), _said, _said)
    return _message(words)


def _fields(request: Request, body: bytes, *, signed: bool) -> dict[str, str]:
    """Read the form; what is no form is not worth more than a refusal to somebody who has shown no token."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type == _FORM:
        try:
            return dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MAX_FIELDS))
        except ValueError:
            if signed:
                raise BadInput("The form is not usable.") from None
    elif signed:
        raise HTTPException(415, f"Mattermost sends {_FORM}.")
    raise NotAllowed("There is no token.")


def _rendered(
    reply: Reply, *, buttons: Callable[[Reply], list[dict[str, Any]]] | None = None
) -> dict[str, Any]:
    attachments = buttons(reply) if buttons else []
    return {
        **_post(fitting_markdown(reply, _MAX_REPLY_CHARS)),
        **({"attachments": attachments} if attachments else {}),
    }


def _said(text: str) -> dict[str, Any]:
    """Return the answer to a pressed button: a line for the person alone."""
    return {"ephemeral_text": fitting_prose(text, _MAX_REPLY_CHARS), "skip_slack_parsing": True}


def _notice(text: str) -> dict[str, Any]:
    return _post(fitting_prose(text, _MAX_REPLY_CHARS))


def _post(text: str) -> dict[str, Any]:
    # Without the last member Mattermost reads `<!channel>` and the like as Slack does.
    return {"response_type": "ephemeral", "text": text, "skip_slack_parsing": True}


def _message(content: dict[str, Any]) -> Response:
    return JSONResponse(content, headers={"Cache-Control": "no-store"})
