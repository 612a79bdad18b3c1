"""A messagePattern made ready for matching: its facts, its look-up keys, its compiled form.

How a pattern is searched for (the contract's rules): not anchored, but where its own edge is a word
character the match begins or ends at a word boundary; white space in literals matches any run of white
space, line breaks included; a wildcard may be empty and may span lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from app.domain.linear import Found, LinearPattern, RefusedPatternError, compile_linear
from app.domain.pattern_syntax import NOT_WORD, SPACE, Token, is_word, tokenize, translate
from app.domain.templates import Interpolation, parse_template

__all__ = [
    "ANCHOR",
    "HEAD",
    "UNKEYED",
    "WORD",
    "CompiledPattern",
    "PatternFacts",
    "analyse",
    "compile_pattern",
    "distinct_words",
    "own_message_matches",
    "text_keys",
    "words_of",
]

MAX_PATTERN_CHARS = 20_000
# Kinds of look-up keys, and the key of patterns that have no complete word.
ANCHOR, HEAD, WORD = "a", "h", "w"
UNKEYED = ""
# Fewer distinct words than this, and a pattern is demoted: measured, three words remove every hit on
# 10,000 ordinary log lines and cost 3 of 60 true answers.
MIN_SPECIFIC_WORDS = 3
# Words that tell no two messages apart, and so count for nothing.
FUNCTION_WORDS = frozenset(
    [
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "for",
        "from",
        "has",
        "have",
        "if",
        "in",
        "is",
        "it",
        "its",
        "of",
        "on",
        "or",
        "that",
        "the",
        "this",
        "to",
        "was",
        "with",
    ]
)
# A pattern needs this many letters or digits in its literals to be matched by its text at all.
_MIN_LITERAL_LETTERS = 3
_MAX_WORD_KEYS = 24
_MAX_KEY_CHARS = 80


@dataclass(frozen=True, slots=True)
class PatternFacts:
    """What ingest stores of a pattern; `keys` are (kind, key) pairs."""

    problem: str | None
    template: str
    words: int
    generic: bool
    keys: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PatternHit:
    """Where a pattern stands in a text, and what its wildcards hold; `whole` is the exact tier."""

    start: int
    end: int
    whole: bool
    groups: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class CompiledPattern:
    """A pattern that RE2 took, ready to be searched for."""

    pattern: str
    literals: tuple[str, ...]
    words: int
    generic: bool
    whole: LinearPattern
    inside_source: str

    @cached_property
    def inside(self) -> LinearPattern:
        """The pattern as it is searched for within a text; most patterns are only tried whole."""
        return compile_linear(self.inside_source)

    def find(self, text: str) -> PatternHit | None:
        """Find the pattern in a text: as its whole (or its first lines, whole) where it can be, else inside."""
        if found := self.whole.search(text):
            return self._hit(found, whole=True)
        return self.find_inside(text)

    def find_inside(self, text: str, position: int = 0) -> PatternHit | None:
        """Find the pattern anywhere in a text from a position on."""
        found = self.inside.search(text, position)
        return self._hit(found, whole=False) if found else None

    def _hit(self, found: Found, *, whole: bool) -> PatternHit:
        start, end = found.span(1)
        groups = tuple(found.span(index) for index in range(2, self.whole.groups + 1))
        return PatternHit(start, end, whole, groups)

    def capture_names(self, template: str | None) -> list[str]:
        """Name the wildcards after the template's interpolations.

        The pattern is matched against its own template: a wildcard that covers one interpolation there
        takes its name. Others are numbered by position; a repeated name gets `#2`, `#3`.
        """
        count = self.whole.groups - 1
        names = [""] * count
        parts = parse_template(template or "")
        named = {part.source: part.name for part in parts if isinstance(part, Interpolation)}
        if template and named and (hit := self.find(template)):
            names = [
                named.get(template[start:end].strip(), "") if start >= 0 else "" for start, end in hit.groups
            ]
        seen: dict[str, int] = {}
        for index, name in enumerate(names):
            base = name or str(index + 1)
            seen[base] = seen.get(base, 0) + 1
            names[index] = base if seen[base] == 1 else f"{base}#{seen[base]}"
        return names


@lru_cache(maxsize=8192)
def compile_pattern(pattern: str) -> CompiledPattern:
    """Compile a record's pattern.

    Raises:
        RefusedPatternError: RE2 does not take it, or it is longer than 20,000 characters, or it is empty.
    """
    if not pattern:
        raise RefusedPatternError("the pattern is empty, and would match everything; use null")
    if len(pattern) > MAX_PATTERN_CHARS:
        raise RefusedPatternError(
            f"the pattern has {len(pattern):,} characters, and {MAX_PATTERN_CHARS:,} are allowed"
        )
    tokens = tokenize(pattern)
    core = translate(tokens)
    before, after = _edges(tokens)
    opening = rf"(?:\A|{NOT_WORD})" if before else ""
    closing = rf"(?:{NOT_WORD}|\z)" if after else ""
    literals = tuple(_literals(tokens))
    words = distinct_words(literals)
    try:
        whole = compile_linear(rf"(?s)\A{SPACE}*({core})[ \t]*(?:\n|\z)")
    except RefusedPatternError:
        compile_linear(core)  # alone, so that the refusal quotes the record's pattern and not our frame
        raise
    if not _closed(tokens):
        compile_linear(core)  # a frame of groups would make `a)(b` whole
    return CompiledPattern(
        pattern=pattern,
        literals=literals,
        words=len(words),
        generic=len(words) < MIN_SPECIFIC_WORDS,
        whole=whole,
        inside_source=f"(?s){opening}({core}){closing}",
    )


def analyse(pattern: str | None, template: str | None) -> PatternFacts:
    """Say what ingest stores of a pattern; a pattern that cannot be used has its `problem` and no anchor keys.

    The words of such a pattern come from its template, so that similarity can still find the record.
    """
    del template  # the pattern's own literals say the same, and one pattern may have several templates
    if pattern is None:
        return PatternFacts(None, "", 0, generic=True, keys=())
    try:
        compiled = compile_pattern(pattern)
    except RefusedPatternError as error:
        literals = tuple(_literals(tokenize(pattern)))
        words = distinct_words(literals)
        keys = tuple((WORD, word) for word in _rarest(words))
        return PatternFacts(str(error), " ".join(literals), len(words), generic=True, keys=keys)
    words = distinct_words(compiled.literals)
    tokens = tokenize(pattern)
    keys = (*_anchor_keys(tokens), *_head_keys(tokens), *((WORD, word) for word in _rarest(words)))
    return PatternFacts(
        None, _fold(" ".join(compiled.literals)), len(words), compiled.generic, tuple(dict.fromkeys(keys))
    )


def own_message_matches(pattern: str, error_message: str) -> bool:
    """Tell whether a record's template, as it stands, matches its own pattern; False for an unusable one."""
    try:
        return compile_pattern(pattern).find(error_message) is not None
    except RefusedPatternError:
        return False


