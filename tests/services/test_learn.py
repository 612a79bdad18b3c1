"""Learn: which record a site is, under which id and in which state."""

from __future__ import annotations

from typing import Any

import pytest

from app.config import Settings
from app.db.engine import Database
from app.services.learn import LearnService
from app.services.wiring import build
from tests.services.ingesting import a_file, column, dump, ids, service, stored
from tests.services.learning import (
    FILE,
    OTHER,
    REPO,
    SEED,
    a_draft,
    a_seed,
    an_origin,
    canonical,
    key_of,
    leads_to,
    learn,
    versions,
)


def test_a_new_site_is_a_derived_record(each_database: Database) -> None:
    """Its id is the start of the SHA-256 over its site key; it says what the source says and nothing more."""
    report = learn(each_database, "1.0", a_draft())
    assert ids(each_database) == [key_of()]
    envelope = stored(each_database, key_of())
    assert envelope["record"] == {**a_draft()["record"], "id": key_of()} | {
        name: None for name in envelope["record"] if name not in a_draft()["record"] and name != "id"
    }
    assert envelope["datasetVersion"] is None
    errdex = envelope["errdex"]
    assert (errdex["function"], errdex["license"], errdex["state"]) == ("Pool.grow", "MIT", "current")
    assert errdex["provenance"]["kind"] == "derived"
    assert errdex["versions"] == [
        {"version": "1.0", "sha": None, "filePath": FILE, "lineNumber": 10, "conditions": []}
    ]
    assert (report.counts.sites, report.counts.added, report.newest) == (1, 1, True)
    assert [change.outcome for change in report.changes] == ["added"]
    assert report.wire()["counts"]["added"] == 1


def test_equal_sites_of_a_function_are_two_records(each_database: Database) -> None:
    """Their number in the function tells them apart, here and in the next version."""
    two = [a_draft(line=10) | {"ordinal": 0}, a_draft(line=20) | {"ordinal": 1}]
    learn(each_database, "1.0", *two)
    learn(each_database, "2.0", *two)
    assert ids(each_database) == sorted([key_of(), key_of(ordinal=1)])
    assert "ordinal" not in stored(each_database, key_of())


def test_a_learned_record_is_matched(each_settings: Settings) -> None:
    """Its pattern, keys and place are there as those of an ingested one."""
    services = build(each_settings)
    services.learn.learn(an_origin(), [a_draft()])
    answer = services.match.match("ValueError: Pool gpu-0 is full")
    services.close()
    assert answer.events[0].matches[0].id == key_of()
    assert answer.events[0].matches[0].captures == {"name": "gpu-0"}


@pytest.mark.parametrize(
    ("seeds", "drafts", "expected"),
    [
        pytest.param([a_seed(key_of(), errorMessage="Reworded by hand")], [a_draft()], {key_of()}, id="a-id"),
        pytest.param(
            [a_seed(errdex={"aliases": [key_of()]}, errorMessage="Reworded by hand")],
            [a_draft()],
            {SEED},
            id="a-alias",
        ),
        pytest.param([a_seed()], [a_draft(line=99)], {SEED}, id="b-without-function"),
        pytest.param([a_seed(errdex={"function": "Pool.grow"})], [a_draft(line=99)], {SEED}, id="b-function"),
        pytest.param([a_seed(errorClass=None)], [a_draft(line=99)], {SEED}, id="b-without-class"),
        pytest.param(
            [a_seed(filePath="python/pool/balance.py")], [a_draft(line=99)], {SEED}, id="b-other-prefix"
        ),
        pytest.param(
            [a_seed(lineNumber=50)],
            [a_draft(line=10), a_draft(line=52, function="Pool.shrink")],
            {SEED, key_of()},
            id="b-nearest-of-two",
        ),
        pytest.param(
            [a_seed(lineNumber=100), a_seed(OTHER, lineNumber=120)],
            [a_draft(line=118), a_draft(line=138, function="Pool.shrink")],
            {SEED, OTHER},
            id="b-equally-many",
        ),
        pytest.param([a_seed()], [a_draft(path="src/pool/new.py", function="f")], {SEED}, id="c-moved"),
        pytest.param(
            [a_seed(errdex={"function": "Pool.old"})],
            [a_draft(function="f")],
            {SEED},
            id="c-renamed-function",
        ),
        pytest.param(
            [a_seed(), a_seed(OTHER, filePath="src/pool/also.py")],
            [a_draft(path="src/pool/new.py")],
            {SEED, OTHER, key_of(path="pool/new.py")},
            id="c-two-before",
        ),
        pytest.param(
            [a_seed()],
            [a_draft(path="src/pool/new.py"), a_draft(path="src/pool/newer.py")],
            {SEED, key_of(path="pool/new.py"), key_of(path="pool/newer.py")},
            id="c-two-after",
        ),
        pytest.param(
            [a_seed(errorClass="KeyError")],
            [a_draft()],
            {SEED, key_of()},
            id="another-class-is-another-record",
        ),
        pytest.param(
            [a_seed(repo="acme/other")], [a_draft()], {SEED, key_of()}, id="another-repo-is-another-record"
        ),
    ],
)
def test_a_known_site_keeps_its_id(
    each_database: Database, seeds: list[Any], drafts: list[Any], expected: set[str]
) -> None:
    """By id or alias, by the site key as far as the record has it, or where the template moved."""
    service(each_database).ingest([a_file(*seeds)])
    for version in ("1.0", "1.1"):  # the second time everything is known
        learn(each_database, version, *drafts)
        assert set(ids(each_database)) == expected


