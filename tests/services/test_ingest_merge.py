"""Ingest: what happens where a record meets one that stands."""

from __future__ import annotations

from typing import Any

import pytest

from app.db.engine import Database
from app.domain.page_text import write_page
from app.domain.records import Envelope
from app.services.inputs import Input
from tests.services.ingesting import (
    NEW,
    OLD,
    SHA_A,
    SHA_B,
    a_file,
    an_envelope,
    an_id,
    column,
    ids,
    service,
    stored,
)

SAME_TIME = "2026-08-01T02:00:00+02:00"  # OLD, elsewhere


@pytest.mark.parametrize(
    ("before", "after", "written"),
    [
        (OLD, NEW, True),
        (None, OLD, True),
        (OLD, OLD, True),
        (None, None, True),
        (OLD, SAME_TIME, True),
        (NEW, OLD, False),
        (OLD, None, False),
        ("2026-08-01T00:00:00.5Z", "2026-08-01T00:00:00.499999999Z", False),
        ("2026-08-01T23:00:00-02:00", "2026-08-02T00:30:00Z", False),
        ("2026-08-01", "2026-08-01T00:00:01", True),
    ],
)
def test_the_newer_data_set_wins(
    database: Database, before: str | None, after: str | None, written: bool
) -> None:
    """Compared as UTC time; none is oldest; an older record is reported and skipped."""
    ingest = service(database).ingest
    ingest([a_file(an_envelope(1, version=before))])
    report = ingest([a_file(an_envelope(1, version=after, documentation="New."), name="f")])
    found = stored(database, 1)
    assert (found["record"]["documentation"] == "New.") is written
    assert found["datasetVersion"] == (after if written else before)
    assert report.exit_code == 0
    assert [(older.id, older.file, older.given, older.stored) for older in report.older] == (
        [] if written else [(an_id(1), "f", after, before)]
    )
    assert report.counts.older == (not written)


def test_a_whole_record_replaces_all_fields(database: Database) -> None:
    """What the newer one has as null or leaves out is null afterwards; unknown fields go too."""
    ingest = service(database).ingest
    ingest([a_file(an_envelope(1, version=OLD, exampleFix="x", ours=1))])
    ingest([a_file(an_envelope(1, version=NEW, documentation=None, tags=...))])
    record = stored(database, 1)["record"]
    assert (record["documentation"], record["exampleFix"], record["tags"]) == (None, None, [])
    assert "ours" not in record
    assert column(database, "SELECT count(*) FROM record_tag") == [0]


@pytest.mark.parametrize("how", ["bare", "enveloped", "alias"])
def test_a_partial_record_changes_what_it_brings(each_database: Database, how: str) -> None:
    """Only its non-null fields; version, extension and everything else stay."""
    ingest = service(each_database).ingest
    ingest(
        [a_file(an_envelope(1, version=OLD, errdex={"function": "Pool.f", "aliases": [an_id(70)]}, ours=[1]))]
    )
    before = stored(each_database, 1)
    partial = {
        "id": an_id(70 if how == "alias" else 1),
        "documentation": "Better.",
        "solutions": ["One"],
        "errorType": None,
    }
    report = ingest([a_file(partial if how == "bare" else {"record": partial})])
    after = stored(each_database, 1)
    assert report.counts.changed == 1
    assert after["record"] == {**before["record"], "documentation": "Better.", "solutions": ["One"]}
    assert {key: after[key] for key in ("datasetVersion", "errdex")} == {
        key: before[key] for key in ("datasetVersion", "errdex")
    }
    assert ids(each_database) == [an_id(1)]


PLAIN_PAGE = f"""\
acme/pool · warning · ValueError

Shard 1 cannot be balanced over {{count}} workers

Error message

Shard 1 cannot be balanced over {{count}} workers

What it means

Shown on the page.

Source

Thrown at src/pool/balance.py:11

Data as JSON: /api/errors/{an_id(1)}
"""


def test_a_page_changes_what_it_shows(each_database: Database) -> None:
    """What no page shows is not known, so it stays: unknown fields, tags, and a pattern that somebody wrote by hand."""
    ingest = service(each_database).ingest
    pattern = r"Shard 1 cannot be balanced over (\d+) workers"
    ingest(
        [
            a_file(
                an_envelope(
                    1, messagePattern=pattern, errorType="validation", httpStatus=500, ours={"a": [1]}
                )
            )
        ]
    )
    before = stored(each_database, 1)
    ingest([Input("page.txt", data=PLAIN_PAGE.encode())])
    assert stored(each_database, 1) == {
        **before,
        "record": {**before["record"], "severity": "warning", "documentation": "Shown on the page."},
    }


