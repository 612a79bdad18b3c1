"""What packages give, and how long it takes: `python -m bench.sites`. Fetches wheels, so it is no part of the tests.

Each package is learned by the command line into a database of its own; the table goes into docs/learn.md. A package
that is measured alone replaces its line.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

PACKAGES = (
    "sglang==0.5.23",
    "transformers==5.24.0",
    "django==5.2.19",
    "sqlalchemy==2.1.9",
    "pydantic==2.14.4",
    "pandas==3.1.1",
    "scikit-learn==1.9.1",
)
PAGE = Path(__file__).resolve().parent.parent / "docs" / "learn.md"
BEGIN, END = "<!-- python -m bench.sites -->", "<!-- end -->"
HEAD = (
    "| package | files | sites | with text | CPU s | wall s | load | peak MB |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
)
_PAUSE_SECONDS = 0.1
_MIB = 1024 * 1024


@dataclass(frozen=True)
class Measured:
    """One package: what was found, and what it took; `load` is the machine's over the last minute, before it began."""

    package: str
    files: int
    sites: int
    with_text: int
    cpu_seconds: float
    wall_seconds: float
    load: float
    peak_mb: float

    def line(self) -> str:
        """Return the line of the table."""
        share = 100 * self.with_text / self.sites if self.sites else 0
        return (
            f"| {self.package.replace('==', ' ')} | {self.files:,} | {self.sites:,} | {share:.1f} % | {self.cpu_seconds:.0f} "
            f"| {self.wall_seconds:.0f} | {self.load:.1f} | {self.peak_mb:.0f} |"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the packages that are named, or all, and write the table."""
    asked = argparse.ArgumentParser(prog="python -m bench.sites", description=__doc__.partition("\n")[0])
    asked.add_argument("packages", nargs="*", default=PACKAGES, help="NAME==VERSION")
    asked.add_argument("--page", type=Path, default=PAGE, help="where the table goes")
    given = asked.parse_args(arguments)
    for package in given.packages:
        measured = measure(package)
        print(measured.line(), flush=True)
        given.page.write_text(replaced(given.page.read_text(encoding="utf-8"), measured), encoding="utf-8")
    print(
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    )
    return 0


def measure(target: str) -> Measured:
    """Learn a target into an empty database, as a person would.

    Raises:
        SystemExit: it cannot be read; the command has said why.
    """
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="errdex-sites-") as folder:
        environment = {**os.environ, "ERRDEX_DATABASE_URL": f"sqlite:///{folder}/sites.db"}
        output = Path(folder) / "summary.json"
        began = time.monotonic()
        with output.open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", "app", "learn", "--json", target], stdout=out, env=environment
            )
            memory = _Memory(process.pid)
            _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        peak = memory.stop()
        if process.returncode:
            raise SystemExit(f"errdex learn {target} ends with {process.returncode}")
        found = json.loads(output.read_bytes())
    return Measured(
        package=target,
        files=found["files"],
        sites=found["sites"],
        with_text=found["withText"],
        cpu_seconds=usage.ru_utime + usage.ru_stime,
        wall_seconds=wall,
        load=load,
        peak_mb=max(peak, usage.ru_maxrss * 1024) / _MIB,
    )


class _Memory:
    """Watches the memory of a process and of those that it starts; pages that they share are counted once."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._ended = threading.Event()
        self._peak = 0
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> int:
        """Return the most bytes that all had together."""
        self._ended.set()
        self._thread.join()
        return self._peak

    def _watch(self) -> None:
        while not self._ended.wait(_PAUSE_SECONDS):
            self._peak = max(self._peak, sum(map(_memory_of, _family(self._pid))))


def _family(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:  # it has ended, or this system tells nothing
        return
    for child in children:
        yield from _family(int(child))


def _memory_of(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def replaced(page: str, measured: Measured) -> str:
    """Return the page with the package's line; the others stay, in the order of `PACKAGES`.

    Raises:
        ValueError: the page has no place for the table.
    """
    before, found, rest = page.partition(BEGIN)
    table, ends, after = rest.partition(END)
    if not (found and ends):
        raise ValueError(f"the page needs the lines {BEGIN} and {END}")
    lines = {line.split("|")[1].strip(): line for line in table.splitlines() if line.startswith("| ")}
    lines.pop(HEAD[0].split("|")[1].strip(), None)
    lines.pop(HEAD[1].split("|")[1].strip(), None)
    lines[measured.package.replace("==", " ")] = measured.line()
    order = [package.replace("==", " ") for package in PACKAGES]
    names = sorted(lines, key=lambda name: (order.index(name) if name in order else len(order), name))
    body = "\n".join([*HEAD, *(lines[name] for name in names)])
    return f"{before}{BEGIN}\n\n{body}\n\n{END}{after}"


if __name__ == "__main__":
    raise SystemExit(main())
