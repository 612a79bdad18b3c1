"""One source file made ready to read: decoded as its cookie says, parsed, with its text at hand.

What comes in is foreign and may be hostile: whatever is wrong with it is an `UnreadableSourceError` with the
reason in words, and the work is bounded by the size limit.
"""

from __future__ import annotations

import ast
import codecs
import io
import re
import tokenize
import warnings
from typing import Final

__all__ = ["MAX_SOURCE_BYTES", "WINDOW_LINES", "Source", "UnreadableSourceError", "clean", "read_source"]

MAX_SOURCE_BYTES: Final = 2 * 1024 * 1024  # a syntax tree takes up to a hundred times its source
WINDOW_LINES: Final = 18  # either side of the raise keyword

# Codecs that are no text encoding, that read files' escapes as code points, or that need quadratic time.
_REFUSED_CODECS = frozenset(
    {"punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined", "utf-7", "mbcs", "oem"}
)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_MAX_EXPRESSION_CHARS = 400
_MAX_WINDOW_CHARS = 60_000
_MAX_LINE_CHARS = 1_000
_OPENING_BLANK = re.compile(r"(?<=[(\[{]) ")
_CLOSING_BLANK = re.compile(r",? (?=[)\]}])")


class UnreadableSourceError(Exception):
    """The file cannot be read as Python; the message says why."""


def clean(text: str) -> str:
    """Replace what no store can keep, NUL and halves of surrogate pairs, by U+FFFD."""
    return text if text.isascii() and "\x00" not in text else _UNSTORABLE.sub("\ufffd", text)


class Source:
    """A parsed file; line numbers count from 1, as in the tree."""

    def __init__(self, text: str, tree: ast.Module) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.tree = tree
        self._expressions: dict[int, str] = {}
        self._windows: dict[int, tuple[str, int, int]] = {}

    def segment(self, node: ast.expr | ast.pattern) -> str:
        """Return the text of an expression as it stands in the file, line breaks included."""
        start, end = node.lineno, node.end_lineno or node.lineno
        first = _byte_slice(
            self.lines[start - 1], node.col_offset, node.end_col_offset if start == end else None
        )
        if start == end:
            return first
        last = _byte_slice(self.lines[end - 1], 0, node.end_col_offset)
        return "\n".join([first, *self.lines[start : end - 1], last])

    def expression(self, node: ast.expr | ast.pattern) -> str:
        """Return the text of an expression on one line; a very long one is cut, and ends in an ellipsis."""
        known = self._expressions.get(id(node))
        if known is None:
            text = self.segment(node)
            if "\n" in text:
                text = _one_line(node, text)
            if len(text) > _MAX_EXPRESSION_CHARS:
                text = f"{text[:_MAX_EXPRESSION_CHARS].rstrip()}…"
            known = self._expressions[id(node)] = clean(text)
        return known

    def window(self, line: int) -> tuple[str, int, int]:
        """Return the lines round a line with the first and the last one's number, clipped to the file.

        Where a file is packed into enormous lines they are cut.
        """
        known = self._windows.get(line)
        if known is None:
            start = max(1, line - WINDOW_LINES)
            # The break that ends the last line starts no line of its own.
            count = len(self.lines) - (self.lines[-1] == "")
            end = max(start, min(count, line + WINDOW_LINES))
            lines = self.lines[start - 1 : end]
            if sum(map(len, lines)) > _MAX_WINDOW_CHARS:
                lines = [
                    text if len(text) <= _MAX_LINE_CHARS else f"{text[:_MAX_LINE_CHARS]}…" for text in lines
                ]
            known = self._windows[line] = (clean("\n".join(lines)), start, end)
        return known


def read_source(data: bytes, *, limit: int = MAX_SOURCE_BYTES) -> Source:
    """Decode and parse a file.

    Raises:
        UnreadableSourceError: it is too large, wrongly encoded, no Python of this version, or nested too deeply.
    """
    if len(data) > limit:
        raise UnreadableSourceError(f"{len(data):,} bytes, and {limit:,} are read")
    text = _decode(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the file's own escapes and comparisons
            tree = ast.parse(text)
    except SyntaxError as error:
        where = f" at line {error.lineno}" if error.lineno else ""
        raise UnreadableSourceError(clean(f"syntax error{where}: {error.msg}")) from None
    except (RecursionError, MemoryError):
        raise UnreadableSourceError("nested too deeply") from None
    except (ValueError, OverflowError) as error:
        raise UnreadableSourceError(clean(f"not Python source: {error}")) from None
    return Source(text, tree)


def _decode(data: bytes) -> str:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        name = codecs.lookup(encoding).name.replace("_", "-")
        if name in _REFUSED_CODECS:
            raise UnreadableSourceError(f"the encoding {name} is not read")
        text = data.decode(encoding)
    except (SyntaxError, LookupError) as error:
        raise UnreadableSourceError(clean(f"unknown encoding: {error}"[:200])) from None
    except UnicodeError:
        raise UnreadableSourceError("bytes that are not of the file's encoding") from None
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _byte_slice(line: str, start: int, end: int | None) -> str:
    """Cut a line at the tree's offsets, which count UTF-8 bytes."""
    if line.isascii():
        return line[start:end]
    return line.encode("utf-8", "surrogatepass")[start:end].decode("utf-8", "replace")


def _one_line(node: ast.expr | ast.pattern, text: str) -> str:
    if "#" in text:
        try:
            text = ast.unparse(node)  # leaves the comments out
        except (RecursionError, ValueError):
            return " ".join(text.split())
    joined = " ".join(line.strip().removesuffix("\\").rstrip() for line in text.split("\n"))
    return _CLOSING_BLANK.sub("", _OPENING_BLANK.sub("", joined))
