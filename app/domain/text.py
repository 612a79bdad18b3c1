"""Pasted text, cleaned once: any bytes in, clean lines out, and every character's place in the raw text kept.

`Passage` is a piece of clean text that knows where each of its characters stood. Cleaning drops ANSI
sequences, NUL and other controls, bidi and zero-width marks, and turns odd blanks into blanks. It never
adds text and never raises.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, chain, islice

__all__ = ["Passage", "Source", "clean", "clip", "decode"]

_START = (0,)
_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


def decode(data: bytes) -> str:
    """Decode bytes of any kind: by byte-order mark, as UTF-16 where every second byte is NUL, else UTF-8."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    head = data[:400]
    for offset, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        every_second = head[offset::2]
        if len(head) >= 8 and every_second.count(0) * 10 >= len(every_second) * 9:
            return data.decode(encoding, "replace")
    return data.decode("utf-8", "replace")


def clip(data: bytes, max_bytes: int) -> bytes | None:
    """Keep head and tail of a paste that is over the limit, cut at lines; None where it is not.

    The head keeps a quarter, since the first error often is the root; the tail keeps the rest. What was
    left out becomes empty lines, so that line numbers still count in the raw text.
    """
    if len(data) <= max_bytes:
        return None
    head = data[: max_bytes // 4]
    head = head[: head.rfind(b"\n") + 1] or head
    tail_start = len(data) - (max_bytes - len(head))
    line_start = data.find(b"\n", tail_start) + 1
    if 0 < line_start < len(data):
        tail_start = line_start
    breaks = data.count(b"\n", len(head), tail_start)
    return head + b"\n" * max(1, breaks) + data[tail_start:]


# Not frozen, which would double the time that a log of a hundred thousand lines takes to become passages.
@dataclass(slots=True, unsafe_hash=True)
class Passage:
    """Clean text with its origin: character `i` of `text` stood at `origin(i)` in the raw text; nobody changes one.

    `starts` and `origins` are equally long: from position `starts[k]` on, text and raw text run in step,
    beginning at `origins[k]`.
    """

    text: str
    starts: tuple[int, ...]
    origins: tuple[int, ...]

    @classmethod
    def at(cls, text: str, origin: int) -> Passage:
        """Make a passage that stands in the raw text as it is."""
        return cls(text, (0,), (origin,))

    def origin(self, position: int) -> int:
        """Return the place in the raw text of the character at `position`, which may be the end."""
        index = bisect_right(self.starts, position) - 1
        return self.origins[index] + position - self.starts[index]

    def end_origin(self, position: int) -> int:
        """Return the place in the raw text right behind the character before `position`."""
        return self.origin(position - 1) + 1 if position > 0 else self.origin(0)

    def cut(self, start: int, end: int | None = None) -> Passage:
        """Return the part from `start` to `end`."""
        stop = len(self.text) if end is None else end
        if start == 0 and stop >= len(self.text):
            return self
        if len(self.starts) == 1:
            return Passage(self.text[start:stop], _START, (self.origins[0] + start,))
        first = bisect_right(self.starts, start) - 1
        last = max(bisect_right(self.starts, stop - 1) if stop > start else first + 1, first + 1)
        starts = tuple(max(0, begin - start) for begin in self.starts[first:last])
        origins = (self.origin(start), *self.origins[first + 1 : last])
        return Passage(self.text[start:stop], starts, origins)

    def strip(self) -> Passage:
        """Return the passage without white space at its ends."""
        stripped = self.text.strip()
        if not stripped:
            return self.cut(0, 0)
        start = self.text.index(stripped[0])
        return self.cut(start, start + len(stripped))

    @classmethod
    def join(cls, passages: Iterable[Passage], separator: str = "\n") -> Passage:
        """Join passages; a separator stands where the passage before it ends."""
        parts = list(passages)
        if len(parts) == 1:
            return parts[0]
        texts: list[str] = []
        starts: list[int] = []
        origins: list[int] = []
        length = 0
        for index, part in enumerate(parts):
            if index and separator:
                before = parts[index - 1]
                starts.append(length)
                origins.append(before.end_origin(len(before.text)))
                texts.append(separator)
                length += len(separator)
            starts.extend(length + start for start in part.starts)
            origins.extend(part.origins)
            texts.append(part.text)
            length += len(part.text)
        if not starts:
            return cls.at("", 0)
        return cls("".join(texts), tuple(starts), tuple(origins))

    @classmethod
    def keep(cls, text: str, drops: Iterable[tuple[int, int, str]], origin: int) -> Passage:
        """Make a passage of `text`, each (start, end) of `drops` replaced by its string."""
        texts: list[str] = []
        starts: list[int] = []
        origins: list[int] = []
        length = position = 0

        def add(piece: str, at: int) -> None:
            nonlocal length
            if piece:
                starts.append(length)
                origins.append(origin + at)
                texts.append(piece)
                length += len(piece)

        for start, end, replacement in drops:
            add(text[position:start], position)
            add(replacement, start)
            position = end
        add(text[position:], position)
        if not starts:
            return cls.at("", origin)
        return cls("".join(texts), tuple(starts), tuple(origins))


# --- cleaning -------------------------------------------------------------------------------------

# ECMA-48 sequences: OSC and kin to their terminator, CSI, two-character ones; then CSI with the escape
# character written out, and colours whose escape character was lost on the way.
_ANSI = re.compile(
    r"\x1b(?:\][^\x07\x1b\n]{0,4096}(?:\x07|\x1b\\|$)|[PX^_][^\x07\x1b\n]{0,4096}(?:\x07|\x1b\\|$)"
    r"|\[[0-?]{0,32}[ -/]{0,4}[@-~]|[ -/]{0,4}[0-~])"
    r"|\x9b[0-?]{0,32}[ -/]{0,4}[@-~]"
    r"|(?:\\{1,8}(?:x1b|u001b|033|e)|#033)\[[0-?]{0,32}[A-HJKSTfhlmnsu]"
    r"|\[(?:\d{1,3};)*\d{1,3}m",
    re.IGNORECASE,
)
_BLANKS = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2028\u2029\x0b\x0c\x85]")
# Controls (not tab), surrogates, zero-width and bidi marks, soft hyphen, byte-order mark.
_DROPPED = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_SUSPECT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\xa0\u00ad\u061c\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb\ud800-\udfff]"
    r"|\\x1b|\\u001b|\\033|\\e\[|#033\[|\[\d{1,3}[;m]|(?:\^M|#015)[ \t]*$",
    re.IGNORECASE,
)
_LOST_ESCAPE = re.compile(r"\[\d{1,3}[;mM]")
# A carriage return as an editor, and a system's log, write it out.
_WRITTEN_RETURNS = ("^M", "#015")


