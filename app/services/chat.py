"""Asks a model over the chat completions protocol that OpenAI's API made common; many servers speak it.

Structured output is asked for first; a server that refuses it is asked for a JSON object, then for plain text. What is
only temporary is tried again: too many requests, a failing server, an answer that breaks off.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from app.errors import BadInput, ErrdexError
from app.services.outgoing import NotSent, OutgoingFailed, Response, send
from app.services.spending import Budget, tokens_in

__all__ = ["Chat", "ChatFailed", "ChatUnusable", "Message", "Reply", "chat_address"]

Message = Mapping[str, str]

MAX_ANSWER_BYTES: Final = 4 * 1024 * 1024
_PATH: Final = "/chat/completions"
_TRIES: Final = 5
_FIRST_WAIT_SECONDS: Final = 1.0
_LONGEST_WAIT_SECONDS: Final = 60.0
_TEMPORARY: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
# Redirects are not followed: a key goes to the address that was given, and to no other.
_USELESS: Final = frozenset({301, 302, 303, 307, 308, 401, 402, 403, 404, 405})
_SAID_CHARS: Final = 200
# A refusal may as well be about the length of the question.
_ABOUT_FORM: Final = re.compile(
    r"response.?format|json|schema|structured|grammar|guided|unknown|unrecogni[sz]ed|unexpected|unsupported|not support|extra|field|param",
    re.IGNORECASE,
)


class ChatFailed(ErrdexError):
    """The model gave no answer to one question."""

    code = "model-failed"
    status = 502
    title = "The model did not answer"


class ChatUnusable(ChatFailed):
    """The server will not answer other questions either: a wrong key, model or address."""


class ChatEnded(ChatFailed):
    """The run was ended before an answer came; nothing more is sent."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said.

    Attributes:
        text: of the answer.
        cut: it ended at the limit of tokens.
        used: tokens sent and answered; None where the server does not say.
    """

    text: str
    cut: bool = False
    used: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Failed:
    """A try without an answer: why, the server's status and words, how long it asks to wait, whether it was reached."""

    why: str
    status: int | None = None
    said: str = ""
    wait: float | None = None
    reached: bool = True


class Send(Protocol):
    """Sends one request: `app.services.outgoing.send`."""

    def __call__(
        self,
        method: str,
        url: str,
        body: bytes | None,
        headers: Mapping[str, str],
        *,
        seconds: float,
        max_bytes: int,
        within: float | None,
    ) -> Response:
        """Return the answer, whatever its status."""
        ...


def chat_address(base_url: str) -> str:
    """Return the address that is asked, for the base that a user gives.

    Raises:
        BadInput: it is no http or https address, or holds a password.
    """
    try:
        parts = urlsplit(base_url)
        usable = (
            parts.scheme in {"http", "https"}
            and bool(parts.hostname)
            and not parts.query
            and not parts.fragment
        )
        secret = parts.username is not None or parts.password is not None
    except ValueError:
        usable, secret = False, False
    if secret:
        raise BadInput("--base-url must not hold a user or password; give a key with --api-key-env.")
    if not usable:
        raise BadInput("--base-url takes the address of an API, such as http://127.0.0.1:8000/v1.")
    bare = base_url.rstrip("/")
    return bare if bare.endswith(_PATH) else bare + _PATH


