"""The lines of one stream, read as tracebacks, error lines, reports, code and other text.

The readers of each layout are asked in turn, the surest first; what none of them knows is text, kept in
blocks. Chains are told by their sentences, and a message that stands above its traceback is put to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.domain.cpython import read_traceback
from app.domain.error_lines import read_error_line, read_raised, validation_errors
from app.domain.frames import boxed_frame, cut_frame, read_frame
from app.domain.grammar import ELIDED, FINAL, JOINER, JOINER_END, MARKED_FENCE, TRACEBACK
from app.domain.headlines import headline
from app.domain.needles import telling
from app.domain.notebooks import begins_numbered, begins_wrapped, heading_class, read_numbered
from app.domain.other_languages import read_stack
from app.domain.panics import read_panic
from app.domain.parsed import Block, Found, ParsedError, Reading
from app.domain.prefixes import Line
from app.domain.pytest_output import LongReport
from app.domain.reports import is_page_field, read_report
from app.domain.source_code import CODE_STARTS, raised_class, read_code

__all__ = ["Block", "Found", "ParsedError", "read_stream"]

_MAX_BETWEEN = 3
# A line that holds no needle may still be source, or a frame that stands alone.
_MAY_BEGIN = (" ", "\t", "at ", *CODE_STARTS)


def read_stream(lines: Sequence[Line]) -> Iterator[Found]:
    """Read the lines that one process printed, in order; every line that is not blank is in one result."""
    return _Reader(lines).read()


class _Reader:
    """Position in the lines, and how the next error hangs together with the last."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._telling = telling(lines)
        self._at = 0
        self._joined = False
        # An error line without frames, or frames without one, and the line behind: what it lacks may follow.
        self._part: ParsedError | None = None
        self._part_end = -1
        self._report = LongReport()
        # The class that the source right above raises.
        self._raised: str | None = None

    def read(self) -> Iterator[Found]:
        block = Block()
        while self._at < len(self._lines):
            first = self._at
            line = self._lines[first]
            text = line.passage.text
            tells = first in self._telling or line.boxed or "e" in line.dress
            reading = None
            if tells or self._raised is not None or text.startswith(_MAY_BEGIN):
                reading = (
                    self._error(line, tells=tells) or self._raised_above() or read_code(self._lines, first)
                )
            if reading is not None:
                self._at = reading.end
                reading = self._whole(reading, first, block)
                if block.lines:
                    yield block
                    block = Block()
                yield from self._given(reading, first)
                continue
            self._at += 1
            self._report.see(line)
            blank = not text or text.isspace() or (text[0] in "`~ " and MARKED_FENCE.match(text) is not None)
            joiner = not blank and (tells or self._joined) and self._is_joiner(text)
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

    def _is_joiner(self, text: str) -> bool:
        """Tell whether a line is the sentence between two errors of a chain, or the end of one that was wrapped."""
        return JOINER.match(text) is not None or (self._joined and JOINER_END.match(text) is not None)

    def _given(self, reading: Reading, first: int) -> Iterator[Found]:
        """Give what was read; an error that lacks its class or its frames waits for what follows."""
        for found in reading.found:
            if isinstance(found, Block):
                self._raised = raised_class(found.lines[0].text) if found.code else None
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

    def _whole(self, reading: Reading, first: int, block: Block) -> Reading:
        """Put frames without a final line to the error that is named in the line right above them, if one is."""
        error = reading.found[0]
        if not isinstance(error, ParsedError) or error.complete or error.message:
            return reading
        if not error.frames:
            return Reading((Block(list(self._lines[first : reading.end])), *reading.found[1:]), reading.end)
        if not block.lines or self._lines[first - 1] is not block.lines[-1]:
            return reading
        index = len(block.lines) - 1
        while (
            index > 0 and len(block.lines) - index <= _MAX_BETWEEN and ELIDED.match(block.lines[index].text)
        ):
            index -= 1
        above = block.lines[index]
        if (named := headline(above)) is None:
            return reading
        del block.lines[index:]
        error = replace(error, error_class=named[0], message=named[1], first_line=above.number, complete=True)
        return Reading((error, *reading.found[1:]), reading.end)

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
            line.text.strip() in {"", "Traceback:"} or ELIDED.match(line.text) for line in between
        )

    def _error(self, line: Line, *, tells: bool) -> Reading | None:
        lines, at = self._lines, self._at
        text = line.passage.text
        if not tells:
            if text[:1] in " \ta" and (stripped := text.strip()):
                if stripped.startswith("at "):
                    return read_stack(lines, at)
                return read_report(lines, at) if stripped.isidentifier() else None
            return None
        if TRACEBACK.search(text):
            heading = heading_class(text)
            if heading or line.boxed:
                return read_numbered(lines, at, at + 1, error_class=heading)
            return self._with_validation(read_traceback(lines, at, at + 1), at)
        if (known := read_frame(text)) or (cut_frame(text) and self._frame_follows()):
            if known and known.layout == "numbered":
                return read_numbered(lines, at, at)
            if self._is_example():
                return None
            return self._with_validation(read_traceback(lines, at, at), at)
        if begins_wrapped(lines, at) or (boxed_frame(text) and (line.boxed or begins_numbered(lines, at))):
            return read_numbered(lines, at, at)
        return read_report(lines, at) or read_panic(lines, at) or read_error_line(lines, at)

    def _raised_above(self) -> Reading | None:
        """Read an error whose class is named by the source right above it, which raises it."""
        raised, self._raised = self._raised, None
        if raised is None or ":" not in self._lines[self._at].text:
            return None
        return read_raised(self._lines, self._at, raised)

    def _with_validation(self, reading: Reading, first: int) -> Reading:
        error = reading.found[0]
        assert isinstance(error, ParsedError)
        causes = validation_errors(self._lines, error, first, reading.end)
        return replace(reading, found=(error, *causes)) if causes else reading

    def _is_example(self) -> bool:
        """Tell whether a frame is doctest's, which names the place of an example that failed."""
        return self._at + 1 < len(self._lines) and self._lines[self._at + 1].text.strip() == "Failed example:"

    def _frame_follows(self) -> bool:
        """Tell whether a frame or source stands below, so that a cut first line is a frame."""
        below = self._lines[self._at + 1 : self._at + 4]
        return any(read_frame(line.text) or FINAL.match(line.text) for line in below)
