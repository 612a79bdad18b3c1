"""Regular expressions in linear time: where record patterns meet RE2.

Record patterns are untrusted, so the standard library's backtracking `re` never sees one. RE2 knows no
look-around and no back-references; it says so, and that becomes the record's `patternProblem`.
"""

from __future__ import annotations

from typing import Protocol, cast

import re2

__all__ = ["Found", "LinearPattern", "RefusedPatternError", "compile_linear", "escape"]

# Enough for a pattern of a few thousand characters with classes; a bounded repeat such as (a{1000}){1000} is refused.
_MAX_MEMORY_BYTES = 16 * 1024 * 1024

_OPTIONS = re2.Options()
_OPTIONS.max_mem = _MAX_MEMORY_BYTES
_OPTIONS.log_errors = False


class Found(Protocol):
    """A match: the part of `re.Match` that is used here."""

    def group(self, group: int = 0, /) -> str | None:
        """Return the text of a group, None where it took no part."""

    def span(self, group: int = 0, /) -> tuple[int, int]:
        """Return start and end of a group, (-1, -1) where it took no part."""


class LinearPattern(Protocol):
    """A compiled pattern: the part of `re.Pattern` that is used here."""

    groups: int

    def search(self, text: str, pos: int = ..., endpos: int = ..., /) -> Found | None:
        """Find the leftmost match."""

    def findall(self, text: str, /) -> list[str]:
        """Return all matches, as texts (no group or one group)."""


class RefusedPatternError(ValueError):
    """RE2 does not take the pattern; the message says why, in a reader's words."""


_WORDS_FOR = (
    (
        "invalid perl operator: (?=",
        "look-ahead (?=…) cannot be matched in linear time; match the text itself instead",
    ),
    ("invalid perl operator: (?!", "negative look-ahead (?!…) cannot be matched in linear time; drop it"),
    ("invalid perl operator: (?<", "look-behind cannot be matched in linear time; drop it"),
    ("invalid perl operator: (?>", "atomic groups (?>…) are not supported; use a plain group (?:…)"),
    ("invalid escape sequence: \\Z", "\\Z is not known here; use \\z or $"),
    (
        "invalid escape sequence",
        "the escape is not known, or is a back-reference, which cannot be matched in linear time",
    ),
    ("bad repetition operator", "possessive or doubled repeats are not supported; use a plain one"),
    ("invalid repetition size", "a repeat may go up to 1000"),
    ("missing )", "a group is not closed; escape the bracket, or close it"),
    ("unexpected )", "a bracket closes no group; escape it"),
    ("missing ]", "a character class is not closed; escape the bracket, or close it"),
    ("no argument for repetition operator", "there is nothing before the repeat; escape it"),
    ("pattern too large", "the pattern needs too much memory once its repeats are written out"),
)


_QUOTES_ALL = ("missing )", "unexpected )")


def compile_linear(pattern: str) -> LinearPattern:
    """Compile a pattern with RE2.

    Raises:
        RefusedPatternError: RE2 does not take it.
    """
    try:
        return cast("LinearPattern", re2.compile(pattern, options=_OPTIONS))
    except re2.error as error:
        raw = error.args[0] if error.args else ""
        reason = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else str(raw)
        if whole := next((start for start in _QUOTES_ALL if reason.startswith(start)), None):
            reason = whole  # what follows is the pattern as RE2 is given it, which nobody wrote
        advice = next((words for start, words in _WORDS_FOR if reason.startswith(start)), None)
        raise RefusedPatternError(f"{reason}: {advice}" if advice else reason) from None
    except UnicodeEncodeError:
        raise RefusedPatternError("the pattern holds half of a surrogate pair") from None


def escape(text: str) -> str:
    """Quote a literal for RE2."""
    return cast("str", re2.escape(text))
