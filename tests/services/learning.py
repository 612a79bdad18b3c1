"""Drafts and histories for the tests of learn."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import text

from app.config import Settings
from app.db.engine import Database
from app.domain.identity import slug_of
from app.domain.templates import pattern_of_template
from app.extract.model import Origin
from app.services.learn import LearnService
from app.services.learn_report import LearnReport
from tests.services.ingesting import OLD

REPO = "acme/pool"
FILE = "src/pool/balance.py"


def an_origin(version: str | None = "1.0", name: str = "pool", repo: str = REPO, **fields: Any) -> Origin:
    """Where drafts come from."""
    return Origin(repo=repo, name=name, version=version, **fields)


def a_draft(  # noqa: PLR0917
    message: str | None = "Pool {name} is full",
    line: int = 10,
    function: str | None = "Pool.grow",
    path: str = FILE,
    error_class: str | None = "ValueError",
    repo: str = REPO,
    **fields: Any,
) -> dict[str, Any]:
    """What extraction gives of a site; `fields` of the record in camelCase."""
    source = f"# {path}:{line} {fields.pop('note', '')}\n"
    record = {
        "repo": repo,
        "slug": slug_of(message or f"{error_class} in {function}"),
        "errorCode": None,
        "errorMessage": message,
        "messagePattern": pattern_of_template(message) if message else None,
        "errorType": "validation",
        "errorClass": error_class,
        "httpStatus": None,
        "severity": "error",
        "filePath": path,
        "lineNumber": line,
        "sourceCode": source,
        "sourceCodeStart": max(1, line - 18),
        "sourceCodeEnd": line + 18,
        "githubUrl": None,
        "documentation": None,
        "triggerScenarios": f"In {function} at line {line}.",
        "solutions": [],
        "tags": ["pool"],
        "backgroundTag": None,
        "analyzedSha": None,
        "schemaVersion": 2,
        **fields,
    }
    errdex = {
        "function": function,
        "license": "MIT",
        "source": "pool",
        "provenance": {"kind": "derived", "verified": []},
    }
    return {"record": record, "errdex": errdex}


SEED = "5eed5eed5eed5eed"
OTHER = "0ddba110ddba1100"
PROSE = {
    "documentation": "What it means.",
    "commonSituations": "Under load.",
    "solutions": ["Make it larger"],
    "exampleFix": "# before\n# after",
    "preventionTips": ["Watch it"],
    "tags": ["by-hand"],
}


def a_seed(record_id: str = SEED, errdex: Any = None, **fields: Any) -> dict[str, Any]:
    """An ingested record of the site that `a_draft` gives, without its function."""
    record = {**a_draft()["record"], "id": record_id, "sourceCode": "as at the commit", **PROSE, **fields}
    envelope = {"record": {name: value for name, value in record.items() if value is not ...}}
    return {**envelope, "datasetVersion": OLD, **({"errdex": errdex} if errdex else {})}


def key_of(function: str | None = "Pool.grow", path: str = "pool/balance.py", ordinal: int = 0) -> str:
    """The id that the site of `a_draft` has where nothing was known before."""
    key = [REPO, path, function, "ValueError", "Pool {name} is full", ordinal]
    return hashlib.sha256(json.dumps(key, separators=(",", ":")).encode()).hexdigest()[:16]


def learn(
    database: Database,
    version: str | None,
    *drafts: dict[str, Any],
    dry_run: bool = False,
    **origin: Any,
) -> LearnReport:
    """Learn one version; a faulty draft fails the test."""
    service = LearnService(database, Settings(_env_file=None, database_url="sqlite:///unused.db"))
    report = service.learn(an_origin(version, **origin), drafts, dry_run=dry_run)
    assert report.faults == ()
    return report


def versions(envelope: dict[str, Any]) -> list[tuple[str, str, int]]:
    """Version, path and line of the sightings of a record."""
    return [(one["version"], one["filePath"], one["lineNumber"]) for one in envelope["errdex"]["versions"]]


def places(envelopes: Iterable[dict[str, Any]]) -> list[tuple[str, int]]:
    """Message and line of records, sorted."""
    return sorted((str(one["record"]["errorMessage"]), one["record"]["lineNumber"]) for one in envelopes)


def canonical(database: Database) -> dict[str, list[Any]]:
    """All that the database says, with records called by their sites, and without times, revision and aliases.

    A record that moved has the id that it was given first, and an id once given stays; which of its sites gave it
    is the one thing that the order of learning may decide.
    """
    with database.read() as session:
        sites = session.execute(
            text(
                "SELECT s.record_id, v.distribution, v.version, s.key, s.template, s.function, s.error_class, s.ordinal, "
                "s.file_path, s.line_number, s.draft FROM learned_site s JOIN learned_version v ON v.id = s.version_id"
            )
        ).all()
        names: dict[str, str] = {}
        for record_id, *rest in sorted(sites):
            names[record_id] = f"{names.get(record_id, '')}{rest[:3]}"
        records = []
        for row in session.execute(
            text(
                "SELECT r.id, document, extension, dataset_version, owned, title, p.pattern FROM record r "
                "LEFT JOIN pattern p ON p.id = r.pattern_id"
            )
        ):
            record, errdex = json.loads(row[1]), json.loads(row[2])
            assert record.pop("id") == row[0]
            errdex.pop("aliases")
            errdex["replacedBy"] = names.get(errdex["replacedBy"], errdex["replacedBy"])
            records.append([names.get(row[0], row[0]), record, errdex, *row[3:]])
        texts = session.execute(text("SELECT record_id, title, message, words FROM record_text")).all()
        tags = session.execute(text("SELECT record_id, tag, position FROM record_tag")).all()
        patterns = session.execute(text("SELECT pattern FROM pattern ORDER BY pattern")).all()
        versions_ = session.execute(
            text("SELECT repo, distribution, version, sha FROM learned_version")
        ).all()
    return {
        "records": sorted(records, key=lambda one: str(one[0])),
        "sites": sorted([names[row[0]], *map(str, row[1:])] for row in sites),
        "texts": sorted([names.get(row[0], row[0]), *row[1:]] for row in texts),
        "tags": sorted([names.get(row[0], row[0]), *row[1:]] for row in tags),
        "patterns": [row[0] for row in patterns],
        "versions": sorted(map(str, versions_)),
    }


def leads_to(database: Database, record_id: str) -> str | None:
    """The record that an id leads to, by itself or as an alias."""
    with database.read() as session:
        found = session.scalar(
            text(
                "SELECT id FROM record WHERE id = :id UNION SELECT record_id FROM record_alias WHERE alias = :id"
            ),
            {"id": record_id},
        )
    return None if found is None else str(found)


def records_of(
    database: Database, repo: str, error_class: str | None, error_message: str | None
) -> list[str]:
    """The ids of the records of an error."""
    with database.read() as session:
        found = session.scalars(
            text(
                "SELECT id FROM record WHERE repo = :a AND error_class = :b AND error_message = :c ORDER BY id"
            ),
            {"a": repo, "b": error_class, "c": error_message},
        )
        return list(found)
