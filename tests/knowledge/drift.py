"""Do the proofs hold on other releases? `python -m tests.knowledge.drift`, in an environment with these releases.

Every proof is run; a table says for each what became of its error since the release that the record was verified with.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from app.domain.records import Envelope
from tests.knowledge.postgresql import NOT_HERE
from tests.knowledge.proofs import Part, Proof, all_proofs, run
from tests.knowledge.sites import Release, Unclear, placed_site, release, site_of
from tests.knowledge.write import RECORDS

__all__ = ["Verdict", "judge"]


@dataclass(frozen=True)
class Verdict:
    """What became of a proof: `holds`, `moved`, `reworded`, `lifted` (no error any more), `broken` (the fix fails)."""

    state: str
    detail: str = ""


def judge(proof: Proof, parts: dict[str, Part], record: Envelope, of: Release) -> Verdict:
    """Compare what a proof printed with its record.

    Args:
        proof: that was run.
        parts: what its parts gave.
        record: as it was written.
        of: the release that it was run with.
    """
    before, after = parts["before"], parts["after"]
    if before.output.startswith(NOT_HERE):
        return Verdict("not run", before.output)
    if after.code:
        return Verdict("broken", after.output.strip().splitlines()[-1])
    if not before.code and record.record.severity != "warning":
        return Verdict("lifted")
    if proof.prose.place is not None:
        placed_site(proof, of.origin)
        return Verdict("holds", "its place is not looked up")
    try:
        site = site_of(proof, before.output, of.sites)
    except Unclear:
        return Verdict("reworded", before.output.strip().splitlines()[-1])
    found = site.envelope.record
    if proof.prose.message is None and found.error_message != record.record.error_message:
        return Verdict("reworded", found.error_message or "")
    if (found.file_path, site.envelope.errdex.function) != (
        record.record.file_path,
        record.errdex.function,
    ):
        return Verdict("moved", f"{found.file_path} {site.envelope.errdex.function}")
    return Verdict("holds")


def main() -> int:
    """Run all proofs, print what does not hold, and return 1 where there is such a one."""
    proofs = all_proofs()
    envelopes = [Envelope.model_validate_json(path.read_bytes()) for path in RECORDS.rglob("*.json")]
    records = {one.record.id: one for one in envelopes}
    releases = {name: release(name, fresh=True) for name in sorted({one.distribution for one in proofs})}
    results = run(proofs)
    table = Table("proof", "release", "state", "")
    counts: Counter[str] = Counter()
    for proof in proofs:
        of = releases[proof.distribution]
        verdict = judge(proof, results[proof.name], records[proof.record_id], of)
        counts[verdict.state] += 1
        if verdict.state != "holds":
            table.add_row(proof.name, str(of.origin.version), verdict.state, verdict.detail[:100])
    console = Console(width=150)
    if table.row_count:
        console.print(table)
    console.print(", ".join(f"{number} {state}" for state, number in counts.most_common()))
    return int(counts.keys() != {"holds"})


if __name__ == "__main__":
    sys.exit(main())
