"""A real installation: the wheel with its locked dependencies, and servers started from it."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
NOBODY = 65534


def identity_of(user: int | None) -> dict[str, Any]:
    """Arguments that make `subprocess` change the user."""
    return {} if user is None else {"user": user, "group": user, "extra_groups": []}


@dataclass(frozen=True)
class Installation:
    """An environment that holds errdex and its locked run-time dependencies, nothing else."""

    folder: Path
    user: int | None
    """User id to run it as; None where the tests do not run as root."""

    @property
    def bin(self) -> Path:
        """Folder of the commands."""
        return self.folder / "bin"

    def environment(self, home: Path, **extra: str) -> dict[str, str]:
        """Environment variables of a plain user with this installation first on the path."""
        return {
            "PATH": f"{self.bin}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(home),
            "LANG": "C.UTF-8",
            **extra,
        }

    def run(
        self, command: Sequence[str], *, cwd: Path, text: str = "", **extra: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command as the installation's user in a folder, which is its home too."""
        return subprocess.run(
            command,
            cwd=cwd,
            env=self.environment(cwd, **extra),
            input=text,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            **identity_of(self.user),
        )

    @contextmanager
    def serving(
        self, command: Sequence[str], *, port: int, cwd: Path, **extra: str
    ) -> Iterator[subprocess.Popen[bytes]]:
        """Run a server until the block ends; the block begins when `/healthz` answers."""
        with (cwd / f"server-{port}.log").open("wb") as log:
            process = subprocess.Popen(
                command,
                cwd=cwd,
                env=self.environment(cwd, **extra),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                **identity_of(self.user),
            )
            try:
                for _ in range(600):
                    with suppress(urllib.error.URLError, ConnectionError, TimeoutError):
                        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
                        break
                    with suppress(subprocess.TimeoutExpired):
                        code = process.wait(timeout=0.1)
                        pytest.fail(f"the server ended with {code}: {Path(log.name).read_text()}")
                else:
                    pytest.fail(f"the server does not answer: {Path(log.name).read_text()}")
                yield process
            finally:
                if process.poll() is None:
                    process.send_signal(signal.SIGTERM)
                    try:
                        process.wait(timeout=10)
                    except subprocess.TimeoutExpired:
                        process.kill()
                        process.wait()


def free_port() -> int:
    """A port of the loopback interface that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def build_wheel(target: Path) -> Path:
    """Build the wheel from the checkout, without network."""
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--wheel-dir", str(target)]
    built = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *options, str(ROOT)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = target.glob("*.whl")
    return wheel


def locked_names(lock: str) -> list[str]:
    """Names of the distributions that a lock installs here."""
    pins = re.findall(r"^([\w.-]+==[^\\\n]+)", (ROOT / lock).read_text(), flags=re.MULTILINE)
    requirements = [Requirement(pin.strip()) for pin in pins]
    return [one.name for one in requirements if one.marker is None or one.marker.evaluate()]


def copy_distribution(name: str, target: Path) -> None:
    """Copy an installed distribution into another environment's site-packages, its compiled modules too."""
    distribution = importlib.metadata.distribution(name)
    for file in distribution.files or []:
        source = Path(str(distribution.locate_file(file)))
        if ".." in file.parts or not source.is_file() or source.suffix == ".pyc":
            continue
        destination = target.joinpath(*file.parts)
        copies = {source: destination}
        if source.suffix == ".py":
            copies[Path(cache_from_source(source))] = Path(cache_from_source(destination))
        for original, copy in copies.items():
            if original.is_file():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(
                    original, copy
                )  # with its time, by which Python tells whether the compiled form is current


def new_environment(folder: Path, user: int | None) -> None:
    """Make a virtual environment without pip on an interpreter that the user can run."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for place in (sys.base_prefix, "/usr/local", "/usr"):
        interpreter = Path(place) / "bin" / version
        if interpreter.is_file():
            subprocess.run(
                [interpreter, "-m", "venv", "--clear", "--without-pip", folder], check=True, timeout=60
            )
            if runs_for(user, folder, interpreter):
                return
    pytest.skip(f"NOT TESTED: no {version} that the user {user} may run")


def runs_for(user: int | None, folder: Path, interpreter: Path) -> bool:
    """Whether a user can run an environment, and it stands on the interpreter it was made with."""
    question = "import sqlite3, ssl, sys; print(sys.prefix, sys.base_prefix)"
    try:
        seen = subprocess.run(
            [folder / "bin/python", "-c", question],
            cwd="/",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            **identity_of(user),
        )
    except PermissionError:
        return False
    return str(seen.stdout).split() == [str(folder), str(interpreter.parent.parent)]
