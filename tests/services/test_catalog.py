"""The catalogue over real databases: records, relatives, searches, counts, figures."""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from app.config import Settings
from app.db.engine import Database
from app.db.plain import run
from app.domain.listing import Query
from app.domain.paging import Page
from app.errors import BadCursor, BadInput, RecordNotFound
from app.services.catalog import Catalog
from app.services.ingest import IngestService
from tests.seeds import seeds
from tests.services.generated import envelope, ingest, live, many
from tests.services.ingesting import a_file, a_record

MADE = many()
LIVE = live(MADE)


Make = Callable[..., Settings]


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def make(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A function that loads envelopes into a new database, of each kind in turn, for tests that only read."""

    def _make(envelopes: Sequence[dict[str, Any]]) -> Settings:
        if request.param == "sqlite":
            path = tmp_path_factory.mktemp("catalog") / "made.db"
            path.write_bytes(request.getfixturevalue("migrated_file").read_bytes())
            url = f"sqlite:///{path}"
        else:
            url = request.getfixturevalue("postgresql_server")()
        settings = Settings(_env_file=None, database_url=url)
        database = Database(settings)
        database.upgrade()
        ingest(database, settings, envelopes)
        database.dispose()
        return settings

    return _make


@pytest.fixture(scope="module")
def catalog(make: Make) -> Iterator[Catalog]:
    """The catalogue of the generated records, on each kind of database."""
    yield from _opened(make(MADE))


@pytest.fixture(scope="module")
def texts(make: Make) -> Iterator[Catalog]:
    """The catalogue of a few records with known words, on each kind of database."""
    yield from _opened(make(TEXTS))


def _opened(settings: Settings) -> Iterator[Catalog]:
    database = Database(settings)
    yield Catalog(database, settings)
    database.dispose()


@pytest.fixture
def with_records(database: Database, settings: Settings) -> Callable[..., Catalog]:
    """Load envelopes into an empty database and give its catalogue."""

    def _load(*envelopes: dict[str, Any]) -> Catalog:
        ingest(database, settings, envelopes)
        return Catalog(database, settings)

    return _load


@pytest.fixture
def bundled(database: Database, settings: Settings) -> Catalog:
    """The catalogue of the seeds."""
    report = IngestService(database, settings).ingest(seeds())
    assert list(report.faults) == []
    return Catalog(database, settings)


def walk(fetch: Callable[[str | None], Page[Any]]) -> list[Any]:
    """Follow `next` to the end; every page must tell the same total."""
    page = fetch(None)
    items, total = list(page.items), page.total
    while page.next is not None:
        page = fetch(page.next)
        assert page.items
        assert page.total == total
        items += page.items
    assert len(items) == total
    return items


# --- one record -----------------------------------------------------------------------------------


def test_get_returns_what_was_ingested(catalog: Catalog) -> None:
    """A record comes back field by field, with its data set version, an ETag and the base's revision."""
    found = catalog.get(MADE[4]["record"]["id"])
    wire = found.envelope.record.wire()
    assert {name: wire[name] for name in MADE[4]["record"]} == MADE[4]["record"]
    assert found.envelope.dataset_version == "2026-01-01T00:00:00Z"
    assert found.alias_of is None
    assert found.etag
    assert found.revision == catalog.revision() > 0


def test_get_shows_a_withdrawn_record(catalog: Catalog) -> None:
    """A withdrawn record is still there by its id, and says since when."""
    assert catalog.get(f"{11:016x}").envelope.errdex.withdrawn_at == "2026-02-01T00:00:00Z"


@pytest.mark.parametrize(
    "asked",
    ["", "xyz", "0" * 15, "0" * 17, "0" * 16, "g" * 16, "\x00" * 16, "\ud800" * 16, "１" * 16, "a" * 100_000],
)
def test_get_of_what_is_no_record(catalog: Catalog, asked: str) -> None:
    """What is no id, or nobody's, is told as such, whatever characters it has."""
    for look_up in (catalog.get, catalog.related, catalog.unresolved_related):
        with pytest.raises(RecordNotFound):
            look_up(asked)


def test_alias_and_case(with_records: Callable[..., Catalog]) -> None:
    """An alias leads to the record and names its own id; upper case is the same id."""
    catalog = with_records(envelope(0xABC, aliases=["00000000000000ff"]))
    assert catalog.get("00000000000000FF").alias_of == f"{0xABC:016x}"
    assert catalog.get(f"{0xABC:016X}").alias_of is None
    assert [item.id for item in catalog.search(Query(q="00000000000000ff")).items] == [f"{0xABC:016x}"]


def test_by_slug(with_records: Callable[..., Catalog]) -> None:
    """A slug finds all records of the repository that have it, in the order of their ids, but no withdrawn one."""
    catalog = with_records(
        envelope(3, "it is shut"),
        envelope(1, "it is shut"),
        envelope(2, "it is shut", repo="b/b"),
        envelope(4, "it is shut", withdrawnAt="2026-02-01T00:00:00Z"),
    )
    assert [item.id[-1] for item in catalog.by_slug("a/one", "it-is-shut")] == ["1", "3"]
    assert catalog.by_slug("a/one", "it-is-\x00") == []


# --- lists ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filters", "keeps"),
    [
        ({}, lambda record: True),
        ({"repo": "B/three"}, lambda record: record["repo"] == "B/three"),
        ({"error_class": "TypeError"}, lambda record: record["errorClass"] == "TypeError"),
        ({"error_type": "validation"}, lambda record: record["errorType"] == "validation"),
        ({"severity": "warning"}, lambda record: record["severity"] == "warning"),
        ({"http_status": 404}, lambda record: record["httpStatus"] == 404),
        ({"background_tag": "kind-2"}, lambda record: record["backgroundTag"] == "kind-2"),
        ({"tag": "even"}, lambda record: "even" in record["tags"]),
        ({"file_path": "src/pkg/m7.py"}, lambda record: record["filePath"] == "src/pkg/m7.py"),
        ({"file_path": "pkg/m7.py"}, lambda record: record["filePath"] == "src/pkg/m7.py"),
        ({"file_path": "lib/pkg/m7.py"}, lambda record: False),
        (
            {"repo": "a/two", "tag": "even", "severity": "warning"},
            lambda record: (
                record["repo"] == "a/two" and "even" in record["tags"] and record["severity"] == "warning"
            ),
        ),
        ({"repo": "a/one", "tag": "", "q": "  "}, lambda record: record["repo"] == "a/one"),
        ({"repo": "nobody/none"}, lambda record: False),
        ({"repo": "a/one\x00"}, lambda record: False),
        ({"tag": "\ud800"}, lambda record: False),
        ({"http_status": 10**30}, lambda record: False),
        ({"q": "socket"}, lambda record: "socket" in record["errorMessage"]),
        (
            {"q": "socket", "repo": "a/two"},
            lambda record: "socket" in record["errorMessage"] and record["repo"] == "a/two",
        ),
    ],
)
def test_filters(catalog: Catalog, filters: dict[str, Any], keeps: Callable[[dict[str, Any]], bool]) -> None:
    """Filters hold together; a walk gives each record once, without the withdrawn, and the total is exact."""
    expected = [record["id"] for record in LIVE if keeps(record)]
    found = [item.id for item in walk(lambda cursor: catalog.search(Query(**filters), cursor, limit=17))]
    if (filters.get("q") or "").strip():
        found, expected = sorted(found), sorted(expected)
    assert found == expected


