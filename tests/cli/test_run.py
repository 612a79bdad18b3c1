"""`errdex run`: the program runs as if alone, and its failure is explained."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.commands.kept import Kept
from tests.cli.conftest import Errdex
from tests.cli.screens import Screen
from tests.cli.test_commands import KNOWN, MESSAGE

PYTHON = sys.executable
FAILS = f"import sys; print('out'); print({MESSAGE!r}, file=sys.stderr); sys.exit(3)"
COLOUR = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\")


def run_on_screen(
    script: Path, environment: dict[str, str], folder: Path, *command: str, **options: object
) -> Screen:
    """`errdex run -- command` on a terminal that knows colours."""
    variables = {**environment, "TERM": "xterm-256color"}
    return Screen([PYTHON, script, "run", "--", *command], variables, folder, **options)  # type: ignore[arg-type]


def test_the_failure_is_explained_after_it(errdex: Errdex) -> None:
    """In a pipe the program's stdout is all that stdout has; the explanation follows on stderr; the code is the program's."""
    ran = errdex("run", "--", PYTHON, "-c", FAILS)
    assert (ran.returncode, ran.stdout) == (3, b"out\n")
    said, _, explained = ran.stderr.decode().partition("── errdex ")
    assert said.strip() == MESSAGE
    assert KNOWN in explained
    assert "Solutions" in explained
    assert "\x1b" not in explained


@pytest.mark.parametrize("code", [0, 7, 130])
def test_the_exit_code_is_kept(errdex: Errdex, code: int) -> None:
    """Whatever the program returns is returned."""
    ran = errdex("run", "--", "/bin/sh", "-c", f"exit {code}")
    assert ran.returncode == code
    assert (b"errdex" in ran.stderr) == (code not in {0, 130})


def test_a_program_that_succeeds_is_left_alone(errdex: Errdex) -> None:
    """Without a failure errdex says nothing and opens no database."""
    ran = errdex(
        "run", "--", "/bin/sh", "-c", f'echo "{MESSAGE}"', ERRDEX_DATABASE_URL="sqlite:////nowhere/x.db"
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"{MESSAGE}\n".encode(), b"")


def test_ended_by_a_signal(errdex: Errdex) -> None:
    """A program that a signal ends gives the code that a shell would give."""
    ran = errdex("run", "--", "/bin/sh", "-c", "kill -SEGV $$")
    assert ran.returncode == 128 + signal.SIGSEGV


@pytest.mark.parametrize(("name", "code"), [("no-such-program", 127), ("/etc/passwd", 126)])
def test_what_cannot_be_run_is_told_as_a_shell_does(errdex: Errdex, name: str, code: int) -> None:
    """A missing program gives 127, one that cannot be run 126, with the reason."""
    ran = errdex("run", "--", name)
    assert (ran.returncode, ran.stdout) == (code, b"")
    assert ran.stderr.decode().startswith(f"errdex: {name}: ")


def test_options_after_the_program_are_its_own(errdex: Errdex) -> None:
    """`--help` and `--json` behind the program belong to it, with or without `--`."""
    for separator in (["--"], []):
        ran = errdex("run", *separator, "/bin/echo", "--remote", "--json", "--", "-x")
        assert ran.stdout == b"--remote --json -- -x\n"


def test_nothing_known_is_one_line(errdex: Errdex) -> None:
    """An error without a record is named in one line; nothing is guessed."""
    ran = errdex("run", "--", PYTHON, "-c", "raise KeyError('some-key')")
    assert ran.returncode == 1
    (line,) = [line for line in ran.stderr.decode().splitlines() if line.startswith("errdex: ")]
    assert "not in the records: KeyError" in line


def test_a_broken_database_does_not_hide_the_failure(errdex: Errdex) -> None:
    """Where errdex itself fails, that is one line, and the exit code stays the program's."""
    ran = errdex("run", "--", PYTHON, "-c", FAILS, ERRDEX_DATABASE_URL="sqlite:////proc/none/x.db")
    assert ran.returncode == 3
    assert b"the failure cannot be explained" in ran.stderr


def test_stdin_is_the_programs(errdex: Errdex) -> None:
    """What is piped into errdex is read by the program, bytes of any kind."""
    data = bytes(range(256)) * 1000
    ran = errdex("run", "--", "/bin/cat", stdin=data)
    assert (ran.returncode, ran.stdout) == (0, data)


def test_a_megabyte_on_both_streams(errdex: Errdex) -> None:
    """Large outputs on both streams come through whole."""
    code = "import sys\nfor n in range(20000): print('o' * 50); print('e' * 50, file=sys.stderr)"
    ran = errdex("run", "--", PYTHON, "-c", code)
    assert (ran.returncode, len(ran.stdout), len(ran.stderr)) == (0, 20000 * 51, 20000 * 51)