@pytest.mark.parametrize("pattern", ["Shard 1 is lost (.*)", "Shard 1 is lost in (.*)"])
def test_our_page_changes_a_pattern_that_it_shows(database: Database, pattern: str) -> None:
    """A message that changed brings its pattern along, by rule or as the page says."""
    ingest = service(database).ingest
    ingest([a_file(an_envelope(1, analyzedAt="2026-08-28T10:00:00Z"))])
    new = "Shard 1 is lost in {place}"
    page = write_page(Envelope.model_validate(an_envelope(1, errorMessage=new, messagePattern=pattern)), [])
    ingest([Input("page.txt", data=page.encode())])
    record = stored(database, 1)["record"]
    assert (record["errorMessage"], record["messagePattern"]) == (new, pattern)
    assert record["analyzedAt"] == "2026-08-28T10:00:00Z"


def test_a_partial_record_of_an_older_data_set_is_skipped(database: Database) -> None:
    """Where it brings a version, the version counts."""
    ingest = service(database).ingest
    ingest([a_file(an_envelope(1, version=NEW))])
    report = ingest([a_file({"record": {"id": an_id(1), "documentation": "Worse."}, "datasetVersion": OLD})])
    assert report.counts.older == 1
    assert stored(database, 1)["record"]["documentation"] == "What 1 means."
    ingest(
        [
            a_file(
                {
                    "record": {"id": an_id(1), "documentation": "Best."},
                    "datasetVersion": "2026-12-01T00:00:00Z",
                }
            )
        ]
    )
    assert stored(database, 1)["record"]["documentation"] == "Best."
    assert stored(database, 1)["datasetVersion"] == "2026-12-01T00:00:00Z"


def test_a_partial_record_may_change_one_of_the_same_run(database: Database) -> None:
    """What stands before it counts, in the same file or an earlier one; what comes after does not."""
    partial = {"id": an_id(1), "documentation": "Better."}
    report = service(database).ingest([a_file(an_envelope(1), partial, name="a")])
    assert stored(database, 1)["record"]["documentation"] == "Better."
    assert (report.counts.added, report.counts.changed) == (1, 1)
    report = service(database).ingest(
        [a_file({"id": an_id(2), "documentation": "?"}, an_envelope(2), name="b")]
    )
    assert [fault.index for fault in report.faults] == [1]


def test_a_partial_record_leaves_a_withdrawn_one_withdrawn(database: Database) -> None:
    """Correcting its text does not bring it back."""
    ingest = service(database).ingest
    ingest([a_file(an_envelope(1, errdex={"withdrawnAt": "2026-01-01T00:00:00Z"}))])
    ingest([a_file({"id": an_id(1), "documentation": "Better."})])
    assert stored(database, 1)["errdex"]["withdrawnAt"] == "2026-01-01T00:00:00Z"
    assert column(database, "SELECT count(*) FROM record_text") == [0]


def test_a_record_without_extension_takes_nothing_from_it(database: Database) -> None:
    """Function, versions and aliases that are known stay, aliases of both are kept."""
    ingest = service(database).ingest
    known = {"function": "f", "versions": [{"version": "1.0"}], "aliases": [an_id(70)]}
    ingest([a_file(an_envelope(1, errdex=known))])
    ingest([a_file(an_envelope(1, documentation="New."))])
    ingest([a_file(an_envelope(1, documentation="New.", errdex={"aliases": [an_id(71)], "license": "MIT"}))])
    errdex = stored(database, 1)["errdex"]
    assert (errdex["function"], errdex["license"], errdex["versions"][0]["version"]) == ("f", "MIT", "1.0")
    assert errdex["aliases"] == [an_id(70), an_id(71)]


SITE = {
    "errorMessage": "Pool is full",
    "messagePattern": "Pool is full",
    "analyzedSha": SHA_A,
    "lineNumber": 40,
}
MOVED = {"analyzedSha": SHA_B, "filePath": "src/pool/other.py", "lineNumber": 90}


@pytest.mark.parametrize(
    ("fields", "adopted"),
    [
        ({"id": ...}, True),  # the very same place
        ({"id": an_id(2)}, True),  # under a foreign id
        ({"id": ..., "filePath": "pool/balance.py"}, True),  # a leading src/ does not count
        ({"id": ..., "analyzedSha": SHA_B, "lineNumber": 44}, True),  # the site key has no line
        ({"id": ..., **MOVED}, True),  # one place in both versions
        ({"id": ..., **MOVED, "analyzedSha": SHA_A}, False),  # two places in one version
        ({"id": an_id(2), **MOVED}, False),  # two ids that were both given
        ({"id": ..., **MOVED, "errorClass": "KeyError"}, False),
        ({"id": ..., **MOVED, "errorMessage": "Pool is empty"}, False),
        ({"id": ..., **MOVED, "repo": "acme/other"}, False),
    ],
)
def test_a_known_site_keeps_its_id(each_database: Database, fields: dict[str, Any], adopted: bool) -> None:
    """The id that comes leads to the record that stands, which takes the new content."""
    ingest = service(each_database).ingest
    ingest([a_file(an_envelope(1, version=OLD, **SITE))])
    file = a_file(
        an_envelope(1, version=NEW, **{**SITE, "documentation": "New.", "slug": "pool-is-full", **fields})
    )
    report = ingest([file])
    if not adopted:
        assert (len(ids(each_database)), report.counts.added) == (2, 1)
        return
    assert ids(each_database) == [an_id(1)]
    assert stored(each_database, 1)["record"]["documentation"] == "New."
    assert stored(each_database, 1)["record"]["id"] == an_id(1)
    alias = report.changes[0].given_id
    assert stored(each_database, 1)["errdex"]["aliases"] == [alias]
    assert column(each_database, "SELECT record_id FROM record_alias WHERE alias = :id", id=alias) == [
        an_id(1)
    ]
    assert ingest([file]).counts.unchanged == 1


