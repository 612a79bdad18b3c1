"""A terminal with a person at it: what a program writes to it, and the keys that are pressed."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

__all__ = ["Screen"]

PATIENCE_SECONDS = 60.0


class Screen:
    """A program on a terminal of its own; everything that it wrote is in `got`.

    Args:
        command: the program.
        environment: its variables.
        folder: where it starts.
        columns, lines: size of the terminal.
        streams: which of stdin, stdout and stderr are the terminal; the others are what `pipes` says.
        pipes: what the others are.
    """

    def __init__(
        self,
        command: Sequence[str | Path],
        environment: dict[str, str],
        folder: Path,
        *,
        columns: int = 80,
        lines: int = 24,
        pipes: dict[str, int] | None = None,
    ) -> None:
        self.got = b""
        self._master, slave = pty.openpty()
        self.settings = termios.tcgetattr(slave)
        self.resize(columns, lines)
        ends = {"stdin": slave, "stdout": slave, "stderr": slave, **(pipes or {})}
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(slave, termios.TIOCSCTTY, 0),  # noqa: PLW1509
            **ends,  # type: ignore[arg-type]
        )
        self._slave = slave

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)
        os.close(self._slave)

    @property
    def text(self) -> str:
        """What is on the screen, as text."""
        return self.got.decode(errors="replace")

    def resize(self, columns: int, lines: int) -> None:
        """Make the window another size."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._master, keys)

    def settings_now(self) -> list[object]:
        """How the terminal is set now."""
        return list(termios.tcgetattr(self._slave))

    def wait_for(self, text: str) -> str:
        """Read until the program has written something; returns all that it wrote."""
        until = time.monotonic() + PATIENCE_SECONDS
        while text not in self.text:
            assert time.monotonic() < until, f"no {text!r} in {self.text!r}"
            self._read(0.2)
            if self.process.poll() is not None and not self._read(0.2):
                assert text in self.text, f"it ended without {text!r}: {self.text!r}"
        return self.text

    def end(self) -> int:
        """Read until the program has ended; returns its exit code."""
        until = time.monotonic() + PATIENCE_SECONDS
        while self.process.poll() is None:
            assert time.monotonic() < until, f"it does not end: {self.text!r}"
            self._read(0.1)
        while self._read(0.1):
            pass
        return self.process.returncode

    def _read(self, seconds: float) -> bool:
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            return False
        self.got += data
        return bool(data)
