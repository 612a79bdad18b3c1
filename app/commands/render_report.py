"""What an ingest or a check found, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.commands.terminal import Output, one_line

if TYPE_CHECKING:
    from app.domain.faults import Fault
    from app.services.check import CheckReport
    from app.services.report import Counts, FileReport, IngestReport, RecordChange

_MOST_FIELDS = 8
_MOST_CHANGES = 20  # of a real run; a dry run is there to be read
_STYLES = {"added": "green", "changed": "yellow", "withdrawn": "red"}


def write_faults(out: Output, title: str, faults: Sequence[Fault], style: str) -> None:
    """Write faults or warnings, one a line; nothing where there are none."""
    if not faults:
        return
    out.prose((f"{title} ({len(faults):,})", f"bold {style}"))
    for fault in faults:
        out.prose(str(fault), indent=2, hang=2)
    out.blank()


def write_check(out: Output, report: CheckReport) -> None:
    """Write what a check found: faults, warnings, and the sums."""
    write_faults(out, "Faults", report.faults, "red")
    write_faults(out, "Warnings", report.warnings, "yellow")
    sums = [
        f"Checked {counted(report.records, 'record')} in {counted(report.files, 'file')}",
        counted(len(report.faults), "fault"),
        counted(len(report.warnings), "warning"),
    ]
    text = f"{', '.join(sums)}."
    if report.pattern_problems:
        text += f" {counted(report.pattern_problems, 'record')} cannot be found by the message."
    out.prose((text, "bold"))


def write_report(out: Output, report: IngestReport) -> None:
    """Write what an ingest did: faults first, then what changed, then the sums."""
    write_faults(out, "Faults", report.faults, "red")
    write_faults(out, "Warnings", report.warnings, "yellow")
    if report.older:
        out.prose(
            (f"Skipped, since the database has a newer data set ({len(report.older):,})", "bold yellow")
        )
        for older in report.older:
            given, stored = older.given or "no datasetVersion", older.stored or "no datasetVersion"
            out.prose(f"{older.id} in {older.file}: {given}, the database has {stored}", indent=2, hang=2)
        out.blank()
    if report.changes:
        out.prose(("Would change" if report.dry_run else "Changed", "bold"))
        shown = report.changes if report.dry_run else report.changes[:_MOST_CHANGES]
        for change in shown:
            _change(out, change)
        if left_out := len(report.changes) - len(shown) + report.changes_left_out:
            out.prose(f"… and {left_out:,} more", indent=2)
        out.blank()
    if rejected := [file for file in report.files if file.rejected]:
        out.prose((f"Files left out because of their faults ({len(rejected):,})", "bold red"))
        for file in rejected:
            out.prose(f"{file.name}: {_records(file)}", indent=2, hang=2)
        out.blank()
    for sentence in report.notes:
        out.prose(sentence)
    out.prose((_sum(report), "bold"))


def _change(out: Output, change: RecordChange) -> None:
    words: list[str] = [change.outcome]
    if change.restored:
        words.append("restored")
    if change.given_id and change.given_id != change.id:
        words.append(f"known as {change.given_id} in the file")
    style = _STYLES.get(change.outcome, "")
    out.prose(
        (f"{', '.join(words)}  ", style), (change.id, "cyan"), f"  {one_line(change.title)}", indent=2, hang=2
    )
    for field in change.fields[:_MOST_FIELDS]:
        out.prose(
            (f"{field.field}: ", "dim"),
            f"{one_line(field.before)} → {one_line(field.after)}",
            indent=6,
            hang=2,
        )
    if len(change.fields) > _MOST_FIELDS:
        out.prose(f"… and {len(change.fields) - _MOST_FIELDS} more fields", indent=6)


def _records(file: FileReport) -> str:
    counts = file.counts
    if not counts.records:
        return "no record"
    return f"{counted(counts.records, 'record')}, {counts.faulty:,} with faults"


def _sum(report: IngestReport) -> str:
    counts = report.counts
    parts = [f"{number:,} {name}" for name, number in _fates(counts) if number]
    verb = "Would ingest" if report.dry_run else "Ingested"
    files = counted(len(report.files), "file")
    text = f"{verb} {counted(counts.records, 'record')} from {files}: {', '.join(parts) or 'nothing to do'}."
    if counts.pattern_problems:
        text += f" {counted(counts.pattern_problems, 'record')} cannot be found by the message (see the warnings)."
    return text


def _fates(counts: Counts) -> list[tuple[str, int]]:
    return [
        ("added", counts.added),
        ("changed", counts.changed),
        ("unchanged", counts.unchanged),
        ("skipped as older", counts.older),
        ("withdrawn", counts.withdrawn),
        ("restored", counts.restored),
        ("with faults", counts.faulty),
    ]


def counted(number: int, noun: str) -> str:
    """Return `1 record`, `1,204 records`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
