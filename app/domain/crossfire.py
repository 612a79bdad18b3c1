"""Which patterns stand in many other records' messages: such a one says too little, however many words it has.

Whether a pattern fires on a message is decided by the two alone, so a count does not depend on the order in
which they came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from app.domain.answer import Tier
from app.domain.keys import text_keys, words_of
from app.domain.matching import Candidate, find_all
from app.domain.patterns import MIN_SPECIFIC_WORDS, PatternFacts, analyse, compile_pattern, distinct_words

__all__ = [
    "MAX_FIRES",
    "Sweep",
    "cross_fires",
    "fires_on",
    "is_message",
    "needle_of",
    "probes",
    "probes_of",
    "swept",
]

# A pattern that stands in more other messages than this has to match whole ones. Among 47,000 patterns of 36
# packages 34 do, all of the kind `(.*?) must be non-negative` and `not implemented yet`.
MAX_FIRES = 10
# Longer messages are not counted: not all of their words are keys.
_MOST_WORDS = 24


def is_message(template: str, words: int) -> bool:
    """Tell whether a template counts as a message that others may fire on."""
    return 0 < words <= _MOST_WORDS and bool(template)


@lru_cache(maxsize=16_384)
def probes(pattern: str) -> tuple[tuple[str, ...], ...]:
    """Return for each alternative of a pattern the words of meaning that every message it stands in holds.

    Empty where it is not counted: it has few words, or an alternative of which nothing sure can be said.
    """
    return probes_of(analyse(pattern))


def probes_of(facts: PatternFacts) -> tuple[tuple[str, ...], ...]:
    """Return the same of an analysed pattern."""
    if facts.words < MIN_SPECIFIC_WORDS:
        return ()
    found = [
        tuple(sorted(distinct_words(option for option in anchor.options if " " not in option)))
        for anchor in facts.anchors
    ]
    return tuple(found) if all(found) else ()


def fires_on(pattern: str, template: str) -> bool:
    """Tell whether a pattern stands in a message's template, as a whole or inside."""
    candidate = Candidate(0, pattern, "", 0, generic=False)
    return any(hit.tier in {Tier.EXACT, Tier.CONTAINED} for hit in find_all(template, [candidate]))


def needle_of(pattern: str) -> str:
    """Return a text that stands in every template on which a usable pattern fires: to look for it costs next to nothing.

    Empty where nothing sure can be said.
    """
    shape = compile_pattern(pattern).shape
    return max((text.strip() for text in shape.texts), key=len, default="") if shape.template else ""


class Sweep(NamedTuple):
    """What is counted in one pass: which patterns fire on new messages, and on which of all messages new patterns fire.

    Attributes:
        anchors: key, id and text of patterns with words enough, under each of their anchors.
        messages: id and template of what counts as a message, each of a pattern.
        first: lowest id of the new ones; what is older was counted with what is older.
    """

    anchors: Iterable[tuple[str, int, str]]
    messages: Iterable[tuple[int, str]]
    first: int


def swept(sweeps: Sequence[Sweep]) -> list[Counter[int]]:
    """Count for each sweep, by pattern id, the messages that are more by now; a worker process may do it."""
    return [_Search(sweep.anchors, sweep.first).count(sweep.messages) for sweep in sweeps]


class _Search:
    """Finds the patterns that fire on a message by their anchors, which every text that matches holds."""

    def __init__(self, anchors: Iterable[tuple[str, int, str]], first: int) -> None:
        self._first = first
        self._old: dict[str, list[int]] = {}
        self._fresh: dict[str, list[int]] = {}
        self._needles: dict[int, str] = {}
        self._patterns: dict[int, str] = {}
        for key, pattern_id, pattern in anchors:
            of = self._old if pattern_id < first else self._fresh
            of.setdefault(key, []).append(pattern_id)
            self._patterns[pattern_id] = pattern

    def count(self, messages: Iterable[tuple[int, str]]) -> Counter[int]:
        fires: Counter[int] = Counter()
        for message_id, template in messages:
            fires.update(self._firing_on(message_id, template))
        # Whether a pattern counts at all is asked last: that takes it apart.
        return Counter({one: count for one, count in fires.items() if probes(self._patterns[one])})

    def _firing_on(self, message_id: int, template: str) -> list[int]:
        """Return the patterns that fire on a message and were not counted for it before."""
        keys = text_keys(words_of(template))
        held = {one for key in keys & self._fresh.keys() for one in self._fresh[key]}
        if message_id >= self._first:
            held.update(one for key in keys & self._old.keys() for one in self._old[key])
            held.discard(message_id)
        return [
            one for one in held if self._needle(one) in template and fires_on(self._patterns[one], template)
        ]

    def _needle(self, pattern_id: int) -> str:
        found = self._needles.get(pattern_id)
        if found is None:
            found = self._needles[pattern_id] = needle_of(self._patterns[pattern_id])
        return found


def cross_fires(patterns: Iterable[str]) -> Counter[str]:
    """Count for each pattern on how many of the other patterns' templates it fires; without a database."""
    by_word: dict[str, list[str]] = {}
    messages: dict[str, str] = {}
    for pattern in sorted(set(patterns)):
        facts = analyse(pattern)
        if is_message(facts.template, facts.words):
            messages[pattern] = facts.template
            for word in set(words_of(facts.template)):
                by_word.setdefault(word, []).append(pattern)
    fires: Counter[str] = Counter()
    for pattern in sorted(set(patterns)):
        held: set[str] = set()
        for words in probes(pattern):
            lists = [by_word.get(word, []) for word in words]
            rarest: list[str] = min(lists, key=len)
            held.update(rarest)
        fires[pattern] = sum(
            other != pattern and fires_on(pattern, messages[other]) for other in sorted(held)
        )
    return +fires
