"""Puts the facts of a raise site and our prose together to the envelopes under `data/records`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.domain.identity import ID_DIGITS, site_key, slug_of
from app.domain.records import Envelope
from app.domain.templates import pattern_of_template
from app.extract.model import Origin
from app.services.learn_drafts import Learnable
from tests.knowledge.form import Prose
from tests.knowledge.proofs import ROOT

__all__ = ["RECORDS", "Code", "Place", "envelope_of", "keep", "path_of"]

RECORDS = ROOT / "data" / "records"
# When prose was last changed for readers: a newer one replaces what an older errdex brought.
DATASET_VERSION = "2026-11-30T00:00:00Z"


@dataclass(frozen=True, kw_only=True)
class Code:
    """The code of a record, each as it is shown."""

    example_fix: str
    validation: str | None = None
    guard: str | None = None
    handling: str | None = None


@dataclass(frozen=True)
class Place:
    """Where a site stands: the release, and what `learn` derives of it there."""

    origin: Origin
    site: Learnable

    @property
    def version(self) -> dict[str, Any]:
        """As `errdex.versions` has it."""
        record = self.site.envelope.record
        return {
            "version": self.origin.version or "",
            "filePath": record.file_path,
            "lineNumber": record.line_number,
        }


def envelope_of(
    record_id: str, prose: Prose, code: Code, places: Sequence[Place], provenance: Mapping[str, Any]
) -> Envelope:
    """Put the facts of a site and its prose together.

    Args:
        record_id: "" for one that has none yet.
        prose: of the record.
        code: of the record.
        places: of the site, by release, oldest first; facts are those of the last.
        provenance: what it was run with or read against.
    """
    site, origin = places[-1].site, places[-1].origin
    learned = site.envelope
    facts = learned.record
    message, pattern, slug, key = facts.error_message, facts.message_pattern, facts.slug, site.key
    if prose.message is not None and prose.message not in (message or ""):
        message, pattern, slug = prose.message, pattern_of_template(prose.message), slug_of(prose.message)
    if prose.several:
        function = learned.errdex.function
        key = site_key(facts.repo, site.module, function, facts.error_class, message, 0)[:ID_DIGITS]
    record = {
        "id": record_id or key,
        "repo": facts.repo,
        "slug": slug,
        "errorCode": facts.error_code,
        "errorMessage": message,
        "messagePattern": pattern,
        "errorType": facts.error_type,
        "errorClass": facts.error_class,
        "httpStatus": facts.http_status,
        "severity": facts.severity,
        "filePath": facts.file_path,
        "lineNumber": facts.line_number,
        "documentation": prose.documentation,
        "triggerScenarios": prose.trigger,
        "commonSituations": prose.situations,
        "solutions": list(prose.solutions),
        "exampleFix": code.example_fix,
        "handlingStrategy": prose.strategy,
        "validationCode": code.validation,
        "typeGuard": code.guard,
        "tryCatchPattern": code.handling,
        "preventionTips": list(prose.prevention) or None,
        "tags": list(prose.tags),
        "backgroundTag": prose.background or facts.background_tag,
    }
    errdex = {
        "function": learned.errdex.function,
        "source": f"{origin.name} {origin.version or ''}",
        "provenance": dict(provenance),
        "versions": [place.version for place in places],
    }
    return Envelope.model_validate({"record": record, "datasetVersion": DATASET_VERSION, "errdex": errdex})


def path_of(envelope: Envelope, folder: Path = RECORDS) -> Path:
    """Return the file of a record."""
    record = envelope.record
    return folder / record.repo.replace("/", "__") / f"{record.slug or 'record'}-{record.id}.json"


def text_of(envelope: Envelope) -> str:
    """Return what stands in the file."""
    return json.dumps(envelope.wire(), indent=2, ensure_ascii=False) + "\n"


def keep(envelope: Envelope, folder: Path = RECORDS) -> Path:
    """Write the file of a record, and return its path; one that had another name is removed."""
    path = path_of(envelope, folder)
    for other in folder.rglob(f"*-{envelope.record.id}.json"):
        if other != path:
            other.unlink()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text_of(envelope), encoding="utf-8")
    return path
