"""Writes the records of proofs: `python -m tests.knowledge.write [PACKAGE[/SLUG]…]`, all of them without arguments.

A proof is run, the raise site that it reached is looked up in what `errdex learn` derives of the installed
distribution, and facts and prose become an envelope under `data/records`. Nothing third-party goes into it: no source,
no docstring, no text made of them. For a newer release, install it and run this again; ids stay.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from app.domain.identity import ID_DIGITS, site_key, slug_of
from app.domain.records import Envelope
from app.domain.templates import pattern_of_template
from app.services.learn_drafts import Learnable
from tests.knowledge.proofs import ROOT, Proof, all_proofs, run
from tests.knowledge.sites import Release, Unclear, placed_site, release, site_of

__all__ = ["RECORDS", "envelope_of", "example_fix", "path_of"]

RECORDS = ROOT / "data" / "records"
# When prose was last changed for readers: a newer one replaces what an older errdex brought.
DATASET_VERSION = "2026-11-30T00:00:00Z"

_release = cache(release)


def envelope_of(proof: Proof, site: Learnable, of: Release) -> Envelope:
    """Put the facts of a site and the prose of a proof together.

    Args:
        proof: with its prose.
        site: that it reached.
        of: the release that the site stands in.
    """
    learned, prose = site.envelope, proof.prose
    facts = learned.record
    version = of.origin.version or ""
    message, pattern, slug, key = facts.error_message, facts.message_pattern, facts.slug, site.key
    if prose.message is not None:
        message, pattern, slug = prose.message, pattern_of_template(prose.message), slug_of(prose.message)
    if prose.several:
        function = learned.errdex.function
        key = site_key(facts.repo, site.module, function, facts.error_class, message, 0)[:ID_DIGITS]
    record = {
        "id": proof.record_id or key,
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
        "exampleFix": example_fix(proof),
        "handlingStrategy": prose.strategy,
        "validationCode": proof.bodies.get("validation"),
        "typeGuard": proof.guard,
        "tryCatchPattern": proof.bodies.get("handling"),
        "preventionTips": list(prose.prevention) or None,
        "tags": list(prose.tags),
        "backgroundTag": prose.background or facts.background_tag,
    }
    name = canonicalize_name(of.origin.name)
    errdex = {
        "function": learned.errdex.function,
        "source": f"{of.origin.name} {version}",
        "provenance": {"kind": "written", "verified": [f"{name}=={version}"]},
        "versions": [{"version": version, "filePath": facts.file_path, "lineNumber": facts.line_number}],
    }
    return Envelope.model_validate({"record": record, "datasetVersion": DATASET_VERSION, "errdex": errdex})


def example_fix(proof: Proof) -> str:
    """Return the programs of a proof as `exampleFix` shows them."""
    return f"# before\n{proof.bodies['before']}\n# after\n{proof.bodies['after']}"


def path_of(envelope: Envelope) -> Path:
    """Return the file of a record."""
    record = envelope.record
    folder = RECORDS / record.repo.replace("/", "__")
    return folder / f"{record.slug or 'record'}-{record.id}.json"


def text_of(envelope: Envelope) -> str:
    """Return what stands in the file."""
    return json.dumps(envelope.wire(), indent=2, ensure_ascii=False) + "\n"


def write(proof: Proof, output: str) -> Path:
    """Write the record of a proof; one that had another name is removed.

    Args:
        proof: to write.
        output: of its `before()`.

    Raises:
        Unclear: the proof does not tell its site.
    """
    of = _release(proof.distribution, python=proof.python)
    site = placed_site(proof, of.origin) if proof.prose.place else site_of(proof, output, of.sites)
    envelope = envelope_of(proof, site, of)
    path = path_of(envelope)
    for other in RECORDS.rglob(f"*-{envelope.record.id}.json"):
        if other != path:
            other.unlink()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text_of(envelope), encoding="utf-8")
    proof.keep_id(envelope.record.id)
    return path


def main(arguments: Sequence[str]) -> int:
    """Write records; return 1 where one could not be written."""
    proofs = [one for one in all_proofs() if not arguments or {one.name, one.package} & set(arguments)]
    results: dict[str, dict[str, Any]] = run(proofs)
    failed = 0
    for proof in proofs:
        faults = [
            f"{part} exits with {one.code}:\n{one.output}"
            for part, one in results[proof.name].items()
            if not part.startswith("before") and one.code
        ]
        try:
            print(f"{proof.name}: {write(proof, results[proof.name]['before'].output).relative_to(ROOT)}")
        except Unclear as error:
            faults.append(str(error))
        for fault in faults:
            failed = 1
            print(f"FAULT {proof.name}: {fault}", file=sys.stderr)
    return failed


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
