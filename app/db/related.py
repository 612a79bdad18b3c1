"""Queries that find which records may be related to one. Each is bounded, however large the base is.

What many records share finds too many and says too little, so candidates come from what few share. Of a
larger group only the members next to the record in the order of ids are taken: always the same ones.
They run with every match that has an answer, so they are one statement, in plain SQL.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from sqlmodel import Session

from app.db import lookup, tally
from app.db.plain import among, marks, on_sqlite, run
from app.db.search import tags_of
from app.domain.keys import WORD
from app.domain.related import Rarity, Site, message_words

__all__ = ["candidates", "rarity_of", "site_of", "titled"]

# A word of more patterns than this does not count at all.
_MAX_GROUP = 500
# For each record that is asked for, tags bring so many at most, and so do words: those that the fewest share.
_BROUGHT = 4
_MAX_TITLED = 100

_COLUMNS = tuple(
    "pattern_id" if name == "pattern" else name for name in Site.__dataclass_fields__ if name != "tags"
)
_TAGS = tuple(Site.__dataclass_fields__).index("tags")
_ID = _COLUMNS.index("id")
_SELECTED = f"SELECT {', '.join(_COLUMNS)}"
_SELECT = f"{_SELECTED} FROM record"

Part = tuple[str, tuple[Any, ...]]


def site_of(session: Session, record_id: str) -> tuple[Site, list[str]] | None:
    """Return what relating needs to know of a record, a withdrawn one too, and the titles that its page names."""
    rows = run(session, f"{_SELECTED}, extension FROM record WHERE id = ?", (record_id,))
    if not rows:
        return None
    *values, extension = rows[0]
    titles = json.loads(extension).get("relatedTitles") or ()
    return _site(values, tags_of(session, [record_id]).get(record_id, ())), list(titles)


def titled(session: Session, site: Site, titles: Collection[str]) -> list[Site]:
    """Return the records of a record's repository that have one of the titles; withdrawn ones never."""
    if not titles:
        return []
    rows = run(
        session,
        f"{_SELECT} WHERE repo = ? AND title IN ({marks(len(titles))}) AND withdrawn_at IS NULL "
        f"ORDER BY id LIMIT {_MAX_TITLED}",
        (site.repo, *titles),
    )
    return _sharing(session, site, rows)


def rarity_of(session: Session, site: Site) -> Rarity:
    """Say how many records share a record's tags, kind of mistake and words, from counts that are kept."""
    words = message_words(site.error_message)
    known = lookup.known_words(session, words)
    counted = {word: max(known[word].patterns if word in known else 0, 1) for word in words}
    listed, value = among(session, dict.fromkeys(["", site.background_tag or "", *site.tags]))
    counts = {
        (kind, name): total
        for kind, name, total in run(
            session,
            f"SELECT kind, name, total FROM tally WHERE kind IN ({marks(4)}) AND name IN {listed}",
            (tally.RECORDS, tally.PATTERNS, tally.TAG, tally.BACKGROUND, value),
        )
    }
    background = (tally.BACKGROUND, site.background_tag or "")
    return Rarity(
        records=counts.get((tally.RECORDS, ""), 0),
        tags={tag: max(counts.get((tally.TAG, tag), 1), 1) for tag in site.tags},
        backgrounds={background[1]: counts[background]} if background in counts else {},
        patterns=counts.get((tally.PATTERNS, ""), 0),
        words={word: count for word, count in counted.items() if count <= _MAX_GROUP},
    )


def candidates(session: Session, site: Site, rarity: Rarity, limit: int) -> list[Site]:
    """Return records that share something with `site`, without order; itself and withdrawn ones never.

    Args:
        session: a read session.
        site: the record.
        rarity: see `rarity_of`.
        limit: how many relatives are asked for; the more, the more candidates.
    """
    # SQLite has the number of a row in every index of it, and to find it by its id takes a look-up more.
    own = "rowid" if on_sqlite(session) else "id"
    parts = list(_parts(session, site, rarity, limit, f"SELECT {own} AS found FROM record WHERE"))
    wanted = " UNION ".join(f"SELECT found FROM ({part}) AS part{at}" for at, (part, _) in enumerate(parts))
    rows = run(
        session,
        f"{_SELECT} WHERE {own} IN ({wanted}) AND withdrawn_at IS NULL AND id <> ?",
        (*(value for _, values in parts for value in values), site.id),
    )
    return _sharing(session, site, rows)


