"""The table of the knowledge base: `python -m tests.knowledge.figures` writes it into docs/knowledge.md."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from tests.knowledge.proofs import ROOT, all_proofs

__all__ = ["DOCUMENT", "document_with", "table"]

DOCUMENT = ROOT / "docs" / "knowledge.md"
RECORDS = ROOT / "data" / "records"
_BEGIN, _END = "<!-- figures -->\n", "<!-- end of figures -->"


def table() -> str:
    """Return the rows: repository, release, records by provenance, proofs and causes."""
    packages = {proof.record_id: proof for proof in all_proofs()}
    rows = []
    total: Counter[str] = Counter()
    for folder in sorted(RECORDS.iterdir(), key=lambda one: one.name.lower()):
        count: Counter[str] = Counter()
        verified: set[str] = set()
        for path in folder.glob("*.json"):
            envelope = json.loads(path.read_bytes())
            provenance = (envelope.get("errdex") or {}).get("provenance") or {"kind": "unknown"}
            count[provenance["kind"]] += 1
            verified.update(provenance.get("verified", ()))
            proof = packages.get(envelope["record"]["id"])
            if proof is not None:
                count["proven"] += 1
                count["causes"] += sum(part.startswith("before") for part in proof.parts)
        total += count
        rows.append(_row(folder.name.replace("__", "/"), ", ".join(sorted(verified)) or "-", count))
    rows.append(_row("all", "", total))
    head = "| repository | run with | written | other | proven | causes |\n| --- | --- | --- | --- | --- | --- |\n"
    return head + "".join(rows)


def _row(name: str, verified: str, count: Counter[str]) -> str:
    other = sum(number for kind, number in count.items() if kind not in {"written", "proven", "causes"})
    return f"| {name} | {verified} | {count['written']} | {other} | {count['proven']} | {count['causes']} |\n"


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