def test_the_pairs_are_the_right_ones(database: Database) -> None:
    """Equally many are paired in the order of their lines, however far all have shifted."""
    service(database).ingest([a_file(a_seed(lineNumber=100), a_seed(OTHER, lineNumber=120))])
    learn(database, "1.0", a_draft(line=118), a_draft(line=138, function="Pool.shrink"))
    assert stored(database, SEED)["errdex"]["function"] == "Pool.grow"
    assert stored(database, OTHER)["errdex"]["function"] == "Pool.shrink"


def test_sites_without_text_do_not_move(database: Database) -> None:
    """A bare raise in another function is another record: nothing says that it is the same."""
    learn(database, "1.0", a_draft(None))
    learn(database, "2.0", a_draft(None, function="Pool.shrink"))
    assert len(ids(database)) == 2


@pytest.mark.parametrize("order", [("1.9", "1.10"), ("1.10", "1.9")])
def test_a_learned_record_follows_the_newest_version(each_database: Database, order: tuple[str, str]) -> None:
    """Place, window and trigger are those of 1.10, whichever was learned first; both are listed."""
    lines = {"1.9": 10, "1.10": 40}
    for version in order:
        learn(each_database, version, a_draft(line=lines[version]))
    envelope = stored(each_database, key_of())
    assert envelope["record"]["lineNumber"] == 40
    assert envelope["record"]["sourceCode"] == a_draft(line=40)["record"]["sourceCode"]
    assert envelope["record"]["triggerScenarios"] == "In Pool.grow at line 40."
    assert versions(envelope) == [("1.9", FILE, 10), ("1.10", FILE, 40)]


FULLER = "Pool {name} is full, of {size}"


@pytest.mark.parametrize(
    ("before", "after", "state", "replaced"),
    [
        ([a_draft()], [a_draft(line=12)], "current", False),
        ([a_draft()], [a_draft(path="src/pool/new.py")], "moved", False),
        ([a_draft()], [], "gone", False),
        ([a_draft()], [a_draft(FULLER)], "reworded", True),
        ([a_draft()], [a_draft("Nothing of the kind was ever said here")], "gone", False),
        ([a_draft()], [a_draft(FULLER, function="Pool.shrink")], "gone", False),
        ([a_draft()], [a_draft(FULLER, error_class="KeyError")], "gone", False),
        ([a_draft()], [a_draft(FULLER), a_draft("Pool {name} is full by {x}")], "gone", False),
        ([a_draft(), a_draft("Pool {name} is all full")], [a_draft(FULLER)], "gone", False),
        ([a_draft(), a_draft(FULLER)], [a_draft(FULLER)], "gone", False),
        ([a_draft(None)], [a_draft(FULLER)], "gone", False),
    ],
)
@pytest.mark.parametrize("newest_first", [False, True])
def test_states(  # noqa: PLR0917
    database: Database, before: list[Any], after: list[Any], state: str, replaced: bool, newest_first: bool
) -> None:
    """What the newest version says of a record of the older one, in either order of learning."""
    learned = [("1.0", before), ("2.0", after)]
    for version, drafts in reversed(learned) if newest_first else learned:
        learn(database, version, *drafts)
    found = [
        one
        for one in (stored(database, record_id) for record_id in ids(database))
        if one["record"]["errorMessage"] == before[0]["record"]["errorMessage"]
    ]
    assert [one["errdex"]["state"] for one in found] == [state]
    by = found[0]["errdex"]["replacedBy"]
    assert (by is not None) is replaced
    assert by is None or stored(database, by)["record"]["errorMessage"] == FULLER
    assert by is None or stored(database, by)["errdex"]["state"] == "current"


