"""Records made by rule, so that a test can say which ones an answer must hold."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from app.config import Settings
from app.db.engine import Database
from app.domain.identity import slug_of
from app.domain.templates import pattern_of_template
from app.services.ingest import IngestService
from app.services.inputs import Input

REPOS = ("a/one", "a/two", "B/three")
CLASSES = ("ValueError", "TypeError", None)
NOUNS = ("pool", "kernel", "socket", "tensor", "shard", "cursor", "grammar")


def envelope(number: int, message: str | None = None, **values: Any) -> dict[str, Any]:
    """Give an envelope with the id `number`; values of the record, or of `errdex`, by their JSON names."""
    extension = {
        name: values.pop(name)
        for name in ("relatedTitles", "withdrawnAt", "aliases", "function")
        if name in values
    }
    message = message if message is not None else f"{NOUNS[number % 7]} {number} is closed"
    record = {
        "id": f"{number:016x}",
        "repo": "a/one",
        "slug": slug_of(message),
        "errorMessage": message,
        "messagePattern": pattern_of_template(message),
        "errorClass": "ValueError",
        "errorType": "validation",
        "severity": "error",
        "filePath": f"python/pkg/m{number}.py",
        "lineNumber": 10,
        "schemaVersion": 2,
        **values,
    }
    return {"record": record, "datasetVersion": "2026-01-01T00:00:00Z", "errdex": extension}


def many(count: int = 300) -> list[dict[str, Any]]:
    """Give `count` envelopes, ids from 1 on; every eleventh is withdrawn."""
    made = []
    for number in range(1, count + 1):
        extra: dict[str, Any] = {"withdrawnAt": "2026-02-01T00:00:00Z"} if number % 11 == 0 else {}
        made.append(
            envelope(
                number,
                repo=REPOS[number % 3],
                errorClass=CLASSES[number % 3 - 1],
                errorType="validation" if number % 2 else None,
                severity="warning" if number % 10 == 0 else "error",
                httpStatus=404 if number % 25 == 0 else None,
                backgroundTag=f"kind-{number % 4}" if number % 4 else None,
                tags=[f"tag{number % 5}", *(["even"] if number % 2 == 0 else [])],
                filePath=f"src/pkg/m{number % 20}.py",
                lineNumber=number,
                **extra,
            )
        )
    return made


def live(envelopes: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give the records that are not withdrawn, in the order of a list without a text."""
    records = [one["record"] for one in envelopes if "withdrawnAt" not in one["errdex"]]
    return sorted(records, key=lambda record: (record["repo"], record["id"]))


def ingest(database: Database, settings: Settings, envelopes: Iterable[dict[str, Any]]) -> None:
    """Load the envelopes in one file; a fault fails the test."""
    data = "\n".join(json.dumps(one) for one in envelopes).encode()
    report = IngestService(database, settings).ingest([Input("made.jsonl", data=data)])
    assert list(report.faults) == []
