"""Records for people: one in full, many in a list, and what the base holds."""

from __future__ import annotations

from collections.abc import Sequence

from app.commands.terminal import Output, one_line
from app.domain.answer import DERIVED_STEPS, NOT_EXPLAINED, RecordSummary, Related, is_explained
from app.domain.identity import record_url, title_of
from app.domain.listing import Count, Stats
from app.domain.next_steps import Pasted, next_steps
from app.domain.records import Envelope

_MOST_COUNTS = 10


def write_record(
    out: Output,
    envelope: Envelope,
    related: Sequence[Related],
    unresolved: Sequence[str],
    public_url: str | None,
) -> None:
    """Write a record with the sections of its page.

    Args:
        out: where to.
        envelope: the record.
        related: records near it, best first.
        unresolved: titles of related records that the base does not have.
        public_url: address of the server, for absolute links.
    """
    record, extension = envelope.record, envelope.errdex
    head = [record.repo, record.severity, record.error_class or "logged message", record.id]
    out.prose((" · ".join(head), "dim"))
    out.prose((title_of(record, extension.function), "bold"))
    explained = is_explained(record.documentation, record.solutions, record.example_fix)
    if extension.provenance.kind == "derived" and not explained:
        out.prose((NOT_EXPLAINED, "dim"))
    if record.error_message and record.error_message.strip():
        out.heading("Error message")
        out.prose(record.error_message.strip("\n"), indent=2)
    for title, text in (
        ("What it means", record.documentation),
        ("When it happens", record.trigger_scenarios),
        ("Common situations", record.common_situations),
    ):
        if text and text.strip():
            out.heading(title)
            out.prose(text.strip(), indent=2)
    _numbered(out, "Solutions", record.solutions)
    steps = next_steps(extension.facts, Pasted(file_path=record.file_path))
    if steps:
        out.heading(DERIVED_STEPS)
        for step in steps:
            out.prose(step.text, indent=2, first="• ")
    for title, code in (
        ("Example fix", record.example_fix),
        ("Check before", record.validation_code),
        ("Type guard", record.type_guard),
        ("Handling it", record.try_catch_pattern),
    ):
        if code and code.strip():
            out.heading(title)
            out.code(code, path=record.file_path if title != "Example fix" else None)
    if record.prevention_tips:
        out.heading("Prevention")
        for tip in record.prevention_tips:
            out.prose(tip.strip(), indent=2, first="• ")
    out.heading("Source")
    out.code(
        f"{record.file_path}:{record.line_number}"
        + (f" in {extension.function}" if extension.function else "")
    )
    if record.source_code:
        out.blank()
        _source(out, record.source_code, record.source_code_start or 1, record.line_number, record.file_path)
    if extension.facts and extension.facts.reproduced_by:
        out.heading("Raised by these tests")
        for test in extension.facts.reproduced_by:
            out.prose(f"{test.test}  {test.file_path}:{test.line_number}", indent=2, first="• ")
    _related(out, related, unresolved)
    out.blank()
    if record.tags:
        out.prose(("Tags      ", "dim"), ", ".join(record.tags), hang=10)
    if record.background_tag:
        out.prose(("Kind      ", "dim"), record.background_tag)
    if record.analyzed_sha:
        when = f" ({record.analyzed_at[:10]})" if record.analyzed_at else ""
        out.prose(("Analysed  ", "dim"), f"{record.repo}@{record.analyzed_sha[:10]}{when}")
    if extension.pattern_problem:
        out.prose(("Pattern   ", "dim"), (extension.pattern_problem, "yellow"), hang=10)
    if record.github_url:
        out.code(f"GitHub    {record.github_url}", indent=0)
    if public_url:
        out.code(f"Page      {record_url(record, public_url)}", indent=0)


def write_summaries(out: Output, items: Sequence[RecordSummary]) -> None:
    """Write a list: two lines a record on a terminal, else one of id, class, message, repository, place by tabs."""
    for item in items:
        message = one_line(item.error_message or item.title, None if not out.terminal else 300)
        place = one_line(f"{item.file_path}:{item.line_number}")
        if not out.terminal:
            fields = (item.id, one_line(item.error_class or "-"), message, one_line(item.repo), place)
            out.stream.write("\t".join(fields) + "\n")
            continue
        name = f"{item.error_class}: " if item.error_class else ""
        out.prose((item.id, "cyan"), "  ", (name, "bold"), message, hang=18)
        out.prose((f"{item.repo}  {place}", "dim"), indent=18)


def write_stats(out: Output, stats: Stats) -> None:
    """Write what the base holds."""
    rows = [
        (
            "Records",
            f"{stats.records:,}" + (f", and {stats.withdrawn:,} withdrawn" if stats.withdrawn else ""),
        ),
        ("Patterns", f"{stats.patterns:,}, of which {stats.shared_patterns:,} shared by several records"),
        ("Generic patterns", f"{stats.generic_patterns:,} (match whole messages only)"),
        ("Pattern problems", f"{stats.pattern_problems:,} (matched by place and similarity only)"),
        ("Data set", stats.dataset_version or "unknown"),
        ("Revision", f"{stats.revision:,}"),
        ("Provenance", ", ".join(f"{name} {count:,}" for name, count in stats.provenance.items()) or "-"),
        ("Repositories", _counts(stats.repos)),
        ("Error classes", _counts(stats.error_classes)),
        ("Severities", _counts(stats.severities)),
        ("Notes", f"{stats.notes:,} of people"),
        ("Feedback", f"{stats.feedback.solved:,} solved it, {stats.feedback.wrong:,} were wrong"),
    ]
    for name, value in rows:
        out.prose((f"{name:<18}", "dim"), value, hang=18)


def _counts(counts: Sequence[Count]) -> str:
    shown = ", ".join(f"{count.name} {count.count:,}" for count in counts[:_MOST_COUNTS])
    return f"{shown}, …" if len(counts) > _MOST_COUNTS else shown or "-"


def _numbered(out: Output, title: str, items: Sequence[str]) -> None:
    if items:
        out.heading(title)
        for number, item in enumerate(items, 1):
            out.prose(item.strip(), indent=2, first=f"{number}. ")


def _source(out: Output, code: str, start: int, raised: int, path: str) -> None:
    """Write code with line numbers and an arrow at the line that raises."""
    lines = code.rstrip("\n").split("\n")
    digits = len(str(start + len(lines)))
    labels = [
        f"{'→' if number == raised else ' '} {number:>{digits}}  "
        for number in range(start, start + len(lines))
    ]
    out.code(code, path=path, indent=0, labels=labels)


def _related(out: Output, related: Sequence[Related], unresolved: Sequence[str]) -> None:
    if not (related or unresolved):
        return
    out.heading("Related errors")
    for other in related:
        out.prose((other.id, "cyan"), f"  {one_line(other.title)}", indent=2, hang=18)
        out.prose((other.reason, "dim"), indent=20)
    for title in unresolved:
        out.prose((f"{'not in the base':<18}", "dim"), one_line(title), indent=2, hang=18)