@hypothesis_settings(
    deadline=None, max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    limits=st.lists(st.integers(3, 100), min_size=1, max_size=8),
    q=st.sampled_from([None, "closed", "tensor is", "nothing socket"]),
)
def test_page_walk_is_the_full_list(catalog: Catalog, limits: list[int], q: str | None) -> None:
    """Whatever the sizes of the pages, together they are the same list, in the same order."""
    sizes = itertools.cycle(limits)
    hundreds = walk(lambda cursor: catalog.search(Query(q=q), cursor, limit=100))
    assert len({item.id for item in hundreds}) == len(hundreds) > 0
    assert walk(lambda cursor: catalog.search(Query(q=q), cursor, limit=next(sizes))) == hundreds


def test_summary_shows_the_record(catalog: Catalog) -> None:
    """An item of a list has the record's values, its tags in their order, and its address."""
    item = catalog.search(Query(q=f"{4:016x}")).items[0]
    record = MADE[3]["record"]
    assert item.wire() == {
        "title": record["errorMessage"],
        "url": f"/errors/a/two/{record['slug']}-{record['id']}",
        **{
            name: record[name]
            for name in (
                "id", "slug", "repo", "errorClass", "errorMessage", "errorType", "severity", "filePath", "lineNumber",
                "tags", "backgroundTag",
            )
        },
    }  # fmt: skip


