"""Large files of JSON Lines are read piece by piece, on several processes: base and report are those of the plain way."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from sqlalchemy import text

from app.config import Settings
from app.db.engine import Database
from app.domain.decoding import Limits
from app.domain.identity import module_path, site_key
from app.domain.lines import LineText
from app.extract.pool import Workers
from app.services import lines_file, units
from app.services.inputs import Input
from app.services.report import IngestReport
from app.services.units import Rules, Unit
from tests.services.ingesting import NEW, OLD, a_file, an_envelope, an_id, dump, ids, service, stored

# What may stand in a file, each by a name: hypothesis draws from these, and a fault shows the names alone.
LINES: dict[str, Any] = {
    "one": an_envelope(1),
    "one again": an_envelope(1),
    "one, otherwise": an_envelope(1, documentation="Later."),
    "one, bare and in another order": dict(reversed(an_envelope(1)["record"].items())),
    "one, older": an_envelope(1, version=OLD, documentation="Old."),
    "one, newer": an_envelope(1, version=NEW, documentation="New."),
    "one, withdrawn": an_envelope(1, errdex={"withdrawnAt": NEW}),
    "one, with its extension null": {**an_envelope(1), "errdex": None},
    "two, derived": an_envelope(2, errdex={"provenance": {"kind": "derived"}, "function": "f"}),
    "two, an alias of it": an_envelope(2, errdex={"aliases": [an_id(13)]}),
    "two, by its alias": {"record": {**an_envelope(2)["record"], "id": an_id(13)}},
    "three": an_envelope(3, tags=["a", "a", "b"]),
    "three, at the site of two": an_envelope(
        3, lineNumber=12, errorMessage=an_envelope(2)["record"]["errorMessage"]
    ),
    "four, partial": {"record": {"id": an_id(4), "documentation": "Found."}},
    "four": an_envelope(4, messagePattern="no (?=look) around"),
    "eleven, not ASCII": an_envelope(
        11, errorMessage="Größe {x}: 值が不正", messagePattern="Größe (.*?): 值が不正"
    ),
    "five, everyday": an_envelope(5, messagePattern="(.*?) must be non-negative", solutions=[]),
    "six, with more": {**an_envelope(6), "more": [1, {"deep": None}], "errdex": {"own": 1.5}},
    "twelve, without a pattern": an_envelope(12, messagePattern=None, errorMessage=None),
    "seven, too long a name": an_envelope(7, errorClass="E" * 600),
    "seven, no number": an_envelope(7, lineNumber="7"),
    "seven, partial": {"record": {"id": an_id(7), "documentation": "Found."}},
    "eight, an escape": an_envelope(8, documentation="NUL \x00"),
    "eight, deep": an_envelope(8, more=json.loads("[" * 60 + "]" * 60)),
    "eight, escaped": an_envelope(8, documentation="Snowman \u2603 \u00e9"),
    "broken": "{",
    "no object": "3",
    "twice a name": '{"record": {"id": "0000000000000009", "id": "0000000000000009"}}',
    "blank": "",
    "no id": an_envelope(9, id=...),
}
FLAGS = [{}, {"skip_bad": True}, {"strict": True}, {"dry_run": True}, {"source": "s"}]


def lines_of(names: Sequence[str]) -> bytes:
    """The file with these lines."""
    texts = (LINES[name] for name in names)
    return "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in texts).encode()


@contextmanager
def in_pieces(chars: int = 700) -> Iterator[None]:
    """Every file of JSON Lines counts as large."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.services.intake._LARGE_BYTES", 0)
        patch.setattr("app.services.intake._SHARED_BYTES", 0)
        patch.setattr(lines_file, "PIECE_CHARS", chars)
        patch.setattr(lines_file, "SHARED_CHARS", 0)
        patch.setattr("app.services.ingest._CHUNK", 4)
        patch.setattr("app.services.ingest._MANY", 1)
        patch.setattr("app.db.crossfire._MOST_LOOKED_UP", 3)
        yield


def a_base(template: Path, path: Path) -> Database:
    """An empty base."""
    shutil.copyfile(template, path)
    return Database(Settings(_env_file=None, database_url=f"sqlite:///{path}"))


