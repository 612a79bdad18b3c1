"""Every way to fail: one clear line on stderr, nothing on stdout, and the right exit code."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.cli import app
from app.commands import paste
from app.config import Settings
from app.domain.faults import Fault
from app.errors import (
    BadCursor,
    BadInput,
    BadRecords,
    DatabaseBehind,
    DatabaseBusy,
    ErrdexError,
    RecordNotFound,
    StorageError,
)
from app.services import wiring

SECRET_PASTE = "ValueError: hunter2 at /home/me"
FAULT = Fault("a.json", 2, "3defc1710d3da8d8", "lineNumber", '"x"', "must be a whole number", "Write it so.")


def run(*arguments: str, stdin: str | bytes = "") -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, arguments, input=stdin)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Make every service raise the given error."""

    def arrange(error: BaseException) -> None:
        def fail(*_args: Any, **_options: Any) -> Any:
            raise error

        service = SimpleNamespace(match=fail, get=fail, search=fail, stats=fail, health=fail, ingest=fail)
        settings = Settings(_env_file=None)
        services = SimpleNamespace(
            settings=settings, match=service, catalog=service, ingest=service, close=lambda: None
        )
        monkeypatch.setattr(wiring, "build", lambda *_args, **_options: services)

    return arrange


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (BadInput("The limit is wrong."), 2),
        (BadCursor("The page token is not valid."), 2),
        (RecordNotFound("3defc1710d3da8d8"), 1),
        (BadRecords("Nothing was written.", [FAULT]), 3),
        (StorageError("The disk is full."), 4),
        (DatabaseBusy("Another writer holds it."), 4),
        (DatabaseBehind("The schema is newer."), 4),
        (ErrdexError("Something else."), 4),
    ],
)
@pytest.mark.parametrize(
    "arguments", [["match"], ["show", "3defc1710d3da8d8"], ["search", "x"], ["stats"], ["ingest"]]
)
def test_known_errors_have_their_words_and_code(
    failing: Callable[[BaseException], None], error: ErrdexError, code: int, arguments: list[str]
) -> None:
    """An error that a user can be told ends each command with its message on stderr and its own exit code."""
    failing(error)
    ran = run(*arguments, stdin=SECRET_PASTE)
    assert ran.exit_code == code
    assert ran.stdout == ""
    said = "There is no record 3defc1710d3da8d8." if isinstance(error, RecordNotFound) else error.message
    assert ran.stderr.startswith(f"errdex: {said}")
    assert "Traceback" not in ran.stderr
    if isinstance(error, BadRecords):
        assert "a.json, record 2" in ran.stderr


def test_an_unexpected_error_is_one_line_without_the_paste(failing: Callable[[BaseException], None]) -> None:
    """A fault of ours names its type and how to see more, never its message, which may quote the paste."""
    failing(RuntimeError(f"cannot handle {SECRET_PASTE}"))
    ran = run("match", stdin=SECRET_PASTE)
    assert (ran.exit_code, ran.stdout) == (4, "")
    assert (
        ran.stderr == "errdex: internal error (RuntimeError). Set ERRDEX_DEBUG=1 to see where it happened.\n"
    )


