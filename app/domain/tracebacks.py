"""The lines of one stream, read as tracebacks, error lines, code and other text.

Knows CPython's layout: header, frames with or without source and carets, the final line with its message
(which may go on over further lines), chains joined by their sentences. A paste may begin in the middle of
a frame list or stop before its final line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.domain.answer import Frame
from app.domain.prefixes import Line
from app.domain.text import Passage

__all__ = ["Block", "Found", "ParsedError", "read_stream"]

_TRACEBACK = re.compile(r"Traceback \(most recent call (?:last|first)\):?")
_FRAME = re.compile(r"""\s*(?:File )["'“](.+?)["'”], line (\d+)(?:, in (.+?))?\s*$""")
# pytest: `path:line: in function`, and behind the error `path:line: Class`.
_SHORT_FRAME = re.compile(r"(\S[^:]*\.\w+|[A-Za-z]:\S[^:]*\.\w+):(\d+): in (\S+)\s*$")
_LOCATION = re.compile(r"(\S[^:]*\.\w+|[A-Za-z]:\S[^:]*\.\w+):(\d+): (\w+)\s*$")
_CUT_FRAME = re.compile(r"""[^\s"].*["”], line (\d+), in ([\w.<>]+)\s*$""")
_REPEATED = re.compile(r"\s*\[Previous line repeated \d+ more times?\]|\s*\.\.\. *(?:\(?\d+ .*frames?.*)?$")
_CARETS = re.compile(r"\s*[~^]+\s*$")
_JOINER = re.compile(
    r"\s*(?:During handling of the above exception, another exception occurred"
    r"|The above exception was the direct cause of the following exception):?\s*$"
)
_NAME = r"(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*"
# After frames any name may be a class; elsewhere only what is named as exceptions are.
_FINAL = re.compile(rf"({_NAME})(?::(?: (.*))?)?\s*$")
_ENDINGS = (
    "Error|Exception|Warning|Interrupt|Exit|Failure|Failed|Fault|Timeout|NotFound|Denied|Iteration|DoesNotExist|Abort"
    "|Rejected|Refused|Invalid|Missing|Conflict|Expired|Exceeded|Required"
)
_CLASS = rf"(?:[A-Za-z_]\w*\.)*(?:[A-Z]\w*)?(?:{_ENDINGS})"
_ERROR_LINE = re.compile(rf"()(?<![\w./\\-])({_CLASS}):(?: +|$)")
_ANY_ERROR_LINE = re.compile(rf"()({_NAME}):(?: +|$)")
_SUMMARY_LINE = re.compile(rf"((?:FAILED|ERROR) \S+::.* - )({_NAME}):(?: +|$)")
# What every error's first line holds; most lines of a log have none of it.
_MAY_BEGIN = re.compile(rf"Traceback|, line \d|:\d+: in |(?:{_ENDINGS}):|FAILED |ERROR ")
_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "(": ")", "«": "»"}
_STATEMENT = re.compile(
    r"\s*(?:[>+-] *)?(?:raise(?: |$)|assert |return |(?:async )?def |class |(?:el)?if .*:$|with .*:$|for .*:$|try:$|except.*:$"
    r"|(?:self\.|_)?(?:logger|logging|log|warnings)\.\w+\()"
)
_RAISE = re.compile(r"\s*(?:[>+-] *)?(?:raise |assert |(?:self\.|_)?(?:logger|logging|log|warnings)\.\w+\()")
_COMMAND = re.compile(r"\s*(?:[$%#] |>>> |\w+@[\w.-]+:)")
_SUMMARY = re.compile(r"(?:FAILED|ERROR) \S+::|=====|-----")
_MAX_STATEMENT_LINES = 20
# Of an endless recursion the outermost and innermost frames are kept.
_KEPT_OUTER_FRAMES, _KEPT_INNER_FRAMES = 50, 150
_MAX_MESSAGE_LINES = 60


@dataclass(frozen=True, slots=True)
class ParsedError:
    """One error as it stands: class, message, frames and its raw lines; `joined` chains it to the one before it."""

    error_class: str | None
    message: Passage | None
    frames: tuple[Frame, ...]
    first_line: int
    last_line: int
    joined: bool = False
    in_traceback: bool = True
    complete: bool = True


@dataclass(slots=True)
class Block:
    """Lines that are no traceback: neighbours without a blank line between them. `code` is source, not output."""

    lines: list[Line] = field(default_factory=list)
    code: bool = False

    @property
    def passage(self) -> Passage:
        """Return the block as one text."""
        return Passage.join([line.passage for line in self.lines])


Found = ParsedError | Block


def read_stream(lines: Sequence[Line]) -> Iterator[Found]:
    """Read the lines that one process printed, in order; every line that is not blank is in one result."""
    return _Reader(lines).read()


