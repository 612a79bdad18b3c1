"""Each command on a real database with the bundled records: output, JSON and exit code."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.cli import app
from app.db.resources import records_dir
from app.domain.page_text import read_page
from tests.seeds import SEEDS

KNOWN = "d7326ee57f8a95e6"
MESSAGE = (
    "ValueError: Kimi-K3 DCP + DSPARK currently requires SGLANG_RAGGED_VERIFY_MODE=static; compact/cap-accept "
    "are not validated under DCP (got 'cap_accept')."
)


def bundled() -> dict[str, dict[str, Any]]:
    """The envelopes of the seeds by id."""
    found = [json.loads(path.read_bytes()) for path in SEEDS]
    return {envelope["record"]["id"]: envelope for envelope in found}


def run(database: str, *arguments: str, stdin: str | bytes = "") -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, ["--database", database, *arguments], input=stdin)


def fresh(tmp_path: Path) -> str:
    """Address of a database that does not exist yet, in a folder that does not either."""
    return f"sqlite:///{tmp_path / 'new' / 'errdex.db'}"


@pytest.mark.parametrize("arguments", [["match"], ["match", "-"]])
def test_match_answers_from_stdin(database: str, arguments: list[str]) -> None:
    """A paste on stdin is answered with the record, its values and its fix; exit code 0."""
    ran = run(database, *arguments, stdin=MESSAGE)
    assert ran.exit_code == 0, ran.output
    assert ran.stderr == ""
    for part in (
        KNOWN,
        "Known error, high confidence",
        "ragged_mode.value!r = 'cap_accept'",
        "Solutions",
        "  1. ",
    ):
        assert part in ran.stdout


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_match_reads_a_file(database: str, tmp_path: Path, pack: Any) -> None:
    """A file is read as bytes, gzip included."""
    log = tmp_path / "crash.log"
    log.write_bytes(pack(MESSAGE.encode()))
    ran = run(database, "match", "--json", str(log))
    assert ran.exit_code == 0
    assert json.loads(ran.stdout)["best"]["id"] == KNOWN


@pytest.mark.parametrize(
    ("options", "answered"),
    [
        ([], True),
        (["--repo", "sgl-project/sglang"], True),
        (["--repo", "other/repo"], False),
        (["--version-of", "sglang==0.5.18", "--version-of", "torch==2.9"], True),
        (["--limit", "1"], True),
        (["--explain"], True),
    ],
)
def test_match_options_reach_the_match(database: str, options: list[str], answered: bool) -> None:
    """Options change the answer as they say; without an answer the exit code is 1."""
    ran = run(database, "match", "--json", *options, stdin=MESSAGE)
    answer = json.loads(ran.stdout)
    assert (answer["best"] is not None) is answered
    assert ran.exit_code == (0 if answered else 1)
    for event in answer["events"]:
        assert ("considered" in event) is ("--explain" in options)


def test_a_limit_over_the_settings_is_refused(database: str) -> None:
    """More matches than the settings allow are refused by name, as the API does, not quietly cut."""
    ran = run(database, "match", "--json", "--limit", "21", stdin=MESSAGE)
    assert ran.exit_code == 2
    assert "ERRDEX_MAX_MATCHES_PER_EVENT" in ran.stderr


def test_match_json_is_the_services_answer(database: str) -> None:
    """--json prints the answer of the match service, field by field."""
    from app.config import Settings
    from app.services.wiring import build

    ran = run(database, "match", "--json", stdin=MESSAGE)
    services = build(Settings(_env_file=None, database_url=database))
    answer = services.match.match(MESSAGE.encode(), clip=True).wire()
    services.close()
    got = json.loads(ran.stdout)
    del got["stats"], answer["stats"]
    assert got == answer


@pytest.mark.parametrize("stdin", ["", "all is well\n", "KeyError: 'price'", b"\xff\xfe\x00\x1b[31m"])
def test_match_without_an_answer_exits_1(database: str, stdin: str | bytes) -> None:
    """What is not recognised is told, with exit code 1 and nothing made up."""
    ran = run(database, "match", stdin=stdin)
    assert ran.exit_code == 1
    assert KNOWN not in ran.stdout
    assert ran.stdout.strip()
    assert ran.stderr == ""


def test_match_clips_a_paste_over_the_limit(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over the limit head and tail are matched, and a note on stderr names the limit."""
    monkeypatch.setenv("ERRDEX_MAX_PASTE_BYTES", "2048")
    ran = run(database, "match", "--json", stdin="nothing here\n" * 1000 + MESSAGE)
    assert ran.exit_code == 0
    assert json.loads(ran.stdout)["truncated"]["limit"] == 2048
    assert "2,048" in ran.stderr


