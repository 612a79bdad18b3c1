"""The table of docs/robustness.md."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench.robustness.cells import DAMAGE, LAYOUT, LINE, TRACEBACK
from bench.robustness.judging import CLUSTER, SILENT, WRONG, Score

__all__ = ["write"]

_INTRODUCTION = """# Robustness

How often the answer names the right record, by the way in which an error reached the clipboard. `make robustness` writes
this page: it learns packages that are installed beside errdex into a scratch base ({records:,} records, the bundled ones among
them), draws {sites} records that have a class and a text, fills their templates with values, and pastes each error in
every one of {cells} ways. Where the text is all that was pasted, the records are drawn among those whose text has six words
of its own or more.

**right** counts answers whose `best` is the record, and answers that say `ambiguous` and have it in their cluster; those
are shown apart. **in tier** is the share of right answers found the way they should be (whole or inside the message; for cut
messages also as truncated; by the place alone where there is no message).
"""


def write(file: Path, scores: Sequence[Score], *, sites: int, records: int) -> None:
    """Write the page."""
    parts = [_INTRODUCTION.format(sites=sites, records=records, cells=len(scores))]
    parts.append(_summary(scores))
    parts.append(
        _table("Layouts: how the error was printed", [one for one in scores if one.cell.family == LAYOUT])
    )
    parts.append(_dressed(scores))
    parts.append(
        _table("Damages: what was lost or changed", [one for one in scores if one.cell.family == DAMAGE])
    )
    file.write_text("\n".join(parts), encoding="utf-8")


def _summary(scores: Sequence[Score]) -> str:
    lines = ["", "| | ways | right | worst |", "| --- | ---: | ---: | --- |"]
    for family in (LAYOUT, TRACEBACK, LINE, DAMAGE):
        own = [one for one in scores if one.cell.family == family]
        if not own:
            continue
        mean = sum(one.right for one in own) / len(own)
        worst = min(own, key=lambda one: one.right)
        lines.append(f"| {family} | {len(own)} | {mean:.1%} | {worst.cell.name}: {worst.right:.1%} |")
    return "\n".join([*lines, ""])


def _table(title: str, scores: Sequence[Score]) -> str:
    lines = [
        f"## {title}",
        "",
        "| way | right | of them as a cluster | silent | wrong | in tier |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for score in scores:
        count = score.total
        lines.append(
            f"| {score.cell.name} | {score.right:.1%} | {score.verdicts[CLUSTER] / count:.1%} | {score.verdicts[SILENT] / count:.1%} "
            f"| {score.verdicts[WRONG] / count:.1%} | {score.in_tier:.1%} |"
        )
    return "\n".join([*lines, ""])


def _dressed(scores: Sequence[Score]) -> str:
    lines = [
        "## Dressings: what stood round it",
        "",
        "| way | traceback: right | wrong | last line: right | wrong |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    whole = {one.cell.name: one for one in scores if one.cell.family == TRACEBACK}
    alone = {one.cell.name: one for one in scores if one.cell.family == LINE}
    for name, score in whole.items():
        line = alone[name]
        lines.append(
            f"| {name} | {score.right:.1%} | {score.verdicts[WRONG] / score.total:.1%} | {line.right:.1%} | {line.verdicts[WRONG] / line.total:.1%} |"
        )
    return "\n".join([*lines, ""])
