"""What errdex does in Slack, whichever way a request came: by HTTP or over a socket.

Each request gives an acknowledgement, which Slack waits three seconds for, and maybe work that follows. All of it is
synchronous and runs on threads.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from app.bots import slack_blocks, slack_views
from app.bots.slack_people import NOTE, SlackPeople
from app.bots.slack_place import SlackCalls
from app.bots.words import usage
from app.errors import ErrdexError
from app.services.pasted import unfenced
from app.services.record_reply import record_reply
from app.services.replies import Reply, reply_of
from app.services.wiring import Services
from app.telemetry import get_logger

__all__ = ["Ack", "Seen", "SlackApp", "paste_of", "pasted_text"]

logger = get_logger("app.bots")

_MENTION: Final = re.compile(r"<@[A-Z0-9]{1,32}(?:\|[^>]{0,100})?>")
_LINK: Final = re.compile(r"<((?:https?|mailto):[^|<>\n]{1,4000})(?:\|([^<>\n]{0,4000}))?>")
_COMMAND: Final = re.compile(r"/[\w-]{1,40}")
_MOST_SEEN: Final = 5_000
_HELP: Final = frozenset({"help", "?"})


@dataclass(frozen=True, slots=True)
class Ack:
    """What Slack gets at once (None: an empty 200), and what follows."""

    body: dict[str, Any] | None = None
    later: Callable[[], None] | None = None


class Seen:
    """Which events were taken already; bounded, and safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ids: OrderedDict[str, None] = OrderedDict()

    def first_time(self, event_id: str) -> bool:
        """Note an event; tell whether it is new."""
        with self._lock:
            if event_id in self._ids:
                return False
            self._ids[event_id] = None
            if len(self._ids) > _MOST_SEEN:
                self._ids.popitem(last=False)
            return True


