"""The command line as a process: pipes, bytes, closed readers, signals, locales, foreign folders."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.commands.terminal import visible
from tests.cli.conftest import Errdex
from tests.cli.test_commands import KNOWN, MESSAGE


def test_a_pipe_in_and_out(errdex: Errdex) -> None:
    """A log on stdin is answered on stdout without a single escape sequence."""
    ran = errdex("match", stdin=f"INFO start\n\x1b[31m{MESSAGE}\x1b[0m\n".encode())
    assert ran.returncode == 0, ran.stderr
    assert KNOWN.encode() in ran.stdout
    assert b"\x1b" not in ran.stdout
    assert ran.stderr == b""


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        bytes(range(256)) * 50,
        b"\xff\xfeV\x00a\x00l\x00",
        "ValueError: \U0001f600 \u202e\n".encode("utf-16"),
        b"\xed\xa0\x80 lone surrogate",
        b"[" * 100_000,
        b"Traceback (most recent call last):\n" * 500,
    ],
)
def test_arbitrary_bytes_get_an_answer(errdex: Errdex, data: bytes) -> None:
    """Any bytes are answered with exit code 0 or 1, JSON that reads, and no complaint."""
    ran = errdex("match", "-", "--json", stdin=data)
    assert ran.returncode in (0, 1), ran.stderr
    assert "events" in json.loads(ran.stdout)
    assert b"rror" not in ran.stderr


def test_a_broken_gzip_is_told(errdex: Errdex) -> None:
    """What begins like gzip and is none cannot be matched, and says so."""
    ran = errdex("match", stdin=b"\x1f\x8b\x08broken")
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert b"gzip" in ran.stderr


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.binary(max_size=400)
    | st.text(st.characters(), max_size=200).map(lambda t: t.encode("utf-8", "replace"))
)
def test_no_paste_controls_the_terminal(database: str, data: bytes) -> None:
    """Whatever is pasted, text and JSON on stdout hold nothing that a terminal acts on."""
    from typer.testing import CliRunner

    from app.cli import app

    for extra in (["--explain"], ["--json"]):
        text = CliRunner().invoke(
            app, ["--database", database, "match", *extra], input=b"ValueError: " + data
        )
        assert text.exit_code in (0, 1), text.output
        assert visible(text.stdout) == text.stdout


@pytest.mark.parametrize(
    "arguments", [["search"], ["search", "--json"], ["match", "--json"], ["stats"], ["--help"]]
)
def test_a_closed_reader_is_silent(
    script: Path, environment: dict[str, str], tmp_path: Path, arguments: list[str]
) -> None:
    """When the reader of stdout has gone, as with `head`, nothing is complained about; the code is that of SIGPIPE."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = subprocess.run(
            [sys.executable, script, *arguments],
            cwd=tmp_path,
            env=environment,
            input=MESSAGE.encode(),
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writing)
    assert ran.stderr == b""
    assert ran.returncode == 141


def test_a_shell_pipe_into_head(script: Path, environment: dict[str, str], tmp_path: Path) -> None:
    """`errdex search | head -1` prints one record and nothing else."""
    ran = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" "{script}" search | head -1'],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert len(ran.stdout.splitlines()) == 1
    assert ran.stderr == ""