def _drops(text: str) -> list[tuple[int, int, str]]:
    """Return what cleaning replaces in a line, in order, without overlaps."""
    drops = [(found.start(), found.end(), "") for found in _ANSI.finditer(text)]
    covered = {position for start, end, _ in drops for position in range(start, end)}
    for pattern, replacement in ((_BLANKS, " "), (_DROPPED, "")):
        drops.extend(
            (found.start(), found.end(), replacement)
            for found in pattern.finditer(text)
            if found.start() not in covered
        )
    end = len(text.rstrip())
    while text.endswith(_WRITTEN_RETURNS, 0, end) and end not in covered:
        start = end - next(len(mark) for mark in _WRITTEN_RETURNS if text.endswith(mark, 0, end))
        drops.append((start, end, ""))
        end = start
    return sorted(drops)


def _is_plain(text: str) -> bool:
    """Tell, quickly, that cleaning would change nothing."""
    return (
        text.isascii()
        and text.isprintable()
        and "\\" not in text
        and "^M" not in text
        and "#0" not in text
        and not ("[" in text and _LOST_ESCAPE.search(text))
    )


def clean(text: str, origin: int = 0) -> Passage:
    """Clean one line, which stands at `origin` in the raw text."""
    if _is_plain(text) or not _SUSPECT.search(text):
        return Passage(text, _START, (origin,))
    return Passage.keep(text, _drops(text), origin)


class Source:
    """A raw text and its lines. Lines end at line feeds; a carriage return inside a line starts a new clean one."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        # The lines themselves are not kept: of a long log most are kept once more without what stands before them.
        self._line_starts = array("q", [0])
        self._line_starts.extend(accumulate(len(piece) + 1 for piece in raw.split("\n")))
        self._line_starts.pop()

    @property
    def line_count(self) -> int:
        """How many raw lines there are; a final line feed starts none."""
        return len(self._line_starts) - (self._line_starts[-1] == len(self.raw))

    def raw_lines(self, first: int, end: int) -> list[str]:
        """Return the raw lines from number `first` up to, not including, `end`."""
        begin, stop = self._line_starts[first - 1 : end - 1], self._line_starts[end - 1 : end]
        if not begin:
            return []
        return self.raw[begin[0] : stop[0] - 1 if stop else len(self.raw)].split("\n")

    def locate(self, offset: int) -> tuple[int, int]:
        """Return line and column, both from 1, of a place in the raw text."""
        line = bisect_right(self._line_starts, offset) - 1
        return line + 1, offset - self._line_starts[line] + 1

    def lines(self) -> Iterator[tuple[int, Passage]]:
        """Yield (raw line number from 1, clean passage) for each clean line."""
        starts = self._line_starts
        ends = chain(islice(starts, 1, None), (len(self.raw) + 1,))
        pieces = ((start, self.raw[start : end - 1]) for start, end in zip(starts, ends, strict=True))
        numbered = enumerate(islice(pieces, self.line_count), 1)
        if _is_plain(self.raw.replace("\n", "").replace("\t", "")):
            for number, (start, piece) in numbered:
                yield number, Passage(piece, _START, (start,))
            return
        for number, (start, piece) in numbered:
            if "\r" not in piece:
                yield number, clean(piece, start)
                continue
            parts = piece.rstrip("\r").split("\r")
            offset = start
            for part in parts:
                if part or len(parts) == 1:
                    yield number, clean(part, offset)
                offset += len(part) + 1
