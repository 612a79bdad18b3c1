"""The words that errors are printed in: class names, headers, joining sentences, lines that end a message.

Every pattern here is matched against one clean line, and takes steps in proportion to the line.
"""

from __future__ import annotations

import builtins
import re

__all__ = [
    "ANY_ERROR_LINE",
    "CARETS",
    "CLASS",
    "COMMAND",
    "DIVIDER",
    "ELIDED",
    "ERROR_LINE",
    "FENCE",
    "FINAL",
    "JOINER",
    "JOINER_END",
    "MARKED_FENCE",
    "NAME",
    "STRICT_CLASS",
    "SUMMARY",
    "TRACEBACK",
    "UNSPACED_PROSE",
    "named_class",
]

TRACEBACK = re.compile(
    r"Traceback ?\((?:most|Most) recent call (?:last|first)\) ?:?|\(most recent call first\):"
)
_SENTENCES = (
    "During handling of the above exception, another exception occurred",
    "The above exception was the direct cause of the following exception",
)
_MIN_SENTENCE_WORDS = 4


def _beginnings(sentence: str) -> list[str]:
    words = sentence.split(" ")
    return [" ".join(words[:count]) for count in range(len(words), _MIN_SENTENCE_WORDS - 1, -1)]


def _ends(sentence: str) -> list[str]:
    words = sentence.split(" ")
    return [" ".join(words[start:]) for start in range(_MIN_SENTENCE_WORDS, len(words))]


# A narrow terminal wraps the sentence; its end then stands on a line of its own.
JOINER = re.compile(rf"\s*(?:{'|'.join(part for one in _SENTENCES for part in _beginnings(one))}):?\s*$")
JOINER_END = re.compile(rf"\s*(?:{'|'.join(part for one in _SENTENCES for part in _ends(one))}):\s*$")

NAME = r"(?:(?:[A-Za-z_]\w*|<locals>)\.)*[A-Za-z_]\w*"
_PARENT = r"(?:\([A-Za-z_][\w.]*\))?"
_ENDINGS = (
    "Error|Exception|Warning|Interrupt|Exit|Failure|Failed|Fault|Timeout|NotFound|Denied|Iteration|DoesNotExist|Abort"
    "|Rejected|Refused|Invalid|Missing|Conflict|Expired|Exceeded|Required|ExceptionGroup"
)
_LOWER = r"(?:socket|zlib|struct|re|select|binascii|curses|locale|shutil|copy|dbm|http\.client)\.error"
# What is named as exceptions are; an ending alone is none, or `Failed: 3` would be one.
CLASS = rf"(?:(?:[A-Za-z_]\w*\.)+(?:[A-Z]\w*)?(?:{_ENDINGS})|[A-Z]\w*(?:{_ENDINGS})|Exception(?:Group)?|Error|{_LOWER})"
# Below frames a class may also be known by its module.
_BY_MODULE = r"(?:[A-Za-z_]\w{0,80}\.){0,12}?(?:errors?|exc|exceptions?)\.(?:\w{1,80}\.){0,6}[A-Z]\w*"
STRICT_CLASS = re.compile(rf"(?:{CLASS}|{_BY_MODULE}){_PARENT}")
# A traceback's last line: after frames any name may be a class.
FINAL = re.compile(rf"\s*({NAME}{_PARENT})(?: ?:(?:[ \t]+|$)|[ \t]*$)")
# Letters of scripts without blanks between words, where a class stands right behind a word.
_UNSPACED = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
# Before it nothing that could be a part of it, but for the mark of a text that is emphasised to the line's end.
ERROR_LINE = re.compile(
    rf"(?:(?<![\w./\\-])|(?<=[{_UNSPACED}])(?=[A-Za-z_][A-Za-z0-9_.]*[ :(\uff1a\uff0c])"
    r"|(?<=(?<!\w)_)(?=[A-Z][\w.]{0,120}(?:\([\w.]{0,120}\))? ?:.{0,1000}_\s{0,8}$))"
    rf"((?:{CLASS}|{_BY_MODULE}){_PARENT})(?: ?:(?: +|$|(?=['\"]))|[\uff1a\uff0c] ?(?=[!-~]))"
)
# Where prose in such a script begins, right behind a sentence in another one.
UNSPACED_PROSE = re.compile(
    rf"(?:(?<=[.!?)\]])[ \t]*(?=[{_UNSPACED}])|(?<=[!-~])[ \t]*(?=[\u3001\u3002\uff01\uff0c\uff1b\uff1f][ \t]*[{_UNSPACED}])"
    rf"|(?<=[!-~])[ \t]+(?=[{_UNSPACED}]{{2}}[^A-Za-z\n]{{0,200}}$))"
)
ANY_ERROR_LINE = re.compile(rf"({NAME}{_PARENT}):(?: +|$)")

ELIDED = re.compile(
    r"\s*(?:\[Previous line repeated \d+ more times?\]|\[?(?:\.{3}|…|\(\.{3}\)|⋮)[^:\"]{0,80}\]?"
    r"|\(\d+ additional frame\(s\) were not displayed\)|\[?\d+ (?:more )?(?:hidden |stack )?frames?(?: \w+)?\]?"
    r"|<(?:snip|skipped|omitted)[^>]{0,60}>)\s*$"
)
CARETS = re.compile(r"\s*[~^]+\s*$")
DIVIDER = re.compile(r"\s*(?:-{5,}|={5,}|_{5,}|(?:_ ){5,}_?|\*{5,})")
SUMMARY = re.compile(r"(?:FAILED|ERROR) \S+::|=====|-----")
COMMAND = re.compile(
    r"\s*(?:\([\w.-]{1,40}\) )?(?:[$%#➜❯] |>>> |\w+@[\w.-]+:|(?:PS )?[A-Z]:\\[^<>|\n]{0,200}>|PS /[^<>|\n]{0,200}>|\(Pdb\) )"
)
FENCE = re.compile(r"\s*(?:```|~~~|\"\"\"\s*$|'''\s*$|</?(?:details|summary|pre|code)\b)")
# The line of a fence, and what language stands in it.
MARKED_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})[\w+#.-]*\s*$")

_BUILTIN_CLASSES = tuple(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)


def named_class(pasted: str) -> str | None:
    """Return the class a pasted name stands for: a builtin's whose first letters were not copied, none for `Error`."""
    if pasted == "Error":
        return None
    if pasted[:1].islower() and "." not in pasted:
        whole = [name for name in _BUILTIN_CLASSES if name.endswith(pasted) and len(name) > len(pasted)]
        return whole[0] if len(whole) == 1 else pasted
    return pasted