def _ends_of(frames: list[Frame]) -> tuple[Frame, ...]:
    if len(frames) <= _KEPT_OUTER_FRAMES + _KEPT_INNER_FRAMES:
        return tuple(frames)
    return (*frames[:_KEPT_OUTER_FRAMES], *frames[-_KEPT_INNER_FRAMES:])


def _lead(text: str) -> str:
    """Return what stands before the class in an error line."""
    found = _ERROR_LINE.search(text)
    return text[: found.start(2)] if found else ""


class _Reader:
    """Position in the lines, and whether the next error is chained to the last."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._at = 0
        self._joined = False

    def read(self) -> Iterator[Found]:
        block = Block()
        while self._at < len(self._lines):
            found = self._error() or self._code()
            if found is not None:
                if block.lines:
                    yield block
                    block = Block()
                yield found
                continue
            line = self._lines[self._at]
            self._at += 1
            if not line.text.strip() or _JOINER.match(line.text):
                self._joined = self._joined or bool(line.text.strip())
            if block.lines and (
                not line.text.strip() or line.starts_record or block.lines[-1].tag != line.tag
            ):
                yield block
                block = Block()
            if line.text.strip() and not _JOINER.match(line.text):
                block.lines.append(line)
        if block.lines:
            yield block

    def _error(self) -> ParsedError | None:
        line = self._lines[self._at]
        text = line.text
        if not _MAY_BEGIN.search(text) and "e" not in line.dress:
            return None
        if _TRACEBACK.search(text):
            return self._traceback(self._at, self._at + 1)
        if (
            _FRAME.match(text)
            or _SHORT_FRAME.match(text)
            or (_CUT_FRAME.match(text) and self._frame_follows())
        ):
            return self._traceback(self._at, self._at)
        if marked := self._marked_error():
            return self._error_line(marked)
        if not _STATEMENT.match(text) and (found := _ERROR_LINE.search(text)):
            return self._error_line(found)
        return None

    def _marked_error(self) -> re.Match[str] | None:
        """Read what pytest marks as an error, whatever its class is called: its first `E` line, its summary."""
        line = self._lines[self._at]
        above = self._lines[self._at - 1].dress if self._at else ""
        if "e" in line.dress and "e" not in above:
            return _ANY_ERROR_LINE.match(line.text)
        return _SUMMARY_LINE.match(line.text)

    def _frame_follows(self) -> bool:
        """Tell whether a frame or source stands below, so that a cut first line is a frame."""
        below = self._lines[self._at + 1 : self._at + 4]
        return any(_FRAME.match(line.text) or _FINAL.match(line.text) for line in below)

    # --- tracebacks ---------------------------------------------------------------------------

    def _traceback(self, first: int, at: int) -> ParsedError:
        frames: list[Frame] = []
        frame_indent = 0
        last = first
        while at < len(self._lines):
            line = self._lines[at]
            text = line.text
            if found := _FRAME.match(text) or _SHORT_FRAME.match(text):
                file, number, function = found.groups()
                frames.append(Frame(file=file, line=int(number), function=function))
                frame_indent = line.indent
            elif not frames and (cut := _CUT_FRAME.match(text)):
                file = text.strip().rsplit('"', 1)[0].rsplit("”", 1)[0].lstrip(".…")
                frames.append(Frame(file=file, line=int(cut.group(1)), function=cut.group(2)))
                frame_indent = 2
            elif _REPEATED.match(text) or _CARETS.match(text):
                pass
            elif not text.strip():
                if not self._goes_on(at + 1, bool(frames)):
                    break
            elif _JOINER.match(text) or _TRACEBACK.search(text):
                break
            elif line.indent < max(frame_indent, 1) and (final := self._final(line, frame_indent)):
                return self._finish(frames, first, at, final)
            elif (frames and frame_indent > 0 and line.indent < frame_indent) or (
                not frames and line.indent == 0
            ):
                break
            last = at
            at += 1
        self._at = max(at, first + 1)
        return self._made(None, None, frames, first, last, complete=False)

    def _goes_on(self, at: int, has_frames: bool) -> bool:
        """Tell whether a traceback goes on behind a blank line: its next line is a frame or the final one."""
        while at < len(self._lines) and not self._lines[at].text.strip():
            at += 1
        if at >= len(self._lines):
            return False
        text = self._lines[at].text
        if _FRAME.match(text):
            return True
        return has_frames and not _JOINER.match(text) and self._final(self._lines[at], 0) is not None

    @staticmethod
    def _final(line: Line, frame_indent: int) -> re.Match[str] | None:
        """Read a traceback's final line; without indentation or a mark to go by, the class must be named as one."""
        text = line.text
        stripped = _FINAL.match(text.strip()) if frame_indent == 0 else _FINAL.match(text)
        if stripped is None:
            return None
        name = stripped.group(1)
        if frame_indent == 0 and "e" not in line.dress and not re.fullmatch(_CLASS, name):
            return None
        bare_word = ":" not in text and "." not in name and name[:1].islower()
        return None if bare_word else stripped

    def _finish(self, frames: list[Frame], first: int, at: int, final: re.Match[str]) -> ParsedError:
        line = self._lines[at]
        name = final.group(1)
        offset = line.text.index(name) + len(name)
        message_start = offset + 1 if line.text[offset : offset + 1] == ":" else offset
        end = self._message_end(at, in_traceback=True)
        parts = [line.passage.cut(message_start), *(below.passage for below in self._lines[at + 1 : end])]
        message = Passage.join(parts).strip()
        last, end = end - 1, self._location(name, frames, end)
        self._at = end
        return self._made(name, message if message.text else None, frames, first, max(last, end - 1))

    def _location(self, error_class: str, frames: list[Frame], end: int) -> int:
        """Read pytest's `path:line: Class` behind an error as its raising frame; return the index behind it."""
        at = end
        while at < len(self._lines) and at < end + 2 and not self._lines[at].text.strip():
            at += 1
        found = _LOCATION.match(self._lines[at].text) if at < len(self._lines) else None
        if found is None or found.group(3) != error_class.rsplit(".", 1)[-1]:
            return end
        frames.append(Frame(file=found.group(1), line=int(found.group(2)), function=None))
        return at + 1

    def _message_end(self, at: int, *, in_traceback: bool) -> int:
        """Return the index behind the last line of a message that begins at `at`."""
        head = self._lines[at]
        lead = "" if in_traceback else _lead(head.text)
        end = at + 1
        while end < len(self._lines) and end - at < _MAX_MESSAGE_LINES:
            line = self._lines[end]
            text = line.text
            if not text.strip() or line.tag != head.tag or ("e" in head.dress) != ("e" in line.dress):
                break
            if line.starts_record and not (in_traceback and line.dress == head.dress):
                break
            if in_traceback and head.starts_record != line.starts_record:
                break
            if lead.strip() and text.startswith(lead):  # the same logger speaks again
                break
            if (
                _TRACEBACK.search(text)
                or _FRAME.match(text)
                or _JOINER.match(text)
                or _ERROR_LINE.match(text.lstrip())
                or _COMMAND.match(text)
                or _SUMMARY.match(text)
                or _STATEMENT.match(text)
            ):
                break
            end += 1
        return end

    def _made(
        self,
        error_class: str | None,
        message: Passage | None,
        frames: list[Frame],
        first: int,
        last: int,
        *,
        complete: bool = True,
    ) -> ParsedError:
        joined, self._joined = self._joined, False
        return ParsedError(
            error_class=error_class,
            message=message,
            frames=_ends_of(frames),
            first_line=self._lines[first].number,
            last_line=self._lines[last].number,
            joined=joined,
            complete=complete,
        )

    # --- single lines -------------------------------------------------------------------------

    def _error_line(self, found: re.Match[str]) -> ParsedError | None:
        """Read `…Class: message` without frames; the message may go on below, or end at a closing quote."""
        at = self._at
        line = self._lines[at]
        start = found.end()
        name = found.group(2)
        closer = _QUOTES.get(line.text[found.start(2) - 1]) if found.start(2) else None
        close = line.text.find(closer, start) if closer else -1
        if close > start:
            end, message = at + 1, line.passage.cut(start, close).strip()
        else:
            end = self._message_end(at, in_traceback=False)
            parts = [line.passage.cut(start), *(below.passage for below in self._lines[at + 1 : end])]
            message = Passage.join(parts).strip()
        if not message.text:
            return None
        frames: list[Frame] = []
        if "e" in line.dress:
            end = self._location(name, frames, end)
        self._at = end
        joined, self._joined = self._joined, False
        return ParsedError(
            error_class=name,
            message=message,
            frames=tuple(frames),
            first_line=line.number,
            last_line=self._lines[end - 1].number,
            joined=joined,
            in_traceback=False,
        )

    @staticmethod
    def _is_output(line: Line) -> bool:
        """Tell whether a line below a statement is printed rather than source, so that the statement was cut."""
        return "e" in line.dress or bool(_ERROR_LINE.match(line.text) or _FRAME.match(line.text))

    def _code(self) -> Block | None:
        """Read a raise, assert or log statement over its lines: source that somebody pasted, or that was echoed."""
        if not _RAISE.match(self._lines[self._at].text):
            return None
        end, depth = self._at, 0
        while end < len(self._lines) and end - self._at < _MAX_STATEMENT_LINES:
            text = self._lines[end].text
            depth += sum(text.count(char) for char in "([{") - sum(text.count(char) for char in ")]}")
            end += 1
            if (
                depth <= 0
                or not text.strip()
                or (end < len(self._lines) and self._is_output(self._lines[end]))
            ):
                break
        block = Block(list(self._lines[self._at : end]), code=True)
        # A sentence may begin with these words; source has a call or a bracket.
        if "(" not in block.lines[0].text and not block.lines[0].text.strip().startswith(
            ("raise ", "assert ")
        ):
            return None
        self._at = end
        return block
