"""Look-up keys: what of a pattern every text that matches it holds, and what of a text finds it.

A text's keys are its words, each pair of neighbouring words, and, for the few patterns without a whole
word, the letters in threes inside its words. All are case-folded, so that a key never depends on where a
character stands. Of a pattern any *sure* word or pair will do: one that cannot be part of a longer word in
a match. Which of them is the rarest the base knows (`choose`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.domain.pattern_syntax import Token, is_word
from app.domain.shapes import Run, case_folded, runs_of

__all__ = [
    "ANCHOR",
    "GRAM",
    "HEAD",
    "MAX_KEY_CHARS",
    "UNKEYED",
    "WORD",
    "Anchor",
    "RunWords",
    "anchors_of",
    "choose",
    "grams_of",
    "heads_of",
    "pair",
    "run_words",
    "text_keys",
    "words_of",
]

# Kinds of look-up keys, and the key of patterns that nothing sure can be said of.
ANCHOR, GRAM, HEAD, WORD = "a", "g", "h", "w"
UNKEYED = ""
# Longer words are no keys; whoever looks up a text's words may leave them out.
MAX_KEY_CHARS = 80
# A pattern needs this many letters or digits in its literals to be matched by its text at all.
_MIN_LITERAL_LETTERS = 3
_GRAM_CHARS = 3
# A cut text agrees from its third word of two letters or more on (`matching.find_truncated`).
_HEAD_WORDS = 3
# The same characters as `pattern_syntax.WORD`; on plain text the standard library cuts words ten times faster.
_WORDS = re.compile(r"\w+")


class Anchor(NamedTuple):
    """Keys of one kind that a matching text holds, all of them: any one can be stored for the pattern."""

    kind: str
    options: tuple[str, ...]


def words_of(text: str) -> list[str]:
    """Cut a text into its words, case-folded, in order."""
    return _WORDS.findall(text.casefold())


def pair(first: str, second: str) -> str:
    """Return the key of two neighbouring words."""
    return f"{first} {second}"


def text_keys(words: Iterable[str]) -> set[str]:
    """Return the keys of a text with these words, of the kinds ANCHOR and HEAD: each word, each pair, and the empty one."""
    keys = {UNKEYED}
    previous = None
    for word in words:
        keys.add(word)
        if previous is not None:
            keys.add(pair(previous, word))
        previous = word
    return keys


def grams_of(words: Iterable[str]) -> set[str]:
    """Return the keys of the kind GRAM of a text: the letters of its words in threes."""
    return {word[at : at + _GRAM_CHARS] for word in words for at in range(len(word) - _GRAM_CHARS + 1)}


def choose(anchor: Anchor, patterns_with: Mapping[str, int]) -> str:
    """Return the option that the fewest texts will hold.

    Args:
        anchor: the options.
        patterns_with: how many patterns of the base hold a word.
    """
    if anchor.kind == GRAM or len(anchor.options) == 1:
        return anchor.options[0]

    # A text holds far fewer pairs of the base's than words of it, so a pair is better than any word.
    best: tuple[int, int, int, str] | None = None
    get = patterns_with.get
    for option in [option for option in anchor.options if " " in option] or anchor.options:
        first, blank, second = option.partition(" ")
        low = get(first, 0)
        high = get(second, 0) if blank else low
        if low > high:
            low, high = high, low
        if best is None or low <= best[0]:
            rarity = low, high, -len(option), option
            if best is None or rarity < best:
                best = rarity
    assert best is not None
    return best[3]


@dataclass(frozen=True, slots=True)
class RunWords:
    """The words of a literal run; those from `start` to before `end` no match can lengthen."""

    words: list[str]
    start: int
    end: int
    letters: int
    ascii: bool

    @property
    def sure(self) -> list[str]:
        """The words that a matching text has as they are."""
        return self.words[self.start : self.end]


def run_words(run: Run) -> RunWords:
    """Cut a run into words."""
    text = run.text.casefold()
    words: list[str] = _WORDS.findall(text)
    start, end = 0, len(words)
    if words:
        # A boundary stands at the pattern's own edge only where the edge is a word character itself.
        if _is_word(text[0]) and not (run.first and is_word(run.text[0])):
            start = 1
        if _is_word(text[-1]) and not (run.last and is_word(run.text[-1])):
            end -= 1
    # A combining mark or an underscore is no letter; letters in excess of three need no count.
    letters = sum(map(len, words)) - text.count("_") if words else 0
    return RunWords(words, start, end, letters, run.text.isascii())


def anchors_of(tokens: Sequence[Token], runs: Sequence[RunWords]) -> tuple[Anchor, ...]:
    """Return the anchors of a pattern: one, or one for each of its alternatives; none without letters.

    Args:
        tokens: of the pattern; none for a template.
        runs: its literal runs, cut into words.
    """
    if not runs and any(token.kind == "alt" for token in tokens):
        return _anchors_of_alternatives(tokens)
    if sum(run.letters for run in runs) < _MIN_LITERAL_LETTERS:
        return ()
    return (_anchor(runs, folded=case_folded(tokens)),)


def _anchors_of_alternatives(tokens: Sequence[Token]) -> tuple[Anchor, ...]:
    anchors: list[Anchor] = []
    folded = case_folded(tokens)
    for branch in _branches(tokens):
        # Without a boundary rule at the pattern's edges, no run of a branch has a sure end by it.
        runs = [run_words(Run(run.text, first=False, last=False)) for run in runs_of(branch)]
        if sum(run.letters for run in runs) < _MIN_LITERAL_LETTERS:
            return (Anchor(ANCHOR, (UNKEYED,)),)
        anchors.append(_anchor(runs, folded=folded))
    return tuple(dict.fromkeys(anchors))


def _branches(tokens: Sequence[Token]) -> list[list[Token]]:
    """Part a pattern at its top-level alternatives."""
    branches: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.kind == "open") - (token.kind == "close")
        if token.kind == "alt" and depth == 0:
            branches.append([])
        else:
            branches[-1].append(token)
    return branches


def _anchor(runs: Sequence[RunWords], *, folded: bool) -> Anchor:
    """Return what every text that matches holds of these runs."""
    if folded and not all(run.ascii for run in runs):
        return Anchor(ANCHOR, (UNKEYED,))  # engine and case folding may differ on a letter without case
    if options := _options(run.sure for run in runs):
        return Anchor(ANCHOR, options)
    pieces = [word for run in runs for word in run.words if len(word) >= _GRAM_CHARS]
    if pieces:
        return Anchor(GRAM, (max(pieces, key=len)[:_GRAM_CHARS],))
    return Anchor(ANCHOR, (UNKEYED,))


def _options(groups: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the words and the pairs of neighbours of each group, without those that are too long for a key."""
    options: dict[str, None] = {}
    for words in groups:
        previous = ""
        for word in words:
            if len(word) > MAX_KEY_CHARS:
                previous = ""
                continue
            options[word] = None
            if previous:
                options[pair(previous, word)] = None
            previous = word
    return tuple(options)


def _is_word(char: str) -> bool:
    return _WORDS.match(char) is not None


def heads_of(tokens: Sequence[Token], runs: Sequence[RunWords]) -> tuple[Anchor, ...]:
    """Return what a text that is cut within the pattern holds for certain.

    Such a text agrees with three distinct words or more, and the last of them may be cut: those before the
    third are whole. There is none for a pattern with fewer words.
    """
    if case_folded(tokens):
        return ()
    seen: set[str] = set()
    groups: list[list[str]] = []
    for index, run in enumerate(runs):
        # A cut text is taken from a word boundary on (`matching.find_truncated`).
        start = 0 if index == 0 and run.ascii else run.start
        group: list[str] = []
        for at, word in enumerate(run.words):
            if len(word) > 1:
                if len(seen) == _HEAD_WORDS - 1:
                    return (Anchor(HEAD, _options([*groups, group]) or (UNKEYED,)),)
                seen.add(word)
            if start <= at < run.end:
                group.append(word)
        groups.append(group)
    return ()
