"""The engines that errdex is compared with: all patterns of a base against the same pastes.

A peer answers less than errdex does: which patterns stand in a text, or (FTS5) which templates are near it. Prints a
line of JSON for the build, and one for each paste, as soon as it has it.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import re2

from bench import texts

# A search for a leading wildcard finds the rest, and does not begin at every character.
_LEADING = re.compile(r"^(?:\(\.\*\??\))+")
_SEED = 5
# What takes less is measured three times, as errdex is.
_QUICK_SECONDS = 5

Find = Callable[[str], int]


def main(engine: str, file: Path) -> None:
    """Build the engine from a file of records, and time it on the pastes, the quick ones first."""
    with file.open(encoding="utf-8") as lines:
        patterns = list(dict.fromkeys(json.loads(line)["record"]["messagePattern"] for line in lines))
    patterns = [rest for pattern in patterns if (rest := _LEADING.sub("", pattern))]
    started = time.perf_counter()
    find = ENGINES[engine](patterns)
    _tell("build", (time.perf_counter() - started) * 1e3)
    chooser = random.Random(_SEED)
    records = texts.sampled(file, 120)
    pastes = {
        "tb": texts.traceback_of(records[1], chooser),
        "big": texts.long_line(records[:: len(records) // 20][:20]),
        "ci": texts.ci_log(records[:: len(records) // 20][:20]),
        "short": texts.short_lines(),
    }
    for name, paste in pastes.items():
        taken = [_seconds(find, paste)]
        if taken[0] < _QUICK_SECONDS:
            taken += [_seconds(find, paste) for _ in range(2)]
        _tell(name, median(taken) * 1e3)


def _seconds(find: Find, paste: str) -> float:
    started = time.perf_counter()
    find(paste)
    return time.perf_counter() - started


def _tell(name: str, milliseconds: float) -> None:
    print(json.dumps({"name": name, "ms": milliseconds}), flush=True)


def _re(patterns: list[str]) -> Find:
    compiled = [re.compile(pattern, re.DOTALL) for pattern in patterns]
    return lambda text: sum(pattern.search(text) is not None for pattern in compiled)


def _re2(patterns: list[str]) -> Find:
    compiled = [re2.compile(f"(?s){pattern}") for pattern in patterns]
    return lambda text: sum(pattern.search(text) is not None for pattern in compiled)


def _hyperscan(patterns: list[str]) -> Find:
    import hyperscan  # only in the environment of the benches

    database = hyperscan.Database()
    flags = hyperscan.HS_FLAG_DOTALL | hyperscan.HS_FLAG_SINGLEMATCH | hyperscan.HS_FLAG_UTF8
    database.compile(
        expressions=[pattern.encode() for pattern in patterns],
        ids=list(range(len(patterns))),
        elements=len(patterns),
        flags=[flags | hyperscan.HS_FLAG_ALLOWEMPTY] * len(patterns),
    )

    def find(text: str) -> int:
        hits: set[int] = set()
        database.scan(text.encode(), match_event_handler=lambda number, *_: hits.add(number))
        return len(hits)

    return find


def _fts5(patterns: list[str]) -> Find:
    """Ask FTS5 for the ten nearest templates of each line, by bm25 over its longest words."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE template USING fts5(text)")
    connection.executemany("INSERT INTO template VALUES (?)", ((pattern,) for pattern in patterns))

    def find(text: str) -> int:
        found = 0
        for line in text.splitlines():
            words = sorted(set(re.findall(r"[^\W_]{3,}", line[:2000])), key=len, reverse=True)[:12]
            if words:
                query = " OR ".join(f'"{word}"' for word in words)
                found += len(
                    connection.execute(
                        "SELECT rowid FROM template WHERE template MATCH ? ORDER BY rank LIMIT 10", (query,)
                    ).fetchall()
                )
        return found

    return find


ENGINES: dict[str, Callable[[list[str]], Find]] = {
    "re": _re,
    "RE2": _re2,
    "Hyperscan": _hyperscan,
    "FTS5": _fts5,
}

if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