def test_an_empty_database_says_what_to_run(tmp_path: Path) -> None:
    """Every look-up in an empty base, made on the way, points to ingest."""
    url = fresh(tmp_path)
    for arguments, code in [(["match"], 1), (["search", "x"], 1), (["stats"], 0)]:
        ran = run(url, *arguments, stdin=MESSAGE)
        assert ran.exit_code == code, arguments
        assert "errdex ingest" in ran.stderr


@pytest.mark.parametrize("record_id", sorted(bundled()))
def test_show_json_is_what_was_ingested(database: str, record_id: str) -> None:
    """--json prints the envelope with every field of the file that was ingested."""
    ran = run(database, "show", "--json", record_id)
    assert ran.exit_code == 0
    got = json.loads(ran.stdout)
    assert got["record"] == bundled()[record_id]["record"]
    assert got["datasetVersion"] == bundled()[record_id].get("datasetVersion")


@pytest.mark.parametrize("record_id", sorted(bundled()))
def test_show_in_a_pipe_is_the_page_text(database: str, record_id: str) -> None:
    """Without a terminal the text of the page is printed, and reading it gives the record's fields back."""
    ran = run(database, "show", record_id)
    assert ran.exit_code == 0
    record = read_page(ran.stdout, {}).record.wire()
    original = bundled()[record_id]["record"]
    for name in ("id", "repo", "slug", "errorMessage", "solutions", "exampleFix", "filePath", "lineNumber"):
        assert record[name] == original[name], name


@pytest.mark.parametrize(
    "written",
    [
        KNOWN.upper(),
        f" {KNOWN} ",
        f"http://127.0.0.1:8000/errors/sgl-project/sglang/kimi-k3-{KNOWN}",
        f"https://example.org/base/errors/sgl-project/sglang/kimi-k3-{KNOWN}/?q=1#fix",
        f"/errors/sgl-project/sglang/kimi-k3-{KNOWN}",
        f"/api/errors/{KNOWN}",
        f"kimi-k3-{KNOWN}",
    ],
)
def test_show_takes_an_address_for_an_id(database: str, written: str) -> None:
    """The id is found in upper case, in an address, a path, or a slug with the id behind it."""
    ran = run(database, "show", "--json", written)
    assert ran.exit_code == 0, ran.stderr
    assert json.loads(ran.stdout)["record"]["id"] == KNOWN


def test_show_of_an_alias_and_of_a_withdrawn_record(tmp_path: Path) -> None:
    """An alias leads to its record and says so; a withdrawn record is shown with its date."""
    envelope = bundled()[KNOWN]
    envelope["errdex"] = {"aliases": ["0123456789abcdef"], "withdrawnAt": "2026-09-01T00:00:00Z"}
    file = tmp_path / "record.json"
    file.write_text(json.dumps(envelope))
    url = fresh(tmp_path)
    assert run(url, "ingest", str(file)).exit_code == 0
    ran = run(url, "show", "--json", "0123456789abcdef")
    assert json.loads(ran.stdout)["record"]["id"] == KNOWN
    assert f"0123456789abcdef is an alias of {KNOWN}" in ran.stderr
    assert "withdrawn at 2026-09-01" in ran.stderr