class SlackApp:
    """Answers commands, buttons, shortcuts, dialogs and events.

    Args:
        services: what answers.
        calls: what is asked of Slack.
        seen: the events that were taken already, of this process.
    """

    def __init__(self, services: Services, calls: SlackCalls, seen: Seen) -> None:
        self._services = services
        self._calls = calls
        self._seen = seen
        self._people = SlackPeople(services, calls)

    # -- commands -------------------------------------------------------------------------------

    def command(self, fields: Mapping[str, str]) -> Ack:
        """Answer a slash command without a paste: by the dialog where it can be opened, else by the usage."""
        text = fields.get("text", "").strip()
        if not text and self._calls.whole and fields.get("trigger_id"):
            dialog = slack_views.paste_dialog(fields.get("response_url", ""))
            if self._calls.open_dialog(fields["trigger_id"], dialog):
                return Ack()
        return Ack(slack_blocks.notice(self._usage(fields.get("command", ""))))

    def explained(self, paste: str | bytes) -> dict[str, Any]:
        """Return the message for a paste; an expected failure is told in its words, another is logged."""
        return self._told(lambda: paste)

    def _usage(self, command: str) -> str:
        name = command if _COMMAND.fullmatch(command) else "/errdex"
        return usage(f"{name} <traceback or error message>", self._services.settings.public_url)

    # -- shortcuts, buttons, dialogs ------------------------------------------------------------

    def interaction(self, payload: Mapping[str, Any]) -> Ack:
        """Answer a shortcut, a pressed button or a sent dialog; anything else is acknowledged."""
        kind = payload.get("type")
        url = _text(payload, "response_url")
        if kind == "message_action":
            message = _object(payload, "message")
            return Ack(later=lambda: self._calls.later(url, self._of_messages([message])))
        if kind == "shortcut" and self._calls.whole:
            self._calls.open_dialog(_text(payload, "trigger_id"), slack_views.paste_dialog(""))
            return Ack()
        if kind == "block_actions":
            return self._button(payload, url)
        if kind == "view_submission":
            return self._submitted(payload)
        return Ack()

    def _button(self, payload: Mapping[str, Any], url: str) -> Ack:
        for action in _objects(payload, "actions"):
            pressed, value = action.get("action_id"), _text(action, "value")
            if pressed == slack_blocks.SHARE:
                thread = _text(_object(payload, "container"), "thread_ts")
                return Ack(later=partial(self._share, url, value, thread))
            if pressed == slack_blocks.SOLVED:
                return Ack(later=partial(self._people.feedback, payload, value, "solved", url))
            if pressed == slack_blocks.WRONG:
                return Ack(later=partial(self._people.feedback, payload, value, "wrong", url))
            if pressed == slack_blocks.ADD_NOTE and self._calls.whole:
                self._people.open_note(payload, value, url)
                return Ack()
        return Ack()

    def _share(self, url: str, record_id: str, thread: str) -> None:
        self._calls.later(url, self._shared(record_id, thread))

    def _shared(self, record_id: str, thread: str) -> dict[str, Any]:
        """Return the record for the whole channel, without anything that was pasted."""
        try:
            found = self._services.catalog.get(record_id)
        except ErrdexError as error:
            return {**slack_blocks.notice(error.message), "replace_original": False}
        reply = record_reply(found.envelope, public_url=self._services.settings.public_url)
        message = {**slack_blocks.message(reply), "response_type": "in_channel", "replace_original": False}
        return {**message, "thread_ts": thread} if thread else message

    def _submitted(self, payload: Mapping[str, Any]) -> Ack:
        view = _object(payload, "view")
        if view.get("callback_id") == NOTE:
            return Ack(*self._people.submitted(payload, view))
        if view.get("callback_id") != slack_views.PASTE:
            return Ack()
        text, files = slack_views.submitted(view)
        if not text.strip() and not files:
            return Ack(slack_views.nothing_given())
        url = _text(view, "private_metadata")
        if self._calls.can_answer_later(url):
            return Ack(later=lambda: self._calls.later(url, self._of_parts([text], files)))
        user = _text(_object(payload, "user"), "id")  # opened by a shortcut: the answer is a direct message
        return Ack(later=lambda: self._calls.post(user, None, self._of_parts([text], files)))

    # -- events ---------------------------------------------------------------------------------

    def event(self, envelope: Mapping[str, Any], *, retry_reason: str | None = None) -> Ack:
        """Answer an event: the challenge at once, mentions and direct messages later, each once.

        Args:
            envelope: as Slack sends it.
            retry_reason: why Slack sends it again. After a time-out the first one has arrived, maybe at another worker.
        """
        if envelope.get("type") == "url_verification":
            return Ack({"challenge": _text(envelope, "challenge")})
        event = _object(envelope, "event")
        wanted = self._wanted(event)
        if wanted is None or not self._calls.whole:
            return Ack()
        if retry_reason == "http_timeout" or not self._seen.first_time(
            _text(envelope, "event_id") or repr(event)
        ):
            return Ack()
        return Ack(later=wanted)

    def _wanted(self, event: Mapping[str, Any]) -> Callable[[], None] | None:
        if event.get("bot_id") or event.get("subtype") not in {None, "file_share"}:
            return None
        if event.get("type") == "app_mention":
            return lambda: self._mentioned(event)
        if event.get("type") == "message" and event.get("channel_type") == "im":
            return lambda: self._written(event)
        return None

    def _mentioned(self, event: Mapping[str, Any]) -> None:
        """Answer a mention to the person who wrote it: of what is in it, else of the thread that it stands in."""
        channel, user = _text(event, "channel"), _text(event, "user")
        thread = _text(event, "thread_ts") or None
        own = _MENTION.sub("", _text(event, "text")).strip()
        if own.lower() in {*_HELP, ""} and not _objects(event, "files"):
            above = self._calls.thread(channel, thread) if thread and not own else []
            messages = [one for one in above if one.get("ts") != event.get("ts") and not one.get("bot_id")]
            message = self._of_messages(messages) if messages else slack_blocks.notice(self._usage("@errdex"))
        else:
            message = self._of_messages([{**event, "text": own}])
        self._calls.ephemeral(channel, user, thread, message)

    def _written(self, event: Mapping[str, Any]) -> None:
        """Answer a direct message where it was written."""
        message = self._of_messages([event])
        self._calls.post(_text(event, "channel"), _text(event, "thread_ts") or None, message)

    # -- answers --------------------------------------------------------------------------------

    def _of_messages(self, messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        texts = [_text(message, "text") for message in messages]
        files = [file for message in messages for file in _objects(message, "files")]
        return self._of_parts(texts, files)

    def _of_parts(self, texts: list[str], files: list[Mapping[str, Any]]) -> dict[str, Any]:
        def paste() -> bytes:
            parts = [pasted_text(text).encode("utf-8", "surrogatepass") for text in texts if text.strip()]
            parts += self._calls.files(files, self._services.settings.max_paste_bytes)
            return parts[0] if len(parts) == 1 else b"\n\n".join(parts)

        return self._told(paste)

    def _told(self, paste: Callable[[], str | bytes]) -> dict[str, Any]:
        try:
            people = self._services.settings.chat_notes
            return slack_blocks.message(self._reply(paste()), share=self._calls.whole, people=people)
        except ErrdexError as error:
            # A status other than 200 would show as "failed with the error http_service_error".
            return slack_blocks.notice(error.message)
        except Exception:
            logger.exception("chat-answer-failed")  # by class and places; the message may quote a paste
            return slack_blocks.notice("Something went wrong here, and it was noted. Please try again later.")

    def _reply(self, paste: str | bytes) -> Reply:
        return reply_of(self._services.match.match(paste), public_url=self._services.settings.public_url)


def paste_of(fields: Mapping[str, str]) -> str | None:
    """Return the paste of a slash command; None where there is none, or help is asked for."""
    paste = pasted_text(fields.get("text", ""))
    return None if paste.strip().lower() in {*_HELP, ""} else paste


def pasted_text(text: str) -> str:
    """Return what was pasted: Slack escapes exactly `&`, `<` and `>`, makes links, and people put code between backticks."""
    text = _LINK.sub(lambda link: link[2] or link[1], text)
    return unfenced(text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))


def _text(value: Mapping[str, Any], name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""


def _object(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = value.get(name)
    return found if isinstance(found, dict) else {}


def _objects(value: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    found = value.get(name)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