# --- words and keys -------------------------------------------------------------------------------


# The same characters as `pattern_syntax.WORD`; on plain text the standard library cuts words ten times faster.
_WORDS = re.compile(r"\w+")


def words_of(text: str) -> list[str]:
    """Cut a text into its words, lower case, in order."""
    return [
        word if len(word) <= _MAX_KEY_CHARS else word[:_MAX_KEY_CHARS]
        for word in _WORDS.findall(text.lower())
    ]


def text_keys(words: Iterable[str]) -> set[str]:
    """Return the look-up keys that a text with these words can be found by: each word, and each pair."""
    keys = {UNKEYED}
    previous = None
    for word in words:
        keys.add(word)
        if previous is not None:
            keys.add(f"{previous} {word}")
        previous = word
    return keys


def distinct_words(literals: Iterable[str]) -> list[str]:
    """Return the distinct words that carry meaning: two letters or more, no bare numbers."""
    found = dict.fromkeys(word for literal in literals for word in words_of(literal))
    return [word for word in found if len(word) > 1 and not word.isnumeric() and word not in FUNCTION_WORDS]


def _rarest(words: list[str]) -> list[str]:
    """Keep the longest words, since long words are rare ones; ties keep their order."""
    return sorted(words, key=len, reverse=True)[:_MAX_WORD_KEYS]


