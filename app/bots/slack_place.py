"""Where Slack is, and the few calls that go to it: its Web API, the addresses for later answers, and uploaded files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from app.errors import BadInput, PasteTooLarge
from app.services.outgoing import AnswerTooLong, OutgoingFailed, fetch, send_json
from app.telemetry import get_logger

__all__ = ["Slack", "SlackCalls", "slack"]

logger = get_logger("app.bots")

_SECONDS: Final = 10
_MAX_THREAD_MESSAGES: Final = 50


class Slack(BaseModel):
    """Addresses and patience of Slack; a test has its own."""

    model_config = ConfigDict(frozen=True)

    api_url: str = "https://slack.com/api/"
    file_origins: tuple[str, ...] = ("https://files.slack.com",)
    later_origins: tuple[str, ...] = ("https://hooks.slack.com",)


def slack() -> Slack:
    """Return the real one; a FastAPI dependency."""
    return Slack()


def origin_of(url: str) -> str:
    """Return scheme and host of an address, or nothing where it is none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}".lower()


class SlackCalls:
    """What errdex asks of Slack. A call that Slack refuses is logged by its code, and is no error of the person's.

    Args:
        place: where Slack is.
        token: the bot's; without one only later answers work.
    """

    def __init__(self, place: Slack, token: str | None) -> None:
        self._place = place
        self._token = token
        self._client = WebClient(token=token, base_url=place.api_url, timeout=_SECONDS) if token else None

    @property
    def whole(self) -> bool:
        """Whether there is a token, so that dialogs, files and mentions work."""
        return self._client is not None

    def can_answer_later(self, url: str) -> bool:
        """Tell whether an address is one that Slack gives for later answers."""
        return origin_of(url) in self._place.later_origins

    def later(self, url: str, message: dict[str, Any]) -> None:
        """Send a message to the address that came with a command or button."""
        if not self.can_answer_later(url):
            logger.warning("slack-later-address-refused")
            return
        try:
            answer = send_json("POST", url, message, seconds=_SECONDS)
        except OutgoingFailed as error:
            logger.warning("slack-not-reached", problem=error.message)
            return
        if answer.status >= 300:
            logger.warning("slack-refused-answer", status=answer.status)

    def open_dialog(self, trigger_id: str, view: dict[str, Any]) -> bool:
        """Open a dialog; tell whether it is open."""
        return self._call("views.open", {"trigger_id": trigger_id, "view": view}) is not None

    def ephemeral(self, channel: str, user: str, thread: str | None, message: dict[str, Any]) -> None:
        """Show a message to one person."""
        where = {"channel": channel, "user": user, **({"thread_ts": thread} if thread else {})}
        self._call("chat.postEphemeral", {**where, **_content(message)})

    def post(self, channel: str, thread: str | None, message: dict[str, Any]) -> None:
        """Write a message for all who are there."""
        where = {"channel": channel, **({"thread_ts": thread} if thread else {})}
        self._call("chat.postMessage", {**where, **_content(message)})

    def thread(self, channel: str, timestamp: str) -> list[dict[str, Any]]:
        """Return the messages of a thread, the oldest first; none where they may not be read."""
        answer = self._call(
            "conversations.replies",
            {"channel": channel, "ts": timestamp, "limit": _MAX_THREAD_MESSAGES},
            get=True,
        )
        messages = (answer or {}).get("messages")
        return [one for one in messages if isinstance(one, dict)] if isinstance(messages, list) else []

    def files(self, files: Sequence[object], most: int) -> list[bytes]:
        """Get uploaded files and snippets from where Slack keeps them, and from nowhere else.

        Raises:
            BadInput: the address is another one, there is no token, or Slack does not give the file.
            PasteTooLarge: a file has more than `most` bytes.
        """
        return [self._file(file, most) for file in files if isinstance(file, dict)]

    def _file(self, file: dict[str, Any], most: int) -> bytes:
        size = file.get("size")
        if isinstance(size, int) and size > most:
            raise PasteTooLarge(most)
        url = str(file.get("url_private_download") or file.get("url_private") or "")
        if origin_of(url) not in self._place.file_origins:
            raise BadInput("The file is not kept by Slack itself, and was not fetched.")
        if self._token is None:
            raise BadInput("This app may not read files: its bot token is not set on the server.")
        try:
            response = fetch(url, most, {"Authorization": f"Bearer {self._token}"}, seconds=_SECONDS)
        except AnswerTooLong:
            raise PasteTooLarge(most) from None
        if response.status != 200:  # without the scope Slack redirects to its login page
            raise BadInput(
                "Slack does not give the file: the app needs the scope files:read, and to be in the channel."
            )
        return response.body

    def _call(self, method: str, arguments: dict[str, Any], *, get: bool = False) -> dict[str, Any] | None:
        if self._client is None:
            return None
        try:
            if get:
                answer = self._client.api_call(method, http_verb="GET", params=arguments)
            else:
                answer = self._client.api_call(method, json=arguments)
        except SlackApiError as error:
            code = error.response.get("error") if error.response is not None else None
            logger.warning("slack-refused-call", method=method, code=str(code)[:64])
            return None
        except (SlackClientError, OSError, ValueError) as error:
            logger.warning("slack-not-reached", method=method, kind=type(error).__name__)
            return None
        return answer.data if isinstance(answer.data, dict) else None


def _content(message: dict[str, Any]) -> dict[str, Any]:
    """Return the members of a message that the Web API takes."""
    kept = ("text", "blocks", "mrkdwn", "parse", "unfurl_links", "unfurl_media")
    return {name: message[name] for name in kept if name in message}
