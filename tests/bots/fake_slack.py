"""A Slack of the tests' own: its Web API and its files, on loopback."""

from __future__ import annotations

import dataclasses
import json
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.serving import saying

__all__ = ["TOKEN", "FakeSlack"]

TOKEN = "xoxb-a-token-of-the-test"


@dataclasses.dataclass
class FakeSlack:
    """What was asked of Slack, and what it says."""

    address: str = ""
    calls: list[tuple[str, dict[str, Any]]] = dataclasses.field(default_factory=list)
    answers: dict[str, dict[str, Any]] = dataclasses.field(default_factory=dict)
    files: dict[str, bytes] = dataclasses.field(default_factory=dict)

    def respond(self, handler: Any) -> None:
        """Answer one request."""
        parts = urlsplit(handler.path)
        if parts.path.startswith("/files/"):
            assert handler.headers["Authorization"] == f"Bearer {TOKEN}"
            data = self.files.get(parts.path)
            (saying(200, data) if data is not None else saying(302, b"", Location="/login"))(handler)
            return
        form = "json" not in handler.headers.get("Content-Type", "")
        given = dict(parse_qsl(handler.body.decode() or parts.query)) if form else json.loads(handler.body)
        self.calls.append((parts.path.removeprefix("/api/"), given))
        if parts.path.startswith("/api/"):
            assert handler.headers["Authorization"] == f"Bearer {TOKEN}"
        answer = self.answers.get(parts.path.removeprefix("/api/"), {"ok": True})
        saying(200, json.dumps(answer).encode(), Content_Type="application/json")(handler)

    def only(self, method: str) -> dict[str, Any]:
        """The arguments of the one call that there was."""
        assert [name for name, _ in self.calls] == [method]
        return self.calls[0][1]
