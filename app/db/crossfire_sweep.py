"""Counts for many new patterns at once in how many messages each fires: one pass over the base instead of many look-ups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sqlmodel import Session

from app.db import lookup
from app.db.plain import marks, run
from app.domain.crossfire import fires_on, is_message, needle_of, probes, probes_of
from app.domain.keys import ANCHOR, UNKEYED, text_keys, words_of
from app.domain.patterns import MIN_SPECIFIC_WORDS, PatternFacts

__all__ = ["New", "swept"]

_CHUNK = 500
_PAGE = 10_000


class New(NamedTuple):
    """A pattern that was just written, with its keys."""

    pattern: str
    facts: PatternFacts


def swept(session: Session, new: Mapping[int, New]) -> Counter[int]:
    """Count which patterns of the base fire on these, and on which of the others these fire.

    Args:
        session: of a write transaction.
        new: pattern id to pattern.

    Returns:
        Pattern id to messages that are more by now.
    """
    fires = _fired_on(session, new)
    fires.update(_firing_on(session, new))
    return fires


def _fired_on(session: Session, new: Mapping[int, New]) -> Counter[int]:
    """Count on which of the messages that were there before these patterns fire."""
    waiting = _by_rarest_word(session, new)
    needles = {
        pattern_id: needle_of(new[pattern_id].pattern) for ids in waiting.values() for pattern_id in ids
    }
    fires: Counter[int] = Counter()
    if not waiting:
        return fires
    # Numbers rise: what was there before has lower ones. (Where all is keyed anew, the others' turn comes later.)
    for template, words in _patterns_before(session, min(new)):
        if not is_message(template, words):
            continue
        lists = [waiting[word] for word in set(words_of(template)) if word in waiting]
        held = lists[0] if len(lists) == 1 else set().union(*lists)
        fires.update(one for one in held if needles[one] in template and fires_on(new[one].pattern, template))
    return fires


def _by_rarest_word(session: Session, new: Mapping[int, New]) -> dict[str, list[int]]:
    """Return word to the patterns that fire only where it stands; one with alternatives waits at a word of each."""
    wanted = {pattern_id: groups for pattern_id, one in new.items() if (groups := probes_of(one.facts))}
    known = lookup.known_words(
        session, {word for groups in wanted.values() for group in groups for word in group}
    )
    waiting: dict[str, list[int]] = {}
    for pattern_id, groups in wanted.items():
        rarest = {
            min(group, key=lambda word: (known[word].patterns if word in known else 0, word))
            for group in groups
        }
        for word in rarest:
            waiting.setdefault(word, []).append(pattern_id)
    return waiting


def _firing_on(session: Session, new: Mapping[int, New]) -> Counter[int]:
    """Count which patterns of the base, these among them, fire on these messages."""
    messages = {
        pattern_id: one.facts.template
        for pattern_id, one in new.items()
        if is_message(one.facts.template, one.facts.words)
    }
    with_key: dict[str, list[int]] = {}
    for message_id, template in messages.items():
        for key in text_keys(words_of(template)) - {UNKEYED}:
            with_key.setdefault(key, []).append(message_id)
    held: dict[int, set[int]] = {}
    for key, pattern_id in _anchors(session):
        if key in with_key:
            held.setdefault(pattern_id, set()).update(with_key[key])
    fires: Counter[int] = Counter()
    listed = sorted(held)
    for start in range(0, len(listed), _CHUNK):
        chunk = listed[start : start + _CHUNK]
        specific = run(
            session,
            f"SELECT id, pattern FROM pattern WHERE id IN ({marks(len(chunk))}) AND words >= {MIN_SPECIFIC_WORDS:d}",
            chunk,
        )
        for pattern_id, pattern in specific:
            needle = needle_of(pattern)
            count = sum(
                message_id != pattern_id
                and needle in messages[message_id]
                and fires_on(pattern, messages[message_id])
                for message_id in held[pattern_id]
            )
            # Whether it counts at all is asked last: that takes the pattern apart.
            if count and probes(pattern):
                fires[pattern_id] = count
    return fires


def _patterns_before(session: Session, end: int) -> Iterator[tuple[str, int]]:
    """Yield template and number of words of all patterns with lower ids."""
    last = -1
    while rows := run(
        session,
        "SELECT template, words, id FROM pattern WHERE id > ? AND id < ? ORDER BY id LIMIT ?",
        (last, end, _PAGE),
    ):
        yield from (row[:2] for row in rows)
        last = rows[-1][2]


def _anchors(session: Session) -> Iterator[tuple[str, int]]:
    """Yield key and pattern id of all anchors but the empty one, which says nothing."""
    last: tuple[str, int] = (UNKEYED, 2**62)
    while rows := run(
        session,
        f"SELECT key, pattern_id FROM pattern_key WHERE kind = '{ANCHOR}' AND (key, pattern_id) > (?, ?) "
        "ORDER BY key, pattern_id LIMIT ?",
        (*last, _PAGE),
    ):
        yield from rows
        last = rows[-1]
