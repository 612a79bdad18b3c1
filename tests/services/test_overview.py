"""The figures of the statistics page, against what was ingested and learned."""

from __future__ import annotations

from collections import Counter

from app.config import Settings
from app.db.engine import Database
from app.services.catalog import Catalog
from app.services.overview import Overview
from tests.services.generated import envelope, ingest, live, many
from tests.services.learning import REPO, a_draft, learn

MADE = many(120)


def test_figures_are_those_of_the_records(each_database: Database, each_settings: Settings) -> None:
    """Tags, kinds of mistake, coverage, words and clusters, on each kind of database."""
    ingest(
        each_database,
        each_settings,
        [*MADE, *(envelope(500 + n, "{x} of {y} parts are wrong") for n in range(7))],
    )
    learn(each_database, "1.0", a_draft(), a_draft("x {y}", function="g"))
    figures = Overview(each_database, Catalog(each_database, each_settings)).figures()
    records = live(MADE)
    tags = Counter(tag for record in records for tag in record["tags"])
    assert {one.name: one.count for one in figures.tags} == {**tags, "pool": 2}
    assert figures.tag_total == len(tags) + 1
    kinds = Counter(record["backgroundTag"] for record in records if "backgroundTag" in record)
    del kinds[None]
    assert {one.name: one.count for one in figures.backgrounds} == kinds
    coverage = {one.repo: (one.explained, one.records) for one in figures.coverage}
    assert coverage[REPO] == (0, 2)
    repos = Counter(record["repo"] for record in records) + Counter({"a/one": 7})
    assert {repo: both for repo, both in coverage.items() if repo != REPO} == {
        repo: (count, count) for repo, count in repos.items()
    }
    assert sum(one.count for one in figures.words) == sum(one.count for one in figures.clusters)
    assert sum(one.count for one in figures.words) == figures.stats.patterns
    assert sum(one.marked for one in figures.words) == figures.stats.generic_patterns > 0
    assert {one.label: one.count for one in figures.clusters}["6 to 10"] == 1


def test_a_write_is_counted(database: Database, settings: Settings) -> None:
    """Figures are kept for a revision, not longer."""
    overview = Overview(database, Catalog(database, settings))
    assert overview.figures().stats.records == 0
    assert sum(one.count for one in overview.figures().words) == 0
    ingest(database, settings, [envelope(1)])
    assert sum(one.count for one in overview.figures().words) == 1
    assert [(one.repo, one.explained) for one in overview.figures().coverage] == [("a/one", 1)]