def test_an_older_record_under_another_id_leaves_its_id(database: Database) -> None:
    """Its content is skipped, its id leads to the newer record all the same."""
    ingest = service(database).ingest
    ingest([a_file(an_envelope(1, version=NEW, **SITE))])
    report = ingest([a_file(an_envelope(2, version=OLD, **{**SITE, "documentation": "Older."}))])
    assert [older.id for older in report.older] == [an_id(1)]
    assert column(database, "SELECT alias FROM record_alias") == [an_id(2)]
    assert stored(database, 1)["record"]["documentation"] == "What 1 means."


def test_places_that_stand_side_by_side_stay_apart(each_database: Database) -> None:
    """Two sites of one message in one file are two records, however they arrive."""
    one = an_envelope(1, version=OLD, **SITE)
    two = an_envelope(2, version=OLD, **{**SITE, "lineNumber": 60})
    service(each_database).ingest([a_file(one), a_file(two, name="b")])
    service(each_database).ingest([a_file(two)])
    service(each_database).ingest([a_file(one)])
    assert ids(each_database) == [an_id(1), an_id(2)]
    assert column(each_database, "SELECT count(*) FROM record_alias") == [0]


def test_equal_sites_are_paired_by_their_lines(database: Database) -> None:
    """Where the file grew by some lines, each of two equal sites finds its own record."""
    first, second = {**SITE, "lineNumber": 40}, {**SITE, "lineNumber": 60}
    service(database).ingest(
        [a_file(an_envelope(1, version=OLD, **first), an_envelope(2, version=OLD, **second))]
    )
    later = [
        an_envelope(0, version=NEW, **{**SITE, "id": ..., "analyzedSha": SHA_B, "lineNumber": line})
        for line in (67, 47)
    ]
    service(database).ingest([a_file(*later)])
    assert ids(database) == [an_id(1), an_id(2)]
    assert column(database, "SELECT line_number FROM record ORDER BY id") == [47, 67]


def test_the_function_tells_equal_sites_apart(database: Database) -> None:
    """Known on both sides it must agree; unknown on one it is passed over."""
    ingest = service(database).ingest
    ingest([a_file(an_envelope(1, version=OLD, errdex={"function": "Pool.grow"}, **SITE))])
    later = {**SITE, "id": ..., "analyzedSha": SHA_B, "lineNumber": 41}
    ingest([a_file(an_envelope(0, version=NEW, **later))])
    assert ids(database) == [an_id(1)]
    assert stored(database, 1)["errdex"]["function"] == "Pool.grow"


def test_a_record_read_by_its_alias_is_the_record(database: Database) -> None:
    """An alias that an extension names is as good as the id."""
    ingest = service(database).ingest
    ingest([a_file(an_envelope(1, errdex={"aliases": [an_id(70)]}))])
    report = ingest([a_file(an_envelope(1, id=an_id(70), documentation="New."))])
    assert ids(database) == [an_id(1)]
    assert report.changes[0].id == an_id(1)
    assert stored(database, 1)["record"]["documentation"] == "New."


@pytest.mark.parametrize(
    ("brought", "strict", "field"),
    [
        ({"tags": ["x" * 501]}, False, "tags[0]"),
        ({"lineNumber": 2**31}, False, "lineNumber"),
        ({"messagePattern": "(?=x)y"}, True, "messagePattern"),
        ({"lineNumber": "12"}, False, "lineNumber"),
    ],
)
def test_a_partial_record_is_checked_like_a_whole_one(
    each_database: Database, brought: dict[str, Any], strict: bool, field: str
) -> None:
    """What it brings has the same limits, and its file is rejected like any other."""
    ingest = service(each_database).ingest
    ingest([a_file(an_envelope(1))])
    before = stored(each_database, 1)
    report = ingest([a_file({"id": an_id(1), **brought})], strict=strict)
    assert [fault.field for fault in report.faults] == [field]
    assert stored(each_database, 1) == before


def test_a_partial_pattern_that_cannot_be_used_is_reported_and_stored(database: Database) -> None:
    """As with a whole record, the problem stands on it."""
    ingest = service(database).ingest
    ingest([a_file(an_envelope(1))])
    report = ingest([a_file({"id": an_id(1), "messagePattern": "(?=x)y"})])
    assert [warning.field for warning in report.warnings] == ["messagePattern"]
    assert stored(database, 1)["errdex"]["patternProblem"]
