"""Keeps count of the messages that each pattern fires on, and demotes what fires on many; see `app.domain.crossfire`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlmodel import Session

from app.db import lookup, tally
from app.db.crossfire_sweep import New, gathered
from app.db.plain import marks, run, run_many
from app.domain.crossfire import (
    MAX_FIRES,
    Sweep,
    fires_on,
    is_message,
    needle_of,
    probes,
    probes_of,
    swept,
)
from app.domain.keys import ANCHOR, MAX_KEY_CHARS, WORD, text_keys, words_of
from app.domain.matching import Candidate
from app.domain.patterns import MIN_SPECIFIC_WORDS, analyse

__all__ = ["FireCounts", "Start", "count_out", "loudest"]

_CHUNK = 500
# Those of more new patterns are not kept until they are counted, only their ids.
_MOST_AT_ONCE, _MOST_LOOKED_UP = 2_000_000, 20_000
# To look at one pattern of the base in passing takes about a hundredth of what the index takes for a new one.
_SWEPT_PER_NEW = 100
# A word of more patterns than this would take longer to read than it spares.
_MAX_SIFTING = 1_000

# For each alternative of a pattern the words that stand in every message it fires on.
Probes = tuple[tuple[str, ...], ...]
# Begins work on one item, and returns what waits for its result.
Start = Callable[[Callable[[list[Sweep]], list[Counter[int]]], Sweep], Callable[[], Counter[int]]]


class _Pattern(NamedTuple):
    id: int
    pattern: str
    template: str
    words: int


class FireCounts:
    """Counts patterns that a transaction writes: what fires on them, and what they fire on.

    Many are counted at once where that is cheaper, so the counts hold after `finish`.

    Args:
        session: of a write transaction.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._first = self._last = self._count = 0
        self._few: dict[int, Probes] = {}
        self._begun: Callable[[], Counter[int]] | None = None

    def add(self, new: Mapping[int, New]) -> None:
        """Take in patterns that were just written, with their keys; their ids are higher than those of all before."""
        if not new:
            return
        self._first = self._first or min(new)
        self._last = max(new)
        self._count += len(new)
        if self._count <= _MOST_LOOKED_UP:
            self._few.update((pattern_id, probes_of(one.facts)) for pattern_id, one in new.items())
        if self._count >= _MOST_AT_ONCE:
            self.finish()

    def begin(self, start: Start) -> None:
        """Have many counted elsewhere until `finish`, of a base that is nearly all new; no more are taken in till then."""
        if self._count > _MOST_LOOKED_UP:
            sweep = gathered(self._session, self._first, self._last)
            self._begun = start(swept, Sweep(list(sweep.anchors), list(sweep.messages), sweep.first))

    def finish(self) -> None:
        """Count what was taken in and is not counted yet."""
        if not self._count:
            return
        enough = self._count * _SWEPT_PER_NEW >= lookup.pattern_count(self._session)
        if self._begun is not None:
            _add(self._session, self._begun())
        elif enough or self._count > _MOST_LOOKED_UP:
            _add(self._session, *swept([gathered(self._session, self._first, self._last)]))
        else:
            _count_in(self._session, self._few)
        self._first = self._last = self._count = 0
        self._few, self._begun = {}, None


def _count_in(session: Session, new: Mapping[int, Probes]) -> None:
    """Count by the index: what a few new patterns need of a large base."""
    for chunk in _patterns(session, set(new)):
        fires = _firing_on(session, chunk)
        fires.update(_fired_on(session, chunk, new))
        _add(session, fires)


def count_out(session: Session, ids: Iterable[int]) -> None:
    """Take patterns that are about to go out of the counts of those that fire on them."""
    for chunk in _patterns(session, set(ids)):
        _add(
            session, Counter({pattern_id: -count for pattern_id, count in _firing_on(session, chunk).items()})
        )


def loudest(session: Session, limit: int) -> list[tuple[str, int]]:
    """Return the patterns that fire on most other messages, with the number, those over the bound alone."""
    rows = run(
        session,
        # The bound is written out, so that the index of what is over it serves.
        f"SELECT pattern, fires FROM pattern WHERE fires > {MAX_FIRES:d} ORDER BY fires DESC, digest LIMIT ?",
        (limit,),
    )
    return [(row[0], row[1]) for row in rows]


