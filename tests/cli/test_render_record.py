"""Records, lists and reports as people see them: on a terminal and in a pipe."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest

from app.commands.render_record import write_record, write_stats, write_summaries
from app.commands.render_report import write_check, write_report
from app.commands.terminal import Output, visible
from app.domain.answer import RecordSummary
from app.domain.faults import Fault
from app.domain.listing import Count, Stats
from app.domain.merge import Change
from app.domain.records import Envelope
from app.services.check import CheckReport
from app.services.report import Counts, FileReport, IngestReport, Older, RecordChange
from tests.cli.answers import RELATED
from tests.cli.test_terminal import COLOUR, Screen
from tests.seeds import SEEDS

EVIL = "a\x1b]0;owned\x07\x9b31m\u202eb"
FAULT = Fault("a.json", 2, "3defc1710d3da8d8", "severity", "5", "must be a text", "Put it in quotes.")


def bundled() -> list[Envelope]:
    """The bundled records."""
    return [Envelope.model_validate(json.loads(path.read_bytes())) for path in SEEDS]


def on_screen(draw: Any, *arguments: Any, width: int = 80) -> str:
    """What a terminal shows, without the colours."""
    stream = Screen()
    draw(Output(stream, width=width), *arguments)
    return COLOUR.sub("", stream.getvalue())


def in_pipe(draw: Any, *arguments: Any) -> str:
    """What a pipe gets."""
    stream = io.StringIO()
    draw(Output(stream), *arguments)
    return stream.getvalue()


@pytest.mark.parametrize("envelope", bundled(), ids=lambda envelope: envelope.record.id)
def test_a_record_shows_every_field_it_has(envelope: Envelope) -> None:
    """Each field with a text appears, whole but for white space; code keeps its lines."""
    record = envelope.record
    text = on_screen(write_record, envelope, [RELATED], ["No such title"], "https://errdex.example.org")
    flat = " ".join(text.split())
    for value in (
        record.error_message, record.documentation, record.trigger_scenarios, record.common_situations,
        record.background_tag, *record.solutions, *(record.prevention_tips or []), *record.tags, record.id, record.repo,
    ):  # fmt: skip
        assert value is None or " ".join(value.split()) in flat
    for code in (record.example_fix, record.validation_code, record.type_guard, record.try_catch_pattern):
        for line in (code or "").splitlines():
            assert line.rstrip() in text
    for line in (record.source_code or "").splitlines():
        assert line.rstrip() in text
    assert re.search(rf"^→ +{record.line_number}  ", text, flags=re.MULTILINE) or not record.source_code
    assert record.github_url is None or record.github_url in text
    assert f"https://errdex.example.org/errors/{record.repo}/{record.slug}-{record.id}" in text
    assert RELATED.reason in text
    assert "not in the base   No such title" in text


def test_a_bare_record_shows_no_empty_sections() -> None:
    """A record with nothing but its place has a title and its source, and no heading without a text."""
    values = {
        "id": "0" * 15 + "1",
        "repo": "a/b",
        "slug": "x",
        "errorClass": None,
        "filePath": "a.py",
        "lineNumber": 7,
    }
    envelope = Envelope.model_validate(
        {"record": values, "errdex": {"function": "f", "patternProblem": "bad"}}
    )
    text = on_screen(write_record, envelope, [], [], None)
    assert "a.py:7 in f" in text
    assert "logged message" in text
    assert "Pattern   bad" in text
    for heading in (
        "Solutions",
        "Related",
        "What it means",
        "Example fix",
        "Tags",
        "Page",
        "GitHub",
        "Prevention",
    ):
        assert heading not in text


def test_a_hostile_record_cannot_control_the_terminal() -> None:
    """Escape sequences in the fields of a record are shown, not sent."""
    values = bundled()[0].record.wire()
    for name in (
        "errorMessage",
        "documentation",
        "exampleFix",
        "sourceCode",
        "severity",
        "filePath",
        "backgroundTag",
    ):
        values[name] = EVIL
    values |= {"solutions": [EVIL], "tags": [EVIL], "preventionTips": [EVIL], "errorClass": EVIL}
    envelope = Envelope.model_validate(
        {"record": values, "errdex": {"function": EVIL, "relatedTitles": [EVIL]}}
    )
    text = on_screen(
        write_record, envelope, [RELATED.model_copy(update={"title": EVIL, "reason": EVIL})], [EVIL], None
    )
    assert visible(text) == text
    assert text.count("a\\x1b]0;owned") >= 14


def summary(**changes: Any) -> RecordSummary:
    """A record in a list."""
    values: dict[str, Any] = {
        "id": "d7326ee57f8a95e6", "title": "Title", "slug": "title", "repo": "a/b", "error_class": "ValueError",
        "error_message": "Some\tmessage\nof two lines", "file_path": "a.py", "line_number": 7, "url": "/errors/x",
    }  # fmt: skip
    return RecordSummary(**{**values, **changes})


def test_a_list_is_one_line_each_in_a_pipe() -> None:
    """Five fields with tabs between, whatever the record holds."""
    items = [summary(), summary(error_class=None, error_message=None, repo=EVIL, file_path="a\tb")]
    lines = in_pipe(write_summaries, items).splitlines()
    assert lines[0] == "d7326ee57f8a95e6\tValueError\tSome message of two lines\ta/b\ta.py:7"
    assert lines[1].split("\t")[1:3] == ["-", "Title"]
    assert all(len(line.split("\t")) == 5 for line in lines)
    assert visible("".join(lines)) == "".join(lines)


def test_a_list_on_a_terminal_hangs_under_the_message() -> None:
    """Id, class and message, and under it repository and place."""
    text = on_screen(write_summaries, [summary(error_message="word " * 30)], width=60)
    lines = text.splitlines()
    assert lines[0].startswith("d7326ee57f8a95e6  ValueError: word")
    assert all(line.startswith(" " * 18) and len(line) <= 60 for line in lines[1:])
    assert lines[-1].strip() == "a/b  a.py:7"


def test_stats_name_every_figure() -> None:
    """Each figure has its line; long lists are cut with a word."""
    stats = Stats(
        revision=3, dataset_version=None, records=1200, withdrawn=2, patterns=900, shared_patterns=40,
        pattern_problems=5, generic_patterns=6, repos=[Count(name=f"a/{n}", count=n) for n in range(20)],
        error_classes=[], severities=[Count(name="error", count=1)], provenance={"written": 7},
    )  # fmt: skip
    text = in_pipe(write_stats, stats)
    for part in (
        "1,200, and 2 withdrawn",
        "900, of which 40 shared",
        "6 (match",
        "5 (matched",
        "unknown",
        "written 7",
    ):
        assert part in text
    assert "a/9 9, …\n" in text
    assert "Error classes     -\n" in text


def test_a_report_lists_faults_changes_and_sums() -> None:
    """Faults, warnings, older and changed records, files left out and notes come before the sum."""
    change = RecordChange(
        id="d7326ee57f8a95e6", title="Title", outcome="changed", given_id="0123456789abcdef", restored=True,
        fields=tuple(Change(f"field{n}", "1", "2") for n in range(10)),
    )  # fmt: skip
    report = IngestReport(
        files=(
            FileReport("a.json", Counts(records=2, faulty=1), rejected=True),
            FileReport("b.json", Counts(records=1)),
        ),
        faults=(FAULT,),
        warnings=(FAULT,),
        older=(Older("3defc1710d3da8d8", "b.json", None, "2026-01-01"),),
        changes=(change,),
        changes_left_out=4,
        notes=("Nothing was pruned.",),
        withdrawn=1,
    )
    text = in_pipe(write_report, report)
    places = [
        text.index(part)
        for part in (
            "Faults (1)",
            str(FAULT),
            "Warnings (1)",
            "3defc1710d3da8d8 in b.json: no datasetVersion, the database has 2026-01-01",
            "changed, restored, known as 0123456789abcdef in the file  d7326ee57f8a95e6  Title",
            "field0: 1 → 2",
            "… and 2 more fields",
            "… and 4 more",
            "Files left out because of their faults (1)",
            "a.json: 2 records, 1 with faults",
            "Nothing was pruned.",
            "Ingested 3 records from 2 files: 1 withdrawn, 1 with faults.",
        )
    ]
    assert places == sorted(places)


def test_a_long_report_is_cut_unless_it_is_a_dry_run() -> None:
    """Twenty changes of a real run are listed; a dry run lists all."""
    changes = tuple(RecordChange(id=f"{n:016x}", title=f"Title {n:03}", outcome="added") for n in range(50))
    report = IngestReport(
        changes=changes, files=(FileReport("a", Counts(records=50, added=50, pattern_problems=1)),)
    )
    text = in_pipe(write_report, report)
    assert "Title 019" in text
    assert "Title 020" not in text
    assert "… and 30 more" in text
    assert text.endswith("50 added. 1 record cannot be found by the message (see the warnings).\n")
    dry = IngestReport(changes=changes, files=report.files, dry_run=True)
    assert "Title 049" in in_pipe(write_report, dry)


def test_a_check_ends_with_its_sums() -> None:
    """The closing line counts records, files, faults and warnings."""
    report = CheckReport(files=1, records=3, faults=(FAULT,), warnings=(FAULT, FAULT), pattern_problems=2)
    text = in_pipe(write_check, report)
    assert text.splitlines()[-1] == (
        "Checked 3 records in 1 file, 1 fault, 2 warnings. 2 records cannot be found by the message."
    )
    assert text.count(str(FAULT)) == 3


def test_the_tests_that_raise_it_are_named() -> None:
    """With their place, so that one of them can be run."""
    envelope = bundled()[0]
    test = {"filePath": "tests/test_pool.py", "lineNumber": 7, "test": "TestPool.test_empty"}
    wire = envelope.wire()
    wire["errdex"]["facts"] = {"reproducedBy": [test]}
    for shown in (on_screen, in_pipe):
        text = shown(write_record, Envelope.model_validate(wire), [], [], None)
        assert "Raised by these tests" in text
        assert "• TestPool.test_empty  tests/test_pool.py:7" in text
        assert "Raised by these tests" not in shown(write_record, envelope, [], [], None)
