"""Signals, streams and process groups, in the small pieces that passing a program through is made of."""

from __future__ import annotations

import contextlib
import fcntl
import os
import selectors
import signal
import subprocess
import termios
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Final

__all__ = [
    "handling",
    "ignored",
    "in_foreground",
    "own_terminal",
    "same_file",
    "signal_group",
    "signal_one",
    "write_all",
]

_STDIN: Final = 0


def own_terminal(slave: int) -> None:
    """Make the pseudo-terminal the program's own; runs in the child."""
    with contextlib.suppress(OSError):
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)


@contextlib.contextmanager
def handling(handlers: dict[int, Callable[[], None]], waker: int) -> Iterator[None]:
    """Handle signals for a while, and wake whoever waits for `waker`; what is ignored stays ignored."""
    before_fd = signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    before = {}
    try:
        for number, handler in handlers.items():

            def handle(_number: int, _frame: FrameType | None, handler: Callable[[], None] = handler) -> None:
                handler()

            if signal.getsignal(number) is not signal.SIG_IGN or number == signal.SIGCHLD:
                before[number] = signal.signal(number, handle)
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
        signal.set_wakeup_fd(before_fd)


def write_all(stream: int, data: bytes) -> None:
    """Write all of it to a stream of ours."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(stream, view) :]
        except BlockingIOError:  # our stream was made non-blocking by somebody who shares it
            with selectors.DefaultSelector() as waiting:
                waiting.register(stream, selectors.EVENT_WRITE)
                waiting.select()


def signal_group(program: subprocess.Popen[bytes], number: int) -> None:
    """Send a signal to the program and what it started; it may be gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, number)


def signal_one(program: subprocess.Popen[bytes], number: int) -> None:
    """Send a signal to the program alone; it may be gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(program.pid, number)


def ignored() -> None:
    """Do nothing; unlike SIG_IGN it is not passed on to the program."""


def in_foreground() -> bool:
    """Tell whether our group is the one that gets the signals of the keyboard."""
    try:
        return os.tcgetpgrp(_STDIN) == os.getpgrp()
    except OSError:
        return False


def same_file(one: int, other: int) -> bool:
    """Tell whether two streams are the same file or pipe."""
    try:
        return os.path.sameopenfile(one, other)
    except OSError:
        return False
