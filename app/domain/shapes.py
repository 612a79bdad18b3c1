r"""What a pattern is made of: its literals in order, and what stands between and around them.

Nearly all patterns are *templates*: literals and wildcards, nothing else. They are read here without an
engine, twenty times faster than RE2 compiles them, and `ordered.py` searches for them without one. Of any
other pattern the literals that every match must hold are kept, in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from app.domain.pattern_syntax import Token, is_word, tokenize

__all__ = [
    "Run",
    "Shape",
    "case_folded",
    "closed",
    "lower_case",
    "read_shape",
    "runs_of",
    "top_level",
    "trimmed",
]

Ending = Literal["literal", "lazy", "greedy"]

# Longer ones are given to RE2 at once, which may refuse them for their size.
_MAX_TEMPLATE_CHARS = 2_000
_TEXT = re.compile(r"[^\\.*+?^${}()|\[\]]*(?:\\(?:\W|_)[^\\.*+?^${}()|\[\]]*)*")
_WILDCARD = re.compile(r"\(\.\*(\??)\)")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_BLANKS = re.compile(r"\s+")
_ANY_CASE = re.compile(r"\(\?[a-zA-Z]*i[a-zA-Z]*(?:-[a-zA-Z]*)?[:)]")


@dataclass(frozen=True, slots=True)
class Run:
    """A literal run at the top level; `first` and `last` tell whether an end is the pattern's own edge."""

    text: str
    first: bool
    last: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """A pattern as its literals.

    Attributes:
        literals: of a template all, an empty one where it begins or ends with a wildcard or two wildcards
            meet; of another pattern those that every match holds in this order. White space is folded to
            one blank.
        template: it is literals and wildcards alone.
        ending: how a template ends.
        starts_in_word: a match has to begin at a word boundary.
        ends_in_word: a match has to end at one.
    """

    literals: tuple[str, ...]
    template: bool
    ending: Ending
    starts_in_word: bool
    ends_in_word: bool

    @property
    def wildcards(self) -> int:
        """How many wildcards a template has."""
        return len(self.literals) - 1

    @property
    def texts(self) -> tuple[str, ...]:
        """The literals that have characters."""
        return tuple(literal for literal in self.literals if literal)


def read_shape(pattern: str) -> Shape:
    """Read a pattern; one that is broken gives some shape, and is refused where it is compiled."""
    found = _template(pattern) if len(pattern) <= _MAX_TEMPLATE_CHARS else None
    return found or _other(tokenize(pattern))


def _template(pattern: str) -> Shape | None:
    literals: list[str] = []
    ending: Ending = "literal"
    at = 0
    while True:
        text = _TEXT.match(pattern, at)
        assert text is not None  # it may be empty
        literal = text.group()
        literals.append(fold(_ESCAPED.sub(r"\1", literal) if "\\" in literal else literal))
        at = text.end()
        if at == len(pattern):
            break
        wildcard = _WILDCARD.match(pattern, at)
        if wildcard is None or (not wildcard.group(1) and wildcard.end() < len(pattern)):
            return None
        ending = "lazy" if wildcard.group(1) else "greedy"
        at = wildcard.end()
    if len(literals) > 1 or literals[0].strip():
        literals[0] = literals[0].lstrip()
        literals[-1] = literals[-1].rstrip()
    if literals[-1]:
        ending = "literal"
    elif len(literals) == 1:
        return None
    first, last = literals[0], literals[-1]
    if not _encodable(pattern):
        return None
    return Shape(
        literals=tuple(literals),
        template=True,
        ending=ending,
        starts_in_word=bool(first) and is_word(first[0]),
        ends_in_word=bool(last) and is_word(last[-1]),
    )


def _encodable(pattern: str) -> bool:
    """Tell whether RE2 can be given the pattern: half of a surrogate pair it cannot."""
    try:
        pattern.encode()
    except UnicodeEncodeError:
        return False
    return True


