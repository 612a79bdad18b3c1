"""The paste as it may be shown again: redacted, and only the parts that are looked at.

Redaction takes about a second a megabyte, so of a large paste only what is shown is redacted, together with
its surroundings: half of a secret may not look like one.
"""

from __future__ import annotations

from app.domain.redact import redact

__all__ = ["PasteEcho"]

_MAX_WHOLE_CHARS = 400_000
# The box gets the paste back up to this size; a textarea of ten megabytes helps nobody.
_MAX_BOX_CHARS = 200_000
_MARGIN_CHARS = 20_000
_MARGIN_LINES = 100
_MAX_EXCERPTS = 10


class PasteEcho:
    """What is shown of one paste.

    Args:
        text: the paste as it was decoded for the match, so that lines count alike.
    """

    def __init__(self, text: str) -> None:
        whole = len(text) <= _MAX_WHOLE_CHARS
        self._text = redact(text).text if whole else text
        self._lines = self._text.split("\n")
        self._redacted = whole
        self._excerpts_left = _MAX_EXCERPTS

    def box(self) -> tuple[str, bool]:
        """Return what goes back into the box, and whether that is only its first and last lines."""
        text = self._text
        if len(text) <= _MAX_BOX_CHARS:
            return text.replace("\r\n", "\n"), False
        half = _MAX_BOX_CHARS // 2
        head, tail = text[: half + _MARGIN_CHARS], text[-half - _MARGIN_CHARS :]
        if not self._redacted:
            head, tail = redact(head).text, redact(tail).text
        head, tail = head[:half], tail[-half:]
        head = head[: head.rfind("\n") + 1]
        tail = tail[tail.find("\n") + 1 :] if "\n" in tail else ""
        return f"{head}…\n{tail}".replace("\r\n", "\n"), True

    def lines(self, first: int, end: int) -> list[str]:
        """Return lines by number, from 1, `end` exclusive; none where they are too long, or too many were asked for."""
        end = min(end, len(self._lines) + 1)
        if self._redacted:
            return self._lines[first - 1 : end - 1]
        from_line = max(1, first - _MARGIN_LINES)
        near = "\n".join(self._lines[from_line - 1 : end - 1 + _MARGIN_LINES])
        if not self._excerpts_left or len(near) > _MAX_WHOLE_CHARS:
            return []
        self._excerpts_left -= 1
        # Redaction keeps the number of lines.
        return redact(near).text.split("\n")[first - from_line : end - from_line]
