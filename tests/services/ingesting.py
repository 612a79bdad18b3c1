"""Records and files for the tests of ingest."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import text

from app.config import Settings
from app.db.engine import Database
from app.domain.templates import pattern_of_template
from app.services.ingest import IngestService
from app.services.inputs import Input
from app.services.wiring import Services, build

NOON = datetime(2026, 9, 1, 12, tzinfo=UTC)
OLD, NEW = "2026-08-01T00:00:00Z", "2026-09-01T00:00:00Z"
SHA_A, SHA_B = "a" * 40, "b" * 40


def an_id(number: int) -> str:
    """The id of record `number`."""
    return f"{number:016x}"


def a_record(number: int, **fields: Any) -> dict[str, Any]:
    """A complete record; `fields` in camelCase."""
    message = f"Shard {number} cannot be balanced over {{count}} workers"
    return {
        "id": an_id(number),
        "repo": "acme/pool",
        "slug": f"shard-{number}-cannot-be-balanced",
        "errorMessage": message,
        "messagePattern": f"Shard {number} cannot be balanced over (.*?) workers",
        "errorClass": "ValueError",
        "severity": "error",
        "filePath": "src/pool/balance.py",
        "lineNumber": 10 + number,
        "documentation": f"What {number} means.",
        "solutions": ["Use fewer shards", "Add workers"],
        "tags": ["sharding", f"tag-{number % 3}"],
        "schemaVersion": 2,
        **fields,
    }


def an_envelope(number: int, version: str | None = None, errdex: Any = None, **fields: Any) -> dict[str, Any]:
    """A record with its envelope; a field with the value `...` is left out."""
    record = {key: value for key, value in a_record(number, **fields).items() if value is not ...}
    return {
        "record": record,
        **({"datasetVersion": version} if version else {}),
        **({"errdex": errdex} if errdex is not None else {}),
    }


def a_file(*envelopes: Any, name: str = "records.jsonl", gz: bool = False) -> Input:
    """A file of JSON Lines."""
    data = "".join(f"{json.dumps(envelope)}\n" for envelope in envelopes).encode()
    return Input(name, data=gzip.compress(data) if gz else data)


@contextmanager
def kite_services(settings: Settings, *sites: tuple[str, str | None]) -> Iterator[Services]:
    """Services with records of a made-up package, numbered from 1: message and class of each."""
    built = build(settings)
    records = [
        a_record(
            number,
            repo="acme/kite",
            slug="",
            filePath="src/kite/wind.py",
            lineNumber=10 * number,
            errorMessage=message,
            messagePattern=pattern_of_template(message),
            errorClass=name,
        )
        for number, (message, name) in enumerate(sites, start=1)
    ]
    assert not built.ingest.ingest([a_file(*records)]).faults
    yield built
    built.close()


def on_disk(path: Path, envelopes: Iterable[Any]) -> Input:
    """A file of JSON Lines that is really one."""
    path.write_bytes(a_file(*envelopes).data)
    return Input(str(path), path)


def service(database: Database, **settings: Any) -> IngestService:
    """The service with a clock that stands still."""
    given = Settings(_env_file=None, database_url="sqlite:///unused.db", **settings)
    return IngestService(database, given, clock=lambda: NOON)


def stored(database: Database, number_or_id: int | str) -> dict[str, Any]:
    """The envelope as it stands in the row."""
    record_id = number_or_id if isinstance(number_or_id, str) else an_id(number_or_id)
    with database.read() as session:
        row = session.execute(
            text("SELECT document, extension, envelope_extra, dataset_version FROM record WHERE id = :id"),
            {"id": record_id},
        ).one()
    return {
        **json.loads(row[2]),
        "record": json.loads(row[0]),
        "datasetVersion": row[3],
        "errdex": json.loads(row[1]),
    }


def column(database: Database, query: str, **values: Any) -> list[Any]:
    """The first column of a query."""
    with database.read() as session:
        return list(session.scalars(text(query), values))


def ids(database: Database) -> list[str]:
    """All ids, sorted."""
    return column(database, "SELECT id FROM record ORDER BY id")


def dump(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, to see that nothing changed."""
    tables = (
        "record",
        "pattern",
        "pattern_key",
        "word",
        "tally",
        "record_tag",
        "record_alias",
        "record_source",
        "catalogue_state",
    )
    with database.read() as session:
        found = {name: sorted(map(tuple, session.execute(text(f"SELECT * FROM {name}")))) for name in tables}
        columns = "record_id, title, message, words"
        found["record_text"] = sorted(map(tuple, session.execute(text(f"SELECT {columns} FROM record_text"))))
    return found