def _parts(session: Session, site: Site, rarity: Rarity, limit: int, find: str) -> Iterator[Part]:
    yield from _same_file(site, limit, find)
    tag = site.background_tag
    if tag is not None:
        same = f"{find} background_tag = ? AND repo"
        yield from _neighbours(f"{same} = ? AND", "id", (tag, site.repo), site.id, limit)
        yield f"{same} > ? ORDER BY repo, id LIMIT {limit}", (tag, site.repo)
        yield f"{same} < ? ORDER BY repo DESC, id DESC LIMIT {limit}", (tag, site.repo)
    if site.pattern is not None:
        yield from _neighbours(f"{find} pattern_id = ? AND", "id", (site.pattern,), site.id, limit)
    if tags := _rarest(rarity.tags, _BROUGHT * limit):
        listed, value = among(session, tags)
        yield f"{find} id IN (SELECT record_id FROM record_tag WHERE tag IN {listed})", (value,)
    if rarity.tags and len(tags) < len(rarity.tags):
        next_one = min((count, tag) for tag, count in rarity.tags.items() if tag not in tags)[1]
        members = "SELECT record_id FROM record_tag WHERE tag = ? AND"
        for part, values in _neighbours(members, "record_id", (next_one,), site.id, limit):
            yield f"{find} id IN ({part})", values
    if (
        words := _rarest(rarity.words, _BROUGHT * limit)
        or sorted(rarity.words, key=lambda word: (rarity.words[word], word))[:1]
    ):
        listed, value = among(session, words)
        keys = f"SELECT pattern_id FROM pattern_key WHERE kind = ? AND key IN {listed}"
        yield (
            f"{find} pattern_id IN ({keys}) ORDER BY id LIMIT {_BROUGHT * limit}",
            (WORD, value),
        )


def _same_file(site: Site, limit: int, find: str) -> Iterator[Part]:
    """Ask for the records of the file: the nearest above and below, and those of the same function."""
    in_file = f"{find} module_path = ? AND repo = ? AND withdrawn_at IS NULL AND"
    place = (site.module_path, site.repo)
    line = "line_number"
    yield f"{in_file} {line} >= ? ORDER BY {line}, id LIMIT {limit}", (*place, site.line_number)
    yield f"{in_file} {line} < ? ORDER BY {line} DESC, id LIMIT {limit}", (*place, site.line_number)
    if site.function is not None:
        # Not by id alone: SQLite would go through the whole repository in the order of ids.
        yield f"{in_file} function = ? ORDER BY {line}, id LIMIT {limit}", (*place, site.function)


def _neighbours(group: str, record_id: str, values: tuple[Any, ...], of: str, limit: int) -> Iterator[Part]:
    """Ask for the members of a group whose ids come next to an id, on both sides."""
    yield f"{group} {record_id} > ? ORDER BY {record_id} LIMIT {limit}", (*values, of)
    yield f"{group} {record_id} < ? ORDER BY {record_id} DESC LIMIT {limit}", (*values, of)


def _rarest(counts: Mapping[str, int], most: int) -> list[str]:
    """Return the names that bring few candidates, rarest first, as long as they are not too many together."""
    names: list[str] = []
    left = most
    for name, count in sorted(counts.items(), key=lambda item: (item[1], item[0])):
        left -= count
        if left < 0:
            break
        names.append(name)
    return names


def _site(row: Sequence[Any], tags: Sequence[str]) -> Site:
    values: list[Any] = [*row[:_TAGS], tuple(tags), *row[_TAGS:]]
    return Site(*values)


def _sharing(session: Session, subject: Site, rows: Sequence[Sequence[Any]]) -> list[Site]:
    """Return sites with those tags that the subject has too."""
    tags: dict[str, list[str]] = {}
    if subject.tags and rows:
        ids, given = among(session, [row[_ID] for row in rows])
        wanted, names = among(session, subject.tags)
        for record_id, tag in run(
            session,
            f"SELECT record_id, tag FROM record_tag WHERE record_id IN {ids} AND tag IN {wanted}",
            (given, names),
        ):
            tags.setdefault(record_id, []).append(tag)
    return [_site(row, tags.get(row[_ID], ())) for row in rows]