def rows(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """All rows, patterns by their text: numbers, and counts that are 0, tell of what came and went."""
    found = dump(database)
    texts = {row[0]: row[2] for row in found["pattern"]}
    with database.read() as session:
        names = list(session.execute(text("SELECT * FROM record LIMIT 0")).keys())
        keys = list(session.execute(text("SELECT * FROM pattern_key LIMIT 0")).keys())
    at = {"pattern": 0, "pattern_key": keys.index("pattern_id"), "record": names.index("pattern_id")}
    for table, column in at.items():
        found[table] = sorted(
            ((*row[:column], texts.get(row[column]), *row[column + 1 :]) for row in found[table]), key=str
        )
    for table in ("tally", "word"):
        found[table] = [row for row in found[table] if any(value for value in row if isinstance(value, int))]
    return found


def schema(database: Database) -> list[tuple[Any, ...]]:
    """All that SQLite says of the tables and indexes, and whether they agree."""
    path = database.place
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        return sorted(connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"), key=str)
    finally:
        connection.close()


def told(report: IngestReport) -> IngestReport:
    """A report without the text of faults that only tells that lines are numbered, and in one order."""
    return replace(report, warnings=tuple(sorted(report.warnings, key=str)))


@hypothesis_settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    before=st.lists(st.sampled_from([name for name in LINES if name != "no id"]), max_size=4),
    names=st.lists(st.sampled_from(list(LINES)), min_size=2, max_size=14),
    flags=st.sampled_from(FLAGS),
    chars=st.sampled_from([1, 700, 5_000]),
)
def test_in_pieces_all_is_as_it_is_in_one(  # noqa: PLR0917 - what hypothesis draws
    tmp_path: Path,
    migrated_file: Path,
    before: list[str],
    names: list[str],
    flags: dict[str, Any],
    chars: int,
) -> None:
    """Whatever stands in a file and in the base: rows, indexes and report are the same."""
    bases = [a_base(migrated_file, tmp_path / f"{side}.db") for side in ("plain", "pieces")]
    try:
        first, file = (Input("first.jsonl", data=lines_of(before)), Input("file.jsonl", data=lines_of(names)))
        for base in bases:
            if before:
                service(base).ingest([first], skip_bad=True)
        expected = service(bases[0]).ingest([file], **flags)
        with in_pieces(chars):
            report = service(bases[1]).ingest([file], **flags)
        assert told(report) == told(expected)
        assert rows(bases[1]) == rows(bases[0])
        assert schema(bases[1]) == schema(bases[0])
    finally:
        for base in bases:
            base.dispose()


def many() -> bytes:
    """A file with all that may stand in one but for what has no id, among 200 records, most of them good."""
    some = lines_of([name for name in LINES if name != "no id"])
    return b"".join(a_file(an_envelope(number)).data for number in range(20, 220)) + some


@pytest.mark.parametrize("twice", [False, True])
def test_with_processes_all_is_as_it_is_without(
    tmp_path: Path, migrated_file: Path, each_database: Database, twice: bool
) -> None:
    """Into an empty base or a full one, on SQLite and PostgreSQL: several processes give what one gives."""
    plain = a_base(migrated_file, tmp_path / "plain.db")
    file = Input("file.jsonl", data=many())
    expected = told(service(plain).ingest([file], skip_bad=True))
    with in_pieces(10_000):
        report = told(service(each_database).ingest([file], skip_bad=True, processes=2))
        assert report == expected
        if twice:
            again = told(service(each_database).ingest([file], skip_bad=True, processes=2))
            assert again == told(service(plain).ingest([file], skip_bad=True))
    assert rows(each_database) == rows(plain)
    plain.dispose()


def test_two_large_files_are_written_one_after_the_other(each_database: Database) -> None:
    """A partial record may follow in the second file, and the total is told before the first is written."""
    seen: list[tuple[int, int | None]] = []
    files = [
        Input("one.jsonl", data=a_file(*(an_envelope(number) for number in range(4))).data),
        Input(
            "two.jsonl", data=lines_of(["three", "one, otherwise"]) + a_file(an_envelope(2, version=NEW)).data
        ),
    ]
    with in_pieces():
        report = service(each_database).ingest(
            files, progress=lambda done, total, _: seen.append((done, total))
        )
    assert (report.counts.records, report.counts.added, report.counts.changed) == (7, 4, 3)
    assert seen[-1] == (7, 7)
    assert stored(each_database, 1)["record"]["documentation"] == "Later."


def dies(pieces: Sequence[LineText], rules: Rules) -> list[Unit | None]:
    """Work that one of the lines makes end the process."""
    if "killer" in pieces[0].text:
        os.kill(os.getpid(), signal.SIGKILL)
    return units.check_lines(pieces, rules)


@pytest.mark.skipif(sys.platform == "win32", reason="kills with SIGKILL")
def test_a_line_that_ends_a_process_is_a_fault(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines are told, nothing of the file is written, or all but these lines where bad ones are left out."""
    data = a_file(
        *(an_envelope(number, documentation="killer" if number == 7 else None) for number in range(12))
    )
    monkeypatch.setattr(lines_file, "check_lines", dies)
    with in_pieces(1):
        report = service(database).ingest([data], processes=2)
        assert [(fault.index, fault.unit) for fault in report.faults] == [(8, "line")]
        assert "ended the process" in str(report.faults[0])
        assert ids(database) == []
        service(database).ingest([data], processes=2, skip_bad=True)
    assert ids(database) == [an_id(number) for number in range(12) if number != 7]


def refused(*_: object) -> list[Unit | None]:
    """Work that no process survives."""
    os._exit(1)


def test_where_no_process_starts_this_one_does_the_work(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that processes cannot import has its records read where it is."""
    monkeypatch.setattr("app.extract.pool._begin", refused)
    with in_pieces():
        report = service(database).ingest([Input("file.jsonl", data=many())], skip_bad=True, processes=2)
    assert report.counts.added > 200


INTERRUPTED = """
import os, signal, sys
from app.config import Settings
from app.db import store
from app.db.engine import Database
from app.services import ingest, intake, lines_file
from app.services.inputs import find_inputs

if __name__ == "__main__":
    intake._SHARED_BYTES = lines_file.SHARED_CHARS = 0
    lines_file.PIECE_CHARS = 2_000
    original, calls = store.write_tags, []

    def interrupted(*given):
        calls.append(1)
        if len(calls) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return original(*given)

    store.write_tags = interrupted
    settings = Settings(_env_file=None, database_url=sys.argv[1])
    ingest.IngestService(Database(settings), settings).ingest(find_inputs([sys.argv[2]]), processes=2)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_ctrl_c_leaves_the_base_as_it_was(tmp_path: Path, settings: Settings) -> None:
    """In the middle of a load that took the indexes away: no row, every index, no process left."""
    database = Database(settings)
    before, tables = dump(database), schema(database)
    program, file = tmp_path / "program.py", tmp_path / "file.jsonl"
    program.write_text(INTERRUPTED)
    file.write_bytes(a_file(*(an_envelope(number) for number in range(200))).data)
    done = subprocess.run(
        [sys.executable, program, settings.database_url, file], capture_output=True, text=True, check=False
    )
    assert "KeyboardInterrupt" in done.stderr.splitlines()[-1]
    assert dump(database) == before
    assert schema(database) == tables
    database.dispose()


def elsewhere(parents: list[int]) -> list[int]:
    """Work that ends any process but the one that is named, and tells which one did it."""
    if os.getpid() not in parents:
        os.kill(os.getpid(), signal.SIGKILL)
    return [os.getpid()]


def twice(numbers: list[int]) -> list[int]:
    """Work that can be done anywhere."""
    return [2 * number for number in numbers]


@pytest.mark.skipif(sys.platform == "win32", reason="kills with SIGKILL")
def test_work_beside_the_rest_is_never_lost() -> None:
    """It is done by a process where there is one, and by this one where that ends or was never started."""
    with Workers(2) as workers:
        assert workers.start(twice, 4)() == 8
        assert list(workers.each([[1], [2]], twice, lambda number: -number, shared=True)) == [2, 4]
        assert workers.start(twice, 5)() == 10
        assert workers.start(elsewhere, os.getpid())() == os.getpid()


def test_no_more_than_a_few_pieces_are_taken_ahead() -> None:
    """Pieces wait in the file, not in memory: as many are taken as are soon worked on."""
    lines = LineText("".join(f"{json.dumps(an_envelope(number))}\n" for number in range(300)))
    taken = 0

    class Counting(lines_file.LinesFile):
        def _pieces(self) -> Iterator[list[LineText]]:
            nonlocal taken
            for piece in super()._pieces():
                taken += 1
                yield piece

    with in_pieces(1), Workers(2) as workers:
        file = Counting(lines, Rules("x.jsonl", Limits(), strict=False, forms=True), 1, workers)
        next(iter(file.units(forms=True)))
    assert 1 < taken < 12


@pytest.mark.parametrize("pieces", [False, True])
def test_a_site_that_another_writer_brings_meanwhile(
    pieces: bool,
    migrated_file: Path,
    tmp_path: Path,
) -> None:
    """The record of a site that came between check and writing is the one; a second one of the same site does not appear."""
    path = tmp_path / "base.db"
    base, other = (
        a_base(migrated_file, path),
        Database(Settings(_env_file=None, database_url=f"sqlite:///{path}")),
    )
    service(base).ingest([a_file(an_envelope(50))])
    two = an_envelope(2)
    facts = two["record"]
    made = site_key(
        facts["repo"], module_path(facts["filePath"]), None, facts.get("errorClass"), facts["errorMessage"], 0
    )[:16]
    mine = {**two, "record": {**facts, "id": made}}
    theirs = {**two, "record": {**facts, "id": an_id(77)}}
    came: list[int] = []

    def progress(done: int, total: int | None, _name: str) -> None:
        if total is None and done >= 3 and not came:
            came.append(done)
            service(other).ingest([a_file(theirs)])

    file = Input("file.jsonl", data=a_file(an_envelope(20), mine, an_envelope(21)).data)
    with in_pieces() if pieces else nullcontext():
        report = service(base).ingest([file], progress=progress)
    assert came
    assert (report.counts.added, report.counts.changed + report.counts.unchanged) == (2, 1)
    assert made not in ids(base)
    assert an_id(77) in ids(base)
    base.dispose()
    other.dispose()
