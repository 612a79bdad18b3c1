"""What an agent gets is bounded, whatever a paste or a record holds: long texts are cut, and it is said."""

from __future__ import annotations

import json
from typing import Any, Final

from app.domain.answer import Answer

__all__ = ["MAX_RESULT_CHARS", "MAX_TEXT_CHARS", "Bounded", "bounded_answer"]

MAX_TEXT_CHARS: Final = 8_000
MAX_RESULT_CHARS: Final = 40_000
_MAX_STRING_CHARS: Final = 3_000
_MAX_OTHER_CHARS: Final = 600
_MAX_LIST_ITEMS: Final = 20
# What an agent can get with get_record; only the first match of an error has it in full.
_DETAILS: Final = (
    "documentation", "triggerScenarios", "exampleFix", "sourceCode", "sourceCodeStart",
)  # fmt: skip


class Bounded:
    """Cuts JSON values; `cut` tells afterwards whether anything was.

    Args:
        max_chars: most characters of one text in it.
        max_items: most items of one list in it.
    """

    def __init__(self, max_chars: int = _MAX_STRING_CHARS, max_items: int = _MAX_LIST_ITEMS) -> None:
        self._max_chars = max_chars
        self._max_items = max_items
        self.cut = False

    def __call__(self, value: Any) -> Any:
        """Return the value with its texts and lists no longer than allowed."""
        if isinstance(value, str):
            if any("\ud800" <= char <= "\udfff" for char in value):  # no JSON in UTF-8 has half a pair
                value = value.encode("utf-8", "backslashreplace").decode()
            if len(value) <= self._max_chars:
                return value
            self.cut = True
            return value[: self._max_chars - 1] + "…"
        if isinstance(value, list):
            if len(value) > self._max_items:
                self.cut = True
            return [self(item) for item in value[: self._max_items]]
        if isinstance(value, dict):
            if len(value) > self._max_items * 5:
                self.cut = True
            return {self(name): self(item) for name, item in list(value.items())[: self._max_items * 5]}
        return value


def bounded_answer(answer: Answer) -> tuple[list[dict[str, Any]], bool]:
    """Return the events of an answer as JSON objects within `MAX_RESULT_CHARS`, and whether anything was left out.

    The event of `best` always stays, the others as far as there is room, in text order; the first match of each event
    is whole but for very long texts, the others have what tells them apart.
    """
    first = answer.best.event if answer.best else 0
    whole, brief = Bounded(), Bounded(_MAX_OTHER_CHARS)
    room = MAX_RESULT_CHARS
    kept: list[dict[str, Any]] = []
    cut = False
    for event in sorted(answer.events, key=lambda one: (one.index != first, one.index)):
        value = whole(_without_details(event.wire()))
        size = _size(value)
        if size > room:
            value = brief({**value, "matches": value["matches"][:3], "nearMisses": value["nearMisses"][:2]})
            cut = True
            size = _size(value)
        if size > room and kept:
            continue
        room -= size
        kept.append(value)
    kept.sort(key=lambda one: int(one["index"]))
    return kept, cut or whole.cut or brief.cut or len(kept) < len(answer.events)


def _without_details(event: dict[str, Any]) -> dict[str, Any]:
    matches = [
        match if number == 0 else {**match, **{name: None for name in _DETAILS if name in match}}
        for number, match in enumerate(event["matches"])
    ]
    near = [{**match, **{name: None for name in _DETAILS if name in match}} for match in event["nearMisses"]]
    return {**event, "matches": matches, "nearMisses": near}


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))
