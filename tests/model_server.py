"""A server on loopback that speaks the chat completions protocol, and says what a test wants."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.serving import other_server

__all__ = ["Asked", "ModelServer", "completion", "model_server", "stream_of"]


@dataclass(frozen=True)
class Asked:
    """One request: the parsed body, its headers in lower case, and which it is, from 0."""

    body: dict[str, Any]
    headers: dict[str, str]
    number: int

    @property
    def about(self) -> dict[str, Any]:
        """The description of the record."""
        found: dict[str, Any] = json.loads(self.body["messages"][1]["content"])
        return found

    @property
    def tries(self) -> int:
        """How many answers the conversation holds already."""
        return sum(one["role"] == "assistant" for one in self.body["messages"])


Answer = tuple[int, bytes, dict[str, str]]


@dataclass
class ModelServer:
    """What was asked, and what is answered; `say` may be changed at any time."""

    say: Callable[[Asked], Answer]
    address: str = ""
    asked: list[Asked] = field(default_factory=list)
    most_at_once: int = 0
    _now: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def respond(self, handler: http.server.BaseHTTPRequestHandler) -> None:
        """Answer a request."""
        with self._lock:
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
            headers = {name.lower(): value for name, value in handler.headers.items()}
            asked = Asked(json.loads(handler.body), headers, len(self.asked))  # type: ignore[attr-defined]
            self.asked.append(asked)
        try:
            status, body, headers = (
                self.say(asked) if handler.path == "/v1/chat/completions" else (404, b"", {})
            )
        finally:
            with self._lock:
                self._now -= 1
        handler.send_response(status)
        for name, value in {
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            **headers,
        }.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)


@contextmanager
def model_server(say: Callable[[Asked], Answer]) -> Iterator[ModelServer]:
    """Serve a model; `address` is what `--base-url` takes."""
    server = ModelServer(say)
    with other_server(server.respond) as address:
        server.address = f"{address}/v1"
        yield server


def completion(
    text: str | None, *, used: tuple[int, int] | None = (100, 50), finish: str = "stop", **message: Any
) -> Answer:
    """The answer of a model in one piece."""
    value: dict[str, Any] = {
        "id": "x",
        "object": "chat.completion",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": text, **message},
            }
        ],
    }
    if used:
        value["usage"] = {"prompt_tokens": used[0], "completion_tokens": used[1], "total_tokens": sum(used)}
    return 200, json.dumps(value).encode(), {}


def stream_of(text: str, *, size: int = 7, done: bool = True, usage: bool = True) -> Answer:
    """The same as server-sent events, in pieces of some characters; `done` tells whether it comes to its end."""
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    events: list[dict[str, Any]] = [{"choices": [{"index": 0, "delta": {"role": "assistant"}}]}]
    events += [{"choices": [{"index": 0, "delta": {"content": piece}}]} for piece in pieces]
    if done:
        events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    if usage:
        events.append({"choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 50}})
    body = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    body = ": a comment\n\n" + body + ("data: [DONE]\n\n" if done else "")
    return 200, body.encode(), {"Content-Type": "text/event-stream; charset=utf-8"}
