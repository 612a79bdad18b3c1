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
    pair,
    text_keys,
    words_of,
)
from app.domain.matching import Candidate

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
        self._found: dict[tuple[str, str], list[Candidate]] = {}
        self._by_letters: bool | None = None
        self.seen = 0

    def containing(self, texts: Sequence[str]) -> list[list[Candidate]]:
        """Return, for each text, the patterns that can stand in it."""
        words = [words_of(text) for text in texts]
        self._learn_words(words)
        keys = [self._anchor_keys(own) for own in words]
        self._fetch(ANCHOR, set().union(*keys))
        found = [self._of(ANCHOR, own) for own in keys]
        if self._has_letters():
            grams = [grams_of(own) for own in words]
            self._fetch(GRAM, set().union(*grams))
            found = [_merged(one, self._of(GRAM, own)) for one, own in zip(found, grams, strict=True)]
        self.seen += sum(map(len, found))
        return found

    def beginning(self, texts: Sequence[str]) -> list[list[Candidate]]:
        """Return, for each text, the patterns whose beginning it can hold."""
        keys = [
            {key for key in text_keys(words_of(text)) if len(key) <= 2 * MAX_KEY_CHARS + 1} for text in texts
        ]
        self._fetch(HEAD, set().union(*keys))
        found = [self._of(HEAD, own) for own in keys]
        self.seen += sum(map(len, found))
        return found

    def alike(self, text: str) -> list[Candidate]:
        """Return the patterns that share the rarest words with a text, best first."""
        words = words_of(text)
        self._learn_words([words])
        known = {word: self._known[word].patterns for word in words if word in self._known}
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

    def _anchor_keys(self, words: Sequence[str]) -> set[str]:
        """Return those keys of a text that may be anchors."""
        known, leads = self._known, self._leads
        keys = self._alone.intersection(words)
        keys.update(
            pair(first, second) for first, second in pairwise(words) if first in leads and second in known
        )
        if UNKEYED in self._alone:
            keys.add(UNKEYED)
        return keys

    def _has_letters(self) -> bool:
        if self._by_letters is None:
            self._by_letters = lookup.has_kind(self._session, GRAM)
        return self._by_letters

    def _fetch(self, kind: str, keys: Iterable[str]) -> None:
        new = {key for key in keys if (kind, key) not in self._found}
        if new:
            found = lookup.keyed(self._session, kind, new)
            self._found.update({(kind, key): found.get(key, []) for key in new})

    def _of(self, kind: str, keys: Iterable[str]) -> list[Candidate]:
        """Return the patterns of keys, each once, in the order of their text."""
        lists = [found for key in keys if (found := self._found[kind, key])]
        return lists[0] if len(lists) == 1 else _merged(*lists)


def _merged(*lists: list[Candidate]) -> list[Candidate]:
    distinct = {one.pattern_id: one for found in lists for one in found}
    return sorted(distinct.values(), key=lambda one: one.pattern)