@dataclass
class Chat:
    """A model at a server; safe to share between threads.

    Args:
        address: as `chat_address` gives it.
        model: its name at the server.
        key: sent as a bearer token; None sends none.
        budget: counts every request; nothing is sent that it does not allow.
        answer_tokens: most tokens of an answer.
        stream: ask for the answer in pieces, for servers that give up on long ones.
        seconds: that an answer may take.
        notice: told, once each, what the server does not know and what is done instead.
        send: sends a request.
        stop: ends the run: what is out is still waited for, nothing more is sent.
        sleep: waits between two tries; otherwise `stop` is waited for.
        now: the time, for servers that say until when to wait.
    """

    address: str
    model: str
    key: str | None
    budget: Budget
    answer_tokens: int
    stream: bool = False
    seconds: float = 120.0
    notice: Callable[[str], None] = lambda _text: None
    send: Send = send
    stop: threading.Event = field(default_factory=threading.Event, repr=False)
    sleep: Callable[[float], object] | None = None
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    _formats: list[str] = field(default_factory=lambda: ["json_schema", "json_object", "text"])
    _limit_name: str = "max_tokens"
    _plain_stream: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def ask(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> Reply:
        """Return the answer to a conversation.

        Args:
            messages: with `role` and `content`, oldest first.
            schema: that the answer should follow.

        Raises:
            ChatFailed: there is no usable answer.
            ChatUnusable: there will be none to other questions either.
            ChatEnded: the run was ended meanwhile.
            LimitReached: asking could lead over a limit of the budget.
        """
        sent = sum(tokens_in(one["content"]) + 4 for one in messages) + tokens_in(json.dumps(schema))
        wait = _FIRST_WAIT_SECONDS
        tries = 0
        reached = False
        while True:
            if self.stop.is_set():
                raise ChatEnded("The run was ended.")
            with self._lock:
                form, limit_name = self._formats[0], self._limit_name
            result = self._try(self._body(messages, schema, form, limit_name), sent)
            if isinstance(result, Reply):
                return result
            if result.status in {400, 422} and self._less(form, limit_name, result.said):
                continue
            reached = reached or result.reached
            sentence = f"{result.why[:1].upper()}{result.why[1:].rstrip('.')}"
            if result.status is not None and result.status not in _TEMPORARY:
                raise (ChatUnusable if result.status in _USELESS else ChatFailed)(f"{sentence}.")
            tries += 1
            if tries == _TRIES:
                raise (ChatFailed if reached else ChatUnusable)(f"{sentence}, {_TRIES} times.")
            if result.wait is not None and result.wait > _LONGEST_WAIT_SECONDS:
                raise ChatUnusable(
                    f"The server asks to wait {result.wait:,.0f} seconds, and {_LONGEST_WAIT_SECONDS:.0f} are the most."
                )
            (self.sleep or self.stop.wait)(wait if result.wait is None else result.wait)
            wait = min(wait * 2, _LONGEST_WAIT_SECONDS)

    def _try(self, body: dict[str, Any], sent: int) -> Reply | _Failed:
        """Send one request, and count what it used, or may have used."""
        self.budget.hold(sent, self.answer_tokens)
        used: tuple[int, int] | None = None
        charged = True
        try:
            answer = self._send(body)
            if answer.status != 200:
                charged = False
                said = self._said(answer)
                why = f"the server answered {answer.status}{said}"
                return _Failed(why, answer.status, said, self._asked_wait(answer))
            reply = self._reply(answer)
            used = reply.used if isinstance(reply, Reply) else None
        except NotSent as error:
            charged = False
            return _Failed(error.message, reached=False)
        except OutgoingFailed as error:
            return _Failed(error.message)
        else:
            return reply if isinstance(reply, Reply) else _Failed(reply)
        finally:
            # What was generated may be charged, also where it cannot be used or nobody waited for it.
            if charged:
                self.budget.settle(sent, self.answer_tokens, used)
            else:
                self.budget.release(sent, self.answer_tokens)

    def _send(self, body: dict[str, Any]) -> Response:
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if self.key is not None:
            headers["Authorization"] = f"Bearer {self.key}"
        return self.send(
            "POST",
            self.address,
            json.dumps(body).encode(),
            headers,
            seconds=self.seconds,
            max_bytes=MAX_ANSWER_BYTES,
            within=self.seconds,
        )

    def _body(
        self, messages: Sequence[Message], schema: Mapping[str, Any], form: str, limit_name: str
    ) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [dict(one) for one in messages],
            limit_name: self.answer_tokens,
        }
        if form == "json_schema":
            shape = {"name": "prose", "strict": True, "schema": schema}
            body["response_format"] = {"type": form, "json_schema": shape}
        elif form == "json_object":
            body["response_format"] = {"type": form}
        if self.stream:
            body["stream"] = True
            if not self._plain_stream:
                body["stream_options"] = {"include_usage": True}
        return body

    def _less(self, form: str, limit_name: str, said: str) -> bool:
        """Ask for less from now on, after a server refused a request; False where there is nothing to leave out."""
        with self._lock:
            if self._formats[0] != form or self._limit_name != limit_name:
                return True  # another thread has learned it meanwhile
            if limit_name == "max_tokens" and "max_completion_tokens" in said:
                self._limit_name = "max_completion_tokens"
                return True
            if self.stream and not self._plain_stream and "stream_options" in said:
                self._plain_stream = True
                return True
            if len(self._formats) == 1 or (said and not _ABOUT_FORM.search(said)):
                return False
            self._formats.pop(0)
            instead = {"json_object": "a JSON object without a schema", "text": "plain text"}[
                self._formats[0]
            ]
        self.notice(
            f"The server does not take response_format {form}{said}; it is asked for {instead} from now on."
        )
        return True

    def _reply(self, answer: Response) -> Reply | str:
        """Return the reply in an answer, or why there is none in it."""
        streamed = answer.content_type.startswith("text/event-stream") or answer.body.lstrip()[:5] == b"data:"
        try:
            return _streamed(answer.body) if streamed else _whole(json.loads(answer.body))
        except (ValueError, RecursionError):
            return "the answer breaks off, or is no JSON"
        except (KeyError, TypeError, IndexError, AttributeError):
            return "the answer has no message of a model"

    def _said(self, answer: Response) -> str:
        """Return what a server says of its refusal, in brackets; never the key, which some repeat."""
        try:
            value = json.loads(answer.body)
            error = value.get("error", value)
            text = error.get("message") or error.get("detail") if isinstance(error, dict) else error
        except (ValueError, RecursionError, AttributeError):
            text = None
        if not isinstance(text, str) or not text.strip():
            return ""
        if self.key:
            text = text.replace(self.key, "…")
        line = " ".join(text.split())
        return f" ({line[:_SAID_CHARS].rstrip('. ')}{'…' if len(line) > _SAID_CHARS else ''})"

    def _asked_wait(self, answer: Response) -> float | None:
        """Return the seconds that a server asks to wait for; None where it does not say."""
        text = answer.headers.get("retry-after", "").strip()
        try:
            return max(0.0, float(text))
        except ValueError:
            pass
        try:
            moment = parsedate_to_datetime(text)
        except (ValueError, TypeError):
            return None
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return max(0.0, (moment - self.now()).total_seconds())


