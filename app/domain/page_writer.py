"""Writes the text of a record's page in our own form: every block labelled, every line readable back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.domain.identity import naming_text, slug_of, title_of
from app.domain.page_form import (
    BLOCKS,
    COMMON,
    DETAILS,
    ESCAPED,
    EXTENSION_DETAILS,
    KINDS,
    MEANS,
    MESSAGE,
    NONE,
    PREVENTION,
    PROVENANCE_DETAILS,
    RECORD_DETAILS,
    RELATED,
    SOLUTIONS,
    SOURCE,
    TAGS,
    THROWN,
    TRIGGER,
    VERSION_DETAIL,
    VIEW,
    WHEN,
    encode_line,
    encode_text,
    link_by_rule,
    pattern_by_rule,
    quoted,
    window_start,
)
from app.domain.records import Envelope, Record

__all__ = ["write_page"]

_SHORT_SHA = 10
_DATE = 10


def write_page(envelope: Envelope, related: Iterable[str] | None = None) -> str:
    """Return the text of a record's page.

    Args:
        envelope: of the record.
        related: titles of related records, best first; None for those that the envelope itself names.

    Returns:
        Text with a line break at its end. `read_page` gives back every field that it shows: all of the
        record but unknown ones, and of `errdex` all but versions, aliases and patternProblem.
    """
    record, errdex = envelope.record, envelope.errdex
    titles = list(errdex.related_titles if related is None else related)
    parts = [record.repo, quoted(record.severity, "·")]
    if record.error_class is not None:
        parts.append(quoted(record.error_class, "·"))
    paragraphs: list[list[str]] = [[" · ".join(parts)], [encode_line(title_of(record, errdex.function))]]

    def section(heading: str, lines: Sequence[str]) -> None:
        paragraphs.append([heading])
        if lines:
            paragraphs.append(list(lines))

    if record.error_message is not None:
        section(MESSAGE, encode_text(record.error_message))
    if record.documentation is not None:
        section(MEANS, encode_text(record.documentation))
    section(SOURCE, [f"{THROWN}{quoted(record.file_path)}:{record.line_number}"])
    if record.source_code is not None:
        paragraphs.append(encode_text(record.source_code))
    if record.github_url is not None:
        sha = f" (pinned to {record.analyzed_sha[:_SHORT_SHA]})" if record.analyzed_sha else ""
        paragraphs.append([f"{VIEW}{sha}"])
    if record.solutions:
        section(SOLUTIONS, _items(record.solutions, numbered=True))
    wire = record.wire()
    for heading, name in BLOCKS.items():
        if wire[name] is not None:
            section(heading, encode_text(wire[name]))
    when = ((TRIGGER, record.trigger_scenarios), (COMMON, record.common_situations))
    if any(text is not None for _, text in when):
        paragraphs.append([WHEN])
        paragraphs.extend(_labelled(label, text) for label, text in when if text is not None)
    if record.prevention_tips is not None:
        section(PREVENTION, _items(record.prevention_tips, numbered=False))
    if record.tags:
        section(TAGS, [encode_line(", ".join(quoted(tag, ",") for tag in record.tags))])
    details = _details(envelope)
    if details:
        section(DETAILS, details)
    if titles:
        section(RELATED, _items(titles, numbered=False))
    paragraphs.append([_footer(envelope)])
    return "\n\n".join("\n".join(lines) for lines in paragraphs) + "\n"


def _items(items: Sequence[str], *, numbered: bool) -> list[str]:
    """Write a list; the lines of an item after its first are indented, blank ones at its end escaped."""
    result: list[str] = []
    for number, item in enumerate(items, 1):
        mark = f"{number}." if numbered else "•"
        result.extend(_hung(mark, item, " " * (len(mark) + 1)))
    return result


def _labelled(label: str, text: str) -> list[str]:
    return _hung(label, text, "")


def _hung(mark: str, text: str, indent: str) -> list[str]:
    """Write a text behind a mark: its first line beside it, the others indented below."""
    first, *others = text.split("\n")
    lines = [encode_line(line) for line in others]
    for index in range(len(lines) - 1, -1, -1):
        if lines[index]:
            break
        lines[index] = "\\"
    return [f"{mark} {encode_line(first)}".rstrip(), *(f"{indent}{line}" if line else "" for line in lines)]


def _details(envelope: Envelope) -> list[str]:
    """List what has no section of its own, and what differs from what the reader derives."""
    record = envelope.record
    wire = record.wire()
    derived = _by_rule(record, envelope.errdex.function)
    lines = []
    for label, (name, _) in RECORD_DETAILS.items():
        value = wire[name]
        if value != derived.get(name):
            lines.append(f"{label}: {NONE if value is None else quoted(str(value))}")
    extension = envelope.errdex.wire()
    for label, name in EXTENSION_DETAILS.items():
        value = extension[name]
        if value is not None and (name, value) != ("state", "current"):
            lines.append(f"{label}: {quoted(value)}")
    provenance = envelope.errdex.provenance.wire()
    for label, name in PROVENANCE_DETAILS.items():
        if releases := provenance.get(name):
            lines.append(f"{label}: {', '.join(quoted(item, ',') for item in releases)}")
    if envelope.dataset_version is not None:
        lines.append(f"{VERSION_DETAIL}: {quoted(envelope.dataset_version)}")
    return lines


def _by_rule(record: Record, function: str | None) -> dict[str, object]:
    """Return what the reader derives from the rest of the page, or finds in the footer."""
    derived: dict[str, object] = {"messagePattern": pattern_by_rule(record.error_message)}
    if record.error_message or record.error_class:
        derived["slug"] = slug_of(
            naming_text(record.error_message, record.error_class, function, record.file_path)
        )
    if record.source_code is not None:
        derived["sourceCodeStart"] = window_start(record.line_number)
        start = record.source_code_start
        derived["sourceCodeEnd"] = None if start is None else start + record.source_code.count("\n")
    if record.github_url is not None:
        derived["githubUrl"] = link_by_rule(record)
    if record.analyzed_at is not None:
        derived["analyzedAt"] = record.analyzed_at[:_DATE]
    return derived


def _footer(envelope: Envelope) -> str:
    record = envelope.record
    kind = next((word for word, kind in KINDS.items() if kind == envelope.errdex.provenance.kind), None)
    sha = f"@{record.analyzed_sha[:_SHORT_SHA]}" if record.analyzed_sha else ""
    date = f" ({record.analyzed_at[:_DATE]})" if record.analyzed_at else ""
    return (
        f"{f'{kind} analysis' if kind else 'Analysis'} of {record.repo}{sha}{date}. "
        f"Data as JSON: /api/errors/{record.id}. {ESCAPED} Report an issue: GitHub."
    )