def test_debug_shows_where_without_the_paste(
    failing: Callable[[BaseException], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With ERRDEX_DEBUG the places that the error passed through are listed, still without its message."""
    monkeypatch.setenv("ERRDEX_DEBUG", "1")
    failing(RuntimeError(f"cannot handle {SECRET_PASTE}"))
    ran = run("match", stdin=SECRET_PASTE)
    assert ran.exit_code == 4
    assert "builtins.RuntimeError" in ran.stderr
    assert "app/commands/match.py:" in ran.stderr
    assert "hunter2" not in ran.stderr


def test_ctrl_c_ends_with_130(failing: Callable[[BaseException], None]) -> None:
    """An interrupt ends without a traceback."""
    failing(KeyboardInterrupt())
    ran = run("stats")
    assert (ran.exit_code, ran.stdout, ran.stderr.strip()) == (130, "", "")


def test_a_message_cannot_control_the_terminal(failing: Callable[[BaseException], None]) -> None:
    """Control characters in an error's message are made visible."""
    failing(BadInput("bad \x1b]0;owned\x07 name"))
    assert run("stats").stderr == "errdex: bad \\x1b]0;owned\\x07 name\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense"], "No such command"),
        (["match", "--nonsense"], "No such option"),
        (["match", "--limit", "0"], "greater than or equal to 1"),
        (["match", "--limit", "x"], "valid integer"),
        (["match", "a", "b"], "unexpected extra argument"),
        (["match", "--version-of", "sglang"], "PACKAGE==VERSION"),
        (["match", "--version-of", "==1"], "PACKAGE==VERSION"),
        (["show"], "Missing argument"),
        (["show", "not-an-id"], "16 hex digits"),
        (["search", "--http-status", "99"], "greater than or equal to 100"),
        (["ingest", "--prune"], "--source NAME"),
        (["ingest", "/nowhere/at/all"], "/nowhere/at/all"),
        (["check"], "Name what to check"),
        (["serve", "--port", "70000"], "65535"),
        (["serve", "--workers", "0"], "greater than or equal to 1"),
        (["db", "nonsense"], "No such command"),
        (["--database", "errors.db", "stats"], "sqlite:///"),
    ],
)
def test_wrong_usage_is_told_and_exits_2(arguments: list[str], said: str) -> None:
    """A call that cannot be meant says what is wrong with it."""
    ran = run(*arguments)
    assert ran.exit_code == 2
    assert said in ran.stderr
    assert ran.stdout == ""


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ERRDEX_MAX_EVENTS", "many", "'many'"),
        ("ERRDEX_MAX_EVENTS", "0", "'0'"),
        ("ERRDEX_PUBLIC_URL", "ftp://user:pass@x", "ERRDEX_PUBLIC_URL"),
        ("ERRDEX_WEBHOOK_SECRET", "hunter2", "ERRDEX_WEBHOOK_SECRET"),
    ],
)
def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str) -> None:
    """A setting that cannot be used is named with its value, unless that may be a secret."""
    monkeypatch.setenv(name, value)
    ran = run("stats")
    assert ran.exit_code == 2
    assert ran.stderr.startswith(f"errdex: The settings cannot be used: {name}: ")
    assert said in ran.stderr
    assert "hunter2" not in ran.stderr
    assert "pass@" not in ran.stderr


def test_a_database_that_cannot_be_opened_exits_4(tmp_path: Path) -> None:
    """A folder in the place of the database is an error of the installation, told in one line."""
    ran = run("--database", f"sqlite:///{tmp_path}", "stats")
    assert ran.exit_code == 4
    assert ran.stderr.startswith("errdex: ")
    assert str(tmp_path) in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("crash.log", "The file 'crash.log' does not exist."),
        (".", "is a folder"),
        ("a\x00b", "cannot be read"),
        ("x" * 5000, "The FILE given (5,000 characters)"),
        (SECRET_PASTE, "To match a text instead of a file, pipe it in"),
        (f"Traceback\n{SECRET_PASTE}", "To match a text instead of a file, pipe it in"),
    ],
)
def test_a_file_that_cannot_be_read(
    failing: Callable[[BaseException], None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    file: str,
    said: str,
) -> None:
    """A wrong FILE is told with what to do; a text given in its place is not repeated."""
    failing(AssertionError("must not be reached"))
    monkeypatch.chdir(tmp_path)
    ran = run("match", "--", file)
    assert ran.exit_code == 2
    assert said in ran.stderr
    assert "hunter2" not in ran.stderr


class Terminal(io.TextIOWrapper):
    """Standard input that says it is a terminal."""

    def isatty(self) -> bool:
        """It is."""
        return True


def test_a_person_at_a_terminal_is_told_how_to_paste(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Reading from a terminal says first how to end the paste."""
    monkeypatch.setattr("sys.stdin", Terminal(io.BytesIO(b"ValueError: x")))
    assert paste.read_paste(None) == b"ValueError: x"
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "then press Ctrl-D" in captured.err


@pytest.mark.parametrize("name", ["-", "big.log"])
def test_an_endless_paste_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    """Reading stops at a ceiling that is named, from a pipe and from a file."""
    monkeypatch.setattr(paste, "MOST_READ_BYTES", 2048)
    monkeypatch.chdir(tmp_path)
    Path("big.log").write_bytes(b"x" * 4096)
    ran = run("match", name, stdin="x" * 4096)
    assert ran.exit_code == 2
    assert "2,048 bytes" in ran.stderr
