"""The pastes that are measured, made of the records that are in the base: always the same ones for the same records."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.domain.templates import Interpolation, parse_template

__all__ = ["ci_log", "damaged", "long_line", "sampled", "short_lines", "traceback_of"]

_VALUES = ("17", "'abc'", "(3, 4)", "None", "torch.float16", "/srv/data/part-0001")
_WORDS = [
    "building",
    "wheel",
    "for",
    "collected",
    "package",
    "using",
    "cached",
    "downloading",
    "running",
    "step",
    "test",
    "passed",
    "skipped",
    "layer",
    "cache",
    "restore",
    "upload",
    "artifact",
    "module",
    "import",
    "config",
    "loading",
    "worker",
    "started",
    "finished",
    "epoch",
    "loss",
    "batch",
    "shard",
    "model",
    "weights",
    "tensor",
    "memory",
    "cuda",
    "device",
    "rank",
    "server",
    "request",
    "response",
    "status",
    "connection",
    "retry",
    "timeout",
]


def sampled(file: Path, count: int) -> list[dict[str, Any]]:
    """Return records spread evenly over a file."""
    with file.open(encoding="utf-8") as lines:
        total = sum(1 for _ in lines)
    step = max(1, total // count)
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line) for number, line in enumerate(lines) if number % step == 0][:count]


def message_of(envelope: dict[str, Any], chooser: random.Random) -> str:
    """Return a message as the program would print it."""
    parts = parse_template(envelope["record"]["errorMessage"])
    return "".join(chooser.choice(_VALUES) if isinstance(part, Interpolation) else part for part in parts)


def error_line(envelope: dict[str, Any], chooser: random.Random) -> str:
    """Return the final line of a traceback."""
    return f"{envelope['record']['errorClass'] or 'RuntimeError'}: {message_of(envelope, chooser)}"


def traceback_of(envelope: dict[str, Any], chooser: random.Random) -> str:
    """Return a traceback of 60 lines that ends in the record's error."""
    record = envelope["record"]
    lines = ["Traceback (most recent call last):"]
    for depth in range(28):
        lines += (
            f'  File "/opt/app/lib/python3.11/site-packages/engine/layers/part{depth}.py", line {depth * 13 + 5}, in run_{depth}',
            f"    return self.call_{depth}(batch, mask=mask, depth={depth})",
        )
    function = envelope["errdex"]["function"] or "<module>"
    lines += (
        f'  File "/opt/app/lib/python3.11/site-packages/{record["filePath"]}", line {record["lineNumber"] + 2}, in {function}',
        "    raise error",
        error_line(envelope, chooser),
    )
    return "\n".join(lines)


def damaged(envelope: dict[str, Any], chooser: random.Random) -> str:
    """Return an error line with a word left out and another one mistyped, which no pattern matches."""
    words = error_line(envelope, chooser).split(" ")
    for _ in range(2):
        at = chooser.randrange(1, max(2, len(words)))
        word = words[at % len(words)]
        words[at % len(words)] = word[1:] + word[:1] + "e" if len(word) > 3 else "thing"
    return " ".join(words)


def ci_log(errors: Sequence[dict[str, Any]], lines: int = 10_000, seed: int = 1) -> str:
    """Return the log of a build: time stamps, tests, downloads, log records, and some errors in between."""
    chooser = random.Random(seed)

    def word() -> str:
        return chooser.choice(_WORDS)

    made: list[str] = []
    for number in range(lines):
        kind = chooser.random()
        if kind < 0.3:
            text = f"tests/{word()}/test_{word()}.py::test_{word()}[{number % 99}] PASSED [{number * 100 // lines:3d}%]"
        elif kind < 0.5:
            text = f"Collecting {word()}-{word()}=={number % 9}.{number % 30} (from -r requirements.txt (line {number % 200}))"
        elif kind < 0.7:
            words = " ".join(word() for _ in range(chooser.randrange(5, 14)))
            text = f"INFO {word()}.{word()}:{number % 900} - {words} id={chooser.getrandbits(64):x} took {number % 9}.2s"
        elif kind < 0.85:
            text = f"  Downloading https://files.example.org/{word()}_{word()}-{number % 9}-py3-none-any.whl ({number % 999} kB)"
        else:
            text = f"DEBUG: {' '.join(word() for _ in range(chooser.randrange(8, 25)))}"
        made.append(f"2031-11-30T07:{number // 600 % 60:02d}:{number // 10 % 60:02d}.{number % 10}Z {text}")
    for envelope in errors:
        made.insert(chooser.randrange(len(made)), error_line(envelope, chooser).replace("\n", " "))
    return "\n".join(made) + "\n"


def long_line(errors: Sequence[dict[str, Any]]) -> str:
    """Return one line of 1 MB."""
    return " ".join(ci_log(errors).split())[:1_000_000]


def short_lines() -> str:
    """Return 100,000 short lines."""
    lines = ci_log((), 100_000, seed=2).splitlines()
    return "\n".join(" ".join(line.split()[1:6]) for line in lines)
