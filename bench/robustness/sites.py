"""The raise sites that pastes are made from: a sample of what is in a base, each with the error it would print."""

from __future__ import annotations

import json
import random
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from app.domain.identity import module_path
from bench.accuracy.sites import words_in
from bench.accuracy.values import message_of

__all__ = ["Call", "Error", "error_of", "sampled"]

_RECORDS = "SELECT document, function FROM record WHERE withdrawn_at IS NULL ORDER BY id"
_INSTALLED = "/opt/venv/lib/python3.11/site-packages/"
_PROGRAM = (
    ("/srv/shop/main.py", 14, "<module>", "main()"),
    ("/srv/shop/orders.py", 87, "place", "return self._send(order, retries=3)"),
)


@dataclass(frozen=True, slots=True)
class Call:
    """A frame, with its source line."""

    file: str
    line: int
    function: str
    source: str


@dataclass(frozen=True, slots=True)
class Error:
    """An error as a program would print it, and the record that it is."""

    record_id: str
    error_class: str
    message: str
    calls: tuple[Call, ...]

    @property
    def final(self) -> str:
        """The last line of its traceback, or lines."""
        return f"{self.error_class}: {self.message}"


def sampled(database: Path, count: int, *, words: int = 0, seed: int = 1) -> list[Error]:
    """Return errors of records that have a class and a text of so many words, drawn evenly over the base."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        rows = connection.execute(_RECORDS).fetchall()
    documents = [json.loads(document) | {"function": function} for document, function in rows]
    told = [one for one in documents if one.get("errorClass") and one.get("errorMessage")]
    told = [one for one in told if words_in(one["errorMessage"]) >= words]
    chooser = random.Random(seed)
    chosen = chooser.sample(told, min(count, len(told)))
    return [error_of(one, chooser) for one in chosen]


def error_of(record: dict[str, object], chooser: random.Random) -> Error:
    """Return what a program prints that raises at a record's site."""
    module = module_path(str(record["filePath"]))
    line = int(str(record["lineNumber"]))
    code = str(record.get("sourceCode") or "").split("\n")
    at = line - int(str(record.get("sourceCodeStart") or line))
    source = code[at].strip() if 0 <= at < len(code) and code[at].strip() else "raise error"
    message = " ".join(message_of(str(record["errorMessage"]), chooser).split())
    function = str(record.get("function") or "run")
    calls = [Call(*one) for one in _PROGRAM]
    calls.append(Call(_INSTALLED + module, line, function.rsplit(".", 1)[-1], source))
    return Error(str(record["id"]), str(record["errorClass"]), message, tuple(calls))
