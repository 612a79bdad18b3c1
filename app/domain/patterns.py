"""A messagePattern made ready for matching: its facts, its compiled form.

How a pattern is searched for (the contract's rules): not anchored, but where its own edge is a word
character the match begins or ends at a word boundary; white space in literals matches any run of white
space, line breaks included; a wildcard may be empty and may span lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from app.domain import ordered
from app.domain.keys import MAX_KEY_CHARS, Anchor, anchors_of, heads_of, run_words, words_of
from app.domain.linear import Found, LinearPattern, RefusedPatternError, compile_linear
from app.domain.ordered import Searched
from app.domain.pattern_syntax import NOT_WORD, SPACE, Token, tokenize, translate
from app.domain.shapes import Run, Shape, closed, lower_case, read_shape, runs_of, trimmed
from app.domain.specificity import ordinary_example
from app.domain.templates import Interpolation, parse_template, pattern_of_parts

__all__ = [
    "MAX_PATTERN_CHARS",
    "CompiledPattern",
    "PatternFacts",
    "PatternHit",
    "analyse",
    "compile_pattern",
    "distinct_words",
    "own_message_matches",
]

MAX_PATTERN_CHARS = 20_000
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
_MAX_WORD_KEYS = 24
_LOOK_AROUNDS = frozenset(["(?=", "(?!", "(?<=", "(?<!"])


class PatternFacts(NamedTuple):
    """What ingest stores of a pattern.

    Attributes:
        problem: why it cannot be used; None for a usable one.
        template: its literals as one text; what similarity compares.
        words: how many distinct words of meaning the literals have.
        generic: it has to match a whole message.
        vocabulary: all distinct words of the literals, for counting how many patterns have a word.
        similar: the words that similarity finds it by.
        anchors: of each, one key is stored; a text that matches holds every option of one of them. Empty
            where the pattern is not searched for.
        heads: the same for a text that is cut.
    """

    problem: str | None
    template: str
    words: int
    generic: bool
    vocabulary: tuple[str, ...] = ()
    similar: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    heads: tuple[Anchor, ...] = ()


@dataclass(frozen=True, slots=True)
class PatternHit:
    """Where a pattern stands in a text, and what its wildcards hold; `whole` is the exact tier."""

    start: int
    end: int
    whole: bool
    groups: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class CompiledPattern:
    """A usable pattern, ready to be searched for; `literals` are those that have characters, white space folded."""

    pattern: str
    shape: Shape
    literals: tuple[str, ...]
    literal_chars: int

    @cached_property
    def words(self) -> int:
        """How many distinct words of meaning the literals have."""
        return len(distinct_words(self.literals))

    @property
    def generic(self) -> bool:
        """Whether they are too few for a match inside a text."""
        return self.words < MIN_SPECIFIC_WORDS

    @cached_property
    def _core(self) -> str:
        return translate(trimmed(tokenize(self.pattern)))

    @cached_property
    def _whole(self) -> LinearPattern:
        return compile_linear(_whole_source(self._core))

    @cached_property
    def _inside(self) -> LinearPattern:
        """The pattern as it is searched for within a text; most patterns are only tried whole."""
        return compile_linear(f"(?s){self._inside_source}")

    @cached_property
    def _inside_source(self) -> str:
        opening = rf"(?:\A|{NOT_WORD})" if self.shape.starts_in_word else ""
        closing = rf"(?:{NOT_WORD}|\z)" if self.shape.ends_in_word else ""
        return f"{opening}({self._core}){closing}"

    @cached_property
    def _lower_shape(self) -> Shape:
        return replace(self.shape, literals=tuple(map(lower_case, self.shape.literals)))

    def find(self, text: str) -> PatternHit | None:
        """Find the pattern in a text: as its whole (or its first lines, whole) where it can be, else inside."""
        searched = Searched(text)
        return self.find_whole(searched) or self.find_inside(searched)

    def find_whole(self, searched: Searched) -> PatternHit | None:
        """Find the pattern as a whole text, or as all of its first lines."""
        if self.shape.template and searched.plain:
            return _placed(ordered.find_whole(self.shape, searched.text), whole=True)
        if not ordered.could_stand(self.shape, searched, whole=True):
            return None
        return self._by_engine(self._whole.search(searched.text), whole=True)

    def find_inside(self, searched: Searched, position: int = 0) -> PatternHit | None:
        """Find the pattern anywhere in a text from a position on."""
        if self.shape.template and searched.plain:
            return _placed(ordered.find_inside(self.shape, searched.text, position), whole=False)
        if not position and not ordered.could_stand(self.shape, searched, whole=False):
            return None
        return self._by_engine(self._inside.search(searched.text, position), whole=False)

    def find_in_any_case(self, searched: Searched) -> PatternHit | None:
        """Find the pattern anywhere in a text that `lower_case` made, whatever the case of its own letters."""
        shape = self._lower_shape
        if shape.template and searched.plain:
            return _placed(
                ordered.find_whole(shape, searched.text) or ordered.find_inside(shape, searched.text, 0),
                whole=False,
            )
        if not ordered.could_stand(shape, searched, whole=False):
            return None
        try:
            engine = compile_linear(f"(?is){self._inside_source}")
        except RefusedPatternError:
            return None
        return self._by_engine(engine.search(searched.text), whole=False)

    def _by_engine(self, found: Found | None, *, whole: bool) -> PatternHit | None:
        if found is None:
            return None
        start, end = found.span(1)
        groups = tuple(found.span(index) for index in range(2, self._whole.groups + 1))
        return PatternHit(start, end, whole, groups)

    def capture_names(self, template: str | None) -> list[str]:
        """Name the wildcards after the template's interpolations.

        Where the pattern is the one made of the template, each interpolation has its wildcard. Another one is
        matched against the template: a wildcard that covers one interpolation there takes its name. What is
        left is numbered by position; a repeated name gets `#2`, `#3`.
        """
        count = self.shape.wildcards if self.shape.template else self._whole.groups - 1
        names = [""] * count
        parts = parse_template(template or "")
        named = {part.source: part.name for part in parts if isinstance(part, Interpolation)}
        if template and named and pattern_of_parts(parts) == self.pattern:
            names = [part.name for part in parts if isinstance(part, Interpolation)]
        elif template and named and (hit := self.find(template)):
            names = [
                named.get(template[start:end].strip(), "") if start >= 0 else "" for start, end in hit.groups
            ]
        seen: dict[str, int] = {}
        for index, name in enumerate(names):
            base = name or str(index + 1)
            seen[base] = seen.get(base, 0) + 1
            names[index] = base if seen[base] == 1 else f"{base}#{seen[base]}"
        return names


def _placed(place: ordered.Place | None, *, whole: bool) -> PatternHit | None:
    return PatternHit(place.start, place.end, whole, place.groups) if place else None


def _whole_source(core: str) -> str:
    return rf"(?s)\A{SPACE}*({core})[ \t]*(?:\n|\z)"


@lru_cache(maxsize=8192)
def compile_pattern(pattern: str) -> CompiledPattern:
    """Make a record's pattern ready; RE2 compiles what is no template, to see whether it takes it.

    Raises:
        RefusedPatternError: RE2 does not take it, or it is longer than 20,000 characters, or it is empty.
    """
    if not pattern:
        raise RefusedPatternError("the pattern is empty, and would match everything; use null")
    if len(pattern) > MAX_PATTERN_CHARS:
        raise RefusedPatternError(
            f"the pattern has {len(pattern):,} characters, and {MAX_PATTERN_CHARS:,} are allowed"
        )
    shape = read_shape(pattern)
    if not shape.template:
        tokens = tokenize(pattern)
        core = translate(trimmed(tokens))
        try:
            compile_linear(_whole_source(core))
        except RefusedPatternError:
            compile_linear(core)  # alone, so that the refusal quotes the record's pattern and not our frame
            raise
        if not closed(tokens):
            compile_linear(core)  # a frame of groups would make `a)(b` whole
    return CompiledPattern(pattern, shape, shape.texts, literal_chars=sum(map(len, shape.texts)))


def analyse(pattern: str | None) -> PatternFacts:
    """Say what ingest stores of a pattern; a pattern that cannot be used has its `problem` and no anchors.

    The words of such a pattern are all of its literals, in groups too, so that similarity can still find the record.
    """
    if pattern is None:
        return PatternFacts(None, "", 0, generic=True)
    try:
        compiled = compile_pattern(pattern)
    except RefusedPatternError as error:
        literals = _all_literals(tokenize(pattern[:MAX_PATTERN_CHARS]))
        meaningful = distinct_words(literals)
        return PatternFacts(
            str(error),
            " ".join(" ".join(literals).split()),
            len(meaningful),
            generic=False,
            vocabulary=_keys(meaningful),
            similar=_longest(meaningful),
        )
    tokens: list[Token] = [] if compiled.shape.template else tokenize(pattern)
    literal_runs = list(runs_of(tokens)) if tokens else _runs_of_template(compiled.shape)
    runs = [run_words(run) for run in literal_runs]
    anchors = anchors_of(tokens, runs)
    words = tuple(dict.fromkeys(word for run in runs for word in run.words))
    vocabulary = words
    if not runs:  # of alternatives no literal is in every match, and yet their words are looked up
        options = (option for anchor in anchors for option in anchor.options)
        vocabulary = tuple(dict.fromkeys(word for option in options for word in words_of(option)))
    return PatternFacts(
        None,
        " ".join(" ".join(compiled.literals).split()),
        sum(map(_carries_meaning, words)) if compiled.shape.template else compiled.words,
        generic=compiled.generic or ordinary_example(compiled) is not None,
        vocabulary=_keys(vocabulary),
        similar=_longest(words),
        anchors=anchors,
        heads=heads_of(tokens, runs),
    )


def _runs_of_template(shape: Shape) -> list[Run]:
    last = shape.wildcards
    return [
        Run(literal, first=index == 0, last=index == last)
        for index, literal in enumerate(shape.literals)
        if literal
    ]


def own_message_matches(pattern: str, error_message: str) -> bool:
    """Tell whether a record's template, as it stands, matches its own pattern; False for an unusable one."""
    try:
        compiled = compile_pattern(pattern)
    except RefusedPatternError:
        return False
    searched = Searched(error_message)
    if not searched.plain and compiled.shape.template and _is_made_of(pattern, error_message):
        return True  # without RE2, which would be compiled for this alone
    return (compiled.find_whole(searched) or compiled.find_inside(searched)) is not None


