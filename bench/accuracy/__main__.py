"""`make accuracy`: are the answers right? `python -m bench.accuracy --kind truncated60 --package django --show 20` to look into it.

Without `--write` nothing is compared with other engines and no page is written: a part is asked in seconds. All cases
that were not right are left as JSON Lines beside the base, outside the repository.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from bench.accuracy import innocent, making, packages, report, showing
from bench.accuracy.cases import KINDS, Case
from bench.accuracy.judging import Verdict, judged
from bench.corpus import cache_folder

_NAMES = [one.name for one in packages.PACKAGES] + [name for name, _ in packages.FOREIGN]


def main() -> None:
    """Make the cases, ask, and tell."""
    given = _parser().parse_args()
    began = time.perf_counter()
    database = packages.base(kept=given.kept, kept_readings=given.kept_readings)
    made = making.made(database, given.sites, kept=given.kept or given.kept_readings)
    kinds, names = given.kind or [*KINDS, "innocent"], given.package or _NAMES
    everything = [*made.cases, *innocent.cases()]
    chosen = [
        (number, case)
        for number, case in enumerate(everything)
        if case.kind in kinds and (case.package in names or (case.kind == "innocent" and not given.package))
    ]
    if given.at:
        chosen = [(int(number), everything[int(number)]) for number in given.at]
    print(
        f"{len(chosen):,} cases of {database.name}, made in {time.perf_counter() - began:.1f} s",
        file=sys.stderr,
    )
    began = time.perf_counter()
    verdicts = list(judged(database, [case for _, case in chosen], made.clusters(), given.jobs))
    print(f"asked in {time.perf_counter() - began:.1f} s", file=sys.stderr)
    numbered = [(number, verdict) for (number, _), verdict in zip(chosen, verdicts, strict=True)]
    failures = _kept_failures(numbered, given.failures, everything=given.all)
    showing.write_table(verdicts)
    if given.show:
        showing.write_failures(numbered, given.show, given.outcome, random.Random(given.seed), made.sites)
    print(f"{failures}: all that is not right", file=sys.stderr)
    if given.write:
        from bench.accuracy.baselines import compared

        others = compared([verdict.case for verdict in verdicts], made.sites.values())
        given.write.write_text(report.page(verdicts, others, given.sites, len(made.sites)), encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    asked = argparse.ArgumentParser(prog="python -m bench.accuracy", description=__doc__)
    asked.add_argument(
        "--kind", action="append", choices=[*KINDS, "innocent"], help="only this kind; may be repeated"
    )
    asked.add_argument(
        "--package", action="append", choices=_NAMES, help="only this package; may be repeated"
    )
    asked.add_argument("--sites", type=int, default=120, help="sites of each package (120)")
    asked.add_argument("--show", type=int, default=0, help="print so many of the cases that are not right")
    asked.add_argument("--outcome", choices=("wrong", "silent", "ambiguous"), help="show only these")
    asked.add_argument("--seed", default="0", help="which of them are shown")
    asked.add_argument("--at", action="append", help="only the case with this number")
    asked.add_argument(
        "--kept", action="store_true", help="take the base as it is, though the code that makes it changed"
    )
    asked.add_argument(
        "--kept-readings",
        action="store_true",
        help="learn the base anew, from what was read of the packages before",
    )
    asked.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 4), help="processes that ask")
    asked.add_argument("--failures", type=Path, help="file for the cases that are not right")
    asked.add_argument("--all", action="store_true", help="put all cases into that file, to fit weights on")
    asked.add_argument("--write", type=Path, help="compare with other engines too, and write the page there")
    return asked


def _kept_failures(verdicts: Sequence[tuple[int, Verdict]], file: Path | None, *, everything: bool) -> Path:
    path = file or cache_folder() / "accuracy" / "failures.jsonl"
    with path.open("w", encoding="utf-8") as out:
        for number, one in verdicts:
            if everything or one.outcome != _hoped(one.case):
                row = asdict(one)
                out.write(json.dumps({"number": number, **row.pop("case"), **row}) + "\n")
    return path


def _hoped(case: Case) -> str:
    return "right" if case.wanted else "silent"


if __name__ == "__main__":
    main()
