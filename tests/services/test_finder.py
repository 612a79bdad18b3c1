"""The search of the pages: what it finds is what the catalogue finds, and its facets count right."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlmodel import Session

from app.config import Settings
from app.db import facets as queries
from app.db import search
from app.db.engine import Database
from app.domain.facets import FACETS, Facet
from app.domain.listing import Query
from app.services.catalog import Catalog
from app.services.finder import Finder, Finding
from app.services.ingest import IngestService
from app.services.inputs import Input
from tests.services.generated import NOUNS, envelope, ingest, live, many

MADE = many()
LIVE = live(MADE)
Pair = tuple[Finder, Catalog]
SEARCHES: list[tuple[str | None, dict[str, str]]] = [
    (None, {}),
    (None, {"repo": "a/one"}),
    (None, {"repo": "B/three", "errorClass": "TypeError"}),
    (None, {"tag": "even", "backgroundTag": "kind-2", "severity": "error"}),
    (None, {"tag": "no-such"}),
    (None, {"tag": "\x00"}),
    ("pool", {}),
    ("closed", {"tag": "tag3"}),
    ("is clos", {}),
    ("shard tensor", {}),
    ("pool 7 nowhere", {"repo": "a/two"}),
    ("pool unheard", {}),
    ("xyzzy plugh", {}),
    ("12", {}),
    ("pool closed is 7 a b c d", {}),
    ("pool closed is 7 a b c d tensor", {}),
    (f"shard socket closed is {' '.join(map(str, range(100, 140)))}", {"tag": "even"}),
    ("!!!", {}),
    (f"{5:016x}", {}),
    (f"/errors/a/b/what-{5:016X}", {}),
    (f"{5:016x}", {"repo": "a/two", "severity": "warning"}),
    (f"{11:016x}", {}),
]


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Finder and catalogue over the generated records, on each kind of database."""
    if request.param == "sqlite":
        path = tmp_path_factory.mktemp("finder") / "made.db"
        path.write_bytes(request.getfixturevalue("migrated_file").read_bytes())
        url = f"sqlite:///{path}"
    else:
        url = request.getfixturevalue("postgresql_server")()
    settings = Settings(_env_file=None, database_url=url)
    database = Database(settings)
    database.upgrade()
    ingest(database, settings, MADE)
    yield Finder(database, settings), Catalog(database, settings)
    database.dispose()


def _all(find: Callable[[int], Finding]) -> tuple[list[str], int]:
    first = find(1)
    ids = [item.id for item in first.items]
    number = 1
    while len(ids) < first.total:
        number += 1
        page = find(number)
        assert page.items
        assert page.total == first.total
        ids += [item.id for item in page.items]
    assert not find(number + 1).items
    return ids, first.total


def _catalogued(catalog: Catalog, query: Query) -> tuple[list[str], int]:
    page = catalog.search(query, limit=50)
    ids, total = [item.id for item in page.items], page.total
    while page.next:
        page = catalog.search(query, cursor=page.next, limit=50)
        ids += [item.id for item in page.items]
    return ids, total


@pytest.mark.parametrize(("text", "filters"), SEARCHES)
def test_it_finds_what_the_catalogue_finds(pair: Pair, text: str | None, filters: dict[str, str]) -> None:
    """The same records in the same order, over all pages."""
    finder, catalog = pair
    query = Query.model_validate({"q": text, **filters})
    assert _all(lambda number: finder.find(text, filters, page=number, items=37)) == _catalogued(
        catalog, query
    )


def test_items_are_those_of_the_catalogue(pair: Pair) -> None:
    """A row says of its record what the API's row says."""
    finder, catalog = pair
    assert finder.find("pool", {}, page=1, items=10).items == catalog.search(Query(q="pool"), limit=10).items


def _values(record: dict[str, Any], name: str) -> list[str]:
    value = record.get("tags" if name == "tag" else name)
    return value if isinstance(value, list) else [value] if value is not None else []


def _expected(filters: dict[str, str], word: str | None, name: str) -> Counter[str]:
    others = {key: value for key, value in filters.items() if key != name}
    return Counter(
        value
        for record in LIVE
        if (word is None or word in record["errorMessage"])
        and all(wanted in _values(record, key) for key, wanted in others.items())
        for value in _values(record, name)
    )


@pytest.mark.parametrize("word", [None, "pool", "shard"])
@pytest.mark.parametrize(
    "filters", [{}, {"repo": "a/one"}, {"tag": "even", "errorClass": "ValueError"}, {"severity": "warning"}]
)
def test_facets_count_what_each_choice_would_find(
    pair: Pair, word: str | None, filters: dict[str, str]
) -> None:
    """A value's number is what choosing it finds; a facet that is filtered by counts as if it were not."""
    found = pair[0].find(word, filters, page=1, items=1)
    assert [facet.name for facet in found.facets] == list(FACETS)
    for facet in found.facets:
        expected = _expected(filters, word, facet.name)
        shown = {value.name: value.count for value in facet.values}
        assert shown.items() <= expected.items()
        assert len(shown) + facet.more == len(expected)
        assert (
            min(shown.values(), default=0)
            >= max([count for name, count in expected.items() if name not in shown], default=0)
            or facet.name in filters
        )
        assert [value.name for value in facet.values if value.chosen] == (
            [filters[facet.name]] if facet.name in filters else []
        )


