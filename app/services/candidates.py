"""Fetches candidate patterns for texts: look-up keys to the database, and back as patterns to verify.

One object serves one match: what it has fetched it keeps, so that a log of a hundred thousand lines asks
for each word once. Nothing is kept between matches, so an answer is never stale and a start costs nothing.

    words of the texts -> which of them the base knows -> those that are an anchor, and the pairs of
    neighbours whose first one leads an anchor -> the patterns of these
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from sqlmodel import Session

from app.db import lookup
from app.db.lookup import KnownWord
from app.domain.fuzzy import most_promising
from app.domain.keys import (
    ANCHOR,
    GRAM,
    HEAD,
    MAX_KEY_CHARS,
    UNKEYED,
    WORD,
    grams_of,
    text_keys,
    words_of,
)
from app.domain.matching import Candidate, least_literal_chars, most_literal_chars

__all__ = ["Candidates"]

# A word that stands in more patterns than this says nothing about which one it is.
_COMMON_WORD = 2_000
_FUZZY_WORDS = 24
_FUZZY_POSTINGS = 6_000
_FUZZY_POOL = 100


class Candidates:
    """Candidate patterns for texts, through one read session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._asked: set[str] = set()
        self._known: dict[str, KnownWord] = {}
        self._alone: set[str] = set()
        self._leads: set[str] = set()
        # By kind: the keys that were looked up, and the patterns of those that have any.
        self._looked_up: dict[str, set[str]] = {ANCHOR: set(), GRAM: set(), HEAD: set()}
        self._found: dict[str, dict[str, _Found]] = {ANCHOR: {}, GRAM: {}, HEAD: {}}
        self._by_letters: bool | None = None
        self.seen = 0

    def containing(self, texts: Sequence[str], *, lines: bool = False) -> list[list[Candidate]]:
        """Return, for each text, the patterns that can stand in it.

        Args:
            texts: the texts.
            lines: they are no parsed errors, so that generic patterns that are too short for them do not count.
        """
        words = [words_of(text) for text in texts]
        self._learn_words(words)
        keys = [self._anchor_keys(own) for own in words]
        self._fetch(ANCHOR, keys)
        found = [
            self._of(ANCHOR, own, text if lines else None) for own, text in zip(keys, texts, strict=True)
        ]
        if self._has_letters():
            grams = [grams_of(own) for own in words]
            self._fetch(GRAM, grams)
            found = [_merged(one, self._of(GRAM, own)) for one, own in zip(found, grams, strict=True)]
        self.seen += sum(map(len, found))
        return found

    def beginning(self, texts: Sequence[str]) -> list[list[Candidate]]:
        """Return, for each text, the patterns whose beginning it can hold."""
        keys = [
            {key for key in text_keys(words_of(text)) if len(key) <= 2 * MAX_KEY_CHARS + 1} for text in texts
        ]
        self._fetch(HEAD, keys)
        found = [self._of(HEAD, own) for own in keys]
        self.seen += sum(map(len, found))
        return found

    def alike(self, text: str) -> list[Candidate]:
        """Return the patterns that share the rarest words with a text, best first."""
        words = words_of(text)
        self._learn_words([words])
        known = {
            word: self._known[word].patterns
            for word in words
            if word in self._known and self._known[word].patterns > 0
        }
        rarest: list[str] = []
        left = _FUZZY_POSTINGS
        for word, count in sorted(known.items(), key=lambda item: (item[1], item[0])):
            left -= count
            if count > _COMMON_WORD or left < 0 or len(rarest) == _FUZZY_WORDS:
                break
            rarest.append(word)
        postings = lookup.postings(self._session, WORD, rarest)
        ids = most_promising(postings, lookup.pattern_count(self._session), _FUZZY_POOL)
        patterns = lookup.patterns(self._session, ids)
        return [patterns[pattern_id] for pattern_id in ids]

    def _learn_words(self, texts: Iterable[Sequence[str]]) -> None:
        """Ask what the base knows of words that no text before had."""
        new = {word for word in set().union(*texts) - self._asked if len(word) <= MAX_KEY_CHARS}
        new |= {UNKEYED} - self._asked
        self._asked |= new
        known = lookup.known_words(self._session, new)
        self._known.update(known)
        self._alone.update(word for word, one in known.items() if one.alone > 0)
        self._leads.update(word for word, one in known.items() if one.leads > 0)

    def _anchor_keys(self, words: Sequence[str]) -> list[str]:
        """Return those keys of a text that may be anchors."""
        known, leads = self._known, self._leads
        # `pair`, written out: it runs for half the words of a log.
        keys = [
            f"{first} {second}" for first, second in pairwise(words) if first in leads and second in known
        ]
        keys.extend(self._alone.intersection(words))
        if UNKEYED in self._alone:
            keys.append(UNKEYED)
        return keys

    def _has_letters(self) -> bool:
        if self._by_letters is None:
            self._by_letters = lookup.has_kind(self._session, GRAM)
        return self._by_letters

    def _fetch(self, kind: str, texts: Iterable[Iterable[str]]) -> None:
        """Look up the keys of texts that were not looked up before."""
        new = set().union(*texts) - self._looked_up[kind]
        self._looked_up[kind] |= new
        for key, patterns in lookup.keyed(self._session, kind, new).items():
            self._found[kind][key] = _Found(patterns)

    def _of(self, kind: str, keys: Iterable[str], line: str | None = None) -> list[Candidate]:
        """Return the patterns of keys, each once, in the order of their text; for a line no generic ones that are too short."""
        found = self._found[kind]
        own = found.keys() & keys
        if not own:
            return []
        least_chars = least_literal_chars(line) if line is not None else 0
        lists = [found[key].of(least_chars) for key in own]
        return lists[0] if len(lists) == 1 else _merged(*lists)


class _Found:
    """The patterns of a key, in the order of their text."""

    __slots__ = ("_all", "_longest_generic", "_specific")

    def __init__(self, patterns: list[Candidate]) -> None:
        self._all = patterns
        self._specific = [one for one in patterns if not one.generic]
        self._longest_generic = max((most_literal_chars(one) for one in patterns if one.generic), default=0)

    def of(self, least_chars: int) -> list[Candidate]:
        """Return all, or the specific ones where no generic one has so many literal characters."""
        return self._specific if self._longest_generic < least_chars else self._all


def _merged(*lists: list[Candidate]) -> list[Candidate]:
    distinct = {one.pattern_id: one for found in lists for one in found}
    return sorted(distinct.values(), key=_text_of) if len(distinct) > 1 else list(distinct.values())


def _text_of(one: Candidate) -> str:
    return one.pattern