@pytest.mark.parametrize("limit", [0, -1, 101, 10**30])
def test_limit_is_bounded(catalog: Catalog, limit: int) -> None:
    """A page larger than allowed is refused with the limit, not cut."""
    calls: list[Callable[[], object]] = [
        lambda: catalog.search(limit=limit),
        lambda: catalog.counts("repo", limit=limit),
        lambda: catalog.related(f"{1:016x}", limit=limit),
    ]
    for call in calls:
        with pytest.raises(BadInput, match="1 to 100") as caught:
            call()
        assert caught.value.extra == {"limit": 100, "unit": "items"}


def test_cursor_belongs_to_its_question(catalog: Catalog) -> None:
    """A token of another query or list, or one that was changed, is refused."""
    token = catalog.search(Query(tag="even"), limit=5).next
    ranked = catalog.search(Query(q="closed"), limit=5).next
    named = catalog.counts("tag", limit=2).next
    assert token is not None
    assert ranked is not None
    assert named is not None
    catalog.search(Query(tag="even"), token, limit=6)
    strangers = [ranked, named, token[:-1], token + "A", "!", "é", "a" * 5000, "AAAA", token.swapcase()]
    for stranger in strangers:
        with pytest.raises(BadCursor):
            catalog.search(Query(tag="even"), stranger)
    for query in (Query(), Query(tag="tag1"), Query(tag="even", q="closed")):
        with pytest.raises(BadCursor):
            catalog.search(query, token)
    with pytest.raises(BadCursor):
        catalog.counts("repo", named)


# --- full text ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '"', "'", '""""', "a AND", "AND OR NOT", "NEAR(a b)", "title:socket", "-x", "^a", "a*", "*", "(", ")", "a:b:c",
        "{a}", "\\", "%_", ";--", "x'; DROP TABLE record; --", "\x00", "a\x00b", "\ud800", "a\udfffb", "🦊", "' <-> ",
        "!a & |b", "a:*", ":*", "<2>", "½ ²", "\u0301", "a" * 10_000, "- " * 5_000, "w " * 5_000, "x-" * 5_000,
        "\u202eabc", "日本語 エラー", "%" * 10_000, "İ" * 300, "12e5 0x1F 1.2.3",
    ],
)  # fmt: skip
def test_any_text_is_safe(catalog: Catalog, text: str) -> None:
    """No character that somebody types is read as query syntax or breaks the search."""
    page = catalog.search(Query(q=text), limit=5)
    assert page.total >= len(page.items)
    for item in page.items:
        assert item.severity in {"error", "warning"}


@hypothesis_settings(
    deadline=None, max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.text(st.characters(), max_size=60))