def _whole(value: Any) -> Reply | str:
    """Read an answer that came in one piece."""
    if isinstance(value, dict) and value.get("error"):
        return "the server reports an error in its answer"
    choice = value["choices"][0]
    message = choice["message"]
    if isinstance(message.get("refusal"), str) and message["refusal"]:
        raise ChatFailed("The model refuses to answer.")
    cut = choice.get("finish_reason") == "length"
    # One that thinks aloud may use up all it has before the answer begins.
    text = "" if cut and message.get("content") is None else _text(message["content"])
    return Reply(text, cut, _used(value.get("usage")))


def _streamed(body: bytes) -> Reply | str:
    """Read an answer that came as server-sent events."""
    parts: list[str] = []
    finish: str | None = None
    used: tuple[int, int] | None = None
    done = False
    for event in body.decode("utf-8", "replace").replace("\r\n", "\n").split("\n\n"):
        data = "\n".join(line[5:].strip() for line in event.split("\n") if line.startswith("data:"))
        if data == "[DONE]":
            done = True
            break
        if not data:
            continue
        value = json.loads(data)
        if value.get("error"):
            return "the server reports an error in its answer"
        used = _used(value.get("usage")) or used
        for choice in value.get("choices") or ():
            if choice.get("index", 0) == 0:
                delta = choice.get("delta") or {}
                parts.append(_text(delta["content"]) if delta.get("content") else "")
                finish = choice.get("finish_reason") or finish
    if not (done or finish):
        return "the stream breaks off"
    return Reply("".join(parts), finish == "length", used)


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content if part.get("type") in {None, "text", "output_text"})


def _used(usage: Any) -> tuple[int, int] | None:
    if not isinstance(usage, dict):
        return None
    sent, answered = usage.get("prompt_tokens"), usage.get("completion_tokens")
    if isinstance(sent, int) and isinstance(answered, int) and sent >= 0 and answered >= 0:
        return sent, answered
    return None
