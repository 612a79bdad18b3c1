"""Writes the records of proofs: `python -m tests.knowledge.write [PACKAGE[/SLUG]…]`, all of them without arguments.

A proof is run, the raise site that it reached is looked up in what `errdex learn` derives of the installed
distribution, and facts and prose become an envelope under `data/records`. Nothing third-party goes into it: no source,
no docstring, no text made of them. For a newer release, install it and run this again; ids stay.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from tests.knowledge.envelopes import Code, Place, envelope_of, keep
from tests.knowledge.proofs import ROOT, Proof, all_proofs, run
from tests.knowledge.sites import Unclear, placed_site, release, site_of

__all__ = ["code_of", "example_fix"]

_release = cache(release)


def example_fix(proof: Proof) -> str:
    """Return the programs of a proof as `exampleFix` shows them."""
    return f"# before\n{proof.bodies['before']}\n# after\n{proof.bodies['after']}"


def code_of(proof: Proof) -> Code:
    """Return what of a proof is shown."""
    return Code(
        example_fix=example_fix(proof),
        validation=proof.bodies.get("validation"),
        guard=proof.guard,
        handling=proof.bodies.get("handling"),
    )


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
    ran = f"{canonicalize_name(of.origin.name)}=={of.origin.version or ''}"
    envelope = envelope_of(
        proof.record_id,
        proof.prose,
        code_of(proof),
        [Place(of.origin, site)],
        {"kind": "written", "verified": [ran]},
    )
    proof.keep_id(envelope.record.id)
    return keep(envelope)


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