def test_any_unicode_is_safe(catalog: Catalog, text: str) -> None:
    """Whatever is typed gets a page, as text and as a filter."""
    assert catalog.search(Query(q=text)).total >= 0
    assert catalog.search(Query(q="closed", repo=text, file_path=text, tag=text)).total >= 0


TEXTS = (
    envelope(
        1, "DFLASH does not support dp attention", solutions=["Remove --enable-dp-attention from the command"]
    ),
    envelope(2, "attention is all you need", tags=["dp"], documentation="enable it with care"),
    envelope(
        3, "unset SGLANG_RAGGED_VERIFY_MODE=static", filePath="python/sglang/srt/arg_groups/overrides.py"
    ),
    envelope(5, "short", documentation="all in all: all of it, all the time"),
    envelope(4, "Größe von kv_cache.py überschritten", errorClass="CapacityError"),
)


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("--enable-dp-attention", [1]),
        ("attention", [2, 1]),
        ("ATTENTION dp", [1, 2]),
        ("all atten", [2]),
        ("attention --enable-dp-attention", [1]),
        ("SGLANG_RAGGED_VERIFY_MODE", [3]),
        ("sglang_ragged_ver", [3]),
        ("ragged", [3]),
        ("overrides.py", [3]),
        ("sglang/srt", [3]),
        ("python/sglang/srt/arg_groups/overrides.py", [3]),
        ("kv_cache.py", [4]),
        ("cache", [4]),
        ("überschritten", [4]),
        ("CapacityError", [4]),
        ("dflash zebra", [1]),
        ("zebra", []),
        ("---", []),
        (f"{3:016x}", [3]),
        (f"{3:016X}", [3]),
        (f"/errors/a/one/unset-sglang-{3:016x}", [3]),
        (f"http://host/errors/a/one/unset-sglang-{3:016x} ", [3]),
        ("f" * 16, []),
    ],
)
def test_what_a_text_finds(texts: Catalog, q: str, found: list[int]) -> None:
    """Words, options, identifiers, paths, the beginning of the last word, ids and addresses find their record."""
    page = texts.search(Query(q=q))
    ids = [int(item.id, 16) for item in page.items]
    assert (sorted(ids), page.total) == (sorted(found), len(found))


def test_title_says_more_than_prose(texts: Catalog) -> None:
    """A record whose title has the word comes before one that only mentions it."""
    assert [int(item.id, 16) for item in texts.search(Query(q="all")).items] == [2, 5]


def test_id_meets_filters_too(texts: Catalog) -> None:
    """A typed id is filtered like any other text."""
    assert texts.search(Query(q=f"{3:016x}", repo="a/one")).total == 1
    assert texts.search(Query(q=f"{3:016x}", repo="b/b")).total == 0


def test_new_words_are_found_and_withdrawn_ones_are_not(with_records: Callable[..., Catalog]) -> None:
    """A record is found by what it says now, and not at all once it is withdrawn."""
    catalog = with_records(envelope(1, "zebra"), envelope(2, "zebra two"))
    assert catalog.search(Query(q="zebra")).total == 2
    before = catalog.revision()
    later = envelope(1, "zebra", documentation="okapi") | {"datasetVersion": "2026-03-01T00:00:00Z"}
    gone = envelope(2, "zebra two", withdrawnAt="2026-03-01T00:00:00Z") | {
        "datasetVersion": "2026-03-01T00:00:00Z"
    }
    catalog = with_records(later, gone)
    assert catalog.revision() > before
    assert [catalog.search(Query(q=q)).total for q in ("zebra", "okapi")] == [1, 1]
    assert catalog.stats().withdrawn == 1


# --- counts and figures ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("repo", [record["repo"] for record in LIVE]),
        ("tag", [tag for record in LIVE for tag in record["tags"]]),
        ("background", [record["backgroundTag"] for record in LIVE if record["backgroundTag"]]),
    ],
)
@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_counts(catalog: Catalog, kind: Any, names: list[str], limit: int) -> None:
    """Names come most used first, then by name, page by page, without withdrawn records."""
    expected = sorted(Counter(names).items(), key=lambda item: (-item[1], item[0]))
    found = walk(lambda cursor: catalog.counts(kind, cursor, limit))
    assert [(item.name, item.count) for item in found] == expected


