"""Hide secrets in a text that is shown to somebody: `redact(text)` is the only door.

The rules are the table in `secret_rules`; this module runs them (RE2, linear in the text), joins what overlaps
and writes `[redacted:<rule>]` in place of each secret. The number of lines stays, all text outside the found
spans stays as it is, and redacting twice changes nothing more. When anything goes wrong the whole text is
withheld: raw text never gets through.

    >>> redact("postgres://app:hunter2@db/main").text
    'postgres://app:[redacted:url-password]@db/main'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import re2

from app.domain.secret_rules import MARKER, RULES, VALUE_END, Rule

__all__ = ["WITHHELD", "Found", "Redacted", "redact"]

WITHHELD = "withheld"

_KEY_BEGIN = r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----"
_KEY_END = r"-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----"
# What follows the first line of a key whose last line is cut off: Base64 and the headers of an encrypted key, each
# line perhaps behind the prefix of a log; then the rest of a line, up to a quote or the end, or long enough to be no word.
_LINES = (
    r"(?:[ \t>|]*(?:[A-Z][A-Za-z]*-[A-Za-z-]+: [^\r\n\\\"']*|[A-Za-z0-9+/=]*|[^\r\n\\\"']{0,80}?[A-Za-z0-9+/=]{40,})"
    r"[ \t]*(?:\r?\n|\\+r|\\+n))*"
)
_KEY_LINES = rf"({_LINES}[A-Za-z0-9+/=]*)(?:[\"'\\]|\z)|({_LINES}(?:[A-Za-z0-9+/=]{{24,}})?)"
_CURLY_QUOTE = re.compile(rb"\xe2\x80[\x98-\x9f]")
_HIDDEN = b"\xff"
_BLOT = bytes(byte if byte in b"\n\r\x0b\x0c\x1c\x1d\x1e" else 0xFF for byte in range(256))
_MAX_PASSES = 10
_MAX_KEY_BYTES = 65_536

_HARD_ENDS = frozenset((b"", b" ", b"\t", b"\n", b"\r", b"\f", b'"', b"'", b"`"))
_STRING_PREFIXES = frozenset((b"b", b"r", b"u", b"f", b"br", b"rb", b"fr", b"rf"))


class Found(NamedTuple):
    """A secret: the rule that found it, and where it stands in the original text (code points, end exclusive)."""

    rule: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text that may be shown, and what was hidden in it, in text order without overlaps."""

    text: str
    found: tuple[Found, ...] = ()


# Longer texts are read rule by rule: the automaton of all rules together grows with the text.
_MAX_AT_ONCE_BYTES = 20_000
_MAX_AT_ONCE_MEMORY = 16 * 1024 * 1024


class _Span(NamedTuple):
    start: int
    end: int
    rank: int


def redact(text: str) -> Redacted:
    """Replace every secret in `text` by `[redacted:<rule>]`; never raises."""
    if not text:
        return Redacted(text)
    try:
        return _redact(text)
    except Exception:  # noqa: BLE001  whatever failed, the text must not be shown as it is
        return Redacted(f"[redacted:{WITHHELD}]" + _line_breaks(text), (Found(WITHHELD, 0, len(text)),))


def _redact(text: str) -> Redacted:
    data = text.encode("utf-8", "surrogatepass")
    spans = _merged(sorted(_all_spans(data)))
    if not spans:
        return Redacted(text)
    found = tuple(
        Found(RULES[span.rank].name, start, end)
        for span, (start, end) in zip(spans, _in_code_points(text, data, spans), strict=True)
    )
    pieces: list[str] = []
    done = 0
    for rule, start, end in found:
        pieces += (text[done:start], f"[redacted:{rule}]", _line_breaks(text[start:end]))
        done = end
    pieces.append(text[done:])
    return Redacted("".join(pieces), found)


@cache
def _compiled(pattern: str, any_case: bool = False) -> Any:  # google-re2 ships no types
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.case_sensitive = not any_case
    options.log_errors = False
    return re2.compile(pattern.encode("ascii"), options)