def test_ctrl_c_while_reading(script: Path, environment: dict[str, str], tmp_path: Path) -> None:
    """An interrupt while waiting for a paste ends with 130 and without a traceback."""
    with pseudo_terminal() as (_, slave):
        process = subprocess.Popen(
            [sys.executable, script, "match"],
            cwd=tmp_path,
            env=environment,
            stdin=slave,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stderr
        said = process.stderr.readline()  # it reads now
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert b"then press Ctrl-D" in said
    assert (process.returncode, out, err.strip()) == (130, b"", b"")


class pseudo_terminal:  # noqa: N801 - reads as the context manager that it is
    """A terminal: what the process sees, and the side that a person sits at."""

    def __enter__(self) -> tuple[int, int]:
        self.ends = pty.openpty()
        return self.ends

    def __exit__(self, *_error: object) -> None:
        for end in self.ends:
            os.close(end)


def on_a_terminal(
    command: list[str | Path], environment: dict[str, str], folder: Path, typed: bytes = b""
) -> str:
    """Run a command on a terminal of 80 columns and return what its screen got."""
    import fcntl
    import struct
    import termios

    with pseudo_terminal() as (master, slave):
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        if typed:
            os.write(master, typed)
        got = b""
        while process.poll() is None or select.select([master], [], [], 0)[0]:
            if select.select([master], [], [], 0.1)[0]:
                got += os.read(master, 65536)
        assert process.wait() == 0, got
    return got.decode()


def test_a_paste_typed_at_a_terminal(script: Path, environment: dict[str, str], tmp_path: Path) -> None:
    """Pasted at a terminal and ended with Ctrl-D, the answer comes in colour, wrapped at its width."""
    variables = {**environment, "TERM": "xterm-256color"}
    screen = on_a_terminal(
        [sys.executable, script, "match"], variables, tmp_path, MESSAGE.encode() + b"\n\x04"
    )
    assert "then press Ctrl-D" in screen
    assert "\x1b[1;32mKnown error\x1b[0m" in screen
    answer = re.sub(r"\x1b\[[0-9;]*m", "", screen).partition("Known error")[2]
    assert KNOWN in answer
    prose = answer.split("What it means")[1].split("Example fix")[0].splitlines()
    assert max(len(line) for line in prose) <= 80
    assert len(prose) > 8


@pytest.mark.parametrize(
    ("variables", "arguments"),
    [
        ({"NO_COLOR": "1", "TERM": "xterm-256color"}, ["show", KNOWN]),
        ({"NO_COLOR": "1", "TERM": "xterm-256color"}, ["ingest", "--dry-run"]),
        ({"TERM": "dumb"}, ["search"]),
        ({"TERM": "dumb"}, ["ingest", "--dry-run"]),
        ({"TERM": "xterm-256color"}, ["--help"]),
    ],
)
def test_a_plain_terminal_gets_no_escapes(
    script: Path, environment: dict[str, str], tmp_path: Path, variables: dict[str, str], arguments: list[str]
) -> None:
    """With NO_COLOR or a dumb terminal no escape sequence is written, progress bars included."""
    screen = on_a_terminal([sys.executable, script, *arguments], {**environment, **variables}, tmp_path)
    assert "\x1b" not in screen
    assert screen.strip()


def test_a_progress_bar_is_for_terminals(
    errdex: Errdex, script: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    """Ingest draws a bar on a terminal and nothing on a stderr that is none."""
    variables = {**environment, "TERM": "xterm-256color"}
    screen = on_a_terminal([sys.executable, script, "ingest", "--dry-run"], variables, tmp_path)
    assert "━" in screen
    assert errdex("ingest", "--dry-run").stderr == b""


def test_an_ascii_locale_gets_escapes(errdex: Errdex, tmp_path: Path) -> None:
    """Where the locale has no character for something it is escaped; nothing fails."""
    ran = errdex("match", stdin="ValueError: schön \U0001f600".encode(), PYTHONIOENCODING="ascii", LC_ALL="C")
    assert ran.returncode == 1, ran.stderr
    assert rb"sch\xf6n \U0001f600" in ran.stdout


def test_a_closed_stdin(script: Path, environment: dict[str, str], tmp_path: Path) -> None:
    """Without any standard input the way out is told."""
    ran = subprocess.run(
        ["/bin/sh", "-c", f'exec "{sys.executable}" "{script}" match <&-'],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr == "errdex: There is no standard input. Name a file: errdex match crash.log\n"


def test_a_foreign_app_in_the_folder_is_never_imported(errdex: Errdex, trap: Path) -> None:
    """Run from a project that has its own `app`, errdex uses its own."""
    for arguments in (["match"], ["ingest", "--dry-run"], ["check", "record.json"], ["db", "check"]):
        ran = errdex(*arguments, stdin=MESSAGE.encode())
        assert ran.returncode == (2 if "check" in arguments[:1] else 0), ran.stderr
        assert b"foreign" not in ran.stderr


def test_python_m_app(environment: dict[str, str], tmp_path: Path) -> None:
    """`python -m app` is the same command line."""
    ran = subprocess.run(
        [sys.executable, "-m", "app", "match", "--json"],
        cwd=tmp_path,
        env=environment,
        input=MESSAGE.encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["best"]["id"] == KNOWN
