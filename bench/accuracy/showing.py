"""The measurement on a terminal: a table by kind and package, and single cases that went wrong."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from bench.accuracy.cases import KINDS
from bench.accuracy.judging import Verdict
from bench.accuracy.sites import Site

__all__ = ["write_failures", "write_table"]


def write_table(verdicts: Sequence[Verdict]) -> None:
    """Print, for each kind and package, the share of right answers, `ambiguous` ones after a plus, false ones after a minus."""
    cells: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    packages: dict[str, None] = {}
    for one in verdicts:
        if one.case.kind != "innocent":
            packages.setdefault(one.case.package)
        for package in (one.case.package, "all"):
            cells[one.case.kind, package][one.outcome] += 1
    columns = [*packages, "all"]
    print(f"{'right +ambiguous -wrong, %':28}", *(f"{name[:16]:>17}" for name in columns))
    for kind in [*KINDS, "innocent"]:
        if (kind, "all") in cells:
            print(f"{kind:28}", *(f"{_cell(cells[kind, name]):>17}" for name in columns))


def _cell(counts: Counter[str]) -> str:
    total = counts.total()
    if not total:
        return ""
    share = {name: 100 * counts[name] / total for name in ("right", "ambiguous", "wrong")}
    return f"{share['right']:.0f}+{share['ambiguous']:.0f}-{share['wrong']:.1f} /{total}"


def write_failures(
    verdicts: Sequence[tuple[int, Verdict]],
    count: int,
    outcome: str | None,
    chooser: random.Random,
    sites: Mapping[str, Site],
) -> None:
    """Print cases that are not right: the paste, what it is of, and what was answered and why."""
    numbered = [
        (number, one)
        for number, one in verdicts
        if (one.outcome == outcome if outcome else one.outcome not in _fine(one))
    ]
    for number, one in chooser.sample(numbered, min(count, len(numbered))):
        case = one.case
        print(f"\n{'=' * 100}\n#{number} {case.kind} {case.package}: {one.outcome}, score {one.score}")
        print(*(f"  | {line}" for line in case.paste.split("\n")), sep="\n")
        print("wanted", _site(sites[case.wanted]) if case.wanted in sites else "nothing")
        for row in one.got:
            if "id" not in row:
                print("got   ", row)
                continue
            near = "near miss " if row["near_miss"] else ""
            print(
                f"       {near}{row['tier']} {row['score']} {row['id']} {row['place']} {row['class']}: {row['template']}"
            )
            print(*(f"           {reason}" for reason in row["evidence"]), sep="\n")


def _fine(verdict: Verdict) -> set[str]:
    return {"right", "ambiguous"} if verdict.case.wanted else {"silent"}


def _site(site: Site) -> str:
    return f"{site.id} {site.module}:{site.line} {site.function} {site.error_class}: {site.template}"