@cache
def _any_rule() -> Any:
    """Compile all rules as one: most texts that are echoed hold no secret, and are told by one look, not by fifty."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.never_capture = True
    options.log_errors = False
    options.max_mem = _MAX_AT_ONCE_MEMORY
    rules = [f"(?i:{rule.pattern})" if rule.any_case else f"(?:{rule.pattern})" for rule in RULES]
    return re2.compile("|".join([*rules, f"(?:{_KEY_BEGIN})"]).encode("ascii"), options)


def _all_spans(data: bytes) -> list[_Span]:
    """Every secret, in bytes; spans may overlap.

    A hidden secret can uncover another one, which began inside it before. So what is found is blotted out, and the
    rest is read again until nothing more is found: that is what makes redacting twice the same as once.
    """
    # Markers from before become bytes that UTF-8 does not have: they begin no value and end none.
    data = _compiled(MARKER).sub(lambda marker: marker.group().translate(_BLOT), data)
    spans: list[_Span] = []
    for _ in range(_MAX_PASSES):
        found = list(_spans(data))
        if not found:
            return spans
        spans += found
        data = _blotted(data, found)
    raise RuntimeError(f"secrets are still found after {_MAX_PASSES} passes")


def _blotted(data: bytes, spans: list[_Span]) -> bytes:
    pieces: list[bytes] = []
    done = 0
    for start, end, _ in _merged(sorted(spans)):
        pieces += (data[done:start], data[start:end].translate(_BLOT))
        done = end
    pieces.append(data[done:])
    return b"".join(pieces)


def _spans(data: bytes) -> Iterator[_Span]:
    if len(data) <= _MAX_AT_ONCE_BYTES and not _any_rule().search(data):
        return
    for rank, rule in enumerate(RULES):
        for start, end in _matches(rule, data):
            yield _Span(start, end, rank)
        if rule.name == "private-key":
            for start, end in _key_blocks(data):
                yield _Span(start, end, rank)


def _matches(rule: Rule, data: bytes) -> Iterator[tuple[int, int]]:
    pattern = _compiled(rule.pattern, rule.any_case)
    groups = range(1, pattern.groups + 1)
    position = 0
    while match := pattern.search(data, position):
        start, end = next(match.span(group) for group in groups if match.start(group) >= 0)
        if rule.runs_on:
            start, end = _run_on(data, start, end)
        # The context behind a secret (the host after a password) may be the context before the next one.
        position = max(end, match.start() + 1)
        value = data[start:end]
        # A value with a marker in it was redacted before, and what was left of it is to be seen.
        if value and (rule.spans_lines or _HIDDEN not in value) and rule.is_secret(value):
            yield start, end


def _run_on(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Lead a value without quotes to its end; a call or a subscript is code and no value."""
    if _CURLY_QUOTE.match(data, start):  # a quoted value, which another rule reads
        return end, end
    after = data[end : end + 1]
    if after in _HARD_ENDS:
        string = after in (b'"', b"'") and data[start:end].lower() in _STRING_PREFIXES
        return (end, end) if string else (start, end)
    if end > start and after in (b"(", b"[") and _compiled(r"[A-Za-z_][\w.]*").fullmatch(data[start:end]):
        return end, end
    stop = _compiled(VALUE_END).search(data, end)
    return start, stop.start() if stop else len(data)


def _key_blocks(data: bytes) -> Iterator[tuple[int, int]]:
    """Private keys in PEM, from the first line to the last, or as far as one that is cut off goes."""
    begins = [match.span() for match in _compiled(_KEY_BEGIN).finditer(data)]
    ends = [match.end() for match in _compiled(_KEY_END).finditer(data)] if begins else []
    index = 0
    for number, (start, after) in enumerate(begins):
        while index < len(ends) and ends[index] <= after:
            index += 1
        limit = min(after + _MAX_KEY_BYTES, begins[number + 1][0] if number + 1 < len(begins) else len(data))
        if index < len(ends) and ends[index] <= limit:
            yield start, ends[index]
        else:
            lines = _compiled(_KEY_LINES).match(data, after, limit)
            yield start, max(lines.end(1), lines.end(2)) if lines else after


def _merged(spans: list[_Span]) -> list[_Span]:
    merged: list[_Span] = []
    for span in spans:
        if merged and span.start < merged[-1].end:
            last = merged.pop()
            span = _Span(last.start, max(last.end, span.end), min(last.rank, span.rank))  # noqa: PLW2901
        merged.append(span)
    return merged


def _in_code_points(text: str, data: bytes, spans: list[_Span]) -> Iterator[tuple[int, int]]:
    if text.isascii():
        yield from ((span.start, span.end) for span in spans)
        return
    place = done = 0
    for span in spans:
        start = place + len(data[done : span.start].decode("utf-8", "surrogatepass"))
        place = start + len(data[span.start : span.end].decode("utf-8", "surrogatepass"))
        done = span.end
        yield start, place


def _line_breaks(text: str) -> str:
    """All line breaks of a text, so that what replaces it has as many lines."""
    lines = text.splitlines(keepends=True)
    return "".join(line[len(line.splitlines()[0]) :] for line in lines)
