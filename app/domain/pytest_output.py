"""pytest's long report: source of each function, its place below it, and the error's place last.

    def load(path):
>       raise NoRow(path)
E       acme.NoRow: no row in a

acme/io.py:33: NoRow

The places of the functions above stand as `tests/test_x.py:4: `, each below its own source.
"""

from __future__ import annotations

import re
from dataclasses import replace

from app.domain.answer import Frame
from app.domain.parsed import ParsedError
from app.domain.prefixes import Line

__all__ = ["LongReport"]

_DEFINITION = re.compile(r"\s*(?:[>+-] *)?(?:async )?def (\w+) ?\(")
_PLACE = re.compile(r"(\S[^:]*\.\w+|[A-Za-z]:\S[^:]*\.\w+):(\d{1,9}):\s*$")
_HEADING = re.compile(r"_{3,} .* _{3,}$|={5,}")
_PLACE_ENDS = frozenset(": \t")
_MAX_FRAMES = 200


class LongReport:
    """The functions of a report as they are read, until the error comes that was raised in the last one."""

    def __init__(self) -> None:
        self._frames: list[Frame] = []
        self._function: str | None = None

    def see(self, line: Line) -> None:
        """Take a line that is no error: a function's head, its place, or a test's heading."""
        text = line.passage.text
        if "def " in text and (found := _DEFINITION.match(text)):
            self._function = found.group(1)
        elif text[-1:] in _PLACE_ENDS and text.rstrip().endswith(":") and (found := _PLACE.match(text)):
            if len(self._frames) < _MAX_FRAMES:
                self._frames.append(
                    Frame(file=found.group(1), line=int(found.group(2)), function=self._function)
                )
            self._function = None
        elif text[:1] in {"_", "="} and _HEADING.match(text):
            self._frames.clear()
            self._function = None

    def complete(self, error: ParsedError, line: Line) -> ParsedError:
        """Give an error of an `E` line, whose place is known, the functions above it."""
        frames, function = tuple(self._frames), self._function
        self._frames.clear()
        self._function = None
        if "e" not in line.dress or len(error.frames) != 1 or error.frames[0].function:
            return error
        raised = error.frames[0].model_copy(update={"function": function})
        return replace(error, frames=(*frames, raised), in_traceback=True)
