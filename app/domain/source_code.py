"""Source code that somebody pasted, or that a tool echoed: it quotes errors, and is none.

A `raise`, `assert` or log call over its lines; a `def` or `class` with what is indented under it; the
section of a docstring that lists what may be raised.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.frames import traced_frame
from app.domain.grammar import ERROR_LINE, TRACEBACK
from app.domain.parsed import Block, Reading
from app.domain.prefixes import Line

__all__ = ["CODE_STARTS", "STATEMENT", "in_code", "raised_class", "read_code"]

_LOG_CALL = r"(?:self\.|cls\.|_)?(?:logger|logging|log|LOG|LOGGER|warnings)\.\w+\("
STATEMENT = re.compile(
    r"\s*(?:[>+-] *)?(?:raise(?: |$)|throw new |assert |return |yield |(?:async )?def |class \w+[:(]|(?:el)?if .*:$|with .*:$|for .*:$|while .*:$"
    rf"|try:$|else:$|finally:$|except\b.*:|from \w\S* import |import \w|print\(|self\.assert\w+\(|{_LOG_CALL})"
)
_CALL = re.compile(rf"\s*(?:[>+-] *)?(?:raise |throw new |assert |print\(|self\.assert\w+\(|{_LOG_CALL})")
_SUITE = re.compile(
    r"\s*(?:[+-] *)?(?:(?:async )?def \w+ ?\(|class \w+ ?[:(]|(?:try|else|finally):\s*$"
    r"|(?:if|elif|for|while|with|except)\b[^:\n]*:\s*$)"
)
# What code that is looked for begins with; most lines of a log begin otherwise.
CODE_STARTS = (
    *(
        "raise ",
        "throw ",
        "assert ",
        "print(",
        "self.",
        "cls.",
        "_",
        "log",
        "LOG",
        "warnings.",
        ">",
        "+",
        "-",
    ),
    *("async ", "def ", "class ", "try", "else", "finally", "if", "elif", "for", "while", "with", "except"),
    *("Raises:", "Throws:", "Exceptions:", "Warns:"),
)
_RAISES = re.compile(r"\s*(?:[>❱+-] *)?raise (?:\w+\.)*([A-Za-z_]\w*)\b")
_DOC_SECTION = re.compile(r"\s*(?:Raises|Throws|Exceptions|Warns):\s*$")
_DOC_FIELD = re.compile(r"\s*(?::raises? |@throws |@raises? |\\throws )")
_MAX_STATEMENT_LINES = 20
_MAX_SUITE_LINES = 2000
# What stands before the class where a program names it, rather than prints it.
_BEFORE_IS_CODE = re.compile(
    r"(?:\w\(\s*[rbfuRBFU]{0,2}[\"'`]+|[^=!<>]= +[rbfu]{0,2}[\"'`]+|\S\s+#+ ?|\bexcept )$"
)
# A title of a report often joins the last two lines of a traceback; no program has a class there.
_GLUED = re.compile(r"\s*raise [A-Za-z_][\w.]*(?:(?:\(|\(.*\)) ?| )$")
_COMMENT = re.compile(r"\s+(?:#|//) ?")
_LITERAL_LINE = re.compile(r"\s+[rbf]?([\"']).*\1[,)]*\s*$")
_BEFORE = 40


def in_code(text: str, start: int) -> bool:
    """Tell whether a class at `start` of a line is named by source: in a call, an assignment, a comment, a literal."""
    if _GLUED.match(text[:start]):
        return False
    if STATEMENT.match(text) or _DOC_FIELD.match(text):
        return True
    if _BEFORE_IS_CODE.search(text[max(0, start - _BEFORE) : start]):
        return True
    return _COMMENT.match(text) is not None or _LITERAL_LINE.match(text) is not None


def raised_class(text: str) -> str | None:
    """Return the class, without its module, that a line of source raises."""
    found = _RAISES.match(text) if "raise " in text else None
    return found.group(1) if found else None


def _is_output(line: Line) -> bool:
    """Tell whether a line below a statement is printed rather than source, so that the statement was cut."""
    return (
        "e" in line.dress
        or ERROR_LINE.match(line.text) is not None
        or TRACEBACK.search(line.text) is not None
        or traced_frame(line.text) is not None
    )


def read_code(lines: Sequence[Line], at: int) -> Reading | None:
    """Read source that begins at a line, None where the line is no source."""
    text = lines[at].passage.text
    if not text.lstrip().startswith(CODE_STARTS):
        return None
    if _CALL.match(text):
        return _statement(lines, at)
    if _SUITE.match(text) or _DOC_SECTION.match(text):
        return _suite(lines, at)
    return None


def _statement(lines: Sequence[Line], at: int) -> Reading | None:
    first = lines[at].text
    # A sentence may begin with these words; source has a call or a bracket.
    if "(" not in first and not first.strip().startswith(("raise ", "assert ")):
        return None
    end, depth = at, 0
    raised = raised_class(first)
    while end < len(lines) and end - at < _MAX_STATEMENT_LINES:
        text = lines[end].text
        depth += sum(text.count(char) for char in "([{") - sum(text.count(char) for char in ")]}")
        end += 1
        if depth <= 0 or not text.strip() or (end < len(lines) and _is_output(lines[end])):
            break
        if raised and end < len(lines) and lines[end].text.startswith(f"{raised}:"):
            break
    return Reading((Block(list(lines[at:end]), code=True),), end)


def _suite(lines: Sequence[Line], at: int) -> Reading:
    """Read a compound statement, or a docstring's section, with the lines that are indented under it."""
    indent = lines[at].indent
    end = at + 1
    while end < len(lines) and end - at < _MAX_SUITE_LINES:
        line = lines[end]
        if line.text.strip() and (
            line.indent <= indent or line.starts_record or line.tag != lines[at].tag or _ends_suite(line)
        ):
            break
        end += 1
    while not lines[end - 1].text.strip():
        end -= 1
    return Reading((Block([line for line in lines[at:end] if line.text.strip()], code=True),), end)


def _ends_suite(line: Line) -> bool:
    """Tell whether a line was printed by a program, though it is indented."""
    return (
        "e" in line.dress
        or line.text.lstrip().startswith(">")
        or TRACEBACK.search(line.text) is not None
        or traced_frame(line.text) is not None
    )
