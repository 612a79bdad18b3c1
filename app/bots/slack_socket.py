"""Slack over a socket that this server opens, for one that Slack cannot reach."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import partial
from typing import Any

from slack_sdk import WebClient
from slack_sdk.socket_mode.builtin import SocketModeClient
from slack_sdk.socket_mode.client import BaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse

from app.bots.slack_app import Ack, Seen, SlackApp, paste_of
from app.bots.slack_place import Slack, SlackCalls
from app.services.wiring import Services
from app.telemetry import get_logger

__all__ = ["serve_socket"]

logger = get_logger("app.bots")


class _Listener:
    """Takes each request from the socket; the client runs it on a thread of its pool."""

    def __init__(self, app: SlackApp, calls: SlackCalls) -> None:
        self._app = app
        self._calls = calls

    def __call__(self, client: BaseSocketModeClient, request: SocketModeRequest) -> None:
        try:
            ack = self._ack(request)
            client.send_socket_mode_response(SocketModeResponse(request.envelope_id, payload=ack.body))
            if ack.later is not None:
                ack.later()
        except Exception:
            logger.exception("chat-answer-failed")  # by class and places; the message may quote a paste

    def _ack(self, request: SocketModeRequest) -> Ack:
        payload: Mapping[str, Any] = request.payload
        if request.type == "slash_commands":
            fields = {name: value for name, value in payload.items() if isinstance(value, str)}
            paste = paste_of(fields)
            if paste is None:
                return self._app.command(fields)
            return Ack(later=partial(self._explain, paste, fields.get("response_url", "")))
        if request.type == "interactive":
            return self._app.interaction(payload)
        if request.type == "events_api":
            return self._app.event(payload, retry_reason=request.retry_reason)
        return Ack()

    def _explain(self, paste: str, url: str) -> None:
        self._calls.later(url, self._app.explained(paste))


def serve_socket(
    services: Services, app_token: str, bot_token: str, stop: threading.Event, place: Slack | None = None
) -> None:
    """Answer over a socket until `stop` is set; the client connects again when the connection is lost.

    Args:
        services: what answers.
        app_token: opens the socket.
        bot_token: for dialogs, files and mentions.
        stop: ends it.
        place: where Slack is; the real one without it.

    Raises:
        slack_sdk.errors.SlackApiError: Slack refuses the app token.
    """
    place = place or Slack()
    calls = SlackCalls(place, bot_token)
    client = SocketModeClient(
        app_token=app_token,
        web_client=WebClient(base_url=place.api_url),
        concurrency=services.settings.max_parallel_matches,
    )
    client.socket_mode_request_listeners.append(_Listener(SlackApp(services, calls, Seen()), calls))
    try:
        client.connect()
        stop.wait()
    finally:
        client.close()