def test_counts_of_no_list(catalog: Catalog) -> None:
    """There are three lists, and no other."""
    with pytest.raises(BadInput, match="repo, tag, background"):
        catalog.counts("class")  # type: ignore[arg-type]


def test_stats(catalog: Catalog) -> None:
    """Figures count what there is, and follow the base."""
    stats = catalog.stats()
    assert (stats.records, stats.withdrawn) == (len(LIVE), len(MADE) - len(LIVE))
    assert stats.dataset_version == "2026-01-01T00:00:00Z"
    assert stats.shared_patterns == 0
    assert stats.provenance == {"unknown": len(LIVE)}
    assert {item.name: item.count for item in stats.repos} == Counter(record["repo"] for record in LIVE)
    assert {item.name: item.count for item in stats.error_classes} == Counter(
        record["errorClass"] for record in LIVE if record["errorClass"]
    )
    assert stats.revision == catalog.revision()
    assert json.loads(stats.model_dump_json())["sharedPatterns"] == 0


def test_stats_follow_the_base(
    with_records: Callable[..., Catalog], database: Database, settings: Settings
) -> None:
    """A kept figure is counted anew once the base has changed."""
    catalog = with_records(envelope(1, "same words in here"), envelope(2, "same words in here", repo="b/b"))
    assert (catalog.stats().records, catalog.stats().shared_patterns, catalog.counts("repo").total) == (
        2,
        1,
        2,
    )
    ingest(database, settings, [envelope(3, "(?=never) taken", messagePattern="(?=never)", repo="c/c")])
    stats = catalog.stats()
    assert (stats.records, stats.pattern_problems, catalog.counts("repo").total) == (3, 1, 3)


def test_health(catalog: Catalog) -> None:
    """A migrated database is healthy, and says what it holds."""
    health = catalog.health()
    assert health.ok
    assert health.schema_at_head
    assert health.database in {"sqlite", "postgresql"}
    assert (health.records, health.problem) == (len(LIVE), None)


def test_health_of_no_database(tmp_path: Path) -> None:
    """A database that cannot be opened is told, not raised."""
    settings = Settings(_env_file=None, database_url=f"sqlite:///{tmp_path}/none.db")
    database = Database(settings)
    health = Catalog(database, settings).health()
    database.dispose()
    assert not health.ok
    assert health.problem


def test_empty_base(database: Database, settings: Settings) -> None:
    """A base without records answers everything, with nothing."""
    catalog = Catalog(database, settings)
    assert catalog.revision() == 0
    assert catalog.search().wire() == {"items": [], "total": 0, "next": None}
    assert catalog.search(Query(q="a b")).total == 0
    assert catalog.counts("tag").total == 0
    assert catalog.stats().records == 0
    assert catalog.health().ok


# --- related --------------------------------------------------------------------------------------


def reasons(catalog: Catalog, number: int, limit: int = 5) -> list[tuple[int, str]]:
    """Give number and reason of the records related to a generated one."""
    return [(int(item.id, 16), item.reason) for item in catalog.related(f"{number:016x}", limit)]


NEAR_FILE = {"filePath": "python/pkg/pool.py"}
NOISE = [envelope(n, repo="z/z", tags=["common"], backgroundTag="common-kind") for n in range(1000, 1150)]


