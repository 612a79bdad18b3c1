"""The table of the knowledge base: `python -m tests.knowledge.figures` writes it into docs/knowledge.md."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from tests.knowledge.proofs import ROOT, all_proofs

__all__ = ["DOCUMENT", "document_with", "table"]

DOCUMENT = ROOT / "docs" / "knowledge.md"
RECORDS = ROOT / "data" / "records"
_BEGIN, _END = "<!-- figures -->\n", "<!-- end of figures -->"
_HEAD = """\
| repository | run with, or read against | run | causes | read | seeds |
| --- | --- | ---: | ---: | ---: | ---: |
"""


def table() -> str:
    """Return the rows: repository, releases, records whose fix was run and its causes, those that were read, the seeds."""
    packages = {proof.record_id: proof for proof in all_proofs()}
    rows = []
    total: Counter[str] = Counter()
    for folder in sorted(RECORDS.iterdir(), key=lambda one: one.name.lower()):
        count: Counter[str] = Counter()
        releases: set[str] = set()
        for path in folder.glob("*.json"):
            envelope = json.loads(path.read_bytes())
            provenance = (envelope.get("errdex") or {}).get("provenance") or {}
            count[_kind(provenance)] += 1
            releases.update(provenance.get("verified", ()), provenance.get("reviewed", ()))
            proof = packages.get(envelope["record"]["id"])
            if proof is not None:
                count["causes"] += sum(part.startswith("before") for part in proof.parts)
        total += count
        rows.append(_row(folder.name.replace("__", "/"), ", ".join(sorted(releases)) or "-", count))
    rows.append(_row("all", "", total))
    return _HEAD + "".join(rows)


def _kind(provenance: dict[str, Any]) -> str:
    if provenance.get("kind") != "written":
        return "seeds"
    return "read" if provenance.get("reviewed") else "run"


def _row(name: str, releases: str, count: Counter[str]) -> str:
    numbers = " | ".join(str(count[one] or "") for one in ("run", "causes", "read", "seeds"))
    return f"| {name} | {releases} | {numbers} |\n"


def document_with(rows: str, text: str) -> str:
    """Return a text with the table in its place."""
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n{rows}\n{_END}{after}"


def main(document: Path = DOCUMENT) -> None:
    """Write the table."""
    document.write_text(document_with(table(), document.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