def test_what_is_gone_is_still_found(settings: Settings) -> None:
    """People run old versions; the record stays, and is current again where its site comes back."""
    services = build(settings)
    database = services.database
    learn(database, "1.0", a_draft())
    report = learn(database, "2.0")
    assert (report.counts.gone, stored(database, key_of())["errdex"]["state"]) == (1, "gone")
    assert services.match.match("ValueError: Pool a is full").events[0].matches
    learn(database, "3.0", a_draft(line=5))
    assert stored(database, key_of())["errdex"]["state"] == "current"
    services.close()


def test_a_moved_record_keeps_the_id_that_it_was_given_first(database: Database) -> None:
    """And the id that it would have had is nobody's."""
    learn(database, "2.0", a_draft(path="src/pool/new.py"))
    learn(database, "1.0", a_draft())
    assert ids(database) == [key_of(path="pool/new.py")]
    assert leads_to(database, key_of()) is None


def test_records_that_turn_out_to_be_one_are_merged(each_database: Database) -> None:
    """The id that goes is an alias, the prose that somebody gave it stays, and no full text is left behind."""
    elsewhere = a_draft(path="src/pool/new.py")
    learn(each_database, "1.0", a_draft())
    learn(each_database, "3.0", elsewhere, a_draft(path="src/pool/also.py"))
    gone = key_of(path="pool/new.py")
    assert gone in ids(each_database)
    service(each_database).ingest([a_file({"id": gone, "documentation": "By hand."})])
    report = learn(each_database, "2.0", elsewhere)
    assert report.counts.merged == 1
    assert leads_to(each_database, gone) == key_of()
    assert stored(each_database, key_of())["record"]["documentation"] == "By hand."
    assert len(column(each_database, "SELECT record_id FROM record_text")) == len(ids(each_database)) == 2


def test_a_merge_that_was_a_mistake_is_taken_back(database: Database) -> None:
    """A version that has both side by side shows that they are two; each has its own id and content again."""
    here, there = a_draft(note="here"), a_draft(path="src/pool/new.py", note="there")
    learn(database, "1.0", here)
    learn(database, "3.0", there)
    assert ids(database) == [key_of()]
    learn(database, "2.0", a_draft(note="2"), a_draft(path="src/pool/new.py", note="2"))
    assert ids(database) == sorted([key_of(), key_of(path="pool/new.py")])
    assert "2" in stored(database, key_of())["record"]["sourceCode"]
    assert "there" in stored(database, key_of(path="pool/new.py"))["record"]["sourceCode"]
    assert [stored(database, one)["errdex"]["state"] for one in (key_of(), key_of(path="pool/new.py"))] == [
        "gone",
        "current",
    ]


def test_two_repos_with_equal_sites_are_kept_apart(each_database: Database) -> None:
    """A fork has records of its own, and what happens in the one says nothing of the other."""
    fork = "fork/pool"
    learn(each_database, "1.0", a_draft())
    learn(each_database, "1.0", a_draft(repo=fork), repo=fork)
    assert len(ids(each_database)) == 2
    learn(each_database, "2.0", repo=fork)
    states = {
        one["record"]["repo"]: one["errdex"]["state"]
        for one in (stored(each_database, record_id) for record_id in ids(each_database))
    }
    assert states == {REPO: "current", fork: "gone"}


