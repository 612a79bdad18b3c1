"""What people paste into a chat, without what the chat adds."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["unfenced"]

_FENCE: Final = re.compile(r"\A\s*```(?:[\w+-]{1,20}(?=\n))?[ \t]*\n?(.*?)(?:```\s*)?\Z", re.DOTALL)
_ANY_FENCE: Final = re.compile(r"[ \t]*```(?:[\w+-]{1,20}(?=\n))?[ \t]*")
_A_PAIR: Final = 2
_ONE_TICK: Final = re.compile(r"\A\s*`([^`]+)`\s*\Z")


def unfenced(text: str) -> str:
    """Return a text without the backticks that people put round code."""
    fenced = _FENCE.match(text) or _ONE_TICK.match(text)
    inner = fenced[1] if fenced else text
    # Code between words stands on lines of its own, so that its first line begins, and its last ends, as it was printed.
    return _ANY_FENCE.sub("\n", inner) if inner.count("```") >= _A_PAIR else inner
