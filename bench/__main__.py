"""`make bench`: measures errdex and its peers on bases of several sizes, and writes docs/bench.

Everything that is made on the way is kept outside the repository (`ERRDEX_BENCH_CACHE`), so that a second run begins
with the records of the first. A run over its time is ended, and becomes a dash.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import queue
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from bench import corpus, report
from bench.peers import ENGINES

_OURS_SECONDS = 1800
_BUILD_SECONDS, _CELL_SECONDS = 120, 60


def main() -> None:
    """Measure, and write the page and the plot."""
    asked = argparse.ArgumentParser(prog="python -m bench", description=__doc__.partition("\n")[0])
    asked.add_argument("--sizes", default="5000,50000,250000", help="numbers of records")
    asked.add_argument("--out", type=Path, default=Path("docs/bench"), help="where the page goes")
    asked.add_argument("--without-peers", action="store_true", help="measure errdex alone")
    given = asked.parse_args()
    sizes = [int(size) for size in given.sizes.split(",")]
    ours: dict[int, Any] = {}
    peers: dict[int, dict[str, dict[str, float | None]]] = {}
    for size in sizes:
        file = corpus.records_file(size)
        print(f"{size:,} records: errdex", file=sys.stderr)
        ours[size] = _ours(file, corpus.cache_folder() / f"bench-{size}.db")
        print(json.dumps(ours[size]), file=sys.stderr)
        for engine in () if given.without_peers else ENGINES:
            print(f"{size:,} records: {engine}", file=sys.stderr)
            peers.setdefault(size, {})[engine] = _peer(engine, file)
    given.out.mkdir(parents=True, exist_ok=True)
    real = len(corpus.real_sites())
    words = f"Of the records {min(real, max(sizes)):,} are real raise sites, the others realistic mutations of them."
    (given.out / "README.md").write_text(report.page(_machine(), ours, peers, words), encoding="utf-8")
    (given.out / "latency.svg").write_text(report.plot(ours, peers), encoding="utf-8")


def _ours(file: Path, database: Path) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "bench.errdex", str(file), str(database)],
        stdout=subprocess.PIPE,
        timeout=_OURS_SECONDS,
        check=True,
    )
    return json.loads(done.stdout)


def _peer(engine: str, file: Path) -> dict[str, float | None]:
    """Run a peer; what it does not tell in time, and all that would follow, is None."""
    cells: dict[str, float | None] = dict.fromkeys(("build", *report.PASTES))
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.peers", engine, str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    told: queue.Queue[bytes] = queue.Queue()
    assert process.stdout is not None
    output = process.stdout

    def listen() -> None:
        for line in output:
            told.put(line)
        told.put(b"")

    threading.Thread(target=listen, daemon=True).start()
    try:
        for name in cells:
            line = told.get(timeout=_BUILD_SECONDS if name == "build" else _CELL_SECONDS)
            if not line:
                break
            found = json.loads(line)
            cells[found["name"]] = found["ms"]
    except queue.Empty:
        pass
    finally:
        process.kill()
        process.wait()
    return cells


def _machine() -> str:
    return (
        f"{os.cpu_count()} cores of {platform.machine()}, {platform.system()}, "
        f"{platform.python_implementation()} {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )


if __name__ == "__main__":
    main()
