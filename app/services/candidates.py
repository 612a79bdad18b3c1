"""Fetches candidate patterns for texts: look-up keys to the database, and back as patterns to verify.

One object serves one match: what it has fetched it keeps, so that a log of a hundred thousand lines asks
for each key once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from app.db import lookup
from app.domain.fuzzy import most_promising
from app.domain.matching import Candidate
from app.domain.patterns import ANCHOR, HEAD, UNKEYED, WORD, text_keys, words_of

__all__ = ["Candidates", "KnownKeys", "known_keys"]

# Up to here all anchor keys are kept in memory (about 20 MB), and lines without one cost no query.
_MAX_KEPT_KEYS = 150_000
# A word that stands in more patterns than this says nothing about which one it is.
_COMMON_WORD = 2_000
_FUZZY_WORDS = 24
_FUZZY_POOL = 100


@dataclass(frozen=True, slots=True)
class KnownKeys:
    """All anchor keys at one revision, or None where there are too many to keep."""

    revision: int
    keys: frozenset[str] | None


def known_keys(session: Session, revision: int) -> KnownKeys:
    """Read the anchor keys once for a revision."""
    few = lookup.key_count(session, ANCHOR) <= _MAX_KEPT_KEYS
    return KnownKeys(revision, lookup.all_keys(session, ANCHOR) if few else None)


class Candidates:
    """Candidate patterns for texts, through one read session; at most `most` for a text."""

    def __init__(self, session: Session, known: KnownKeys, most: int) -> None:
        self._session = session
        self._known = known
        self._most = most
        self._ids: dict[tuple[str, str], list[int]] = {}
        self._patterns: dict[int, Candidate] = {}
        self.overflowed = False
        self.seen = 0

    def containing(self, texts: Sequence[str]) -> list[list[Candidate]]:
        """Return, for each text, the patterns that can stand in it: their anchor is one of its words or word pairs."""
        keys = [text_keys(words_of(text)) for text in texts]
        if self._known.keys is not None:
            keys = [own & self._known.keys for own in keys]
        return self._by_keys(ANCHOR, keys)

    def beginning(self, texts: Sequence[str]) -> list[list[Candidate]]:
        """Return, for each text, the patterns whose beginning it can hold."""
        return self._by_keys(HEAD, [text_keys(words_of(text)) - {UNKEYED} for text in texts])

    def alike(self, text: str) -> list[Candidate]:
        """Return the patterns that share the rarest words with a text, best first."""
        words = sorted(dict.fromkeys(word for word in words_of(text) if len(word) > 1), key=len, reverse=True)
        postings = lookup.postings(self._session, WORD, words[:_FUZZY_WORDS], limit=_COMMON_WORD)
        ids = most_promising(postings, lookup.pattern_count(self._session), _FUZZY_POOL)
        self._fetch(ids)
        return [self._patterns[pattern_id] for pattern_id in ids if pattern_id in self._patterns]

    def _by_keys(self, kind: str, keys: Sequence[set[str] | frozenset[str]]) -> list[list[Candidate]]:
        unseen = {key for own in keys for key in own if (kind, key) not in self._ids}
        if unseen:
            found = lookup.postings(self._session, kind, unseen)
            self._ids.update({(kind, key): found.get(key, []) for key in unseen})
        ids_of = [sorted({i for key in own for i in self._ids[kind, key]}) for own in keys]
        self._fetch(pattern_id for ids in ids_of for pattern_id in ids)
        return [self._bounded([self._patterns[i] for i in ids if i in self._patterns]) for ids in ids_of]

    def _bounded(self, found: list[Candidate]) -> list[Candidate]:
        """Keep the most specific patterns where a text has too many candidates."""
        self.seen += len(found)
        if len(found) <= self._most:
            return found
        self.overflowed = True
        return sorted(found, key=lambda candidate: (-candidate.words, candidate.pattern))[: self._most]

    def _fetch(self, ids: Iterable[int]) -> None:
        missing = {pattern_id for pattern_id in ids if pattern_id not in self._patterns}
        if missing:
            self._patterns.update(lookup.patterns(self._session, missing))
