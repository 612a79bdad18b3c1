"""The Slack app over a socket: slack-sdk's own client against a server of the test's."""

from __future__ import annotations

import base64
import hashlib
import json
import socket
import struct
import threading
from collections.abc import Callable
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from app.bots.slack_place import Slack
from app.bots.slack_socket import serve_socket
from app.config import Settings
from app.services.wiring import build
from tests.bots.signing import slack_body
from tests.serving import other_server, saying

SEED = "ValueError: Currently DFLASH speculative decoding does not support dp attention."
SEED_ID = "af12c88f3c53cbd9"


class SocketEnd:
    """Slack's end of one websocket: it sends envelopes and keeps what the client acknowledges."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"ws://127.0.0.1:{self._listening.getsockname()[1]}/link"
        self.acks: dict[str, Any] = {}
        self.changed = threading.Condition()
        self._thread = threading.Thread(target=self._serve)
        self._connection: socket.socket | None = None
        self.connected = threading.Event()
        self._thread.start()

    def send(self, envelope: dict[str, Any]) -> None:
        """Send one envelope."""
        assert self._connection is not None
        data = json.dumps(envelope).encode()
        self._connection.sendall(b"\x81\x7e" + struct.pack(">H", len(data)) + data)

    def close(self) -> None:
        """Hang up."""
        self._listening.close()
        self._thread.join(30)

    def _serve(self) -> None:
        try:
            self._connection, _ = self._listening.accept()
        except OSError:
            return
        with self._connection as connection:
            stream = connection.makefile("rb")
            headers = {}
            while (line := stream.readline().strip()) != b"":
                name, _, value = line.partition(b": ")
                headers[name.lower()] = value
            key = headers[b"sec-websocket-key"] + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
            accept = base64.b64encode(hashlib.sha1(key).digest())
            connection.sendall(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
            )
            self.send({"type": "hello", "num_connections": 1})
            self.connected.set()
            while head := stream.read(2):
                size = head[1] & 0x7F
                if size == 126:
                    (size,) = struct.unpack(">H", stream.read(2))
                elif size == 127:
                    (size,) = struct.unpack(">Q", stream.read(8))
                mask = stream.read(4)
                data = bytes(byte ^ mask[at % 4] for at, byte in enumerate(stream.read(size)))
                if head[0] & 0x0F == 1:
                    ack = json.loads(data)
                    with self.changed:
                        self.acks[ack["envelope_id"]] = ack.get("payload")
                        self.changed.notify_all()


def until(condition: threading.Condition, done: Callable[[], bool]) -> None:
    """Wait for something, with a limit."""
    with condition:
        assert condition.wait_for(done, timeout=30)


def test_commands_and_events_over_a_socket(bot_settings: Settings) -> None:
    """A command and a mention are acknowledged by their envelope, and answered where Slack says."""
    calls: list[tuple[str, dict[str, Any]]] = []
    changed = threading.Condition()
    end = SocketEnd()

    def respond(handler: Any) -> None:
        if handler.path.endswith("/apps.connections.open"):
            assert handler.headers["Authorization"] == "Bearer xapp-a-token"
            saying(200, json.dumps({"ok": True, "url": end.url}).encode(), Content_Type="application/json")(
                handler
            )
            return
        with changed:
            calls.append((handler.path, json.loads(handler.body)))
            changed.notify_all()
        saying(200, b'{"ok": true}', Content_Type="application/json")(handler)

    services = build(bot_settings)
    stop = threading.Event()
    with other_server(respond) as address:
        place = Slack(api_url=f"{address}/api/", file_origins=(address,), later_origins=(address,))
        arguments = (services, "xapp-a-token", "xoxb-a-token", stop, place)
        serving = threading.Thread(target=serve_socket, args=arguments)
        serving.start()
        try:
            assert end.connected.wait(30)
            from urllib.parse import parse_qsl

            fields = dict(parse_qsl(slack_body(SEED, response_url=f"{address}/later").decode()))
            end.send(
                {
                    "type": "slash_commands",
                    "envelope_id": "e1",
                    "payload": fields,
                    "accepts_response_payload": True,
                }
            )
            until(changed, lambda: len(calls) == 1)
            event = {"type": "app_mention", "text": f"<@U1> {SEED}", "channel": "C1", "user": "U2", "ts": "1"}
            envelope = {"type": "event_callback", "event_id": "Ev1", "event": event}
            for number in range(2):  # the second one is a retry
                end.send({"type": "events_api", "envelope_id": f"m{number}", "payload": envelope})
            end.send(
                {
                    "type": "slash_commands", "envelope_id": "e2", "accepts_response_payload": True,
                    "payload": {**fields, "text": "help"},
                }
            )  # fmt: skip
            until(end.changed, lambda: {"e1", "m0", "m1", "e2"} <= set(end.acks))
            until(changed, lambda: len(calls) == 2)
        finally:
            stop.set()
            serving.join(30)
            end.close()
            services.close()
    assert [path for path, _ in calls] == ["/later", "/api/chat.postEphemeral"]
    assert all(SEED_ID in json.dumps(message) for _, message in calls)
    assert not serving.is_alive()
    assert "neither stored nor logged" in end.acks["e2"]["text"]


def test_a_refused_token_ends_it(bot_settings: Settings) -> None:
    """An app token that Slack does not take is told at once; nothing is tried again and again."""
    services = build(bot_settings)
    with other_server(
        saying(200, b'{"ok": false, "error": "invalid_auth"}', Content_Type="application/json")
    ) as address:
        place = Slack(api_url=f"{address}/api/")
        with pytest.raises(SlackApiError, match="invalid_auth"):
            serve_socket(services, "xapp-wrong", "xoxb-a-token", threading.Event(), place)
    services.close()
