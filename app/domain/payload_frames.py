"""A frame that is an object of a JSON log, `{"filename": …, "lineno": 33, "name": "load"}`, as Python prints one."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.payload_keys import FILE_KEYS, FUNCTION_KEYS, LINE_KEYS
from app.domain.text import Passage

__all__ = ["FrameParts"]


@dataclass(slots=True)
class FrameParts:
    """The members of a frame that is an object."""

    file: Passage | None = None
    line: Passage | None = None
    function: Passage | None = None

    def take(self, key: str, value: Passage) -> None:
        """Take a member; the first of several that say the same stands."""
        if key in FILE_KEYS:
            self.file = self.file or value
        elif key in LINE_KEYS:
            self.line = self.line or value
        elif key in FUNCTION_KEYS:
            self.function = self.function or value

    def printed(self) -> Passage | None:
        """Return the frame as Python prints one; the words between its parts stand where the part before them does."""
        if self.file is None or self.line is None or not self.line.text.isdecimal():
            return None
        at = self.file.origin(0)
        parts = [Passage.at('  File "', at), self.file, Passage.at('", line ', at), self.line]
        if self.function is not None and self.function.text:
            parts.extend([Passage.at(", in ", self.function.origin(0)), self.function])
        return Passage.join(parts, "")