def test_related_and_why(with_records: Callable[..., Catalog]) -> None:
    """What few share comes before what stands next to it; a withdrawn record and the record itself never come."""
    catalog = with_records(
        *NOISE,
        envelope(
            1,
            "Kimi DSPARK is off",
            backgroundTag="rare-kind",
            tags=["dflash", "common"],
            lineNumber=50,
            **NEAR_FILE,
        ),
        envelope(2, "quite another thing", backgroundTag="rare-kind", repo="y/y"),
        envelope(3, "still another text", tags=["dflash"], repo="y/y"),
        envelope(4, "about kimi and dspark again", repo="y/y"),
        envelope(5, "nobody knows", lineNumber=51, **NEAR_FILE),
        envelope(6, "gone", backgroundTag="rare-kind", tags=["dflash"], withdrawnAt="2026-02-01T00:00:00Z"),
        envelope(7, "nothing shared", repo="y/y", tags=["common"]),
    )
    found = reasons(catalog, 1)
    assert dict(found) == {
        2: "same kind of mistake: rare-kind",
        3: "shares the rare tag dflash",
        4: "words in common: Kimi, DSPARK",
        5: "next to it in pool.py",
    }
    assert found[-1][0] == 5
    assert reasons(catalog, 1, limit=2) == found[:2]


def test_titles_of_the_page(with_records: Callable[..., Catalog]) -> None:
    """A title that a record of the repository has leads to it and comes first; the others are told as text."""
    long = "a title that goes on and on until it is longer than sixty characters, and on"
    catalog = with_records(
        envelope(
            1, "first", relatedTitles=[long[:60], "not here yet", "elsewhere only", "withdrawn one", "first"]
        ),
        envelope(2, long),
        envelope(3, "elsewhere only", repo="y/y"),
        envelope(4, "withdrawn one", withdrawnAt="2026-02-01T00:00:00Z"),
    )
    assert reasons(catalog, 1)[0] == (2, "named on its page")
    assert 4 not in dict(reasons(catalog, 1))
    assert catalog.unresolved_related(f"{1:016x}") == ["not here yet", "elsewhere only", "withdrawn one"]
    catalog = with_records(envelope(5, "not here yet"))
    assert reasons(catalog, 1)[:2] == [(2, "named on its page"), (5, "named on its page")]
    assert catalog.unresolved_related(f"{1:016x}") == ["elsewhere only", "withdrawn one"]


def test_at_most_four_of_one_file(with_records: Callable[..., Catalog]) -> None:
    """Of five related records at most four stand in one file."""
    catalog = with_records(
        *NOISE,
        *[envelope(n, f"text number {n}", tags=["ring"], lineNumber=n, **NEAR_FILE) for n in range(1, 10)],
        envelope(20, "alone", tags=["ring"], repo="y/y"),
    )
    found = catalog.related(f"{5:016x}")
    assert Counter(item.file_path for item in found)["python/pkg/pool.py"] == 4
    assert [item.id for item in found if item.repo == "y/y"] == [f"{20:016x}"]


def test_related_is_found_in_large_groups(with_records: Callable[..., Catalog]) -> None:
    """Where hundreds share the kind of mistake, the one that also shares a rare word is still found, and first."""
    catalog = with_records(
        *[envelope(n, f"text {n}", backgroundTag="kind", repo=f"r/{n % 9}") for n in range(100, 800)],
        envelope(1, "the okapi is missing", backgroundTag="kind"),
        envelope(0xFFFF, "an okapi too many", backgroundTag="kind", repo="y/y"),
    )
    found = reasons(catalog, 1)
    assert found[0] == (0xFFFF, "words in common: okapi")
    assert len(found) == 5


def test_related_does_not_depend_on_order(tmp_path: Path, migrated_file: Path) -> None:
    """The same records, ingested the other way round, give the same relatives."""
    answers = []
    for name, envelopes in (("a", MADE), ("b", MADE[::-1])):
        path = tmp_path / name
        path.write_bytes(migrated_file.read_bytes())
        settings = Settings(_env_file=None, database_url=f"sqlite:///{path}")
        database = Database(settings)
        ingest(database, settings, envelopes)
        catalog = Catalog(database, settings)
        answers.append([catalog.related(f"{number:016x}") for number in range(1, 25)])
        database.dispose()
    assert answers[0] == answers[1]


