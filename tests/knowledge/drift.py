"""Do the proofs hold on other releases? `python -m tests.knowledge.drift PYTHON [PACKAGE…]` runs them with that interpreter.

A table says for each package how many do, and for each proof that does not what became of its error since the release that
the record was verified with. For records that are reviewed the newest release is read, and nothing of it is run.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from app.domain.linear import compile_linear
from app.domain.records import Envelope
from tests.knowledge.envelopes import RECORDS
from tests.knowledge.form import Prose
from tests.knowledge.postgresql import NOT_HERE
from tests.knowledge.proofs import Part, Proof, all_proofs, run
from tests.knowledge.reviews import all_reviews
from tests.knowledge.sites import (
    Release,
    Unclear,
    placed_site,
    release,
    site_of,
    strip_wildcards,
    wheel_release,
)

__all__ = ["STATES", "Verdict", "judge", "judge_site"]

# Of a proof: as recorded; at another place; with other words; no error any more; no raise site in that function any more; the
# fix fails; what it needs is not here.
STATES = ("holds", "moved", "reworded", "lifted", "gone", "broken", "not run")


# Of two wordings of one site, of 100.
_ALIKE = 60
# What pytest puts before the lines of an error.
_MARK = re.compile(r"^[E>] ", re.MULTILINE)


@dataclass(frozen=True)
class Verdict:
    """What became of a proof: one of the states, and what the table says beside it."""

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
    if proof.prose.place is not None:  # that place is not looked up, so its words alone decide
        said = _says(placed_site(proof, of.origin).envelope.record.message_pattern or "", before.output)
        return Verdict("holds") if said else Verdict("reworded", before.output.strip().splitlines()[-1])
    try:
        site = site_of(proof, before.output, of.sites)
    except Unclear:
        last = before.output.strip().splitlines()[-1]
        function = (record.record.file_path, record.errdex.function)
        stands = any(
            (one.envelope.record.file_path, one.envelope.errdex.function) == function for one in of.sites
        )
        return Verdict("reworded" if stands else "gone", last)
    found = site.envelope.record
    if proof.prose.message is None and found.error_message != record.record.error_message:
        return Verdict("reworded", found.error_message or "")
    if (found.file_path, site.envelope.errdex.function) != (
        record.record.file_path,
        record.errdex.function,
    ):
        return Verdict("moved", f"{found.file_path} {site.envelope.errdex.function}")
    return Verdict("holds")


def _says(pattern: str, output: str) -> bool:
    """Tell whether a program printed a message, however its lines are indented."""
    text = " ".join(_MARK.sub("", output).split())
    return compile_linear(" ".join(pattern.split())).search(text) is not None


def judge_site(prose: Prose, record: Envelope, of: Release) -> Verdict:
    """Look a site up in a release that was not run.

    Args:
        prose: that names the site.
        record: as it was written.
        of: the release.
    """
    facts, function = record.record, record.errdex.function
    sites = [one.envelope for one in of.sites if one.envelope.record.error_class == facts.error_class]
    place = (facts.file_path, function)
    there = [one for one in sites if (one.record.file_path, one.errdex.function) == place]
    # The site itself says another text where its message was made elsewhere.
    elsewhere = prose.message == facts.error_message
    if any(one.record.error_message == facts.error_message for one in there):
        return Verdict("holds")
    if elsewhere and any(not strip_wildcards(one.record.error_message or "") for one in there):
        return Verdict("holds")
    same = [one for one in sites if one.record.error_message == facts.error_message]
    if same:
        likest = max(
            same, key=lambda one: (one.errdex.function == function, one.record.file_path == facts.file_path)
        )
        return Verdict("moved", f"{likest.record.file_path} {likest.errdex.function}")
    near = max((_likeness(one, facts.error_message) for one in there), default=(0.0, ""))
    return Verdict("reworded", near[1]) if near[0] >= _ALIKE else Verdict("gone")


def _likeness(one: Envelope, message: str | None) -> tuple[float, str]:
    other = one.record.error_message or ""
    return fuzz.token_sort_ratio(other, message or ""), other


def main(python: str, packages: Sequence[str] = ()) -> int:
    """Run proofs, print what became of them, and return 1 where one does not hold.

    Args:
        python: interpreter of an environment with the releases to try.
        packages: whose proofs are run, or whose newest release is read; all where none is named.
    """
    proofs = [one for one in all_proofs() if not packages or one.package in packages]
    reviews = [one for one in all_reviews() if one.read and (not packages or one.distribution in packages)]
    envelopes = [Envelope.model_validate_json(path.read_bytes()) for path in RECORDS.rglob("*.json")]
    records = {one.record.id: one for one in envelopes}
    names = sorted({one.distribution for one in proofs})
    releases = {name: release(name, python=python, fresh=True) for name in names}
    results = run(proofs, python=python)
    table = Table("proof", "release", "state", "")
    counts: dict[str, Counter[str]] = {name: Counter() for name in names}
    for proof in proofs:
        of = releases[proof.distribution]
        verdict = judge(proof, results[proof.name], records[proof.record_id], of)
        counts[proof.distribution][verdict.state] += 1
        if verdict.state != "holds":
            table.add_row(proof.name, str(of.origin.version), verdict.state, escape(verdict.detail[:100]))
    for name in sorted({one.distribution for one in reviews}):
        releases[name] = wheel_release(name)
        counts[name] = Counter()
    for review in reviews:
        of = releases[review.distribution]
        verdict = judge_site(review.prose, records[review.record_id], of)
        counts[review.distribution][verdict.state] += 1
        if verdict.state != "holds":
            table.add_row(review.name, str(of.origin.version), verdict.state, escape(verdict.detail[:100]))
    console = Console(width=150)
    console.print(_summary(releases, counts))
    if table.row_count:
        console.print(table)
    return int(any(one.keys() != {"holds"} for one in counts.values()))


def _summary(releases: Mapping[str, Release], counts: Mapping[str, Counter[str]]) -> Table:
    """Return how many proofs of each release came out how."""
    table = Table("release", *STATES)
    for name, count in counts.items():
        of = releases[name].origin
        table.add_row(f"{of.name} {of.version}", *(str(count[state] or "") for state in STATES))
    total = sum(counts.values(), Counter())
    table.add_row("all", *(str(total[state]) for state in STATES))
    return table


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