def test_one_pipe_for_both_keeps_their_order(script: Path, environment: dict[str, str], folder: Path) -> None:
    """With `2>&1` the lines come in the order in which they were written."""
    code = "import os\nfor n in range(200): os.write(1 + n % 2, b'%d\\n' % n)"
    ran = subprocess.run(
        [PYTHON, script, "run", "--", PYTHON, "-c", code],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    assert ran.stdout.split() == [b"%d" % n for n in range(200)]


def test_a_child_that_stays_does_not_hold_errdex_up(errdex: Errdex) -> None:
    """A process that the program left behind, with its streams, is not waited for."""
    ran = errdex("run", "--", "/bin/sh", "-c", "sleep 30 >/dev/null 2>/dev/null & echo done")
    assert (ran.returncode, ran.stdout) == (0, b"done\n")


def test_on_a_terminal_the_program_has_one(script: Path, environment: dict[str, str], folder: Path) -> None:
    """The program sees a terminal on all three streams, with the size of ours."""
    code = "import os; print([os.isatty(n) for n in (0, 1, 2)], os.get_terminal_size())"
    with run_on_screen(script, environment, folder, PYTHON, "-c", code, columns=101, lines=33) as screen:
        assert screen.end() == 0
    assert "[True, True, True] os.terminal_size(columns=101, lines=33)" in screen.text


def test_the_same_bytes_as_without_errdex(script: Path, environment: dict[str, str], folder: Path) -> None:
    """On a terminal the program writes the very bytes that it writes without errdex."""
    command = [
        "/bin/sh",
        "-c",
        "printf 'a\\nb\\033[31mred\\033[0m\\tc\\r\\n'; stty -a; tty >/dev/null && echo tty",
    ]
    with Screen(command, environment, folder) as alone:
        assert alone.end() == 0
    with run_on_screen(script, environment, folder, *command) as screen:
        assert screen.end() == 0
    assert screen.got == alone.got


def test_keys_reach_the_program(script: Path, environment: dict[str, str], folder: Path) -> None:
    """What is typed is read by the program, echoed once, and Ctrl-D ends its input."""
    code = "import sys; print('ready', flush=True); print('<' + sys.stdin.read() + '>')"
    with run_on_screen(script, environment, folder, PYTHON, "-c", code) as screen:
        screen.wait_for("ready")
        screen.type(b"hello\r")
        screen.wait_for("hello")
        screen.type(b"\x04")
        assert screen.end() == 0
    assert "<hello\r\n>" in screen.text
    assert screen.text.count("hello") == 2


def test_a_long_paste_of_keys_arrives_whole(script: Path, environment: dict[str, str], folder: Path) -> None:
    """More keys than a terminal holds are passed on as the program reads them, while it writes."""
    code = (
        "import sys, tty, os\ntty.setraw(0)\nos.write(1, b'ready')\nn = 0\n"
        "while n < 100000:\n    data = os.read(0, 4096); n += len(data); os.write(1, b'.')\n"
        "os.write(1, b'got %d' % n)"
    )
    with run_on_screen(script, environment, folder, PYTHON, "-c", code) as screen:
        screen.wait_for("ready")
        for _ in range(100):
            screen.type(b"k" * 1000)
            screen.wait_for(".")
        screen.wait_for("got 100000")
        assert screen.end() == 0


def test_ctrl_c_interrupts_the_program_and_not_errdex(
    script: Path, environment: dict[str, str], folder: Path
) -> None:
    """Ctrl-C is the program's: it may go on; what it returns is returned, and an interrupt is not explained."""
    code = (
        "import os, time\n"
        "try:\n    os.write(1, b'ready')\n    time.sleep(60)\n"
        "except KeyboardInterrupt:\n    os.write(1, b'caught')\n    os._exit(9)"
    )
    with run_on_screen(script, environment, folder, PYTHON, "-c", code) as screen:
        screen.wait_for("ready")
        screen.type(b"\x03")
        assert screen.end() == 9
        assert "caught" in screen.text
    with run_on_screen(script, environment, folder, "/bin/sh", "-c", "echo ready; exec sleep 60") as screen:
        screen.wait_for("ready")
        screen.type(b"\x03")
        assert screen.end() == 130
        assert "errdex" not in screen.text


def test_a_resized_window_reaches_the_program(
    script: Path, environment: dict[str, str], folder: Path
) -> None:
    """When the window changes its size the program is told, and sees the new one."""
    code = (
        "import os, signal\n"
        "def resized(*_):\n    os.write(1, b'now %d' % os.get_terminal_size().columns)\n    os._exit(0)\n"
        "signal.signal(signal.SIGWINCH, resized)\nos.write(1, b'ready')\nwhile True: signal.pause()"
    )
    with run_on_screen(script, environment, folder, PYTHON, "-c", code) as screen:
        screen.wait_for("ready")
        screen.resize(61, 20)
        assert screen.end() == 0
    assert "now 61" in screen.text


@pytest.mark.parametrize(
    ("number", "terminal"), [(signal.SIGTERM, True), (signal.SIGTERM, False), (signal.SIGHUP, True)]
)
def test_signals_reach_the_program(
    script: Path, environment: dict[str, str], folder: Path, number: signal.Signals, *, terminal: bool
) -> None:
    """A signal that errdex gets is the program's; errdex ends when it ends."""
    code = (
        f"import os, signal\nsignal.signal({int(number)}, lambda *_: (os.write(1, b'got'), os._exit(5)))\n"
        "os.write(1, b'ready\\n')\nwhile True: signal.pause()"
    )
    reading, writing = os.pipe()
    pipes = {} if terminal else {"stdin": subprocess.DEVNULL, "stdout": writing, "stderr": writing}
    with (
        run_on_screen(script, environment, folder, PYTHON, "-c", code, pipes=pipes) as screen,
        os.fdopen(reading, "rb") as out,
    ):
        os.close(writing)
        if terminal:
            screen.wait_for("ready")
        else:
            assert out.readline() == b"ready\n"
        screen.process.send_signal(number)
        assert screen.end() == 5
        assert "got" in (screen.text if terminal else out.read().decode())


def test_ctrl_z_stops_and_fg_goes_on(script: Path, environment: dict[str, str], folder: Path) -> None:
    """Under a shell with job control Ctrl-Z stops the program, and `fg` lets it go on with the terminal as it was."""
    shell = "exec /bin/bash --norc --noprofile -i"
    variables = {**environment, "TERM": "dumb", "PS1": "prompt> "}
    with Screen(["/bin/sh", "-c", shell], variables, folder) as screen:
        screen.wait_for("prompt> ")
        screen.type(
            f"{PYTHON} {script} run -- /bin/sh -c 'echo rea''dy; read line; echo got-$line'\r".encode()
        )
        screen.wait_for("ready")
        screen.type(b"\x1a")
        screen.wait_for("Stopped")
        screen.type(b"fg\r")
        screen.wait_for("run -- /bin/sh -c 'echo rea''dy; read line; echo got-$line'\r\n")
        screen.type(b"word\r")
        screen.wait_for("got-word\r\nprompt> ")
        screen.type(b"exit\r")
        assert screen.end() == 0


def test_the_terminal_is_left_as_it_was(script: Path, environment: dict[str, str], folder: Path) -> None:
    """Whatever the program did, errdex gives the terminal back with the settings that it had."""
    for command in (
        ["/bin/sh", "-c", "stty raw -echo"],
        ["no-such-program"],
        ["/bin/sh", "-c", "kill -9 $$"],
    ):
        with run_on_screen(script, environment, folder, *command) as screen:
            screen.end()
            assert screen.settings_now() == screen.settings


def test_pytest_on_a_terminal(script: Path, environment: dict[str, str], folder: Path) -> None:
    """A whole pytest run keeps its colours; the explanation follows in colour, wrapped, with its exit code."""
    (folder / "test_it.py").write_text(
        f"def test_it():\n    raise ValueError({MESSAGE.partition(': ')[2]!r})\n"
    )
    command = [PYTHON, "-m", "pytest", "-p", "no:randomly", "-p", "no:cacheprovider", "test_it.py"]
    with run_on_screen(script, environment, folder, *command) as screen:
        assert screen.end() == 1
    program, _, explained = screen.text.partition("── errdex ")
    assert "\x1b[31m" in program
    assert "1 failed" in COLOUR.sub("", program)
    assert KNOWN in explained
    assert "\x1b[1;32mKnown error" in explained


@given(st.lists(st.binary(max_size=200), max_size=60), st.integers(min_value=8, max_value=400))
def test_what_is_kept_is_bounded(pieces: list[bytes], limit: int) -> None:
    """All is kept within the limit; above it the beginning and the end are, and little more than the limit."""
    kept = Kept(limit)
    for piece in pieces:
        kept.add(piece)
    whole = b"".join(pieces)
    result = kept.bytes()
    if len(whole) <= limit:
        assert result == whole
        return
    assert len(result) <= limit + 2
    # What is left out is marked by an empty line; the text may have empty lines of its own, or a line break before the mark.
    marks = [at for at in range(len(result) - 1) if result[at : at + 2] == b"\n\n"]
    assert any(whole.startswith(result[:at]) and whole.endswith(result[at + 2 :]) for at in marks)
