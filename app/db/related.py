"""Queries that find which records may be related to one. Each is bounded, however large the base is.

What many records share finds too many and says too little, so candidates come from what few share. Of a
larger group only the members next to the record in the order of ids are taken: always the same ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from sqlalchemy import Select, func, literal, select, union_all
from sqlalchemy.orm import Mapped
from sqlmodel import Session, col

from app.db.search import live, tags_of
from app.db.tables import PatternKeyRow, RecordRow, TagRow
from app.domain.patterns import WORD
from app.domain.related import Rarity, Site, message_words

__all__ = ["candidates", "rarity_of", "site_of", "titled"]

# A tag or word of more records than this brings no candidates by itself, and a word does not count at all.
_MAX_GROUP = 500
_MAX_GROUPS_TOTAL = 1500
_NEIGHBOURS = 40
_NEAREST_LINES = 20

_COLUMNS = tuple(name for name in Site.__dataclass_fields__ if name not in {"pattern", "tags"})


def site_of(session: Session, record_id: str) -> Site | None:
    """Return what relating needs to know of a record, a withdrawn one too; None where there is none."""
    return next(iter(_sites(session, [record_id], withdrawn=True)), None)


def titled(session: Session, repo: str, titles: Collection[str]) -> list[Site]:
    """Return the records of a repository that have one of the titles; withdrawn ones never."""
    if not titles:
        return []
    named = select(col(RecordRow.id)).where(col(RecordRow.repo) == repo, col(RecordRow.title).in_(titles))
    return _sites(session, list(session.scalars(named.order_by(col(RecordRow.id)).limit(_MAX_GROUP))))


def rarity_of(
    session: Session,
    site: Site,
    *,
    records: int,
    tags: Mapping[str, int],
    backgrounds: Mapping[str, int],
    patterns: int,
) -> Rarity:
    """Say how many records share a record's tags, kind of mistake and words.

    Args:
        session: a read session, asked for the words alone.
        site: the record.
        records: in the whole base.
        tags: of how many records, by tag.
        backgrounds: the same for kinds of mistake.
        patterns: in the whole base.
    """
    words = [
        select(
            literal(word).label("word"),
            select(func.count())
            .select_from(
                select(col(PatternKeyRow.pattern_id))
                .where(col(PatternKeyRow.kind) == WORD, col(PatternKeyRow.key) == word)
                .limit(_MAX_GROUP + 1)
                .subquery()
            )
            .scalar_subquery()
            .label("patterns"),
        )
        for word in message_words(site.error_message)
    ]
    by_word = session.execute(union_all(*words)).all() if words else []
    return Rarity(
        records=records,
        tags={tag: tags.get(tag, 1) for tag in site.tags},
        backgrounds=backgrounds,
        patterns=patterns,
        words={row[0]: max(row[1], 1) for row in by_word if row[1] <= _MAX_GROUP},
    )


def candidates(session: Session, site: Site, rarity: Rarity) -> list[Site]:
    """Return records that share something with `site`, without order; itself and withdrawn ones never."""
    wanted: set[str] = set()
    for statement in _statements(site, rarity):
        wanted.update(session.scalars(statement))
    wanted.discard(site.id)
    return _sites(session, sorted(wanted)) if wanted else []


def _statements(site: Site, rarity: Rarity) -> Iterator[Select[str]]:
    yield from _same_file(site)
    record_id = col(RecordRow.id)
    if site.background_tag is not None:
        repo = col(RecordRow.repo)
        same_kind = select(record_id).where(col(RecordRow.background_tag) == site.background_tag)
        yield from _neighbours(same_kind.where(repo == site.repo), record_id, site.id)
        yield same_kind.where(repo > site.repo).order_by(repo, record_id).limit(_NEIGHBOURS)
        yield same_kind.where(repo < site.repo).order_by(repo.desc(), record_id.desc()).limit(_NEIGHBOURS)
    if site.pattern is not None:
        yield from _neighbours(
            select(record_id).where(col(RecordRow.pattern_id) == site.pattern), record_id, site.id
        )
    if tags := _rarest(rarity.tags):
        yield select(col(TagRow.record_id)).where(col(TagRow.tag).in_(tags))
    elif rarity.tags:
        least = min(rarity.tags, key=lambda tag: (rarity.tags[tag], tag))
        tagged = select(col(TagRow.record_id)).where(col(TagRow.tag) == least)
        yield from _neighbours(tagged, col(TagRow.record_id), site.id)
    if words := _rarest(rarity.words):
        patterns = select(col(PatternKeyRow.pattern_id)).where(
            col(PatternKeyRow.kind) == WORD, col(PatternKeyRow.key).in_(words)
        )
        worded = select(record_id).where(col(RecordRow.pattern_id).in_(patterns))
        yield worded.order_by(record_id).limit(_MAX_GROUPS_TOTAL)


def _same_file(site: Site) -> Iterator[Select[str]]:
    """Ask for the records of the file: the nearest above and below, and those of the same function."""
    line, record_id = col(RecordRow.line_number), col(RecordRow.id)
    in_file = select(record_id).where(
        col(RecordRow.module_path) == site.module_path,
        col(RecordRow.repo) == site.repo,
        live(),
    )
    yield in_file.where(line >= site.line_number).order_by(line, record_id).limit(_NEAREST_LINES)
    yield in_file.where(line < site.line_number).order_by(line.desc(), record_id).limit(_NEAREST_LINES)
    if site.function is not None:
        yield in_file.where(col(RecordRow.function) == site.function).order_by(record_id).limit(_NEIGHBOURS)


def _neighbours(group: Select[str], record_id: Mapped[str], of: str) -> Iterator[Select[str]]:
    """Ask for the members of a group whose ids come next to an id, on both sides."""
    yield group.where(record_id > of).order_by(record_id).limit(_NEIGHBOURS)
    yield group.where(record_id < of).order_by(record_id.desc()).limit(_NEIGHBOURS)


def _rarest(counts: Mapping[str, int]) -> list[str]:
    """Return the names that bring few candidates, rarest first, as long as they are not too many together."""
    names: list[str] = []
    left = _MAX_GROUPS_TOTAL
    for name, count in sorted(counts.items(), key=lambda item: (item[1], item[0])):
        left -= count
        if count > _MAX_GROUP or left < 0:
            break
        names.append(name)
    return names


def _sites(session: Session, ids: Sequence[str], *, withdrawn: bool = False) -> list[Site]:
    statement = select(
        *(col(getattr(RecordRow, name)) for name in _COLUMNS), col(RecordRow.pattern_id)
    ).where(col(RecordRow.id).in_(ids))
    if not withdrawn:
        statement = statement.where(live())
    tags = tags_of(session, ids)
    sites = []
    for row in session.execute(statement).mappings():
        values = dict(row)
        sites.append(Site(pattern=values.pop("pattern_id"), tags=tags.get(values["id"], ()), **values))
    return sites