def test_show_of_an_unknown_id_exits_1(database: str) -> None:
    """No such record is told with what to do instead."""
    ran = run(database, "show", "0" * 16)
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert (
        ran.stderr
        == "errdex: There is no record 0000000000000000. To find one by words: errdex search WORDS\n"
    )


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["dflash"], {"af12c88f3c53cbd9"}),
        (["--error-class", "RuntimeError"], {"3defc1710d3da8d8"}),
        (["--", "--enable-unified-memory"], {"cb2a458448d957cf"}),
        (["--repo", "sgl-project/sglang"], set(bundled())),
        (["--file-path", "python/sglang/srt/arg_groups/overrides.py"], {KNOWN}),
        ([], set(bundled())),
        (["--severity", "fatal"], set()),
        (["--http-status", "404"], set()),
        (["--repo", "other/repo", "dflash"], set()),
        (["zzzzqqqq"], set()),
    ],
)
def test_search_finds(database: str, arguments: list[str], found: set[str]) -> None:
    """Words and filters give these records, one a line by tabs; exit code 1 where there are none."""
    ran = run(database, "search", *arguments)
    assert ran.exit_code == (0 if found else 1)
    lines = [line.split("\t") for line in ran.stdout.splitlines()]
    assert {fields[0] for fields in lines} == found
    assert all(len(fields) == 5 for fields in lines)
    assert (ran.stderr == "") is bool(found)


