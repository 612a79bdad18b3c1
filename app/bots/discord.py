"""Discord interactions: `/errdex` with text or a file, and the command "Explain error" on a message.

Discord waits three seconds for an answer. What is ready by then is the answer; otherwise "is thinking" is, and the answer
follows through the webhook of the interaction. Nothing is kept between requests.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import quote, urlsplit

from anyio import to_thread
from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.background import BackgroundTask

from app.bots import discord_messages
from app.bots.deferring import begun, logger, outcome, ready
from app.bots.discord_people import feedback, note_dialog, store_note
from app.bots.signatures import check_discord, now, read_body
from app.bots.words import usage
from app.domain.people import Caller
from app.errors import BadInput, ErrdexError, PasteTooLarge
from app.services.outgoing import AnswerTooLong, OutgoingFailed, fetch, send_json
from app.services.pasted import unfenced
from app.services.record_reply import record_reply
from app.services.replies import Reply, reply_of
from app.services.wiring import Services

__all__ = ["Discord", "discord", "router"]

router = APIRouter(include_in_schema=False)

_PING, _COMMAND, _COMPONENT, _SUBMITTED = 1, 2, 3, 5
_SLASH, _MESSAGE = 1, 3
_PONG, _ANSWER, _THINKING, _DIALOG = 1, 4, 5, 9
_SECONDS: Final = 15.0

_Result = TypeVar("_Result")


class Discord(BaseModel):
    """Where Discord is: of the API and the files, and how long it waits; a test has its own."""

    model_config = ConfigDict(frozen=True)

    api_url: str = "https://discord.com/api/v10"
    file_origins: tuple[str, ...] = ("https://cdn.discordapp.com", "https://media.discordapp.net")
    patience_seconds: float = 2.0


def discord() -> Discord:
    """Return the real one; a FastAPI dependency."""
    return Discord()


class _Attachment(BaseModel):
    url: str = Field(max_length=4_000)
    size: int = Field(0, ge=0)


class _TargetMessage(BaseModel):
    content: str = ""
    attachments: list[_Attachment] = Field(default_factory=list, max_length=20)


class _Resolved(BaseModel):
    attachments: dict[str, _Attachment] = Field(default_factory=dict)
    messages: dict[str, _TargetMessage] = Field(default_factory=dict)


class _Option(BaseModel):
    name: str
    value: Any = None


class _Data(BaseModel):
    name: str = ""
    type: int = _SLASH
    options: list[_Option] = Field(default_factory=list, max_length=25)
    resolved: _Resolved = Field(default_factory=_Resolved)
    target_id: str | None = None
    custom_id: str = ""
    components: list[Any] = Field(default_factory=list, max_length=10)


class _User(BaseModel):
    id: str = Field("", max_length=32)
    username: str = Field("", max_length=100)


class _Member(BaseModel):
    user: _User = Field(default_factory=_User)


class _Interaction(BaseModel):
    type: int
    token: str = Field("", max_length=1_000)
    application_id: str = Field("", pattern=r"^[0-9]{0,32}$")
    data: _Data = Field(default_factory=_Data)
    member: _Member | None = None
    user: _User | None = None

    def caller(self) -> Caller:
        """Return the person: in a server the member, in a direct message the user."""
        person = self.member.user if self.member else self.user or _User()
        key = f"discord:{person.id}" if person.id else None
        return Caller("discord", key=key, name=person.username[:80] or None)


@router.post("/bots/discord/interactions")
async def interactions(
    request: Request, at: Annotated[float, Depends(now)], place: Annotated[Discord, Depends(discord)]
) -> Response:
    """Answer one interaction; 404 until a public key is set, 401 for a wrong signature."""
    services: Services = request.app.state.services
    key = services.settings.discord_public_key
    if key is None:
        raise HTTPException(404)
    body = await read_body(request, services.settings.max_bot_body_bytes)
    check_discord(request, body, key, at)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "Discord sends application/json.")
    interaction = _parsed(body)
    if interaction.type == _PING:
        return _response(_PONG)
    if interaction.type == _COMPONENT and interaction.data.custom_id.startswith(discord_messages.SHARE):
        return _response(_ANSWER, await _component(services, interaction.data.custom_id))
    if interaction.type in {_COMPONENT, _SUBMITTED}:
        return await _people(services, interaction, place)
    if interaction.type != _COMMAND:
        raise BadInput(f"An interaction of type {interaction.type} is not known here.")
    asked = _Asked.of(interaction.data)
    if asked is None:
        words = usage("/errdex text: <traceback or error message>, or a file", services.settings.public_url)
        return _response(_ANSWER, discord_messages.notice(words))
    work = begun(partial(_reply, services, asked, place))
    render = partial(discord_messages.message, people=services.settings.chat_notes)
    return await _answered(work, render, place, interaction)


async def _answered(
    work: asyncio.Task[_Result],
    render: Callable[[_Result], dict[str, Any]],
    place: Discord,
    interaction: _Interaction,
) -> Response:
    """Answer with what came of some work: at once where it is soon done, else later."""
    message = outcome(work, render, discord_messages.notice)
    if await ready(work, place.patience_seconds):
        return _response(_ANSWER, await message)
    later = BackgroundTask(_follow_up, message, place, interaction)
    return _response(_THINKING, {"flags": discord_messages.EPHEMERAL}, later)


async def _people(services: Services, interaction: _Interaction, place: Discord) -> Response:
    """Take feedback, open the dialog for a note, or take what was written there."""
    kind, _, value = interaction.data.custom_id.partition(":")
    caller = interaction.caller()
    if f"{kind}:" == discord_messages.NOTE and interaction.type == _COMPONENT:
        return _response(_DIALOG, note_dialog(value[:16], services.settings.max_note_chars))
    if f"{kind}:" == discord_messages.NOTE:
        deed = store_note(services, caller, value, interaction.data.components)
    elif f"{kind}:" in {discord_messages.SOLVED, discord_messages.WRONG}:
        deed = feedback(services, caller, kind, value)
    else:
        raise BadInput("This button is not one of errdex.")
    return await _answered(begun(deed), discord_messages.notice, place, interaction)


class _Asked(BaseModel):
    """What is to be explained: a text, or a file, or both."""

    text: str = ""
    files: tuple[_Attachment, ...] = ()

    @classmethod
    def of(cls, data: _Data) -> _Asked | None:
        """Read it from a command; None where nothing was given."""
        asked = cls()
        if data.type == _MESSAGE and (target := data.resolved.messages.get(data.target_id or "")):
            asked = cls(text=target.content, files=tuple(target.attachments))
        elif data.type == _SLASH:
            given = {option.name: str(option.value) for option in data.options}
            file = data.resolved.attachments.get(given.get("file", ""))
            asked = cls(text=given.get("text", ""), files=(file,) if file else ())
        return asked if asked.text.strip() or asked.files else None


async def _component(services: Services, custom_id: str) -> dict[str, Any]:
    """Answer a pressed button: the record for the whole channel, without anything that was pasted."""
    kind, _, record_id = custom_id.partition(":")
    if f"{kind}:" != discord_messages.SHARE:
        raise BadInput("This button is not one of errdex.")

    def share() -> dict[str, Any]:
        found = services.catalog.get(record_id)
        return discord_messages.shared(record_reply(found.envelope, public_url=services.settings.public_url))

    try:
        return await to_thread.run_sync(share)
    except ErrdexError as error:
        return discord_messages.notice(error.message)


def _reply(services: Services, asked: _Asked, place: Discord) -> Reply:
    most = services.settings.max_paste_bytes
    parts = [unfenced(asked.text).encode("utf-8", "surrogatepass")] if asked.text.strip() else []
    for file in asked.files:
        if file.size > most:
            raise PasteTooLarge(most)
        parts.append(_fetched(file.url, most, place))
    paste = parts[0] if len(parts) == 1 else b"\n\n".join(parts)
    return reply_of(services.match.match(paste), public_url=services.settings.public_url)


def _fetched(url: str, most: int, place: Discord) -> bytes:
    """Get a file from where Discord keeps files, and from nowhere else.

    Raises:
        BadInput: the address is another one, or the file is gone.
        PasteTooLarge: the file is larger than it was said to be.
    """
    try:
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}".lower()
    except ValueError:
        origin = ""
    if origin not in place.file_origins:
        raise BadInput("The file does not come from Discord, and was not fetched. Attach it to the command.")
    try:
        response = fetch(url, most, seconds=_SECONDS)
    except AnswerTooLong:
        raise PasteTooLarge(most) from None
    if response.status != 200:
        raise BadInput("Discord does not give the file any more. Attach it again.")
    return response.body


async def _follow_up(message: Any, place: Discord, interaction: _Interaction) -> None:
    """Put the answer in the place of "is thinking"."""
    data = {name: value for name, value in (await message).items() if name != "flags"}
    url = (
        f"{place.api_url}/webhooks/{interaction.application_id}/{quote(interaction.token, safe='')}"
        "/messages/@original"
    )
    try:
        answer = await to_thread.run_sync(partial(send_json, "PATCH", url, data, seconds=_SECONDS))
        if answer.status >= 300:
            logger.warning("discord-refused-answer", status=answer.status)
    except OutgoingFailed as error:
        logger.warning("discord-not-reached", problem=error.message)


def _parsed(body: bytes) -> _Interaction:
    try:
        return _Interaction.model_validate(json.loads(body))
    except ValidationError as error:
        fault = error.errors(include_input=False, include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in fault["loc"][:4])[:100]
        raise BadInput(f"The interaction is not usable: {where or 'body'}: {fault['msg']}.") from None
    except (ValueError, RecursionError):
        raise BadInput("The body is not JSON in UTF-8.") from None


def _response(kind: int, data: dict[str, Any] | None = None, later: BackgroundTask | None = None) -> Response:
    content: dict[str, Any] = {"type": kind} if data is None else {"type": kind, "data": data}
    return JSONResponse(content, headers={"Cache-Control": "no-store"}, background=later)
