"""Ingest: what is checked, what is written, what the report says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.db.engine import Database
from app.errors import BadInput
from app.services.ingest import MAX_CHANGES
from app.services.inputs import Input, find_inputs
from tests.services.ingesting import (
    NEW,
    OLD,
    SHA_A,
    a_file,
    a_record,
    an_envelope,
    an_id,
    column,
    dump,
    ids,
    on_disk,
    service,
    stored,
)

ODD_EXTRA = {
    "zeta": 0.1,
    "alpha": 1e300,
    "big": 2**80,
    "minus": -0.0,
    "nested": {"b": [1, 2.5, None, True, "é\u2028\U0001f600"], "a": {}},
    "control": "\u0001\t\r\n",
}


def test_what_was_ingested_comes_back_field_by_field(each_database: Database) -> None:
    """Known and unknown fields, of record and envelope, keep value and order."""
    envelope = an_envelope(1, version=NEW, errdex={"function": "Pool.grow", "ours": 1}, **ODD_EXTRA)
    envelope["comment"] = {"by": ["someone", 1.5]}
    report = service(each_database).ingest([a_file(envelope)])
    assert report.exit_code == 0
    found = stored(each_database, 1)
    assert {key: found["record"][key] for key in envelope["record"]} == envelope["record"]
    assert list(found["record"])[: len(envelope["record"])] == list(envelope["record"])
    assert repr(found["record"]["minus"]) == "-0.0"
    assert found["record"]["exampleFix"] is None
    assert found["comment"] == envelope["comment"]
    assert found["datasetVersion"] == NEW
    assert found["errdex"]["function"] == "Pool.grow"
    assert found["errdex"]["ours"] == 1


def test_the_bundled_records_come_back_as_they_are(each_database: Database) -> None:
    """Every bundled file is taken, and what it says is what is stored."""
    inputs = find_inputs([])
    report = service(each_database).ingest(inputs)
    assert (report.faults, report.warnings) == ((), ())
    assert report.counts.added == len(inputs) >= 5
    for one in inputs:
        envelope = json.loads(one.read())
        found = stored(each_database, envelope["record"]["id"])
        assert found["record"] == envelope["record"]
        assert found["datasetVersion"] == envelope.get("datasetVersion")


def test_ingesting_twice_is_ingesting_once(each_database: Database) -> None:
    """Equal content is not written: no row and no revision changes."""
    files = [a_file(*(an_envelope(number, version=OLD) for number in range(5)))]
    service(each_database).ingest(files, source="s")
    before = dump(each_database)
    report = service(each_database).ingest(files, source="s")
    assert dump(each_database) == before
    assert (report.counts.unchanged, report.counts.added, report.changes) == (5, 0, ())


def test_another_order_of_members_is_equal_content(database: Database) -> None:
    """A file that was written by another program changes nothing."""
    service(database).ingest([a_file(an_envelope(1))])
    before = dump(database)
    turned = {"record": dict(reversed(an_envelope(1)["record"].items()))}
    assert service(database).ingest([a_file(turned)]).counts.unchanged == 1
    assert dump(database) == before


def test_a_file_that_changes_something_raises_the_revision_by_one(database: Database) -> None:
    """The revision counts writing files; changed rows carry it."""
    service(database).ingest([a_file(an_envelope(1), an_envelope(2)), a_file(an_envelope(3), name="b")])
    report = service(database).ingest([a_file(an_envelope(1), an_envelope(2, documentation="New."))])
    assert report.revision == 3
    assert column(database, "SELECT revision FROM record ORDER BY id") == [1, 3, 2]


def test_the_newest_dataset_version_is_remembered(database: Database) -> None:
    """As UTC time, and not lowered by an older file."""
    service(database).ingest([a_file(an_envelope(1, version="2026-08-01T01:00:00+02:00"))])
    service(database).ingest([a_file(an_envelope(2, version="2026-07-31T22:59:59Z"))])
    report = service(database).ingest([a_file(an_envelope(3))])
    assert report.dataset_version == "2026-08-01T01:00:00+02:00"


BROKEN: list[tuple[str, Any]] = [
    ("lineNumber", an_envelope(2, lineNumber="12")),
    ("lineNumber", an_envelope(2, lineNumber=2**31)),
    ("messagePattern", an_envelope(2, messagePattern="")),
    ("tags[1]", an_envelope(2, tags=["a", "b" * 501])),
    ("errorClass", an_envelope(2, errorClass="x" * 501)),
    ("datasetVersion", an_envelope(2, version="2026-02-30T00:00:00Z")),
    ("repo", an_envelope(2, repo="nonsense")),
    ("", {"record": {"id": an_id(99), "documentation": "to nobody"}}),
]


@pytest.mark.parametrize(("field", "envelope"), BROKEN)
def test_a_file_with_a_fault_is_rejected_whole(database: Database, field: str, envelope: Any) -> None:
    """The others are written, the exit code is 3, and the fault names file, record and field."""
    bad = a_file(an_envelope(1), envelope, name="bad")
    report = service(database).ingest([bad, a_file(an_envelope(3), name="good")])
    assert ids(database) == [an_id(3)]
    assert report.exit_code == 3
    assert [(fault.file, fault.index, fault.field) for fault in report.faults] == [("bad", 2, field)]
    assert [(file.name, file.rejected) for file in report.files] == [("bad", True), ("good", False)]


def test_the_good_records_of_a_faulty_file_are_written_on_request(database: Database) -> None:
    """`skip_bad` leaves out the faulty ones only, and the exit code stays 3."""
    bad = a_file(an_envelope(1), BROKEN[0][1], an_envelope(3), name="bad")
    report = service(database).ingest([bad], skip_bad=True)
    assert ids(database) == [an_id(1), an_id(3)]
    assert report.exit_code == 3
    assert (report.counts.records, report.counts.added, report.counts.faulty) == (3, 2, 1)
    assert not report.files[0].rejected


def test_all_faults_of_all_files_are_listed(database: Database) -> None:
    """Eight broken files give eight faults in one run, and nothing is written."""
    files = [a_file(envelope, name=f"file{number}") for number, (_, envelope) in enumerate(BROKEN)]
    report = service(database).ingest(files)
    assert [fault.file for fault in report.faults] == [file.name for file in files]
    assert ids(database) == []
    assert report.revision == 0


def test_a_file_that_cannot_be_read_is_a_fault(tmp_path: Path, database: Database) -> None:
    """It is reported like any other, and the rest is written."""
    missing = Input("gone.json", tmp_path / "gone.json")
    report = service(database).ingest([missing, a_file(an_envelope(1))])
    assert [fault.file for fault in report.faults] == ["gone.json"]
    assert ids(database) == [an_id(1)]


def test_a_file_over_the_limit_is_a_fault(tmp_path: Path, database: Database) -> None:
    """The fault names the limit."""
    big = on_disk(tmp_path / "big.jsonl", (an_envelope(number) for number in range(20)))
    report = service(database, max_records_file_bytes=1024).ingest([big])
    assert len(report.faults) == 1
    assert "1,024" in str(report.faults[0])


def test_a_file_that_changes_during_the_run_is_rejected(
    tmp_path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large file is read a second time; what was not checked is not written."""
    monkeypatch.setattr("app.services.intake._KEEP_BYTES", 0)
    one = on_disk(tmp_path / "one.jsonl", [an_envelope(1)])
    two = on_disk(tmp_path / "two.jsonl", [an_envelope(2)])

    def _change(_done: int, total: int | None, name: str) -> None:
        if total is None and name == two.name:
            on_disk(tmp_path / "two.jsonl", [an_envelope(2), an_envelope(3)])

    report = service(database).ingest([one, two], progress=_change)
    assert ids(database) == [an_id(1)]
    assert "was changed" in str(report.faults[0])


