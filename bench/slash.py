"""How soon many slash commands at once are acknowledged: `python -m bench.slash --database URL`.

Starts `errdex serve` with two workers over a database and sends 50 signed commands at the same time, a few rounds; prints
the longest and the median time of each. Slack waits three seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

from tests.bots.signing import slack_body, slack_headers

SECRET = "a-secret-of-the-measurement"
ROOT = Path(__file__).parents[1]
CASES = [json.loads(line)["text"] for line in (ROOT / "tests/cases/seeds.jsonl").read_text().splitlines()]


def sent(url: str, number: int, together: threading.Barrier, seconds: list[float]) -> None:
    """Send one command when all are ready, and note how long its answer took."""
    body = slack_body(CASES[number % len(CASES)], response_url="https://hooks.slack.com/commands/1")
    headers = slack_headers(body, SECRET, at=time.time())
    together.wait()
    begun = time.perf_counter()
    with urllib.request.urlopen(
        urllib.request.Request(f"{url}/bots/slack/command", body, headers), timeout=60
    ) as answer:
        answer.read()
    seconds.append(time.perf_counter() - begun)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--commands", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=4)
    asked = parser.parse_args()
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "app",
            "--database",
            asked.database,
            "serve",
            "--port",
            "0",
            "--workers",
            str(asked.workers),
        ],
        cwd=ROOT,
        env={**os.environ, "ERRDEX_SLACK_SIGNING_SECRET": SECRET},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stderr
    log = iter(server.stderr)
    url = next(found[0] for line in log if (found := re.search(r"http://[\d.:]+", line)))
    threading.Thread(target=lambda: [None for _ in log], daemon=True).start()
    try:
        while True:
            try:
                urllib.request.urlopen(f"{url}/readyz", timeout=60).read()
                break
            except OSError:
                time.sleep(0.2)
        for number in range(1, asked.rounds + 1):
            seconds: list[float] = []
            together = threading.Barrier(asked.commands)
            threads = [
                threading.Thread(target=sent, args=(url, index, together, seconds))
                for index in range(asked.commands)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            longest, median = max(seconds), statistics.median(seconds)
            print(
                f"round {number}: {len(seconds)} of {asked.commands} answered, longest {longest:.2f} s, median {median:.2f} s"
            )
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


if __name__ == "__main__":
    main()
