"""Running a program as if errdex were not there, and listening to what it writes.

Where a stream of ours is a terminal the program gets a pseudo-terminal of the same size and settings, so that it
colours, wraps and asks as always; where it is a pipe or a file the program gets a pipe. Bytes are passed on as they
come. Keys, signals and changes of size reach the program; its exit code is what is returned.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import pty
import selectors
import signal
import subprocess
import termios
import tty
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from app.commands.streams import (
    handling,
    ignored,
    in_foreground,
    own_terminal,
    same_file,
    signal_group,
    signal_one,
    write_all,
)

__all__ = ["run_through"]

_CHUNK: Final = 64 * 1024
_LAST_SECONDS: Final = 0.2
_STDIN, _STDOUT, _STDERR = 0, 1, 2
# Sent to us by a person or a supervisor; the program decides what they mean.
_FORWARDED: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGCONT")
_OFLAG, _LFLAG, _CC = 1, 3, 6


def run_through(command: Sequence[str], hear: Callable[[bytes], None]) -> int:
    """Run a program on our own streams.

    Args:
        command: the program and its arguments.
        hear: gets every piece of what the program writes.

    Returns:
        The program's exit code as a shell gives it: 128 and the number of the signal that ended it.

    Raises:
        OSError: the program cannot be started.
    """
    return _Passage(command, hear).run()


class _Passage:
    """One program, its ends, and the loop between them and ours."""

    def __init__(self, command: Sequence[str], hear: Callable[[bytes], None]) -> None:
        self._command = command
        self._hear = hear
        self._selector = selectors.DefaultSelector()
        self._targets: dict[int, int] = {}  # our reading end -> our stream that gets it
        self._master: int | None = None
        self._raw: list[Any] | None = None  # settings of our terminal before it was made raw
        self._unsent = b""  # typed, and not taken by the program yet

    def run(self) -> int:
        """See `run_through`."""
        with contextlib.ExitStack() as cleanup:
            cleanup.callback(self._close)
            program = self._start()
            wake, waker = os.pipe()
            cleanup.callback(os.close, wake)
            cleanup.callback(os.close, waker)
            for end in (wake, waker):
                os.set_blocking(end, False)
            self._selector.register(wake, selectors.EVENT_READ)
            cleanup.enter_context(handling(self._handlers(program), waker))
            if self._keys():
                cleanup.callback(self._cooked)
                self._make_raw()
                self._selector.register(_STDIN, selectors.EVENT_READ)
            while program.poll() is None:
                self._turn(program, wake, None)
            # What it wrote before it ended; a program of its own that goes on must not hold us up.
            while self._open() and self._turn(program, wake, _LAST_SECONDS):
                pass
        code = program.returncode
        return 128 - code if code < 0 else code

    # -- the program's ends ---------------------------------------------------------------------

    def _start(self) -> subprocess.Popen[bytes]:
        terminals = [stream for stream in (_STDOUT, _STDERR) if os.isatty(stream)]
        slave = self._pseudo_terminal(terminals[0]) if terminals else None
        given: dict[int, int] = {}
        closing = [slave] if slave is not None else []
        for stream in (_STDOUT, _STDERR):
            if stream in terminals:
                assert slave is not None
                given[stream] = slave
            elif stream == _STDERR and _STDOUT not in terminals and same_file(_STDOUT, _STDERR):
                given[stream] = given[_STDOUT]  # `2>&1 | tee`: one pipe keeps the order
            else:
                reading, given[stream] = os.pipe()
                closing.append(given[stream])
                self._listen(reading, stream)
        keys = slave is not None and os.isatty(_STDIN)
        try:
            # A terminal of its own needs a session of its own.
            return subprocess.Popen(  # noqa: S603 - the program that we were asked to run
                self._command,
                stdin=slave if keys else None,
                stdout=given[_STDOUT],
                stderr=given[_STDERR],
                start_new_session=slave is not None,
                preexec_fn=None if slave is None else lambda: own_terminal(slave),  # noqa: PLW1509 - one thread only
            )
        finally:
            for end in closing:
                os.close(end)

    def _pseudo_terminal(self, like: int) -> int:
        self._master, slave = pty.openpty()
        with contextlib.suppress(termios.error):
            settings = termios.tcgetattr(like)
            if not self._keys():
                settings[_OFLAG] &= ~termios.OPOST  # ours still turns line feeds into line breaks
            termios.tcsetattr(slave, termios.TCSANOW, settings)
        self._resize(like)
        os.set_blocking(self._master, False)
        self._listen(self._master, like)
        return slave

    def _listen(self, reading: int, stream: int) -> None:
        os.set_blocking(reading, False)
        self._targets[reading] = stream
        self._selector.register(reading, selectors.EVENT_READ)

    def _close(self) -> None:
        for end in self._targets:
            os.close(end)
        self._targets.clear()
        self._selector.close()

    # -- the loop -------------------------------------------------------------------------------

    def _open(self) -> bool:
        known = self._selector.get_map()
        return any(end in known for end in self._targets)

    def _turn(self, program: subprocess.Popen[bytes], wake: int, seconds: float | None) -> bool:
        """Wait until there is something, and pass it on; tell whether the program wrote anything."""
        busy = False
        for key, events in self._selector.select(seconds):
            if key.fd == wake:
                os.read(wake, _CHUNK)
            elif key.fd == _STDIN:
                self._typed(program)
            else:
                if events & selectors.EVENT_WRITE:
                    self._send()
                if events & selectors.EVENT_READ:
                    busy |= self._written(key.fd)
        return busy

    def _written(self, reading: int) -> bool:
        try:
            data = os.read(reading, _CHUNK)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno != errno.EIO:  # all of the program's ends of the terminal are closed
                raise
            data = b""
        if not data:
            self._deafen(reading)
            return False
        self._hear(data)
        try:
            write_all(self._targets[reading], data)
        except OSError:  # whoever read our stream is gone: the program learns it when it writes on
            self._deafen(reading)
        return True

    def _deafen(self, reading: int) -> None:
        self._selector.unregister(reading)
        if reading != self._master:  # keys may still be passed on to it
            del self._targets[reading]
            os.close(reading)

    def _typed(self, program: subprocess.Popen[bytes]) -> None:
        try:
            data = os.read(_STDIN, _CHUNK)
        except OSError:
            data = b""
        if not data:  # our terminal is gone
            self._selector.unregister(_STDIN)
            signal_group(program, signal.SIGHUP)
            return
        if self._stops(program, data):
            self._suspend(program)
            return
        self._unsent += data
        self._send()

    def _send(self) -> None:
        """Pass keys on as far as the program takes them; the rest waits without holding up its output."""
        assert self._master is not None
        with contextlib.suppress(BlockingIOError):
            try:
                self._unsent = self._unsent[os.write(self._master, self._unsent) :]
            except BlockingIOError:
                raise
            except OSError:
                self._unsent = b""
        if self._master not in self._selector.get_map():
            return
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unsent else 0)
        self._selector.modify(self._master, events)

    # -- signals, size, suspending --------------------------------------------------------------

    def _handlers(self, program: subprocess.Popen[bytes]) -> dict[int, Callable[[], None]]:
        handlers: dict[int, Callable[[], None]] = {}
        for name in _FORWARDED:
            number = int(getattr(signal, name))
            if self._master is not None:
                handlers[number] = partial(signal_group, program, number)
            elif number != signal.SIGINT or not in_foreground():
                handlers[number] = partial(signal_one, program, number)
            else:  # Ctrl-C reaches the whole foreground group, the program included
                handlers[number] = ignored
        if self._master is not None:
            handlers[signal.SIGWINCH] = self._resized
        handlers[signal.SIGCHLD] = ignored  # it wakes the loop
        return handlers

    def _resized(self) -> None:
        for stream in (_STDOUT, _STDERR, _STDIN):
            if os.isatty(stream):
                self._resize(stream)
                return

    def _resize(self, like: int) -> None:
        assert self._master is not None
        with contextlib.suppress(OSError):
            size = fcntl.ioctl(like, termios.TIOCGWINSZ, bytes(8))
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, size)  # the kernel tells the program

    def _keys(self) -> bool:
        """Tell whether what is typed is ours to pass on: a terminal in whose foreground we are."""
        if self._master is None or not os.isatty(_STDIN):
            return False
        try:
            return os.tcgetpgrp(_STDIN) == os.getpgrp()
        except OSError:
            return False

    def _make_raw(self) -> None:
        self._raw = termios.tcgetattr(_STDIN)
        tty.setraw(_STDIN, termios.TCSANOW)

    def _cooked(self) -> None:
        if self._raw is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(_STDIN, termios.TCSADRAIN, self._raw)

    def _stops(self, program: subprocess.Popen[bytes], data: bytes) -> bool:
        """Tell whether the keys are the suspend character, meant for the program itself and not for a shell in it."""
        assert self._master is not None
        try:
            settings = termios.tcgetattr(self._master)
            front = os.tcgetpgrp(self._master)
        except (termios.error, OSError):
            return False
        suspend = settings[_CC][termios.VSUSP]
        return bool(settings[_LFLAG] & termios.ISIG) and data == suspend and front == program.pid

    def _suspend(self, program: subprocess.Popen[bytes]) -> None:
        """Stop the program and ourselves, as Ctrl-Z does; go on when the shell says so."""
        self._cooked()
        signal_group(program, signal.SIGSTOP)
        os.killpg(os.getpgrp(), signal.SIGTSTP)  # does nothing where no shell could make us go on
        self._make_raw()
        self._resized()
        signal_group(program, signal.SIGCONT)
