"""A raise site as a draft of a record: what follows from the source by rule, and nothing else.

The id is not set: whoever knows the records that exist gives it. Documentation, solutions and the other prose
stay null rather than invented.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.domain.identity import naming_text, slug_of
from app.domain.page_form import full_sha, source_link
from app.domain.records import SCHEMA_VERSION
from app.extract.classify import background_tag, error_type, tags
from app.extract.model import Origin, RaiseSite
from app.extract.when import trigger_scenarios

__all__ = ["draft"]


def draft(site: RaiseSite, path: str, origin: Origin) -> dict[str, Any]:
    """Return the record of a site without its id, as `{"record": …, "errdex": …}` with the wire's names.

    Args:
        site: what stands in the source.
        path: of its file in the distribution or checkout; the origin's prefix goes before it.
        origin: where the file comes from.
    """
    file_path = origin.prefix + path
    sha = origin.sha if origin.sha is not None and full_sha(origin.sha) else None
    record: dict[str, Any] = {
        "repo": origin.repo,
        "slug": slug_of(naming_text(site.template, site.error_class, site.function, file_path)),
        "errorCode": site.error_code,
        "errorMessage": site.template,
        "messagePattern": site.pattern,
        "errorType": error_type(site, path),
        "errorClass": site.error_class,
        "httpStatus": site.http_status,
        "severity": site.severity,
        "filePath": file_path,
        "lineNumber": site.line,
        "sourceCode": site.source_code,
        "sourceCodeStart": site.source_start,
        "sourceCodeEnd": site.source_end,
        "githubUrl": source_link(
            origin.repo, sha if origin.on_github else None, file_path, site.source_start, site.source_end
        ),
        "documentation": None,
        "triggerScenarios": trigger_scenarios(site),
        "commonSituations": None,
        "solutions": [],
        "exampleFix": None,
        "handlingStrategy": None,
        "validationCode": None,
        "typeGuard": None,
        "tryCatchPattern": None,
        "preventionTips": None,
        "tags": tags(site, path),
        "backgroundTag": background_tag(site),
        "analyzedSha": sha,
        "analyzedAt": None,
        "schemaVersion": SCHEMA_VERSION,
    }
    sighting = {"version": origin.version, "sha": sha, "filePath": file_path, "lineNumber": site.line}
    errdex: dict[str, Any] = {
        "function": site.function,
        "license": origin.license,
        "source": f"{origin.name} {origin.version}" if origin.version else origin.name,
        "provenance": {"kind": "derived", "verified": []},
        "versions": [sighting] if origin.version else [],
    }
    if site.facts:
        errdex["facts"] = _placed(site.facts, origin.prefix)
    return {"record": record, "errdex": errdex}


def _placed(facts: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """Return facts with the paths of the repository."""
    placed = dict(facts)
    if prefix and "settings" in facts:
        placed["settings"] = [
            {**one, "filePath": prefix + one["filePath"]} if "filePath" in one else one
            for one in facts["settings"]
        ]
    return placed