def test_two_distributions_of_a_repo_do_not_end_each_other(database: Database) -> None:
    """The newest version of the one has nothing to say of the sites of the other."""
    learn(database, "9.0", a_draft(), name="pool")
    learn(database, "1.0", a_draft("Another", path="src/extra/a.py"), name="pool-extra")
    learn(database, "2.0", name="pool-extra")
    states = {
        one["record"]["errorMessage"]: one["errdex"]["state"]
        for one in (stored(database, record_id) for record_id in ids(database))
    }
    assert states == {"Pool {name} is full": "current", "Another": "gone"}


def test_a_folder_at_work_is_newer_than_all_releases(database: Database) -> None:
    """It has no version to list; learning it again replaces it, and what it lost is gone, moved or reworded."""
    learn(database, "1.0", a_draft(line=10), a_draft("Another", line=30))
    learn(database, None, a_draft(line=12), a_draft("Another", line=32))
    assert stored(database, key_of())["record"]["lineNumber"] == 12
    assert versions(stored(database, key_of())) == [("1.0", FILE, 10)]
    learn(database, "2.0", a_draft(line=20))
    assert stored(database, key_of())["record"]["lineNumber"] == 12
    learn(database, None, a_draft(FULLER, line=12), a_draft("Another", line=5, path="src/pool/new.py"))
    found = {one["record"]["errorMessage"]: one for one in (stored(database, one) for one in ids(database))}
    assert {message: one["errdex"]["state"] for message, one in found.items()} == {
        "Pool {name} is full": "reworded",
        FULLER: "current",
        "Another": "moved",
    }
    learn(database, None, a_draft(FULLER, line=12))
    assert stored(database, found["Another"]["record"]["id"])["errdex"]["state"] == "gone"
    learn(database, None, a_draft(FULLER, line=12), a_draft("Another", line=6, path="src/pool/newest.py"))
    assert stored(database, found["Another"]["record"]["id"])["errdex"]["state"] == "moved"
    assert len(ids(database)) == 3


def test_a_version_learned_again_is_replaced(database: Database) -> None:
    """What it was said to have and does not is not listed any more."""
    service(database).ingest([a_file(a_seed())])
    learn(database, "1.0", a_draft())
    learn(database, "1.0", a_draft("Another"))
    assert versions(stored(database, SEED)) == []
    assert stored(database, SEED)["errdex"]["state"] == "gone"


def test_a_dry_run_writes_nothing(each_database: Database) -> None:
    """The report is that of a real run."""
    learn(each_database, "1.0", a_draft())
    before = dump(each_database), canonical(each_database)
    dry = learn(each_database, "2.0", a_draft(line=20), a_draft("Another"), dry_run=True)
    assert (dump(each_database), canonical(each_database)) == before
    real = learn(each_database, "2.0", a_draft(line=20), a_draft("Another"))
    assert (dry.counts, dry.changes) == (real.counts, real.changes)
    assert (dry.dry_run, real.dry_run) == (True, False)


def test_a_bad_draft_is_a_fault_and_left_out(database: Database) -> None:
    """Each is named with its file, and the others are learned."""
    learner = LearnService(database, Settings(_env_file=None, database_url="sqlite:///unused.db"))
    drafts = [
        a_draft(),
        a_draft("x" * 20, line=0),
        a_draft("y", error_class="C" * 501),
        a_draft("z", repo="another/one"),
        a_draft(None, error_class=None),
        a_draft("nul \x00"),
    ]
    told: list[tuple[int, int | None, str]] = []
    report = learner.learn(an_origin(), drafts, lambda *told_: told.append(told_))
    assert ids(database) == [key_of()]
    assert (report.counts.sites, report.counts.faulty, report.exit_code) == (1, 5, 3)
    assert {fault.field for fault in report.faults} == {
        "lineNumber",
        "errorClass",
        "repo",
        "errorMessage",
    } | {fault.field for fault in report.faults if fault.index == 6}
    assert all(fault.file == FILE for fault in report.faults)
    assert told == [(1, 1, "pool 1.0")]


def test_an_older_version_says_so(database: Database) -> None:
    """The report tells whether the version is the newest one known."""
    assert learn(database, "2.0", a_draft()).newest
    assert not learn(database, "1.0", a_draft()).newest
