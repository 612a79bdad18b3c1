"""Patterns that stand in many other messages are counted alike whatever the order they came and went in, and demoted."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from sqlalchemy import text as sql

from app.config import Settings
from app.db import crossfire, index, store, tally
from app.db.crossfire_sweep import New
from app.db.engine import Database
from app.domain.crossfire import MAX_FIRES, cross_fires
from app.domain.patterns import analyse

MESSAGES = [
    f"the {name} of a blue kettle is not supported yet" for name in ("lid", "ring", "pool", "rim", "hat")
]
PATTERNS = (
    "(.*?) is not supported yet",
    "not supported yet",
    "blue kettle is (.*)",  # two words: never counted
    "(?i)NOT SUPPORTED YET",
    "red lids are odd|(.*?) of a blue kettle is not (.*)",
    "the lid of a blue kettle is not supported yet, nor (?!is it) ever",  # refused
    *MESSAGES,
)


def fires(database: Database) -> dict[str, int]:
    """The counts that are kept, without zeros."""
    with database.read() as session:
        rows = session.execute(sql("SELECT pattern, fires FROM pattern WHERE fires <> 0"))
        return {row[0]: row[1] for row in rows}


def put(database: Database, patterns: list[str]) -> None:
    """Write patterns as ingest does, each in a batch of its own or all in one."""
    with database.write() as session:
        fires = crossfire.FireCounts(session)
        new = {f"{pattern}#": New(pattern, analyse(pattern)) for pattern in patterns}
        index.add_patterns(session, new, fires)
        fires.finish()
        session.commit()


def take(database: Database, patterns: list[str]) -> None:
    """Take patterns out that no record has."""
    with database.write() as session:
        index.drop_unused_patterns(
            session, store.pattern_ids(session, [f"{one}#" for one in patterns]).values()
        )
        session.commit()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Database:
    """An empty database for the whole module."""
    path = tmp_path_factory.mktemp("crossfire") / "fires.db"
    found = Database(Settings(database_url=f"sqlite:///{path}", _env_file=None))
    found.upgrade()
    return found


@hypothesis_settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.permutations(PATTERNS),
    st.integers(0, len(PATTERNS)),
    st.sets(st.sampled_from(PATTERNS)),
    st.sampled_from([0, 1, 100]),
)
def test_the_order_does_not_matter(
    database: Database, order: list[str], together: int, gone: set[str], swept: int
) -> None:
    """However they come, in one batch or singly, by the index or in passing, and whatever goes again: the counts are those of what is there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crossfire, "_SWEPT_PER_NEW", swept)
        put(database, order[:together])
        for pattern in order[together:]:
            put(database, [pattern])
    assert fires(database) == cross_fires(order)
    take(database, sorted(gone))
    assert fires(database) == cross_fires(set(order) - gone)
    take(database, order)
    assert fires(database) == {}


@pytest.mark.parametrize("at_once", [1, 3, 20_000])
def test_to_key_anew_counts_the_same(
    database: Database, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """A base that is keyed anew has the counts it had, also where they are counted in several goes."""
    put(database, list(PATTERNS))
    monkeypatch.setattr(crossfire, "_MOST_AT_ONCE", at_once)
    monkeypatch.setattr(index, "_CHUNK", 2)
    with database.write() as session:
        store.write_state(session, index.INDEX_STATE, "of another way")
        index.rebuild(session)
        session.commit()
    assert fires(database) == cross_fires(PATTERNS)
    take(database, list(PATTERNS))


def test_what_fires_on_many_messages_is_demoted_until_they_are_gone(database: Database) -> None:
    """Over the bound a pattern is generic, is counted and listed as such, and becomes specific again."""
    loud = "(.*?) is not supported yet"
    others = [f"thing number {'x' * at}{at} is not supported yet" for at in range(1, MAX_FIRES + 2)]
    put(database, [loud, *others[:-1]])

    def generic() -> tuple[bool, int, list[tuple[str, int]]]:
        with database.read() as session:
            found = session.execute(sql("SELECT generic FROM pattern WHERE pattern = :one"), {"one": loud})
            return bool(found.scalar()), tally.count(session, tally.GENERIC), crossfire.loudest(session, 5)

    assert generic() == (False, 0, [])
    put(database, others[-1:])
    assert generic() == (True, 1, [(loud, MAX_FIRES + 1)])
    take(database, others[:1])
    assert generic() == (False, 0, [])
    take(database, [loud, *others])