def _is_made_of(pattern: str, error_message: str) -> bool:
    """Tell whether a pattern is the one of a template that has its literals as the program prints them."""
    return not ("{{" in error_message or "}}" in error_message or "%%" in error_message) and (
        pattern == pattern_of_parts(parse_template(error_message))
    )


def distinct_words(literals: Iterable[str]) -> list[str]:
    """Return the distinct words that carry meaning: two letters or more, no bare numbers."""
    found = dict.fromkeys(word for literal in literals for word in words_of(literal))
    return [word for word in found if _carries_meaning(word)]


def _carries_meaning(word: str) -> bool:
    return len(word) > 1 and not word.isnumeric() and word not in FUNCTION_WORDS


def _keys(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for word in words if len(word) <= MAX_KEY_CHARS)


def _longest(words: Iterable[str]) -> tuple[str, ...]:
    """Keep the longest words with a meaning, since long words are rare ones; ties keep their order."""
    keys = [word for word in _keys(words) if _carries_meaning(word)]
    return tuple(sorted(keys, key=len, reverse=True)[:_MAX_WORD_KEYS])


def _all_literals(tokens: list[Token]) -> list[str]:
    """Return the literals of a pattern that cannot be used, in groups too, but for those in a look-around."""
    literals = [""]
    looking = 0
    for token in tokens:
        if token.kind == "open":
            looking += looking > 0 or token.source in _LOOK_AROUNDS
        elif token.kind == "close":
            looking -= looking > 0
        if token.kind == "char" and not looking:
            literals[-1] += token.text
        elif literals[-1]:
            literals.append("")
    return [literal for literal in literals if literal]