def test_a_run_with_large_files_gives_the_same(
    tmp_path: Path, each_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files that are read twice, and chunks that end inside a file, change nothing of the result."""
    monkeypatch.setattr("app.services.intake._KEEP_BYTES", 0)
    monkeypatch.setattr("app.services.ingest._CHUNK", 3)
    monkeypatch.setattr("app.db.store.CHUNK", 2)
    envelopes = [an_envelope(number) for number in range(10)] + [an_envelope(4, documentation="Later.")]
    report = service(each_database).ingest([on_disk(tmp_path / "x.jsonl", envelopes)])
    assert (report.counts.added, report.counts.changed) == (10, 1)
    assert stored(each_database, 4)["record"]["documentation"] == "Later."
    assert report.warnings[0].field == "id"


def test_a_trial_run_writes_nothing_and_says_what_would_change(each_database: Database) -> None:
    """Added, changed with the fields, unchanged and withdrawn are told; every table stays as it is."""
    ingest = service(each_database).ingest
    ingest([a_file(an_envelope(1), an_envelope(2), an_envelope(3))], source="s")
    before = dump(each_database)
    files = [
        a_file(an_envelope(1), an_envelope(2, documentation="New.", tags=["x"])),
        a_file(an_envelope(4), name="second"),
        a_file({"record": {"id": an_id(4), "errorCode": "E4"}}, name="third"),
    ]
    report = ingest(files, source="s", prune=True, dry_run=True)
    assert dump(each_database) == before
    assert report.dry_run
    assert list(report.ids("added")) == [an_id(4)]
    assert list(report.ids("withdrawn")) == [an_id(3)]
    changed = [change for change in report.changes if change.outcome == "changed"]
    assert [[field.field for field in change.fields] for change in changed] == [
        ["documentation", "tags"],
        ["errorCode"],
    ]
    assert changed[0].fields[0].before == '"What 2 means."'
    assert changed[0].fields[0].after == '"New."'
    after = ingest(files, source="s", prune=True)
    assert after.changes == report.changes
    assert after.counts == report.counts


def test_the_report_is_bounded(database: Database) -> None:
    """Of very many changes a thousand are listed and the others counted."""
    report = service(database).ingest([a_file(*(an_envelope(number) for number in range(MAX_CHANGES + 7)))])
    assert len(report.changes) == MAX_CHANGES
    assert report.changes_left_out == 7


def test_the_report_is_json(database: Database) -> None:
    """The wire form is plain JSON in camelCase with the exit code."""
    report = service(database).ingest([a_file(an_envelope(1)), a_file(BROKEN[0][1], name="bad")])
    wire = json.loads(json.dumps(report.wire()))
    assert wire["exitCode"] == 3
    assert wire["counts"]["patternProblems"] == 0
    assert wire["faults"][0]["recordId"] == an_id(2)
    assert wire["changes"][0]["outcome"] == "added"


def test_progress_is_told(database: Database) -> None:
    """First while the files are checked, without a total, then while they are written."""
    told: list[tuple[int, int | None, str]] = []
    files = [a_file(an_envelope(1), an_envelope(2), name="a"), a_file(an_envelope(3), name="b")]
    service(database).ingest(files, progress=lambda *step: told.append(step))
    assert told == [(2, None, "a"), (3, None, "b"), (2, 3, "a"), (3, 3, "b")]


def test_an_unusable_pattern_is_stored_and_counted(each_database: Database) -> None:
    """A look-ahead is no reason to lose the record; the problem stands on it, and goes when it is mended."""
    ingest = service(each_database).ingest
    report = ingest([a_file(an_envelope(1, messagePattern="(?=x)Shard"))])
    assert report.exit_code == 0
    assert report.counts.pattern_problems == 1
    assert [warning.field for warning in report.warnings] == ["messagePattern"]
    assert stored(each_database, 1)["errdex"]["patternProblem"]
    assert column(each_database, "SELECT count(*) FROM record WHERE pattern_problem IS NOT NULL") == [1]
    ingest([a_file(an_envelope(1))])
    assert stored(each_database, 1)["errdex"]["patternProblem"] is None
    assert column(each_database, "SELECT pattern_problem FROM record") == [None]


def test_a_pattern_that_misses_its_own_message_is_reported(database: Database) -> None:
    """It is stored all the same."""
    report = service(database).ingest([a_file(an_envelope(1, messagePattern="something else entirely"))])
    assert ["own errorMessage" in str(warning) for warning in report.warnings] == [True]
    assert ids(database) == [an_id(1)]


@pytest.mark.parametrize("pattern", ["(?=x)Shard", "something else entirely"])
def test_strict_makes_findings_faults(database: Database, pattern: str) -> None:
    """The file is rejected with exit code 3."""
    report = service(database).ingest([a_file(an_envelope(1, messagePattern=pattern))], strict=True)
    assert report.exit_code == 3
    assert ids(database) == []


def test_patterns_are_shared_and_go_with_their_last_record(each_database: Database) -> None:
    """Two records with one pattern are one cluster; a pattern without records is deleted with its keys."""
    ingest = service(each_database).ingest
    same = {"errorMessage": "Pool is full", "messagePattern": "Pool is full"}
    ingest([a_file(an_envelope(1, **same), an_envelope(2, **same))])
    assert column(each_database, "SELECT count(*) FROM pattern") == [1]
    assert column(each_database, "SELECT count(*) FROM pattern_key WHERE kind = 'a'") == [1]
    ingest([a_file(an_envelope(1))])
    assert column(each_database, "SELECT count(*) FROM pattern") == [2]
    ingest([a_file(an_envelope(2, errorMessage=None, messagePattern=None))])
    assert column(each_database, "SELECT pattern FROM pattern") == [a_record(1)["messagePattern"]]
    left = "SELECT count(*) FROM pattern_key WHERE pattern_id NOT IN (SELECT id FROM pattern)"
    assert column(each_database, left) == [0]


def test_full_text_follows_the_record(each_database: Database) -> None:
    """One entry a record, with its new words in place of the old."""
    ingest = service(each_database).ingest
    ingest([a_file(an_envelope(1), an_envelope(2**64 - 1, lineNumber=5))])
    ingest([a_file(an_envelope(1, documentation="Entirely otherwise."))])
    assert column(each_database, "SELECT record_id FROM record_text ORDER BY record_id") == [
        an_id(1),
        "f" * 16,
    ]
    words = column(each_database, "SELECT words FROM record_text WHERE record_id = :id", id=an_id(1))
    assert "otherwise" in words[0]
    assert "What 1 means" not in words[0]


def test_tags_keep_their_order_and_count_once(each_database: Database) -> None:
    """A tag that a record has twice is one row."""
    service(each_database).ingest([a_file(an_envelope(1, tags=["b", "a", "b"]))])
    assert column(each_database, "SELECT tag FROM record_tag ORDER BY position") == ["b", "a"]
    assert stored(each_database, 1)["record"]["tags"] == ["b", "a", "b"]


def test_very_long_texts_are_taken(each_database: Database) -> None:
    """Prose as long as the record limit allows is stored whole; the index takes its beginning."""
    long = " ".join(f"wörd{number}" for number in range(70_000))
    report = service(each_database).ingest([a_file(an_envelope(1, documentation=long))])
    assert report.exit_code == 0
    assert stored(each_database, 1)["record"]["documentation"] == long


def test_pages_get_the_whole_commit_whatever_the_order(each_database: Database, tmp_path: Path) -> None:
    """A page shows ten digits of the commit; a record of the same run, even a later one, names all."""
    sha = "0123456789" + "ab" * 15
    from app.domain.page_text import write_page
    from app.domain.records import Envelope

    page = write_page(Envelope.model_validate(an_envelope(1, analyzedSha=sha, analyzedAt="2026-08-28")), [])
    files = [
        Input("page.txt", data=page.encode()),
        a_file(an_envelope(2, analyzedSha=sha, errorClass="KeyError")),
    ]
    service(each_database).ingest(files)
    assert stored(each_database, 1)["record"]["analyzedSha"] == sha
    before = dump(each_database)
    service(each_database).ingest(files)
    assert dump(each_database) == before


@pytest.mark.parametrize("source", ["", "  ", "x" * 201, "a\nb"])
def test_a_source_without_a_usable_name_is_refused(database: Database, source: str) -> None:
    """The error says what a name may be."""
    with pytest.raises(BadInput, match="source"):
        service(database).ingest([], source=source)


def test_pruning_needs_a_source(database: Database) -> None:
    """Without a name there is nothing that could be missing."""
    with pytest.raises(BadInput, match="needs a source"):
        service(database).ingest([], prune=True)


def test_pruning_withdraws_what_the_source_has_no_longer(each_database: Database) -> None:
    """Withdrawn records stay readable, lose their text entry, and other sources' records are left alone."""
    ingest = service(each_database).ingest
    ingest([a_file(*(an_envelope(number) for number in range(4)))], source="s")
    ingest([a_file(an_envelope(2), an_envelope(9))], source="other")
    report = ingest([a_file(an_envelope(0))], source="s", prune=True)
    assert sorted(report.ids("withdrawn")) == [an_id(1), an_id(3)]
    assert report.counts.withdrawn == 2
    gone = column(each_database, "SELECT id FROM record WHERE withdrawn_at IS NOT NULL ORDER BY id")
    assert gone == [an_id(1), an_id(3)]
    assert stored(each_database, 1)["errdex"]["withdrawnAt"] == "2026-09-01T12:00:00.000Z"
    assert column(each_database, "SELECT record_id FROM record_text ORDER BY 1") == [
        an_id(0),
        an_id(2),
        an_id(9),
    ]
    assert column(each_database, "SELECT DISTINCT revision FROM record WHERE withdrawn_at IS NOT NULL") == [3]
    again = ingest([a_file(an_envelope(0))], source="s", prune=True)
    assert (again.counts.withdrawn, again.revision) == (0, 3)


def test_a_withdrawn_record_that_comes_back_is_restored(each_database: Database) -> None:
    """It is found again, and the report says so."""
    ingest = service(each_database).ingest
    ingest([a_file(an_envelope(1), an_envelope(2))], source="s")
    before = stored(each_database, 2)
    ingest([a_file(an_envelope(1))], source="s", prune=True)
    report = ingest([a_file(an_envelope(1), an_envelope(2))], source="s", prune=True)
    assert (report.counts.restored, report.counts.withdrawn) == (1, 0)
    assert stored(each_database, 2) == before
    assert column(each_database, "SELECT count(*) FROM record_text") == [2]


@pytest.mark.parametrize("skip_bad", [False, True])
def test_nothing_is_withdrawn_where_a_file_has_a_fault(database: Database, skip_bad: bool) -> None:
    """A source that was not read whole cannot say what it has no longer."""
    ingest = service(database).ingest
    ingest([a_file(an_envelope(1), an_envelope(3))], source="s")
    report = ingest([a_file(an_envelope(1), BROKEN[0][1])], source="s", prune=True, skip_bad=skip_bad)
    assert report.counts.withdrawn == 0
    assert "Nothing was withdrawn" in report.notes[0]
    assert column(database, "SELECT count(*) FROM record WHERE withdrawn_at IS NOT NULL") == [0]


def test_nothing_is_withdrawn_where_no_record_was_brought(database: Database) -> None:
    """An empty export does not empty the base."""
    ingest = service(database).ingest
    ingest([a_file(an_envelope(1))], source="s")
    report = ingest([Input("empty.json", data=b"[]")], source="s", prune=True)
    assert report.counts.withdrawn == 0
    assert column(database, "SELECT count(*) FROM record WHERE withdrawn_at IS NOT NULL") == [0]


def test_a_gzipped_file_is_taken(database: Database) -> None:
    """Whatever it is called."""
    assert service(database).ingest([a_file(an_envelope(1), gz=True)]).counts.added == 1


def test_nothing_to_read_is_an_empty_report(database: Database) -> None:
    """No file, no change."""
    report = service(database).ingest([])
    assert (report.exit_code, report.files, report.revision) == (0, (), 0)


def test_an_alias_that_is_taken_is_reported(each_database: Database) -> None:
    """An id keeps leading to the record it led to."""
    ingest = service(each_database).ingest
    ingest([a_file(an_envelope(1), an_envelope(2, errdex={"aliases": [an_id(70)]}))])
    report = ingest(
        [a_file(an_envelope(3, errdex={"aliases": [an_id(1), an_id(70), an_id(71)]}, analyzedSha=SHA_A))]
    )
    assert sorted(warning.value for warning in report.warnings) == [f'"{an_id(1)}"', f'"{an_id(70)}"']
    pairs = "SELECT alias || ' ' || record_id FROM record_alias ORDER BY 1"
    assert column(each_database, pairs) == [f"{an_id(70)} {an_id(2)}", f"{an_id(71)} {an_id(3)}"]


def test_a_refused_alias_is_not_listed(each_database: Database) -> None:
    """A record lists the ids that lead to it and no others, of one file too; the same file again changes nothing."""
    ingest = service(each_database).ingest
    file = a_file(
        an_envelope(1, errdex={"aliases": [an_id(70), an_id(2), an_id(71)]}),
        an_envelope(2, errdex={"aliases": [an_id(70)]}),
        an_envelope(3, errdex={"aliases": [an_id(72)]}),
    )
    report = ingest([file])
    assert [(one.record_id, one.value, one.index) for one in report.warnings] == [
        (an_id(1), f'"{an_id(2)}"', 1),
        (an_id(2), f'"{an_id(70)}"', 2),
    ]
    listed = [
        json.loads(one)["aliases"]
        for one in column(each_database, "SELECT extension FROM record ORDER BY id")
    ]
    assert listed == [[an_id(70), an_id(71)], [], [an_id(72)]]
    again = ingest([file])
    assert (again.counts.unchanged, again.revision) == (3, report.revision)
    partial = {"record": {"id": an_id(3)}, "errdex": {"aliases": [an_id(71)]}}
    assert [one.value for one in ingest([a_file(partial)]).warnings] == [f'"{an_id(71)}"']


@pytest.mark.parametrize("data", [b"", b" \n", b"[]"])
def test_a_file_without_a_record_counts_none(database: Database, data: bytes) -> None:
    """An empty file is a fault, and no record with a fault."""
    report = service(database).ingest([Input("empty.json", data=data)])
    assert (report.counts.records, report.counts.faulty, report.exit_code) == (0, 0, 3)
    assert "is empty" in report.faults[0].problem or "empty list" in report.faults[0].problem
    report = service(database).ingest([Input("bad.json", data=b'{"id": 1, "repo": 2}')])
    assert (report.counts.records, report.counts.faulty) == (1, 1)