ORDERED = [
    ("The wheel cannot be built", "acme cmake"),
    ("No compiler was found on this machine, where there were two before: the wheel cannot be built", "acme"),
    ("The wheel cannot be built here", "acme"),
    ("Nothing to do", "The wheel cannot turn, the wheel cannot turn, the wheel cannot turn."),
    ("Nothing to do", "The wheel cannot turn, and so on for many, many words more."),
]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("wheel cannot", [1, 3, 2, 4, 5]),
        ("cannot wheel", [1, 3, 2, 4, 5]),
        ("compiler acme", [2]),
        ("compiler missing cmake", [2, 1]),
        ("noth", [4, 5]),
    ],
)
def test_one_order_on_both_databases(each_settings: Settings, typed: str, wanted: list[int]) -> None:
    """Titles before messages before other words, shorter titles first, then ids; never how long a text is, or how often."""
    database = Database(each_settings)
    records = [
        a_record(number, errorMessage=message, documentation=text, messagePattern=f"pattern {number}")
        for number, (message, text) in enumerate(ORDERED, 1)
    ]
    assert not IngestService(database, each_settings).ingest([a_file(*records)]).faults
    page = Catalog(database, each_settings).search(Query(q=typed))
    assert [int(item.id, 16) for item in page.items] == wanted
    database.dispose()


def test_related_on_each_database(catalog: Catalog) -> None:
    """Every record's relatives are other live records with a reason, five at most, four of one file."""
    ids = {record["id"] for record in LIVE}
    for number in range(1, 25):
        found = catalog.related(f"{number:016x}")
        assert len({item.id for item in found}) == len(found) <= 5
        assert {item.id for item in found} <= ids - {f"{number:016x}"}
        assert all(item.reason for item in found)
        assert max(Counter((item.repo, item.file_path) for item in found).values(), default=0) <= 4


def test_related_never_reads_a_whole_table(catalog: Catalog) -> None:
    """Once the figures of a revision are kept, relating reads nothing but what an index leads to."""
    asked: list[str] = []

    def _note(then: Callable[[str], object] | None) -> None:
        with catalog._database.read() as session:
            driver = session.connection().connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            driver.set_trace_callback(then)

    if catalog.health().database != "sqlite":
        pytest.skip("PostgreSQL reads a table as small as this one whole, and is right to")
    catalog.related(f"{1:016x}")
    _note(asked.append)
    catalog.related(f"{2:016x}")
    _note(None)
    selects = [statement for statement in asked if statement.startswith("SELECT")]
    assert len(selects) > 5
    with catalog._database.read() as session:
        for statement in selects:
            plan = run(session, f"EXPLAIN QUERY PLAN {statement}")
            assert not [row for row in plan if row[3].startswith(("SCAN record", "SCAN pattern"))], statement


def test_bundled_records(bundled: Catalog) -> None:
    """The seeds find each other as a reader would expect, and keep the titles of their pages."""
    dflash = bundled.related("af12c88f3c53cbd9")
    assert (dflash[0].id, dflash[0].reason) == (
        "cb2a458448d957cf",
        "same kind of mistake: unsupported-feature-combination",
    )
    kimi = bundled.related("d7326ee57f8a95e6")
    assert kimi[0].id == "9dc9da1ff5ab745f"
    assert kimi[0].reason.startswith("words in common: DSPARK")
    assert bundled.unresolved_related("d7326ee57f8a95e6")[0].startswith(
        "DSpark with dp attention + moe_a2a_backend={}"
    )
    assert len(bundled.unresolved_related("9dc9da1ff5ab745f")) == 5
    assert [item.id for item in bundled.search(Query(q="--enable-dp-attention")).items] == [
        "af12c88f3c53cbd9"
    ]
    assert bundled.stats().records == 5
