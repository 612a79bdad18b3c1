"""`errdex watch`: each new error once, over rotation, truncation and pieces."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from app.commands.follow import follow
from app.commands.fresh import WINDOW_BYTES, FreshErrors
from app.domain.answer import Answer
from app.services.wiring import Services, build
from tests.cli.conftest import Errdex
from tests.cli.test_commands import KNOWN, MESSAGE

OTHER = "ValueError: Currently DFLASH speculative decoding does not support dp attention."
OTHER_ID = "af12c88f3c53cbd9"


def pieces(path: Path, steps: Iterator[object], *, from_start: bool = False) -> list[bytes]:
    """What following a file gives while `steps` change it, one each time nothing is new; until they end."""
    got: list[bytes] = []
    following = follow(path, from_start=from_start, wait=lambda: None)
    for data in following:
        if data:
            got.append(data)
        elif next(steps, None) is None:
            break
    following.close()
    return got


def test_only_what_is_added_is_read(tmp_path: Path) -> None:
    """What was there before is left out, unless it is asked for."""
    path = tmp_path / "a.log"

    def steps() -> Iterator[object]:
        with path.open("ab") as log:
            log.write(b"new\n")
        yield 1

    path.write_bytes(b"old\n")
    assert pieces(path, steps()) == [b"new\n"]
    path.write_bytes(b"old\n")
    assert pieces(path, steps(), from_start=True) == [b"old\n", b"new\n"]


def test_rotation_and_truncation(tmp_path: Path) -> None:
    """The old file is read to its end, the new one from its start; one that was emptied from its start again."""
    path = tmp_path / "a.log"
    path.write_bytes(b"")

    def steps() -> Iterator[object]:
        with path.open("ab") as log:
            log.write(b"one\n")
            log.flush()
            yield 1
            path.rename(tmp_path / "a.log.1")
            yield 2
            log.write(b"two, still to the old file\n")
        path.write_bytes(b"three\n")
        yield 3
        path.write_bytes(b"4\n")
        yield 4
        path.unlink()
        yield 5
        path.write_bytes(b"five\n")
        yield 6

    assert b"".join(pieces(path, steps())) == b"one\ntwo, still to the old file\nthree\n4\nfive\n"


def test_a_file_that_comes_later(tmp_path: Path) -> None:
    """A file that is not there is waited for, and read from its start."""
    path = tmp_path / "later.log"

    def steps() -> Iterator[object]:
        yield 1
        path.write_bytes(b"here\n")
        yield 2

    assert pieces(path, steps()) == [b"here\n"]


@pytest.fixture(scope="module")
def services(database: str) -> Iterator[Services]:
    """Services over the bundled records."""
    from app.config import Settings

    services = build(Settings(_env_file=None, database_url=database))
    yield services
    services.close()


def fresh_of(services: Services) -> FreshErrors:
    """What `watch` uses, over the bundled records."""
    return FreshErrors(lambda text: services.match.match(text, clip=True))


def ids(answers: Iterator[Answer] | list[Answer]) -> list[str | None]:
    """The record of each answer."""
    return [answer.best.id if answer.best else None for answer in answers]


def test_each_error_once(services: Services) -> None:
    """A known error comes once, whatever its values; an unknown one once for its class and shape of message."""
    fresh = fresh_of(services)
    list(fresh.add(f"{MESSAGE}\n".encode()))
    assert ids(fresh.settle()) == [KNOWN]
    again = MESSAGE.replace("'cap_accept'", "'compact'")
    list(fresh.add(f"{again}\n{OTHER}\nKeyError: 'a1'\n".encode()))
    assert ids(fresh.settle()) == [OTHER_ID, None]
    list(fresh.add(b"KeyError: 'b2'\nTypeError: x\n"))
    assert ids(fresh.settle()) == [None]
    assert ids(fresh.settle()) == []


def test_an_answer_is_whole_by_itself(services: Services) -> None:
    """Each answer has one event, with the index 0, and is what the paste of that error alone would give."""
    fresh = fresh_of(services)
    list(fresh.add(f"{OTHER}\n\n{MESSAGE}\n".encode()))
    answers = list(fresh.settle())
    assert ids(answers) == [OTHER_ID, KNOWN]
    for answer in answers:
        assert [event.index for event in answer.events] == [0]
        assert answer.best_match() is not None


def test_a_traceback_in_pieces_is_one_error(services: Services) -> None:
    """Nothing is said before a pause, however the text is cut."""
    text = f'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    go()\n{MESSAGE}\n'.encode()
    fresh = fresh_of(services)
    for position in range(0, len(text), 7):
        assert list(fresh.add(text[position : position + 7])) == []
    (answer,) = fresh.settle()
    assert answer.best and answer.best.id == KNOWN
    assert [frame.function for frame in answer.events[0].frames] == ["f"]


def test_a_log_without_a_pause_is_bounded(services: Services) -> None:
    """Much text without a pause is looked at in windows; an error across their border is found, once."""
    fresh = fresh_of(services)
    line = b"INFO nothing of note happens here\n"
    lead = line * ((WINDOW_BYTES - 100) // len(line))
    answers = [*fresh.add(lead), *fresh.add(f"{OTHER}\n".encode()), *fresh.add(lead), *fresh.add(lead)]
    assert ids(answers) == [OTHER_ID]
    assert ids(fresh.settle()) == []


def test_what_is_in_the_file(errdex: Errdex, tmp_path: Path) -> None:
    """`--once` looks at the file as it is; `--known` leaves out what no record explains."""
    path = tmp_path / "a.log"
    path.write_text(f"start\n{MESSAGE}\nKeyError: 'x'\n{MESSAGE}\n{OTHER}\n")
    ran = errdex("watch", "--once", str(path))
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.decode().count("── errdex ") == 3
    assert b"KeyError" in ran.stdout
    ran = errdex("watch", "--once", "--known", str(path))
    assert ran.stdout.decode().count("── errdex ") == 2
    assert b"KeyError" not in ran.stdout


def test_a_folder_is_refused(errdex: Errdex, tmp_path: Path) -> None:
    """A folder cannot be followed."""
    ran = errdex("watch", str(tmp_path))
    assert ran.returncode == 2
    assert b"is no file" in ran.stderr


@contextmanager
def watching(script: Path, environment: dict[str, str], path: Path) -> Iterator[subprocess.Popen[str]]:
    """`errdex watch` as a process that follows a file, until Ctrl-C."""
    process = subprocess.Popen(
        [sys.executable, script, "watch", str(path)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    killer = threading.Timer(90, process.kill)
    killer.start()
    try:
        yield process
    finally:
        killer.cancel()
        process.kill()
        process.communicate()


def until(stream: IO[str] | None, text: str) -> str:
    """Read lines up to one with a text; fails where the stream ends before."""
    assert stream is not None
    got = ""
    for line in stream:
        got += line
        if text in line:
            return got
    raise AssertionError(f"{text!r} did not come: {got}")


def test_the_process_follows_until_interrupted(
    script: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    """Errors come out as they are written, over a rotation, and Ctrl-C ends it with 130 and no traceback."""
    path = tmp_path / "app.log"
    with watching(script, environment, path) as process:
        until(process.stderr, "Waiting for ")
        path.write_text(f"{MESSAGE}\n")
        assert KNOWN in until(process.stdout, "Related errors")
        path.rename(tmp_path / "app.log.1")
        path.write_text(f"{MESSAGE}\n{OTHER}\n")
        later = until(process.stdout, f"Record   {OTHER_ID}")
        assert f"Record   {KNOWN}" not in later
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
        assert (process.returncode, err) == (130, "")