def _other(tokens: list[Token]) -> Shape:
    tokens = trimmed(tokens)
    before, after = _edges(tokens)
    literals = () if case_folded(tokens) else tuple(fold(run.text) for run in runs_of(tokens))
    return Shape(literals, template=False, ending="lazy", starts_in_word=before, ends_in_word=after)


def fold(text: str) -> str:
    """Fold each run of white space to one blank, those at the ends too."""
    return _BLANKS.sub(" ", text)


def lower_case(text: str) -> str:
    """Return a text in lower case with each character in its place, so that one without a single small form stays."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)


def trimmed(tokens: list[Token]) -> list[Token]:
    """Leave out the white space at a pattern's edges, since a message is read without it.

    What is nothing else stays, and so do the edges of alternatives, which are those of one of them alone.
    """
    if any(token.kind == "alt" for token in top_level(tokens)):
        return tokens
    start, end = 0, len(tokens)
    while start < end and _is_blank(tokens, start):
        start += 1
    while start < end and _is_blank(tokens, end - 1):
        end -= 1
    return tokens[start:end] if start < end else tokens


def _is_blank(tokens: list[Token], at: int) -> bool:
    quantified = at + 1 < len(tokens) and tokens[at + 1].kind == "quant"
    return tokens[at].kind == "char" and tokens[at].text.isspace() and not quantified


def runs_of(tokens: Sequence[Token]) -> Iterator[Run]:
    """Yield the literal runs that every match holds; what has a repeat, or is one of several alternatives, may be absent."""
    if any(token.kind == "alt" for token in top_level(tokens)):
        return
    brackets = _plain_brackets(tokens)
    depth = 0
    current: list[str] = []
    start = 0
    for index, token in enumerate(tokens):
        quantified = index + 1 < len(tokens) and tokens[index + 1].kind == "quant"
        if token.kind == "open" and index not in brackets:
            depth += 1
        if token.kind == "char" and depth == 0 and not quantified:
            if not current:
                start = index
            current.append(token.text)
        elif current:
            yield Run("".join(current), first=start == 0, last=False)
            current = []
        if token.kind == "close" and index not in brackets:
            depth -= 1
    if current:
        yield Run("".join(current), first=start == 0, last=True)


def _plain_brackets(tokens: Sequence[Token]) -> set[int]:
    """Return where the brackets stand of groups that always take part: not repeated, without alternatives or flags."""
    brackets: set[int] = set()
    waiting: list[tuple[int, bool]] = []
    for index, token in enumerate(tokens):
        if token.kind == "open":
            waiting.append((index, token.source in {"(", "(?:"} or token.source.endswith(">")))
        elif token.kind == "alt" and waiting:
            waiting[-1] = (waiting[-1][0], False)
        elif token.kind == "close" and waiting:
            opened, plain = waiting.pop()
            repeated = index + 1 < len(tokens) and tokens[index + 1].kind == "quant"
            if plain and not repeated:
                brackets |= {opened, index}
    return brackets


def top_level(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens that stand in no group, and the brackets of the outermost ones."""
    depth = 0
    for token in tokens:
        depth -= token.kind == "close"
        if depth == 0:
            yield token
        depth += token.kind == "open"


def case_folded(tokens: Sequence[Token]) -> bool:
    """Tell whether the pattern switches case off, somewhere."""
    return any(token.kind in {"open", "assert"} and _ANY_CASE.match(token.source) for token in tokens)


def closed(tokens: Sequence[Token]) -> bool:
    """Tell whether every group is closed, and none that is not open."""
    depth = 0
    for token in tokens:
        depth += (token.kind == "open") - (token.kind == "close")
        if depth < 0:
            return False
    return depth == 0


def _edges(tokens: list[Token]) -> tuple[bool, bool]:
    """Tell at which ends the pattern's own edge is a word character."""
    if any(token.kind == "alt" for token in top_level(tokens)) or not tokens:
        return False, False
    first, last = tokens[0], tokens[-1]
    starts = (
        first.kind == "char" and is_word(first.text) and not (len(tokens) > 1 and tokens[1].kind == "quant")
    )
    return starts, last.kind == "char" and is_word(last.text)
