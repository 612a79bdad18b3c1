"""The lines of one stream, read as tracebacks, error lines, reports, code and other text.

The readers of each layout are asked in turn, the surest first; what none of them knows is text, kept in
blocks. Chains are told by their sentences, and a message that stands above its traceback is put to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.domain.cpython import read_traceback
from app.domain.error_lines import read_error_line, validation_errors
from app.domain.frames import boxed_frame, cut_frame, read_frame
from app.domain.grammar import ELIDED, FINAL, JOINER, JOINER_END, TRACEBACK
from app.domain.notebooks import begins_numbered, heading_class, read_numbered
from app.domain.parsed import Block, Found, ParsedError, Reading
from app.domain.prefixes import Line
from app.domain.pytest_output import LongReport
from app.domain.reports import is_page_field, read_report
from app.domain.source_code import read_code

__all__ = ["Block", "Found", "ParsedError", "read_stream"]

# What the first line of every error holds one of; most lines of a log have none, and are told apart by this.
_NEEDLES = (
    *(
        "rror",
        "xception",
        "Traceback",
        "recent call",
        "line ",
        " in ",
        ": in ",
        "Warning",
        "Interrupt",
        "Exit",
    ),
    *("Fail", "FAILED", "Fault", "Timeout", "NotFound", "Denied", "Iteration", "DoesNotExist", "Abort"),
    *("Rejected", "Refused", "Invalid", "Missing", "Conflict", "Expired", "Exceeded", "Required", "exc."),
    *("Value err", "Assertion f", "Caused by", "Suppressed", "Uncaught", "In [", " at /"),
)
_MAX_BETWEEN = 3


def _may_tell(text: str) -> bool:
    for needle in _NEEDLES:  # noqa: SIM110 - a loop is twice as fast as any()
        if needle in text:
            return True
    return False


def read_stream(lines: Sequence[Line]) -> Iterator[Found]:
    """Read the lines that one process printed, in order; every line that is not blank is in one result."""
    return _Reader(lines).read()


class _Reader:
    """Position in the lines, and how the next error hangs together with the last."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._at = 0
        self._joined = False
        # An error line without frames, or frames without one, and the line behind: what it lacks may follow.
        self._part: ParsedError | None = None
        self._part_end = -1
        self._report = LongReport()

    def read(self) -> Iterator[Found]:
        block = Block()
        while self._at < len(self._lines):
            first = self._at
            reading = self._error() or read_code(self._lines, self._at)
            if reading is not None:
                self._at = reading.end
                if block.lines:
                    yield block
                    block = Block()
                yield from self._given(reading, first)
                continue
            line = self._lines[self._at]
            self._at += 1
            self._report.see(line)
            blank = not line.text.strip()
            joiner = not blank and (
                JOINER.match(line.text) is not None
                or (self._joined and JOINER_END.match(line.text) is not None)
            )
            self._joined = self._joined or joiner
            if block.lines and (blank or line.starts_record or block.lines[-1].tag != line.tag):
                yield block
                block = Block()
            if not blank and not joiner:
                block.lines.append(line)
        if block.lines:
            yield block
        if self._part is not None:
            yield self._part

    def _given(self, reading: Reading, first: int) -> Iterator[Found]:
        """Give what was read; an error that lacks its class or its frames waits for what follows."""
        for found in reading.found:
            if isinstance(found, Block):
                for line in found.lines:
                    self._report.see(line)
                yield found
                continue
            error = self._report.complete(found, self._lines[first])
            error = replace(error, link="outer") if self._joined and error.link == "none" else error
            self._joined = False
            part, self._part = self._part, None
            if part is not None and (whole := self._completed(part, error, first)):
                yield whole
                continue
            if part is not None:
                yield part
            if bool(error.frames) != error.complete and len(reading.found) == 1:
                self._part, self._part_end = error, reading.end
            else:
                yield error

    def _completed(self, part: ParsedError, error: ParsedError, first: int) -> ParsedError | None:
        """Put frames without a final line to the error line right above, or to the page's field below."""
        if error.link != "none" or part.complete == error.complete or not self._adjoins(first):
            return None
        if part.complete and error.frames:
            return replace(part, frames=error.frames, last_line=error.last_line, in_traceback=True)
        if part.frames and is_page_field(self._lines[first].text):
            frames = error.frames or part.frames
            return replace(error, frames=frames, first_line=part.first_line, in_traceback=True)
        return None

    def _adjoins(self, first: int) -> bool:
        """Tell whether only blank lines and marks of left-out frames stand between the part and this line."""
        between = self._lines[self._part_end : first]
        return len(between) <= _MAX_BETWEEN and all(
            not line.text.strip() or ELIDED.match(line.text) for line in between
        )

    def _error(self) -> Reading | None:
        lines, at = self._lines, self._at
        line = lines[at]
        text = line.text
        if "e" not in line.dress and not _may_tell(text):
            return read_report(lines, at) if text[:1] == " " and text.strip().isidentifier() else None
        if TRACEBACK.search(text):
            heading = heading_class(text)
            if heading or line.boxed:
                return read_numbered(lines, at, at + 1, error_class=heading)
            return self._with_validation(read_traceback(lines, at, at + 1), at)
        if (known := read_frame(text)) or (cut_frame(text) and self._frame_follows()):
            if known and known.layout == "numbered":
                return read_numbered(lines, at, at)
            return self._with_validation(read_traceback(lines, at, at), at)
        if boxed_frame(text) and (line.boxed or begins_numbered(lines, at)):
            return read_numbered(lines, at, at)
        return read_report(lines, at) or read_error_line(lines, at)

    def _with_validation(self, reading: Reading, first: int) -> Reading:
        error = reading.found[0]
        assert isinstance(error, ParsedError)
        causes = validation_errors(self._lines, error, first, reading.end)
        return replace(reading, found=(error, *causes)) if causes else reading

    def _frame_follows(self) -> bool:
        """Tell whether a frame or source stands below, so that a cut first line is a frame."""
        below = self._lines[self._at + 1 : self._at + 4]
        return any(read_frame(line.text) or FINAL.match(line.text) for line in below)