def test_a_chosen_value_that_nothing_has_is_shown(pair: Pair) -> None:
    """So that it can be taken away again."""
    facet = _facet(pair[0].find(None, {"repo": "no/such"}, page=1, items=1), "repo")
    assert (facet.values[0].name, facet.values[0].count, facet.values[0].chosen) == ("no/such", 0, True)


def _facet(found: Finding, name: str) -> Facet:
    return next(facet for facet in found.facets if facet.name == name)


def test_some_of_the_words_are_enough_where_no_record_has_all(pair: Pair) -> None:
    """And the finding says so."""
    finder, _ = pair
    assert finder.find("pool closed", {}, page=1, items=1).every
    some = finder.find("pool unheardof", {}, page=1, items=1)
    assert some.total
    assert not some.every


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("kernl", "kernel"), ("Sokcet clsoed", "socket closed"), ("grammar, clossed", "grammar, closed")],
)
def test_what_was_meant_is_suggested(pair: Pair, typed: str, meant: str) -> None:
    """A word that nothing has becomes the nearest that something has, where that finds records."""
    found = pair[0].find(typed, {"repo": "a/one"}, page=1, items=1)
    assert not (found.total and found.every)
    assert found.suggestion is not None
    assert found.suggestion.text == meant
    assert found.suggestion.total == pair[0].find(meant, {"repo": "a/one"}, page=1, items=1).total > 0


@pytest.mark.parametrize("typed", ["qqqqqqqq", "zz", "pool 77777777", *NOUNS])
def test_nothing_is_suggested_for_nothing_near(pair: Pair, typed: str) -> None:
    """Neither for words that nothing resembles, nor where something was found."""
    assert pair[0].find(typed, {}, page=1, items=1).suggestion is None


def test_a_write_is_seen_at_once(each_database: Database, each_settings: Settings) -> None:
    """What is kept in memory is of one revision; the next search after a write knows the new records."""
    finder = Finder(each_database, each_settings)
    assert finder.find(None, {}, page=1, items=5).total == 0
    ingest(each_database, each_settings, [envelope(1), envelope(2, tags=["new"])])
    found = finder.find(None, {"tag": "new"}, page=1, items=5)
    assert (found.total, found.records) == (1, 2)
    IngestService(each_database, each_settings).ingest(
        [
            Input(
                "w.json",
                data=b'{"record": {"id": "0000000000000002"}, "errdex": {"withdrawnAt": "2026-03-01"}}',
            )
        ]
    )
    assert finder.find(None, {"tag": "new"}, page=1, items=5).total == 0
    assert finder.find("closed", {}, page=1, items=5).total == 1


def test_facets_are_counted_without_the_database(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is read once a revision, whatever is searched for."""
    finder, _ = pair
    finder.find(None, {}, page=1, items=1)
    monkeypatch.setattr("app.db.facets.rows_of", lambda _session: pytest.fail("read again"))
    assert finder.find("pool", {"tag": "even"}, page=1, items=1).total


@pytest.mark.parametrize(("phrases", "asked"), [(1, 3), (8, 24), (9, 9), (32, 32)])
def test_a_long_search_asks_for_each_phrase_once(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, phrases: int, asked: int
) -> None:
    """Of more than eight phrases only whether they are there counts, for the pages as for the API."""
    text = " ".join(["closed", *map(str, range(1, phrases))])
    finder, catalog = pair
    expressions: list[str] = []

    def counted(name: str, of: Callable[..., Any]) -> None:
        def noting(at: object, expression: str) -> Any:
            expressions.append(expression)
            return of(at, expression)

        monkeypatch.setattr(name, noting)

    counted("app.db.facets.text_numbers", queries.text_numbers)
    finder.find(text, {}, page=1, items=5)
    assert len(expressions) == asked
    ranked = set(expressions)
    expressions.clear()
    counted("app.db.search._matches", search._matches)
    catalog.search(Query(q=text), limit=5)
    assert set(expressions) >= ranked
    # Beside those that rank, the search for all of the words, and for any where no record has them.
    assert len(expressions) <= asked + 2


def test_a_search_does_not_wait_for_what_another_reads(
    each_database: Database, each_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a write one search reads the table anew; the others are answered from the last one, and say of which revision."""
    finder = Finder(each_database, each_settings)
    ingest(each_database, each_settings, [envelope(1)])
    before = finder.find(None, {}, page=1, items=5)
    ingest(each_database, each_settings, [envelope(2)])
    read, reading, go_on = queries.rows_of, threading.Event(), threading.Event()

    def slowly(session: Session) -> Iterator[queries.Row]:
        reading.set()
        assert go_on.wait(60)
        yield from read(session)

    monkeypatch.setattr(queries, "rows_of", slowly)
    with ThreadPoolExecutor(2) as threads:
        try:
            first = threads.submit(finder.find, None, {}, page=1, items=5)
            assert reading.wait(60)
            meanwhile = threads.submit(finder.find, "closed", {}, page=1, items=5).result(timeout=20)
        finally:
            go_on.set()
        after = first.result(timeout=60)
    assert (meanwhile.total, meanwhile.records, meanwhile.revision) == (1, 1, before.revision)
    assert (after.total, after.records) == (2, 2)
    assert after.revision > before.revision
    assert finder.find("closed", {}, page=1, items=5).total == 2