def _patterns(session: Session, ids: set[int]) -> Iterable[list[_Pattern]]:
    listed = sorted(ids)
    for start in range(0, len(listed), _CHUNK):
        chunk = listed[start : start + _CHUNK]
        rows = run(
            session,
            f"SELECT id, pattern, template, words FROM pattern WHERE id IN ({marks(len(chunk))}) ORDER BY id",
            chunk,
        )
        yield [_Pattern(*row) for row in rows]


def _firing_on(session: Session, messages: Sequence[_Pattern]) -> Counter[int]:
    """Count which patterns of the base fire on these messages."""
    keys = {
        one.id: [key for key in text_keys(words_of(one.template)) if len(key) <= 2 * MAX_KEY_CHARS + 1]
        for one in messages
        if is_message(one.template, one.words)
    }
    found = lookup.keyed(session, ANCHOR, set().union(*keys.values()))
    fires: Counter[int] = Counter()
    for one in messages:
        held: dict[int, Candidate] = {
            candidate.pattern_id: candidate
            for key in keys.get(one.id, ())
            for candidate in found.get(key, ())
            if candidate.pattern_id != one.id
        }
        fires.update(
            candidate.pattern_id
            for candidate in held.values()
            # Whether it counts at all is asked last: that takes the pattern apart.
            if candidate.words >= MIN_SPECIFIC_WORDS
            and fires_on(candidate.pattern, one.template)
            and probes(candidate.pattern)
        )
    return fires


def _fired_on(session: Session, chunk: Sequence[_Pattern], new: Mapping[int, Probes]) -> Counter[int]:
    """Count on which messages that were there before these patterns fire."""
    wanted = {one.id: new[one.id] for one in chunk}
    words = {word for groups in wanted.values() for group in groups for word in group}
    known = lookup.known_words(session, words)

    def patterns_of(word: str) -> int:
        return known[word].patterns if word in known else 0

    # All of a group's words stand in what is looked for: the rarest bring it, and the next one sifts, if it is rare too.
    chosen = {
        pattern_id: [
            [
                word
                for at, word in enumerate(sorted(group, key=lambda word: (patterns_of(word), word))[:2])
                if not at or patterns_of(word) <= _MAX_SIFTING
            ]
            for group in groups
        ]
        for pattern_id, groups in wanted.items()
    }
    postings = lookup.postings(
        session, WORD, {word for groups in chosen.values() for group in groups for word in group}
    )
    fresh = set(new)
    older = {word: set(ids) - fresh for word, ids in postings.items()}
    held = {
        pattern_id: set().union(
            *(set.intersection(*(older.get(word, set()) for word in group)) for group in groups)
        )
        for pattern_id, groups in chosen.items()
    }
    messages = _messages(session, set().union(*held.values()))
    fires: Counter[int] = Counter()
    for one in chunk:
        if held[one.id]:
            needle = needle_of(one.pattern)
            texts = (messages[other] for other in held[one.id] if other in messages)
            fires[one.id] = sum(needle in text and fires_on(one.pattern, text) for text in texts)
    return +fires


def _messages(session: Session, ids: set[int]) -> dict[int, str]:
    """Return the templates of those of the patterns that count as messages."""
    found: dict[int, str] = {}
    listed = sorted(ids)
    for start in range(0, len(listed), _CHUNK):
        chunk = listed[start : start + _CHUNK]
        rows = run(
            session, f"SELECT id, template, words FROM pattern WHERE id IN ({marks(len(chunk))})", chunk
        )
        found.update((row[0], row[1]) for row in rows if is_message(row[1], row[2]))
    return found


def _add(session: Session, fires: Counter[int]) -> None:
    """Add to the counts, and make generic what is over the bound by now, or specific again what is not."""
    changed = sorted(pattern_id for pattern_id, change in fires.items() if change)
    run_many(
        session,
        "UPDATE pattern SET fires = fires + ? WHERE id = ?",
        [(fires[pattern_id], pattern_id) for pattern_id in changed],
    )
    turned: list[tuple[bool, int]] = []
    for start in range(0, len(changed), _CHUNK):
        chunk = changed[start : start + _CHUNK]
        rows = run(
            session,
            f"SELECT id, pattern, fires, generic FROM pattern WHERE id IN ({marks(len(chunk))})",
            chunk,
        )
        for pattern_id, pattern, count, was in rows:
            over = count > MAX_FIRES
            if over != bool(was):
                generic = over or analyse(pattern).generic
                if generic != bool(was):
                    turned.append((generic, pattern_id))
    run_many(session, "UPDATE pattern SET generic = ? WHERE id = ?", turned)
    tally.add(session, {(tally.GENERIC, ""): sum(1 if generic else -1 for generic, _ in turned)})
