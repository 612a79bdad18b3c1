"""What a run of learn or extract read, for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.commands.render_report import counted
from app.commands.terminal import Output, one_line

if TYPE_CHECKING:
    from app.commands.learning import Reading, Run
    from app.extract.targets.resolving import Failure

_MOST_NOTES = 10
_MOST_PASSED_OVER = 10


def write_run(out: Output, run: Run, *, verb: str) -> None:
    """Write each target with its figures, what could not be read, and the sums.

    Args:
        out: where to.
        run: what was read.
        verb: `Learned`, `Extracted`.
    """
    for reading in run.readings:
        _reading(out, reading)
    _failures(
        out, [one for one in run.failures if one.passed_over], "Passed over", "yellow", _MOST_PASSED_OVER
    )
    _failures(out, [one for one in run.failures if not one.passed_over], "Not read", "red", None)
    text = f"{verb} {counted(run.total('sites'), 'site')} from {counted(run.total('files'), 'file')}"
    if len(run.readings) != 1:
        text += f" of {counted(len(run.readings), 'target')}"
    out.prose((f"{text}{_fates(run.records())} in {run.seconds:,.1f} s.", "bold"))


def _reading(out: Output, reading: Reading) -> None:
    origin, tally = reading.target.origin, reading.target.tally
    about = ", ".join(part for part in (origin.repo, origin.sha and origin.sha[:10], origin.license) if part)
    out.prose((reading.target.label, "bold"), f"  {about}")
    figures = f"{counted(reading.files, 'file')}, {counted(reading.sites, 'site')}"
    if reading.sites:
        figures += f", {reading.with_text:,} with text ({reading.with_text / reading.sites:.0%})"
    out.prose(f"{figures}{_fates(reading.records)}, {reading.seconds:,.1f} s", indent=2, hang=2)
    if reading.expected:
        tests = counted(reading.expected, "test")
        out.prose(
            f"{tests} expect an error with a message, {reading.reproduced:,} linked to its site", indent=2
        )
    if tally.skipped:
        reasons = [f"{number:,} {reason}" for reason, number in sorted(tally.skipped.items())]
        out.prose(f"left out: {', '.join(reasons)}", indent=2, hang=2)
    notes = [*tally.notes, *reading.faults, *reading.notes]
    for sentence in notes[:_MOST_NOTES]:
        out.prose(one_line(sentence), indent=2, hang=2)
    if (more := len(notes) - _MOST_NOTES + tally.notes_left_out) > 0:
        out.prose(f"… and {counted(more, 'note')} more: see --json", indent=2)
    out.blank()


def _fates(records: Mapping[str, int]) -> str:
    parts = [f"{number:,} {fate.replace('_', ' ')}" for fate, number in records.items() if number]
    return f": {', '.join(parts)}" if parts else ""


def _failures(out: Output, failures: list[Failure], title: str, style: str, most: int | None) -> None:
    if not failures:
        return
    out.prose((f"{title} ({len(failures):,})", f"bold {style}"))
    for failure in failures[:most]:
        out.prose(f"{failure.text}: {failure.problem}", indent=2, hang=2)
    if most is not None and len(failures) > most:
        out.prose(f"… and {len(failures) - most:,} more: see --json", indent=2)
    out.blank()
