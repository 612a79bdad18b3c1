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
)
from app.domain.other_languages import is_foreign_frame
from app.domain.prefixes import Line
from app.domain.source_code import STATEMENT
from app.domain.text import Passage

__all__ = ["closer_before", "message_end", "message_from"]

_MAX_MESSAGE_LINES = 60
_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "(": ")", "«": "»", "*": "*", "_": "_"}
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