def _fold(text: str) -> str:
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class _Run:
    """A literal run: its text, and whether its ends are the pattern's own edges."""

    text: str
    first: bool
    last: bool


def _runs(tokens: list[Token]) -> Iterator[_Run]:
    """Yield the literal runs at the top level; anything in a group or with a repeat may be absent."""
    if any(token.kind == "alt" for token in _top_level(tokens)):
        return
    depth = 0
    current: list[str] = []
    start = 0
    for index, token in enumerate(tokens):
        quantified = index + 1 < len(tokens) and tokens[index + 1].kind == "quant"
        if token.kind == "open":
            depth += 1
        if token.kind == "char" and depth == 0 and not quantified:
            if not current:
                start = index
            current.append(token.text)
        elif current:
            yield _Run("".join(current), first=start == 0, last=False)
            current = []
        if token.kind == "close":
            depth -= 1
    if current:
        yield _Run("".join(current), first=start == 0, last=True)


def _top_level(tokens: list[Token]) -> Iterator[Token]:
    depth = 0
    for token in tokens:
        depth -= token.kind == "close"
        if depth == 0:
            yield token
        depth += token.kind == "open"


def _literals(tokens: list[Token]) -> list[str]:
    return [run.text for run in _runs(tokens)]


def _complete(run: _Run) -> list[list[str]]:
    """Return the words of a run whose both ends are sure, as groups of neighbours."""
    words = words_of(run.text)
    if not words:
        return []
    if not run.first and is_word(run.text[0]):
        words = words[1:]
    if words and not run.last and is_word(run.text[-1]):
        words = words[:-1]
    return [words] if words else []


def _case_folded(tokens: list[Token]) -> bool:
    """Tell whether the pattern switches case off: its words are then found, but not by every folding."""
    return any(token.source.startswith("(?") and "i" in token.source.split("-")[0] for token in tokens)


def _anchor_keys(tokens: list[Token]) -> list[tuple[str, str]]:
    """Return the one key that every text which matches must hold; empty for a pattern without letters."""
    runs = list(_runs(tokens))
    letters = sum(char.isalnum() for run in runs for char in run.text)
    groups = [words for run in runs for words in _complete(run)]
    alternation = not runs and any(token.kind == "alt" for token in tokens)
    if not groups or _case_folded(tokens):
        return [(ANCHOR, UNKEYED)] if letters >= _MIN_LITERAL_LETTERS or alternation else []
    if letters < _MIN_LITERAL_LETTERS:
        return []
    pairs = [f"{a} {b}" for words in groups for a, b in pairwise(words)]
    return [(ANCHOR, max(pairs or [word for words in groups for word in words], key=len))]


def _head_keys(tokens: list[Token]) -> list[tuple[str, str]]:
    """Return the first sure pair of words, which a text that was cut at its end still holds."""
    for run in _runs(tokens):
        for words in _complete(run):
            return [(HEAD, f"{words[0]} {words[1]}" if len(words) > 1 else words[0])]
    return []


def _closed(tokens: list[Token]) -> bool:
    """Tell whether every group is closed, and none that is not open."""
    depth = 0
    for token in tokens:
        depth += (token.kind == "open") - (token.kind == "close")
        if depth < 0:
            return False
    return depth == 0


def _edges(tokens: list[Token]) -> tuple[bool, bool]:
    """Tell at which ends the pattern's own edge is a word character."""
    if any(token.kind == "alt" for token in _top_level(tokens)) or not tokens:
        return False, False
    first, last = tokens[0], tokens[-1]
    starts = (
        first.kind == "char" and is_word(first.text) and not (len(tokens) > 1 and tokens[1].kind == "quant")
    )
    return starts, last.kind == "char" and is_word(last.text)
