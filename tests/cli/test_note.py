"""`errdex note`, `solved`, `wrong` and `token` as processes: what they print, store, and refuse."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from app.commands.note import write_notes
from app.config import Settings
from app.domain.people import Caller, Note
from app.services.wiring import build
from tests.cli.conftest import Errdex
from tests.cli.test_render_record import on_screen

SEED = "3defc1710d3da8d8"
PASTE = b"""\
Traceback (most recent call last):
  File "/home/alice/shop/cart.py", line 7, in Cart.add
    raise CartFull(item)
shop.errors.CartFull: cart of 'alice' cannot take item 4711, 16 is the most
"""
HOSTILE = "<!channel> \x1b[31mred\x1b[0m \u202eevil ```"


@pytest.fixture
def own(database: str, tmp_path: Path) -> dict[str, str]:
    """Variables of a test that writes: its own copy of the database, and a name."""
    path = tmp_path / "own.db"
    shutil.copyfile(database.removeprefix("sqlite:///"), path)
    return {"ERRDEX_DATABASE_URL": f"sqlite:///{path}", "ERRDEX_NOTE_AUTHOR": "Al"}


def test_a_note_is_written_listed_changed_and_deleted(errdex: Errdex, own: dict[str, str]) -> None:
    """Ids go to stdout, words to stderr; the trail names all that was done."""
    added = errdex("note", SEED, "--text", "Use **less**", "--package-version", "0.5.18", **own)
    assert added.returncode == 0, added.stderr
    note = added.stdout.decode().strip()
    assert f"is added to the record {SEED}" in added.stderr.decode()
    listed = errdex("note", "--list", SEED, **own)
    fields = listed.stdout.decode().strip().split("\t")
    assert fields[:4] == [note, SEED, "public", "0"]
    assert fields[5:] == ["Al", "Use **less**"]
    assert errdex("note", "--edit", note, stdin=b"Use none\n", **own).returncode == 0
    found = json.loads(errdex("note", "--list", "--json", **own).stdout)
    assert [(one["text"], one["version"], one["front"]) for one in found] == [("Use none", "0.5.18", "cli")]
    assert errdex("solved", SEED, "--note", note, **own).returncode == 0
    assert json.loads(errdex("note", "--list", SEED, "--json", **own).stdout)[0]["solved"] == 1
    assert errdex("note", "--delete", note, **own).returncode == 0
    trail = errdex("note", "--history", note, **own).stdout.decode()
    assert [line.split()[1] for line in trail.splitlines()] == ["added", "edited", "deleted"]
    gone = errdex("note", "--list", SEED, **own)
    assert (gone.returncode, gone.stdout) == (1, b"")


def test_proposals_of_one_record_are_listed(errdex: Errdex, own: dict[str, str]) -> None:
    """With an id only those of it, and a wrong id is no empty list."""
    services = build(Settings(_env_file=None, database_url=own["ERRDEX_DATABASE_URL"], mcp_proposals=True))
    record = next(one.id for one in services.catalog.search().items if one.id != SEED)
    mine, other = (services.notes.add(Caller("mcp"), one, "Use less") for one in (SEED, record))
    services.close()
    for arguments, found in (((), {mine.id, other.id}), ((SEED,), {mine.id}), ((record,), {other.id})):
        listed = errdex("note", "--list", *arguments, "--proposed", "--json", **own)
        assert {one["id"] for one in json.loads(listed.stdout)} == found
    assert errdex("note", "--list", "0" * 16, "--proposed", **own).returncode == 1


def test_notes_are_shown_with_record_and_answer(errdex: Errdex, own: dict[str, str]) -> None:
    """`match` and `show --json` have them; the page text stays what ingest reads, and a hint goes to stderr."""
    before = errdex("show", SEED, **own).stdout
    errdex("note", SEED, "--text", HOSTILE, **own)
    errdex("wrong", SEED, **own)
    shown = errdex("show", SEED, **own)
    assert shown.stdout == before
    assert f"1 note on this: errdex note --list {SEED}" in shown.stderr.decode()
    record = json.loads(errdex("show", "--json", SEED, **own).stdout)
    assert record["people"] == {"notes": 1, "solved": 0, "wrong": 1}
    title = f"{record['record']['errorClass']}: {record['record']['errorMessage']}"
    answer = errdex("match", stdin=title.encode(), **own).stdout.decode()
    assert "Notes from people" in answer
    assert "<!channel> \\x1b[31mred" in answer
    assert not {"\x1b", "\u202e"} & set(answer)
    stats = json.loads(errdex("stats", "--json", **own).stdout)
    assert (stats["notes"], stats["feedback"]["wrong"]) == (1, 1)


def test_notes_on_a_terminal() -> None:
    """Each is numbered and has its byline; nothing of it reaches the terminal as a control."""
    note = Note(
        id="0" * 16, record_id=SEED, text=HOSTILE + "\n\n- second line", author="<b>\x1b[1mAl", version="0.5.18",
        front="api", state="public", solved=3, created_at="2026-09-01T12:00:00.000Z", changed_at=None,
    )  # fmt: skip
    shown = on_screen(write_notes, [note, note], width=100)
    assert shown.startswith("\nNotes from people\n  1. <!channel> \\x1b[31mred")
    assert "  2. " in shown
    assert "<b>\\x1b[1mAl · 2026-09-01 · version 0.5.18 · 0000000000000000 · solved it for 3" in shown
    assert not {"\x1b", "\u202e"} & set(shown)
    assert on_screen(write_notes, []) == ""


def test_a_note_on_a_paste(errdex: Errdex, own: dict[str, str], folder: Path) -> None:
    """What is stored is said first; without somebody to ask only --yes stores; the next paste is known."""
    (folder / "crash.log").write_bytes(PASTE)
    asked = errdex("note", "--for", "crash.log", "--text", "Buy less", **own)
    assert (asked.returncode, asked.stdout) == (2, b"")
    words = asked.stderr.decode()
    assert "cart of '{value}' cannot take item {number}, {number} is the most" in words
    assert "shop/cart.py:7, Cart.add" in words
    assert "alice" not in words
    assert errdex("match", stdin=PASTE, **own).returncode == 1
    stored = errdex("note", "--for", "-", "--text", "Buy less", "--yes", stdin=PASTE, **own)
    assert stored.returncode == 0, stored.stderr
    again = errdex("match", stdin=PASTE.replace(b"alice", b"bob").replace(b"4711", b"2"), **own)
    assert again.returncode == 0
    assert "Buy less" in again.stdout.decode()
    known = errdex("note", "--for", "-", "--text", "Or nothing", "--yes", "--json", stdin=PASTE, **own)
    assert json.loads(known.stdout)["isKnown"] is True


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ((), 2, "Give one of ID"),
        ((SEED, "--delete", "0" * 16), 2, "ID and --delete were given"),
        (("--accept", "a", "--reject", "b"), 2, "--accept and --reject were given"),
        (("0" * 16, "--text", "x"), 1, "no record"),
        (("nonsense", "--text", "x"), 2, "is no record id"),
        (("--delete", "0" * 16), 1, "no note"),
        (("--history", "0" * 16), 1, "no note"),
        ((SEED, "--text", " "), 2, "empty"),
        ((SEED, "--text", "x" * 4001), 2, "the most is 4,000"),
        (
            (
                "--for",
                "-",
            ),
            2,
            "Stdin is the paste already",
        ),
        (("--for", "nowhere.log", "--text", "x"), 2, "does not exist"),
        (("--list", "--proposed"), 1, "No note waits"),
    ],
)
def test_what_is_refused(
    errdex: Errdex, own: dict[str, str], arguments: tuple[str, ...], code: int, words: str
) -> None:
    """Each with its exit code and what to do."""
    ran = errdex("note", *arguments, **own)
    assert ran.returncode == code, ran.stderr
    assert words in ran.stderr.decode()
    assert ran.stdout == b""


def test_tokens(errdex: Errdex, own: dict[str, str]) -> None:
    """A token is printed once, listed without itself, and revoked."""
    token = errdex("token", "new", "ci", **own).stdout.decode().strip()
    assert token.startswith("errdex_")
    errdex("token", "new", "boss", "--scope", "maintain", **own)
    listed = errdex("token", "list", **own).stdout.decode()
    assert [line.split("\t")[:2] for line in listed.splitlines()] == [["boss", "maintain"], ["ci", "notes"]]
    assert token not in listed
    assert errdex("token", "revoke", "ci", **own).returncode == 0
    found = json.loads(errdex("token", "list", "--json", **own).stdout)
    assert [bool(one["revokedAt"]) for one in found] == [False, True]
    assert errdex("token", "revoke", "nobody", **own).returncode == 2
