"""From the bytes of a records file to JSON values or a page's text, whatever the form; nothing is raised.

Forms: one JSON value, a JSON array, JSON Lines or values one after another, the text of a record's page, a record
as Markdown, and any of them gzipped; UTF-8 with or without a byte order mark.
"""

from __future__ import annotations

import gzip
import io
import json
import math
import zlib
from dataclasses import dataclass, field
from json.decoder import JSONDecodeError
from typing import Any, Literal

from app.domain.faults import Fault, shown
from app.domain.lines import SPACE, LineText, line_places
from app.domain.markdown_reader import is_markdown, read_markdown
from app.domain.page_reader import is_page

__all__ = ["Decoded", "Item", "Limits", "decode", "decode_lines", "id_in", "line_text", "names_lines"]

MIB = 1024 * 1024
_FEW_BRACKETS = 32
_MAX_REMARKS = 100
_LINES_SUFFIXES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
Unit = Literal["record", "line"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes: of a file after decompression, and of one record in it; and how many records it may have, if that is bounded."""

    max_file_bytes: int = 1024 * MIB
    max_record_bytes: int = MIB
    max_records: int | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One JSON value of a file.

    Attributes:
        value: what it is.
        index: counts records or lines from 1, None for the only value.
        unit: what `index` counts.
        plain: its text has no escape by number and few brackets, so it holds nothing that no store can keep.
    """

    value: Any
    index: int | None
    unit: Unit
    plain: bool = False


@dataclass(slots=True)
class Decoded:
    """What a file holds: values, or the text of a page, and what is wrong with the rest of it."""

    items: list[Item] = field(default_factory=list)
    page: str | None = None
    faults: list[Fault] = field(default_factory=list)


class _TooManyError(Exception):
    """The file has more records than it may."""


class _BrokenError(Exception):
    """The whole file is of no use: problem and advice."""

    def __init__(self, problem: str, advice: str, line: int | None = None) -> None:
        super().__init__(problem)
        self.problem, self.advice, self.line = problem, advice, line


def decode(data: bytes, name: str, limits: Limits) -> Decoded:
    """Decode a file; every fault is listed, none is raised.

    Args:
        data: the file as it is, gzipped or not.
        name: as faults name it; `.jsonl` and `.ndjson` say that lines are values of their own.
        limits: sizes over which a file or a record is refused.
    """
    decoded = Decoded()
    try:
        text = _text(_unpacked(data, limits.max_file_bytes))
        markdown = is_markdown(text)
        if markdown or is_page(text):
            size = len(text.encode())
            if size > limits.max_record_bytes:
                raise _too_large(size, limits)
        if markdown:
            _add_markdown(text, name, decoded)
        elif is_page(text):
            decoded.page = text
        else:
            _Values(text, name, limits, decoded).read()
    except _TooManyError as error:
        decoded.items.clear()
        decoded.faults[:] = [Fault(name, None, "", "", "", str(error), "Send it in several parts.")]
    except _BrokenError as broken:
        decoded.faults.append(
            Fault(
                name,
                broken.line,
                "",
                "",
                "",
                broken.problem,
                broken.advice,
                unit="line" if broken.line else "record",
            )
        )
    return decoded


def line_text(data: bytes, name: str, limits: Limits) -> LineText | None:
    """Return the text of a file whose every line is a value of its own, as `decode` would read it.

    Args:
        data: the file as it is, gzipped or not.
        name: `.jsonl` and `.ndjson` say that it may be one; a file of another name never is one here.
        limits: as for `decode`.

    Returns:
        None for a file of another form, for one that is broken as a whole, and where records are counted.
    """
    if not names_lines(name) or limits.max_records is not None:
        return None
    try:
        text = _text(_unpacked(data, limits.max_file_bytes))
    except _BrokenError:
        return None
    if is_markdown(text) or is_page(text) or not _Values(text, name, limits, Decoded()).is_lines():
        return None
    return LineText(text)


def names_lines(name: str) -> bool:
    """Tell whether a file says by its name that each line is a value of its own."""
    return name.lower().endswith(_LINES_SUFFIXES)


def decode_lines(lines: LineText, name: str, limits: Limits) -> Decoded:
    """Decode some lines of a file; `line_text` has them."""
    decoded = Decoded()
    values = _Values(lines.text, name, limits, decoded, first_line=lines.first)
    values.read_lines()
    values.release()
    return decoded


def _add_markdown(text: str, name: str, decoded: Decoded) -> None:
    """Add a record as Markdown, or all that is wrong with it."""
    value, problems = read_markdown(text)
    decoded.faults.extend(
        Fault(name, one.line, id_in(value), one.name, "", one.problem, one.advice, unit="line")
        for one in problems
    )
    if not problems:
        decoded.items.append(Item(value, None, "record"))


def _too_large(size: int, limits: Limits) -> _BrokenError:
    return _BrokenError(
        f"the record has {size:,} bytes, more than the limit of {limits.max_record_bytes:,}",
        "Shorten it, or raise ERRDEX_MAX_RECORD_BYTES.",
    )


def _unpacked(data: bytes, limit: int) -> bytes:
    if data[:2] == b"\x1f\x8b":
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
                data = packed.read(limit + 1)
        except EOFError:
            raise _BrokenError("the gzip data end too early", "Compress or copy the file again.") from None
        except (OSError, zlib.error):
            raise _BrokenError("the gzip data are damaged", "Compress or copy the file again.") from None
        if data[:2] == b"\x1f\x8b":
            raise _BrokenError("is gzipped twice", "Decompress the file once.")
    if len(data) > limit:
        raise _BrokenError(
            f"is larger than {limit:,} bytes (counted after decompression)",
            "Split the file, or raise ERRDEX_MAX_RECORDS_FILE_BYTES.",
        )
    return data


def _text(data: bytes) -> str:
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        raise _BrokenError("is UTF-16, not UTF-8", "Save the file as UTF-8.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _BrokenError(
            f"is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}",
            "Save the file as UTF-8.",
            line,
        ) from None
    if not text.strip():
        raise _BrokenError("is empty", "Give it at least one record, or leave it out.")
    return text


class _Values:
    """Reads the JSON values of one text into a `Decoded`."""

    def __init__(
        self, text: str, name: str, limits: Limits, decoded: Decoded, *, first_line: int = 1
    ) -> None:
        self._text, self._name, self._limits, self._decoded = text, name, limits, decoded
        self._lines_before = first_line - 1
        self._values = 0
        self._remarks: list[tuple[str, str, str]] = []
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object, parse_constant=self._constant, parse_float=self._float
        )

    def release(self) -> None:
        """Let go of what refers back to this, so that all of it is freed at once and not by the cycle collector."""
        del self._decoder

    def read(self) -> None:
        text = self._text
        start = _after_space(text, 0)
        if text[start] == "[":
            self._array(start)
            return
        try:
            value, end = self._decode(start)
        except _BrokenError as broken:
            if self._has_lines():
                self.read_lines()
                return
            if text[start] == "{":
                raise
            raise _BrokenError(
                "is neither JSON nor the text of a record's page",
                "Give a JSON record, an array, JSON Lines, or the text of a page.",
                broken.line,
            ) from None
        if _after_space(text, end) == len(text):
            self._add(value, None, "record", text[start:end])
        elif names_lines(self._name) or "\n" not in text[start:end]:
            self._remarks.clear()
            self.read_lines()
        else:
            self._sequence(start)

    def is_lines(self) -> bool:
        """Tell whether `read` would take a text with the name of JSON Lines line by line."""
        start = _after_space(self._text, 0)
        if self._text[start] == "[":
            return False
        try:
            _, end = self._decode(start)
        except _BrokenError:
            return True
        return _after_space(self._text, end) < len(self._text)

    def _has_lines(self) -> bool:
        """Tell whether a file whose first value is broken has other lines that are objects by themselves."""
        if names_lines(self._name):
            return True
        for number, start, end in line_places(self._text):
            if self._text[start] == "{" and self._text[start - 1 : start] in {"", "\n"}:
                try:
                    _, stop = self._decode(start, end, number)
                except _BrokenError:
                    continue
                finally:
                    self._remarks.clear()
                if stop == end:
                    return True
        return False

    def read_lines(self) -> None:
        """Read each line as a value of its own."""
        for number, start, end in line_places(self._text, self._lines_before):
            try:
                value, stop = self._decode(start, end, number)
            except _BrokenError as broken:
                self._count()
                self._remarks.clear()
                self._fault(number, "line", broken.problem, broken.advice)
                continue
            if stop != end:
                self._count()
                self._remarks.clear()
                self._fault(
                    number,
                    "line",
                    "has more than one value in the line",
                    "Write one record a line.",
                    id_in(value),
                )
                continue
            self._add(value, number, "line", self._text[start:end])

    def _array(self, start: int) -> None:
        text = self._text
        at = _after_space(text, start + 1)
        count = 0
        if text[at : at + 1] == "]":
            self._end_of_list(at + 1)
            raise _BrokenError("is an empty list", "Give it at least one record, or leave it out.")
        while at < len(text):
            count += 1
            value, end = self._decode(at)
            self._add(value, count, "record", text[at:end])
            at = _after_space(text, end)
            if text[at : at + 1] == "]":
                self._end_of_list(at + 1)
                return
            if text[at : at + 1] != ",":
                break
            at = _after_space(text, at + 1)
        raise _BrokenError(
            "is not JSON: the list is not closed, or a comma is missing",
            "Check the end of the file.",
            self._line(at),
        )

    def _end_of_list(self, at: int) -> None:
        rest = _after_space(self._text, at)
        if rest != len(self._text):
            problem = "has text after the end of the list"
            raise _BrokenError(problem, "Remove what follows the `]`.", self._line(rest))

    def _sequence(self, start: int) -> None:
        at, count = start, 0
        while at < len(self._text):
            count += 1
            value, end = self._decode(at)
            self._add(value, count, "record", self._text[at:end])
            at = _after_space(self._text, end)

    def _decode(self, start: int, end: int | None = None, line: int | None = None) -> tuple[Any, int]:
        """Decode the value at an offset; with `end`, as if the text ended there; `line` is its line if known."""
        text, base = (self._text, 0) if end is None else (self._text[start:end], start)
        try:
            value, stop = self._decoder.raw_decode(text, start - base)
        except JSONDecodeError as error:
            at = base + error.pos
            line = line or self._line(at)
            column = at - (self._text.rfind("\n", 0, at) + 1) + 1
            what = error.msg[:1].lower() + error.msg[1:].removesuffix(" at")
            problem = f"is not JSON: {what} at line {line}, column {column}"
            raise _BrokenError(problem, "Check quotes, commas and brackets there.", line) from None
        except RecursionError:
            problem = "is nested too deeply"
            line = line or self._line(start)
            raise _BrokenError(problem, "A record needs no more than a few levels.", line) from None
        except ValueError:  # an integer with more digits than Python converts
            line = line or self._line(start)
            raise _BrokenError("holds a number with too many digits", "Shorten the number.", line) from None
        return value, stop + base

    def _add(self, value: object, index: int | None, unit: Unit, source: str) -> None:
        self._count()
        remarks, self._remarks = self._remarks, []
        identity = id_in(value)
        limit = self._limits.max_record_bytes
        size = len(source.encode("utf-8", "surrogatepass")) if len(source) * 4 > limit else 0
        if size > limit:
            broken = _too_large(size, self._limits)
            self._fault(index, unit, broken.problem, broken.advice, identity)
        elif remarks:
            for name, problem, advice in remarks:
                self._decoded.faults.append(
                    Fault(self._name, index, identity, name, "", problem, advice, unit)
                )
        else:
            # Nesting deeper than any store keeps takes as many brackets.
            plain = "\\u" not in source and source.count("{") + source.count("[") <= _FEW_BRACKETS
            self._decoded.items.append(Item(value, index, unit, plain))

    def _count(self) -> None:
        self._values += 1
        most = self._limits.max_records
        if most is not None and self._values > most:
            raise _TooManyError(f"has more than {most:,} records")

    def _remark(self, name: str, problem: str, advice: str) -> None:
        if len(self._remarks) < _MAX_REMARKS:
            self._remarks.append((name, problem, advice))

    def _fault(self, index: int | None, unit: Unit, problem: str, advice: str, identity: str = "") -> None:
        self._decoded.faults.append(Fault(self._name, index, identity, "", "", problem, advice, unit))

    def _line(self, offset: int) -> int:
        return self._text.count("\n", 0, offset) + 1

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) != len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    self._remark(shown(key)[1:-1], "stands twice in one object", "Keep one of the two.")
                seen.add(key)
        return result

    def _constant(self, name: str) -> None:
        self._remark("", f"holds {name}, which JSON does not know", "Write null or a number.")

    def _float(self, digits: str) -> float:
        value = float(digits)
        if not math.isfinite(value):
            self._remark("", f"holds the number {digits[:40]}, which is too large", "Write a smaller number.")
        return value


def _after_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in SPACE:
        at += 1
    return at


def id_in(value: object) -> str:
    """Return the id that a value claims, for a fault to name."""
    if isinstance(value, dict):
        record = value.get("record")
        holder = record if isinstance(record, dict) else value
        identity = holder.get("id")
        if isinstance(identity, str):
            return identity[:64]
    return ""
