"""Where a message ends: it may go on over further lines, and a quotation mark or bold type may close it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.frames import read_frame
from app.domain.grammar import (
    COMMAND,
    DIVIDER,
    ELIDED,
    ERROR_LINE,
    FENCE,
    JOINER,
    SUMMARY,
    TRACEBACK,
    UNSPACED_PROSE,
)
from app.domain.other_languages import is_foreign_frame
from app.domain.prefixes import Line
from app.domain.source_code import STATEMENT
from app.domain.text import Passage

__all__ = [
    "begun_below",
    "closer_before",
    "message_beyond",
    "message_end",
    "message_from",
    "source_below_warning",
    "without_prose",
]

_MAX_MESSAGE_LINES = 60
_MIN_QUOTED_CHARS = 8
_MAX_BLANK_LINES = 2
_MIN_WRAPPED = 40
_MAX_WARNING_LINES = 20
# A page's heading, and the buttons and bylines between two answers of one.
_HEADING = re.compile(r"\s{0,3}(?:#{1,6} |[-*] \[[ x]\] |\w[\w-]* · )")
_SOURCE = re.compile(r"[(=]|\)$")
_QUOTES = {
    '"': '"',
    "'": "'",
    "`": "`",
    "“": "”",
    "‘": "’",
    "(": ")",
    "«": "»",
    "「": "」",
    "『": "』",
    "*": "*",
    "_": "_",
}
_TAG = re.compile(r"<([a-z]\w{0,9})(?: [^<>\n]*)?>$")
_MAX_TAG_CHARS = 200
_LONG_QUOTES = re.compile(r"(?:\*{2,3}|_{2}|`{2,3}|\"{3}|'{3})$")
# A message may have a line that begins with an ellipsis.
_LEFT_OUT = re.compile(
    r"^\s*[\[(]?(?:\.{3}|…|⋮)[\])]?\s*$|frame|omit|snip|skip|trunc|repeat|displayed|lines|more", re.IGNORECASE
)
# A cell of a table.
_CELL = re.compile(r"[^|\n]{0,200}\| ")
_REPORT = re.compile(
    r"\s*(?:Exception (?:Type|Value|Location)|Request (?:Method|URL)|Django Version|Python (?:Executable|Version|Path)|Raised during|Request information):"
    r"|\s*(?:NOTE|Note|note): |\s*\(note: |\[Finished in |The above exception|\s*\+-+\s*$"
    # What shells, launchers and debuggers say when a program is gone.
    r"|\s*(?:Killed|Aborted|Terminated|Segmentation fault)(?: \(core dumped\))?\s*$|make(?:\[\d+\])?: \*\*\*|npm ERR!"
    r"|\s*(?:Process finished with|Press any key to|Uncaught exception\. Entering|Command exited with|Exit [Cc]ode:|exit status \d)"
    # A progress bar, a page's button, another library's header.
    r"|\s*\d{1,3}%\||Copy code\s*$|\s*Traceback:\s*$"
    r"|\s*\[(?:end|\d+ lines) of output\]|\s*\d{1,3}(?:\.\d{1,3}){3} - "
)


def closer_before(text: str, start: int) -> str | None:
    """Return what closes the text that begins at `start`, where an opening mark stands before it."""
    if not start:
        return None
    if text[start - 1] == ">" and (tag := _TAG.search(text[max(0, start - _MAX_TAG_CHARS) : start])):
        return f"</{tag.group(1)}"
    if found := _LONG_QUOTES.search(text[max(0, start - 3) : start]):
        return found.group()
    return _QUOTES.get(text[start - 1])


def message_end(
    lines: Sequence[Line], at: int, *, lead: str = "", in_traceback: bool = True, source_below: bool = False
) -> int:
    """Return the index behind the last line of a message that begins at line `at`.

    Args:
        lines: the lines of one stream.
        at: where the message begins.
        lead: what stands before the class; a further line with it is the same logger's next record.
        in_traceback: a message behind frames may go on over lines with the same prefix.
        source_below: an indented line below is the source that a warning quotes.
    """
    head = lines[at]
    end = at + 1
    while end < len(lines) and end - at < _MAX_MESSAGE_LINES:
        line = lines[end]
        text = line.text
        if line.tag != head.tag or ("e" in head.dress) != ("e" in line.dress):
            break
        if not text.strip() and "e" not in line.dress:
            break
        if line.depth != head.depth or line.boxed != head.boxed:
            break
        if line.starts_record and not (in_traceback and line.dress == head.dress):
            break
        if "l" in line.dress and line.record != head.record:
            break
        if in_traceback and head.starts_record != line.starts_record:
            break
        if source_below and line.indent:
            break
        if lead.strip() and text.startswith(lead):
            break
        if _ends(text) or (not in_traceback and ERROR_LINE.search(text)):
            break
        end += 1
    return end


def _is_rest(lines: Sequence[Line], at: int, head: Line) -> bool:
    """Tell whether a line may be what a terminal wrapped off the one above, whose process's mark it lacks."""
    line, above = lines[at], lines[at - 1]
    return (
        bool(head.tag)
        and not line.tag
        and not line.dress
        and above.number + 1 == line.number
        and len(above.text.rstrip()) >= _MIN_WRAPPED
        and bool(line.text)
        and not line.text[0].isspace()
    )


