"""The paste as it may be shown again: redacted, and only the parts that are looked at.

Redaction takes about a second a megabyte, so of a large paste only what is shown is redacted, together with
its surroundings: half of a secret may not look like one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from app.domain.redact import redact

__all__ = ["PasteEcho", "without_colours"]

_MAX_WHOLE_CHARS = 200_000
# The box gets the paste back up to this size: a part of it would have another answer, and all of it makes a slow page.
_MAX_BOX_CHARS = 20_000
_MARGIN_LINES = 100
# Sequences that colour a terminal or move its cursor.
_COLOURS = re.compile(r"\x1b(?:\[[0-?]{0,32}[ -/]{0,4}[@-~]|\][^\x07\x1b\n]{0,4096}(?:\x07|\x1b\\))")
# What HTML has no place for, not even escaped; a match drops it too.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]")
_MAX_EXCERPTS = 12


def without_colours(text: str) -> str:
    """Leave out what a terminal takes as colours and movements; all else stays."""
    return _COLOURS.sub("", text)


class PasteEcho:
    """What is shown of one paste.

    Args:
        text: the paste as it was decoded for the match, so that lines count alike.
    """

    def __init__(self, text: str) -> None:
        self._raw = text.split("\n")
        self._redacted = len(text) <= _MAX_WHOLE_CHARS
        self._hidden: Counter[str] = Counter()
        self._text = self._whole(text) if self._redacted else ""
        self._lines = self._text.split("\n") if self._redacted else self._raw
        self._excerpts_left = _MAX_EXCERPTS

    @property
    def line_count(self) -> int:
        """How many lines there are; a final line feed starts none."""
        return len(self._raw) - (not self._raw[-1])

    @property
    def hidden(self) -> list[tuple[str, int]]:
        """What was redacted in all that was shown so far: the name of the rule and how often, most often first."""
        return self._hidden.most_common()

    def box(self) -> str | None:
        """Return the paste for the box; None where it is too long to be sent back."""
        if not self._redacted or len(self._text) > _MAX_BOX_CHARS:
            return None
        return _FORBIDDEN.sub("", without_colours(self._text.replace("\r\n", "\n")))

    def is_as_pasted(self, line: int, shown: str) -> bool:
        """Tell whether a line, by number from 1, is shown as it came in, so that its columns still count."""
        return self._raw[line - 1] == shown

    def length(self, line: int) -> int:
        """Return the length of a line, by number from 1, in code points."""
        return len(self._raw[line - 1])

    def first_line(self, lines: range, fits: Callable[[str], bool]) -> int | None:
        """Return the number of the first of these lines, from 1, that fits without its colours; None where none does."""
        return next(
            (
                number
                for number in lines
                if 0 < number <= len(self._raw) and fits(without_colours(self._raw[number - 1]))
            ),
            None,
        )

    def blank_run(self, least: int) -> tuple[int, int] | None:
        """Return the longest run of at least so many empty lines, as [start, end) from 1; None where there is none."""
        best = (0, 0)
        start = 1
        for number, line in enumerate([*self._raw, "end"], start=1):
            if line:
                if number - start > best[1] - best[0]:
                    best = (start, number)
                start = number + 1
        return best if best[1] - best[0] >= least else None

    def lines(self, first: int, end: int) -> list[str]:
        """Return lines by number, from 1, `end` exclusive; none where they are too long, or too many were asked for."""
        end = min(end, len(self._lines) + 1)
        if self._redacted:
            return self._lines[first - 1 : end - 1]
        from_line = max(1, first - _MARGIN_LINES)
        near = "\n".join(self._lines[from_line - 1 : end - 1 + _MARGIN_LINES])
        if not self._excerpts_left or len(near) > 2 * _MAX_WHOLE_CHARS:
            return []
        self._excerpts_left -= 1
        redacted = redact(near)
        self._hidden.update(
            found.rule
            for found in redacted.found
            if first <= from_line + near.count("\n", 0, found.start) < end
        )
        # Redaction keeps the number of lines.
        return redacted.text.split("\n")[first - from_line : end - from_line]

    def _whole(self, text: str) -> str:
        redacted = redact(text)
        self._hidden.update(found.rule for found in redacted.found)
        return redacted.text