def test_search_pages_on(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """--limit crosses pages of the catalogue, `next` continues, and the total is of the whole list."""
    monkeypatch.setenv("ERRDEX_MAX_PAGE_ITEMS", "2")
    first = json.loads(run(database, "search", "--json", "--limit", "3").stdout)
    assert (len(first["items"]), first["total"]) == (3, len(bundled()))
    rest = json.loads(run(database, "search", "--json", "--next", first["next"]).stdout)
    assert rest["next"] is None
    assert {item["id"] for item in first["items"] + rest["items"]} == set(bundled())
    ran = run(database, "search", "--limit", "1")
    assert f"1 of {len(bundled())} shown." in ran.stderr


def test_search_refuses_a_foreign_token(database: str) -> None:
    """A page token that belongs to nothing is wrong usage."""
    assert run(database, "search", "--next", "nonsense").exit_code == 2


def test_stats(database: str) -> None:
    """Text and JSON show how many records there are."""
    assert f"Records           {len(bundled())}\n" in run(database, "stats").stdout
    assert json.loads(run(database, "stats", "--json").stdout)["records"] == len(bundled())


def test_ingest_is_quiet_the_second_time(tmp_path: Path) -> None:
    """The bundled records are added once, then unchanged."""
    url = fresh(tmp_path)
    files = len(list(records_dir().rglob("*.json")))
    first = run(url, "ingest")
    assert first.exit_code == 0
    assert f"Ingested {files} records from {files} files: {files} added." in first.stdout
    assert first.stderr == ""
    again = run(url, "ingest")
    assert again.stdout == f"Ingested {files} records from {files} files: {files} unchanged.\n"


def test_ingest_dry_run_writes_nothing(tmp_path: Path) -> None:
    """--dry-run reports what would be added and leaves the base empty."""
    url = fresh(tmp_path)
    ran = run(url, "ingest", "--dry-run")
    assert ran.exit_code == 0
    assert f"Would ingest {len(list(records_dir().rglob('*.json')))} records" in ran.stdout
    assert "added" in ran.stdout
    assert json.loads(run(url, "stats", "--json").stdout)["records"] == 0


def broken(tmp_path: Path) -> Path:
    """A file of two records, one without lineNumber and with a severity that is a number."""
    good, bad = list(bundled().values())[:2]
    bad["record"]["severity"] = 5
    del bad["record"]["lineNumber"]
    del bad["record"]["id"]
    path = tmp_path / "mixed.json"
    path.write_text(json.dumps([good, bad]))
    return path


def test_ingest_of_bad_records_exits_3(tmp_path: Path) -> None:
    """All faults are listed by file, record and field; the file is left out whole, or with --skip-bad in part."""
    url = fresh(tmp_path)
    path = broken(tmp_path)
    ran = run(url, "ingest", str(path))
    assert ran.exit_code == 3
    for part in (
        str(path),
        "record 2",
        "severity",
        "lineNumber",
        "Files left out because of their faults (1)",
    ):
        assert part in ran.stdout
    assert json.loads(run(url, "stats", "--json").stdout)["records"] == 0
    ran = run(url, "ingest", "--skip-bad", "--json", str(path))
    assert ran.exit_code == 3
    report = json.loads(ran.stdout)
    assert (report["counts"]["added"], report["exitCode"]) == (1, 3)
    assert {fault["field"] for fault in report["faults"]} >= {"severity"}
    assert json.loads(run(url, "stats", "--json").stdout)["records"] == 1


def test_ingest_from_stdin_and_prune(tmp_path: Path) -> None:
    """A source that no longer has a record withdraws it with --prune."""
    url = fresh(tmp_path)
    everything = list(bundled().values())
    lines = "\n".join(json.dumps(envelope) for envelope in everything)
    assert run(url, "ingest", "--source", "nightly", "-", stdin=lines).exit_code == 0
    ran = run(url, "ingest", "--source", "nightly", "--prune", "-", stdin=json.dumps(everything[0]))
    assert ran.exit_code == 0
    assert f"{len(everything) - 1} withdrawn" in ran.stdout
    assert json.loads(run(url, "stats", "--json").stdout)["records"] == 1


def test_check_needs_no_database(tmp_path: Path) -> None:
    """Faults are one line each with file, record, field, value and advice; warnings apart; exit code 3."""
    path = broken(tmp_path)
    ran = run("sqlite:////nowhere/at/all.db", "check", str(path))
    assert ran.exit_code == 3
    assert ran.stderr == ""
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("Faults (")
    assert any(str(path) in line and "record 2" in line and "severity is 5" in line for line in lines)
    assert lines[-1].startswith("Checked ")
    report = json.loads(run("sqlite:////nowhere/at/all.db", "check", "--json", str(path)).stdout)
    assert (report["files"], report["exitCode"]) == (1, 3)
    assert {fault["field"] for fault in report["faults"]} >= {"severity"}


def test_check_of_the_bundled_records(tmp_path: Path) -> None:
    """The records that errdex brings have no fault."""
    ran = run(fresh(tmp_path), "check", str(records_dir()))
    assert ran.exit_code == 0, ran.output
    files = len(list(records_dir().rglob("*.json")))
    assert f"Checked {files} records in {files} files, 0 faults" in ran.stdout


def test_check_strict_takes_warnings_as_faults(tmp_path: Path) -> None:
    """A pattern that RE2 cannot use is a warning, and with --strict a fault."""
    envelope = bundled()[KNOWN]
    envelope["record"]["messagePattern"] = "(?=ahead)"
    path = tmp_path / "record.json"
    path.write_text(json.dumps(envelope))
    mild = run(fresh(tmp_path), "check", str(path))
    assert mild.exit_code == 0
    assert "Warnings (" in mild.stdout
    assert "1 record cannot be found by the message." in mild.stdout
    assert run(fresh(tmp_path), "check", "--strict", str(path)).exit_code == 3


def test_check_of_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is there but cannot be read is a fault of its own; the others are checked."""
    from app.services.inputs import Input

    real = Input.read

    def read(self: Input, max_bytes: int | None = None) -> bytes:
        if self.name.endswith("a.json"):
            raise PermissionError(13, "Permission denied")
        return real(self, max_bytes)

    monkeypatch.setattr(Input, "read", read)
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(json.dumps(bundled()[KNOWN]))
    ran = run(fresh(tmp_path), "check", str(tmp_path))
    assert ran.exit_code == 3
    assert "a.json: cannot be read: Permission denied" in ran.stdout
    assert "Checked 1 record in 2 files, 1 fault" in ran.stdout


def test_db_upgrade_and_check(tmp_path: Path) -> None:
    """Upgrade makes the database, check finds it whole; where there is none it says so and makes none."""
    url = fresh(tmp_path)
    missing = run(url, "db", "check")
    assert missing.exit_code == 4
    assert not (tmp_path / "new").exists()
    made = run(url, "db", "upgrade")
    assert (made.exit_code, made.stdout) == (0, "")
    assert "is up to date" in made.stderr
    checked = run(url, "db", "check", "--json")
    assert checked.exit_code == 0
    assert json.loads(checked.stdout)["problems"] == []
    assert "Integrity         whole" in run(url, "db", "check").stdout


def test_db_backup_and_restore(tmp_path: Path) -> None:
    """A copy brings everything back, into the same database and into a new one; nothing is replaced unasked."""
    url, copy = fresh(tmp_path), tmp_path / "copy.db"
    assert run(url, "ingest").exit_code == 0
    records = f" {len(list(records_dir().rglob('*.json'))):,} records"
    backed_up = run(url, "db", "backup", str(copy))
    assert (backed_up.exit_code, backed_up.stdout) == (0, "")
    assert [one.name for one in tmp_path.glob("*copy*")] == ["copy.db"]
    again = run(url, "db", "backup", str(copy))
    assert again.exit_code == 2
    assert "--force" in again.stderr
    assert run(url, "db", "backup", "--force", str(copy)).exit_code == 0

    own = tmp_path / "new" / "errdex.db"
    for command in (("backup", "--force"), ("restore", "--force")):
        itself = run(url, "db", *command, str(own))
        assert itself.exit_code == 2
        assert "is the database itself" in itself.stderr

    full = run(url, "db", "restore", str(copy))
    assert full.exit_code == 2
    assert records in full.stderr
    other = f"sqlite:///{tmp_path}/other/errdex.db"
    for at, options in ((other, []), (url, ["--force"])):
        restored = run(at, "db", "restore", str(copy), *options)
        assert restored.exit_code == 0, restored.stderr
        assert records in restored.stderr
        assert run(at, "show", KNOWN, "--json").stdout == run(url, "show", KNOWN, "--json").stdout
        assert run(at, "db", "check").exit_code == 0


@pytest.mark.parametrize(
    ("made", "code", "said"),
    [
        (None, 2, "There is no file"),
        (b"no database at all, but long enough to look at" * 20, 4, "is not an SQLite database"),
        ("CREATE TABLE mine (a)", 4, "is no database of errdex"),
        (
            "CREATE TABLE alembic_version (version_num); INSERT INTO alembic_version VALUES ('9999_later')",
            4,
            "a newer errdex wrote it",
        ),
    ],
)
def test_db_restore_refuses_what_is_no_copy(
    tmp_path: Path, made: bytes | str | None, code: int, said: str
) -> None:
    """A file that errdex did not write, or a newer one did, is named and changes nothing."""
    import sqlite3

    copy, url = tmp_path / "copy.db", fresh(tmp_path)
    if isinstance(made, bytes):
        copy.write_bytes(made)
    elif made is not None:
        connection = sqlite3.connect(copy)
        connection.executescript(made)
        connection.close()
    ran = run(url, "db", "restore", str(copy))
    assert (ran.exit_code, ran.stdout) == (code, "")
    assert said in ran.stderr
    assert not (tmp_path / "new").exists()


def test_db_backup_of_postgresql_names_its_tool(postgresql_url: str, tmp_path: Path) -> None:
    """PostgreSQL has its own tool, and the message says which."""
    ran = run(postgresql_url, "db", "backup", str(tmp_path / "copy.db"))
    assert ran.exit_code == 2
    assert "pg_dump" in ran.stderr


def test_db_check_finds_a_dangling_row(tmp_path: Path) -> None:
    """A row that refers to nothing is named, with exit code 4."""
    import sqlite3

    url = fresh(tmp_path)
    run(url, "db", "upgrade")
    connection = sqlite3.connect(tmp_path / "new" / "errdex.db")
    connection.execute("INSERT INTO record_tag VALUES ('0123456789abcdef', 'x', 0)")
    connection.commit()
    connection.close()
    ran = run(url, "db", "check")
    assert ran.exit_code == 4
    assert "record_tag" in ran.stderr