def begun_below(lines: Sequence[Line], at: int, end: int) -> int:
    """Return the index behind a message that begins with line breaks: `ImportError:`, a blank line, and the text."""
    below = end
    while below < len(lines) and below - end < _MAX_BLANK_LINES and not lines[below].text.strip():
        below += 1
    if below == end or below >= len(lines) or _ends(lines[below].text):
        return end
    line, head = lines[below], lines[at]
    if (line.tag, line.depth, line.dress) != (head.tag, head.depth, head.dress):
        return end
    return message_end(lines, below)


def message_beyond(lines: Sequence[Line], at: int, start: int, end: int) -> Passage | None:
    """Return a message with what may be more of it: paragraphs behind a blank line, or a wrapped rest; None where there is none.

    Args:
        lines: the lines of one stream.
        at: where the message begins.
        start: the character of that line that it begins at.
        end: the index behind its last line.
    """
    head = lines[at]
    last = below = end
    while below < len(lines) and below - at < _MAX_MESSAGE_LINES and below - last <= _MAX_BLANK_LINES:
        line = lines[below]
        rest = _is_rest(lines, below, head)
        if (line.tag != head.tag and not rest) or line.depth != head.depth or line.boxed != head.boxed:
            break
        if line.text.strip():
            if not rest and (line.dress != head.dress or line.record != head.record or below == end):
                break
            if _ends(line.text) or ERROR_LINE.search(line.text) or _HEADING.match(line.text):
                break
            last = below + 1
        below += 1
    return message_from(lines, at, start, last) if last > end else None


def source_below_warning(lines: Sequence[Line], at: int, end: int) -> int:
    """Return the index of the source line that a warning quotes below further paragraphs, or `end` where none does."""
    if end >= len(lines) or lines[end].text.strip():
        return end
    for below in range(end, min(end + _MAX_WARNING_LINES, len(lines))):
        line = lines[below]
        if line.tag != lines[at].tag or line.starts_record != lines[at].starts_record:
            return end
        if line.indent == lines[at].indent + 2 and _SOURCE.search(line.text):
            return below
        if _ends(line.text) or ERROR_LINE.search(line.text):
            return end
    return end


def _ends(text: str) -> bool:
    return bool(
        TRACEBACK.search(text)
        or JOINER.match(text)
        or ERROR_LINE.match(text.lstrip())
        or COMMAND.match(text)
        or SUMMARY.match(text)
        or STATEMENT.match(text)
        or DIVIDER.match(text)
        or FENCE.match(text)
        or (ELIDED.match(text) and _LEFT_OUT.search(text))
        or _REPORT.match(text)
        or is_foreign_frame(text)
        or read_frame(text)
    )


def message_from(lines: Sequence[Line], at: int, start: int, end: int, closer: str | None = None) -> Passage:
    """Return the message from character `start` of line `at` up to line `end`, or to what closes it."""
    passage = Passage.join([lines[at].passage.cut(start), *(below.passage for below in lines[at + 1 : end])])
    if closer and (close := _close(passage.text, closer)) > 0:
        passage = passage.cut(0, close)
    passage = passage.strip()
    if passage.text.endswith(" |") and _CELL.match(lines[at].text):
        passage = passage.cut(0, len(passage.text) - 2).strip()
    return passage


def without_prose(message: Passage) -> Passage:
    """Return a message without what somebody wrote right behind it in Chinese, Japanese or Korean; one in that language stays."""
    if message.text.isascii():
        return message
    found = UNSPACED_PROSE.search(message.text)
    if found is None or found.start() < _MIN_QUOTED_CHARS or not message.text[: found.start()].isascii():
        return message
    return message.cut(0, found.start()).strip()


def _close(text: str, closer: str) -> int:
    """Return where a closing mark stands: no apostrophe or underscore within a word, nor one that closes what was opened inside."""
    counted = opened = 0
    position = text.find(closer)
    while position >= 0:
        if closer == ")":
            opened += text.count("(", counted, position)
            if not opened:
                return position
            opened -= 1
        elif _opens(text, position, closer):
            opened += 1
        elif opened:
            opened -= 1
        elif closer not in {"'", "’", "_"} or not text[position + 1 : position + 2].isalnum():
            return position
        counted = position + 1
        position = text.find(closer, counted)
    return -1


def _opens(text: str, position: int, mark: str) -> bool:
    """Tell whether a mark begins a quotation inside the text: nothing but a blank or bracket before it, a word behind."""
    if len(mark) > 1 or mark not in "\"'`":
        return False
    behind = text[position + 1 : position + 2]
    return (
        (not position or text[position - 1] in " ([={")
        and bool(behind)
        and not behind.isspace()
        and behind not in ".,;:!?)"
    )
