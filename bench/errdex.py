"""Measures errdex on one base: loading, matching in the process, one record more; then a worker: start, memory."""

from __future__ import annotations

import json
import os
import random
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from app.config import Settings
from app.extract.pool import cores
from app.services.inputs import Input, find_inputs
from app.services.wiring import Services, build
from bench import texts

_SEED = 5
_READY_SECONDS = 60
_TEN_MB = 10_000_000


def main(file: Path, database: Path) -> None:
    """Print what was measured as one JSON object."""
    for name in (database, *(Path(f"{database}{suffix}") for suffix in ("-wal", "-shm"))):
        name.unlink(missing_ok=True)
    settings = Settings(_env_file=None, database_url=f"sqlite:///{database}")
    services = build(settings)
    took, report = _timed(lambda: services.ingest.ingest(find_inputs([str(file)]), processes=cores()))
    assert not report.faults, report.faults[:3]
    found = {
        "records": report.counts.records,
        "ingest_per_second": report.counts.records / took.wall,
        "ingest_per_cpu_second": report.counts.records / took.cpu,
        "database_mb": database.stat().st_size / 1e6,
        **_latencies(services, file),
        **_one_more(services),
    }
    services.close()
    found |= _worker(database, file)
    print(json.dumps(found))


class _Took(NamedTuple):
    """Seconds that passed, and seconds that this and ended processes computed: with other work about the second tells more."""

    wall: float
    cpu: float


def _timed(work: Callable[[], Any]) -> tuple[_Took, Any]:
    wall, cpu = time.perf_counter(), _computed()
    result = work()
    return _Took(time.perf_counter() - wall, _computed() - cpu), result


def _computed() -> float:
    children = os.times()
    return time.process_time() + children.children_user + children.children_system


def _medians(name: str, took: Sequence[_Took]) -> dict[str, float]:
    """Return the medians in milliseconds."""
    return {
        name: median(one.wall for one in took) * 1e3,
        f"{name}_cpu": median(one.cpu for one in took) * 1e3,
    }


def _latencies(services: Services, file: Path) -> dict[str, float]:
    chooser = random.Random(_SEED)
    records = texts.sampled(file, 120)
    pastes = [(one["record"]["id"], texts.traceback_of(one, chooser)) for one in records]
    services.match.match(pastes[0][1])
    took, right = [], 0
    for wanted, paste in pastes[1:]:
        one_took, answer = _timed(partial(services.match.match, paste))
        took.append(one_took)
        right += answer.best is not None and answer.best.id == wanted
    fuzzy = [_timed(partial(services.match.match, texts.damaged(one, chooser)))[0] for one in records]
    errors = records[:: len(records) // 20][:20]
    log = texts.ci_log(errors)
    known = sum(event.status in {"known", "ambiguous"} for event in services.match.match(log).events)
    return {
        **_medians("tb", took),
        "tb_p95": sorted(took)[int(len(took) * 0.95)].wall * 1e3,
        "tb_right": right / len(took),
        **_medians("fuzzy", fuzzy),
        **_median_of("ci", services, log),
        "ci_known": known,
        **_median_of("short", services, texts.short_lines()),
        **_median_of("big", services, texts.long_line(errors)),
        **_median_of("ten", services, texts.ci_log(errors, 84_000)[:_TEN_MB]),
    }


def _median_of(name: str, services: Services, paste: str, times: int = 3) -> dict[str, float]:
    return _medians(name, [_timed(partial(services.match.match, paste))[0] for _ in range(times)])


def _one_more(services: Services) -> dict[str, float]:
    """Return the time from the record in hand to the answer that names it."""
    taken = []
    for number in range(15):
        record = {
            "repo": "bench/one-more",
            "filePath": "one/more.py",
            "lineNumber": number + 1,
            "errorMessage": f"The kettle number {number} boils over {{rim}} too soon",
            "errorClass": "KettleError",
        }
        data = json.dumps(record).encode()

        def work(data: bytes = data, number: int = number) -> None:
            services.ingest.ingest([Input("one.json", data=data)])
            answer = services.match.match(f"KettleError: The kettle number {number} boils over 'x' too soon")
            assert answer.best is not None

        taken.append(_timed(work)[0])
    return _medians("one_more_ms", taken)


def _worker(database: Path, file: Path) -> dict[str, float]:
    """Start a server as a user would; measure until it is ready, and its memory after it has answered all pastes."""
    chooser = random.Random(_SEED)
    records = texts.sampled(file, 120)
    starts, rss = [], 0.0
    for last in (False, False, True):
        port = _free_port()
        started = time.perf_counter()
        server = subprocess.Popen(
            [sys.executable, "-m", "app", "serve", "--port", str(port)],
            env={**os.environ, "ERRDEX_DATABASE_URL": f"sqlite:///{database}"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_until_ready(port, started + _READY_SECONDS)
            starts.append(time.perf_counter() - started)
            if last:
                idle = _rss_mb(server.pid)
                pastes = [texts.traceback_of(one, chooser) for one in records]
                for paste in (*pastes, texts.ci_log(records[:20]), texts.long_line(records[:20])):
                    _ask(port, "/api/match", paste.encode())
                rss = _rss_mb(server.pid)
        finally:
            server.terminate()
            server.wait(20)
    return {"ready_s": median(starts), "rss_idle_mb": idle, "rss_mb": rss}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _ask(port: int, path: str, data: bytes | None = None) -> bytes:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", data=data, headers={"Content-Type": "text/plain"}
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        return bytes(response.read())


def _wait_until_ready(port: int, deadline: float) -> None:
    while True:
        try:
            _ask(port, "/readyz")
        except OSError:
            if time.perf_counter() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _rss_mb(pid: int) -> float:
    """Return the resident memory of a process; where there is no /proc, 0."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1e3 if found else 0.0


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
