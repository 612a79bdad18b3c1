"""The index in the database: what it brings, that it is never stale, and that its counts stay right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from sqlalchemy import text as sql

from app.config import Settings
from app.db import crossfire, index, store, tally
from app.db.crossfire_sweep import New
from app.db.engine import Database
from app.domain.answer import Tier
from app.domain.matching import find_all, find_truncated
from app.domain.patterns import analyse
from app.services.candidates import Candidates
from app.services.wiring import Services, build
from tests.domain import test_keys as odd
from tests.domain.reference import candidate
from tests.services.ingesting import a_file, a_record, dump

PATTERNS = (
    r"no such shard here",
    r"no such shard (.*?) in pool (.*)",
    r"(.*?)config(.*)",  # found by letters alone
    r"pre(.*?)fix of (.*?) is odd",
    r"(?i)NO SUCH SHARD HERE",
    r"(?i)straße",  # candidate of every text
    r"no such key|bad table (.*)",
    r"one blue kettle boils|a red teapot whistles",  # words of no other pattern
    r"(?<index>no such) lid on (.*) of the kettle",
    r"x|no such table",  # no key in one of its alternatives
    r"(no such) (?:shard) here",
    r"größe ΑΣ' ist \d+",
    r"port (\d{1,5}) is taken by (?:x|y)",
    r"(.*)",  # never searched for
    r"(.*?): (.*)",
    r"never (?!a) again",  # refused
    r"shard count (.*?) must divide the number of heads (.*)",
    "no such\nwrapped   shard",
)
TEXTS = (
    "no such shard here",
    "boot: no such shard here!",
    "NO SUCH SHARD HERE",
    "no such shard 7 in pool a\nand more",
    "cannot reconfigure it",
    "prefix of x is odd",
    "prefixfix of y is odd",
    "es ist eine STRASSE, eine Straße",
    "no such key",
    "bad table 12",
    "one blue kettle boils",
    "a red teapot whistles",
    "no such lid on pot 3 of the ket",
    "no  such\n\tshard\u00a0here",
    "größe ας' ist 12, größe ΑΣ' ist 12",
    "port 8080 is taken by y",
    "shard count 4 must divide the num",
    "shard count 4 must divide the number...",
    "no such wrapped shard",
    "x",
    "",
    "k\u0345fig",
    "w" * 5000 + "config",
)


@pytest.fixture
def services(each_settings: Settings) -> Iterator[Services]:
    """Services whose base has a record for each pattern, on SQLite and on PostgreSQL."""
    built = build(each_settings)
    records = [a_record(number, messagePattern=pattern) for number, pattern in enumerate(PATTERNS, 1)]
    assert not built.ingest.ingest([a_file(*records)]).faults
    yield built
    built.close()


def test_candidates_are_those_of_a_full_scan(services: Services) -> None:
    """On each database every pattern that stands in a text, or that it is cut within, is among its candidates."""
    everything = [candidate(number, pattern) for number, pattern in enumerate(PATTERNS)]
    searchable = [one for one in everything if analyse(one.pattern).anchors]
    with services.match._database.read() as session:
        candidates = Candidates(session)
        for lines in (False, True):
            for text, near in zip(TEXTS, candidates.containing(TEXTS, lines=lines), strict=True):
                found = {hit.candidate.pattern for hit in find_all(text, near, repeats=lines)}
                scanned = {hit.candidate.pattern for hit in find_all(text, searchable, repeats=lines)}
                assert found == scanned, text
        for text, near in zip(TEXTS, candidates.beginning(TEXTS), strict=True):
            cut = {hit.candidate.pattern for hit in find_truncated(text, near)}
            assert cut == {hit.candidate.pattern for hit in find_truncated(text, everything)}, text


@hypothesis_settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(odd.PATTERNS, st.lists(odd.TEXTS, min_size=1, max_size=4), st.booleans())
def test_the_index_is_a_full_scan(
    each_database: Database, patterns: list[str], texts: list[str], lines: bool
) -> None:
    """Whatever the patterns and the texts: through the rows of the database come the hits of a scan over all patterns."""
    new = {f"{number}": New(one, analyse(one)) for number, one in enumerate(dict.fromkeys(patterns))}
    everything = [candidate(number, pattern) for number, (pattern, _) in enumerate(new.values())]
    searchable = [one for one in everything if analyse(one.pattern).anchors]
    with each_database.write() as session:  # never committed
        index.add_patterns(session, new, crossfire.FireCounts(session))
        candidates = Candidates(session)
        for text, near in zip(texts, candidates.containing(texts, lines=lines), strict=True):
            found = {hit.candidate.pattern for hit in find_all(text, near, repeats=lines)}
            assert found == {hit.candidate.pattern for hit in find_all(text, searchable, repeats=lines)}
        for text, near in zip(texts, candidates.beginning(texts), strict=True):
            cut = {hit.candidate.pattern for hit in find_truncated(text, near)}
            assert cut == {hit.candidate.pattern for hit in find_truncated(text, everything)}


def test_candidates_come_in_an_order_of_their_own(each_settings: Settings) -> None:
    """The order in which records were written decides nothing: neither which patterns are tried nor in which order."""
    seen = []
    built = build(each_settings)
    for patterns in (PATTERNS, PATTERNS[::-1]):
        records = [a_record(number, messagePattern=pattern) for number, pattern in enumerate(patterns, 1)]
        built.ingest.ingest([a_file(*records)])
        with built.match._database.read() as session:
            near = Candidates(session).alike("no such shard count here in the pool")
            seen.append(sorted(one.pattern for one in near))
            found = Candidates(session).containing(["no such shard here, no such key"])[0]
            assert [one.pattern for one in found] == sorted(one.pattern for one in found)
    assert seen[0] == seen[1]
    built.close()


def test_a_record_is_found_by_the_next_match(services: Services) -> None:
    """One record more, changed or withdrawn: the very next answer knows, and nothing was rebuilt in between."""
    text = "ValueError: the blue kettle boils over"

    def matched(paste: str) -> list[str]:
        tiers = {Tier.EXACT, Tier.CONTAINED}
        answer = services.match.match(paste)
        return [one.id for event in answer.events for one in event.matches if one.tier in tiers]

    assert matched(text) == []
    record = a_record(
        99, errorMessage="the {x} kettle boils over", messagePattern="the (.*?) kettle boils over"
    )
    services.ingest.ingest([a_file(record)], source="kettles")
    assert matched(text) == [record["id"]]
    changed = record | {
        "messagePattern": "the (.*?) teapot boils over",
        "errorMessage": "the {x} teapot boils over",
    }
    services.ingest.ingest([a_file(changed)], source="kettles")
    assert matched(text) == []
    assert matched(text.replace("kettle", "teapot")) == [record["id"]]
    services.ingest.ingest([a_file(a_record(1))], source="kettles", prune=True)
    assert matched(text.replace("kettle", "teapot")) == []


def test_patterns_that_nobody_has_are_forgotten(services: Services) -> None:
    """With the last record of a pattern go its keys and its words, so that counts are those of what is there."""
    database = services.match._database
    before = _index_of(database)
    services.ingest.ingest([a_file(a_record(50, messagePattern="a kettle boils, a kettle (.*)"))])
    assert _index_of(database) != before
    services.ingest.ingest([a_file(a_record(50, messagePattern=PATTERNS[0]))])
    assert _index_of(database) == before


def _index_of(database: Database) -> dict[str, Any]:
    with database.read() as session:
        words = session.execute(sql("SELECT word, patterns, alone, leads FROM word WHERE patterns > 0"))
        keys = session.execute(sql("SELECT kind, key FROM pattern_key"))
        return {
            "words": sorted(map(tuple, words)),
            "keys": sorted(map(tuple, keys)),
            "patterns": tally.count(session, tally.PATTERNS),
            "generic": tally.count(session, tally.GENERIC),
        }


def test_a_base_that_was_keyed_otherwise_is_keyed_anew(services: Services) -> None:
    """A migration leaves no keys behind that this errdex does not look up."""
    database = services.match._database
    text = "ValueError: no such shard here"
    wanted = services.match.match(text).wire() | {"stats": None}
    before = dump(database)
    with database.write() as session:
        session.execute(sql("UPDATE pattern_key SET key = 'old ' || key"))
        session.execute(sql("DELETE FROM word"))
        session.execute(sql("UPDATE tally SET total = 77"))
        store.write_state(session, index.INDEX_STATE, "1")
        index.rebuild(session)
        session.commit()
    after = dump(database)
    for name in ("pattern", "tally", "record"):
        assert after[name] == before[name], name
    assert len(after["pattern_key"]) == len(before["pattern_key"])
    assert services.match.match(text).wire() | {"stats": None} == wanted
    with database.write() as session:
        session.execute(sql("DELETE FROM word"))
        index.rebuild(session)  # it is of this version, so nothing is done
        session.commit()
    assert dump(database)["word"] == []


STEP = st.tuples(
    st.lists(st.tuples(st.integers(1, 6), st.integers(0, 5)), min_size=1, max_size=5),
    st.booleans(),
)


@pytest.fixture
def empty(settings: Settings) -> Iterator[Services]:
    """Services with an empty base."""
    built = build(settings)
    yield built
    built.close()


@hypothesis_settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(STEP, min_size=1, max_size=4))
def test_counts_are_what_counting_gives(empty: Services, steps: list[Any]) -> None:
    """However records come, change and are withdrawn, the counts that are kept are those of a count."""
    database = empty.match._database
    for records, prune in steps:
        file = a_file(
            *(
                a_record(
                    number,
                    messagePattern=PATTERNS[kind],
                    tags=[f"t{kind}", f"t{number % 2}", "all"],
                    backgroundTag=f"b{kind}" if kind % 2 else None,
                    errorClass=None if kind == 3 else "ValueError",
                )
                for number, kind in records
            )
        )
        empty.ingest.ingest([file], source="s", prune=prune)
    kept = _live_counts(database)
    with database.write() as session:
        tally.clear(session)
        tally.recount(session)
        session.commit()
    assert kept == _live_counts(database)
    with database.write() as session:  # what the next example begins with
        store.delete_records(session, [f"{number:016x}" for number in range(1, 7)])
        index.drop_unused_patterns(session, range(1, 1000))
        tally.clear(session)
        session.commit()
    assert _index_of(database)["words"] == []


def _live_counts(database: Database) -> list[Any]:
    with database.read() as session:
        rows = session.execute(sql("SELECT kind, name, total FROM tally WHERE total > 0"))
        return sorted(tuple(row) for row in rows if row[0] not in {tally.PATTERNS, tally.GENERIC})
