"""What the buttons below a reply carry: the record that was shown, how it matched, and nothing of the paste.

An error that no record knows is carried as its class and the template of its message, in which what varied is gone.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

from app.domain.answer import Tier
from app.domain.unknown import LocalRecord, local_record
from app.errors import BadInput
from app.services.replies import Reply
from app.services.unknown import NotedPaste

__all__ = ["MAX_TARGET_CHARS", "Shown", "note_target", "read_target"]

MAX_TARGET_CHARS: Final = 1_900  # Slack takes 2,000 in a button
_ID: Final = re.compile(r"[0-9a-f]{16}")
_SHOWN: Final = re.compile(r"([0-9a-f]{16}):([a-z]{0,20}):([0-9.]{0,10})")


@dataclass(frozen=True, slots=True)
class Shown:
    """A match as it was shown: enough for feedback on it."""

    record_id: str
    tier: Tier | None = None
    score: float | None = None

    def value(self) -> str:
        """Return it as short text, at most 60 characters."""
        score = "" if self.score is None else f"{self.score:.4f}"
        return f"{self.record_id}:{self.tier.value if self.tier else ''}:{score}"

    @classmethod
    def of(cls, value: str) -> Shown:
        """Read it again.

        Raises:
            BadInput: it is none.
        """
        found = _SHOWN.fullmatch(value)
        if found is None:
            raise BadInput("This button is not one of errdex.")
        try:
            tier = Tier(found[2]) if found[2] else None
            score = float(found[3]) if found[3] else None
        except ValueError:
            raise BadInput("This button is not one of errdex.") from None
        return cls(found[1], tier, None if score is None else min(max(score, 0.0), 1.0))


def note_target(reply: Reply) -> str | None:
    """Return what a note on a reply would belong to: an id, or class and template; None where it says too little."""
    if reply.record_id:
        return reply.record_id
    if reply.unknown is None:
        return None
    unknown = {"class": reply.unknown.error_class, "template": reply.unknown.error_message}
    text = json.dumps(unknown, ensure_ascii=False, separators=(",", ":"))
    return text if len(text.encode("utf-16-le", "surrogatepass")) // 2 <= MAX_TARGET_CHARS else None


def read_target(value: str) -> NotedPaste:
    """Read it again.

    Raises:
        BadInput: it is none.
    """
    if _ID.fullmatch(value):
        return NotedPaste(record_id=value, is_known=True, record=None)
    record = _unknown(value)
    if record is None:
        raise BadInput("This button is not one of errdex.")
    return NotedPaste(record_id=record.id, is_known=False, record=record)


def _unknown(value: str) -> LocalRecord | None:
    if len(value) > 2 * MAX_TARGET_CHARS:
        return None
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    error_class, template = found.get("class"), found.get("template")
    if not isinstance(error_class, str | None) or not isinstance(template, str | None):
        return None
    return local_record(error_class, template, None)
