"""Writes a record as a Markdown file: a head that names its site, then the sections of its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.domain.front_matter import write_front_matter
from app.domain.identity import naming_text, slug_of, title_of
from app.domain.markdown_form import (
    COMMON_HEADING,
    EXTENSION_MEMBERS,
    PROVENANCE_MEMBERS,
    RECORD_MEMBERS,
    TRIGGER_HEADING,
    encode_text,
    fenced,
)
from app.domain.page_form import BLOCKS, MEANS, PREVENTION, SOLUTIONS, WHEN, pattern_by_rule
from app.domain.records import Envelope

__all__ = ["LEFT_OUT", "write_markdown"]

# What the source itself says, and what a link is made from.
LEFT_OUT = frozenset({"sourceCode", "sourceCodeStart", "sourceCodeEnd", "githubUrl", "schemaVersion"})

# Sections that a file begins with where nobody has written one, each with what to say there.
_PROMPTS = {
    MEANS: "What does this error say about the situation, to somebody who has not read the source?",
    WHEN: "Which steps lead here, and in which situations do people meet it?",
    SOLUTIONS: "What to do, best first, as a numbered list.",
}


def write_markdown(envelope: Envelope, *, prompts: bool = False) -> str:
    """Return a record as a Markdown file.

    Args:
        envelope: of the record.
        prompts: begin the sections that are most wanted, with a comment each, where they are empty.

    Returns:
        Text with a line break at its end. `read_markdown` gives back all of the record but `LEFT_OUT`, and of
        `errdex` function, licence, source and provenance.
    """
    record = envelope.record
    wire = record.wire()
    language = "python" if record.file_path.endswith((".py", ".pyi", ".pyx")) else ""
    title = title_of(record, envelope.errdex.function)
    paragraphs: list[list[str]] = [write_front_matter(_head(envelope)), [f"# {title}"]]

    def section(heading: str, *parts: Sequence[str]) -> None:
        paragraphs.append([f"## {heading}"])
        if parts:
            paragraphs.extend(list(part) for part in parts)
        elif prompts and heading in _PROMPTS:
            paragraphs.append([f"<!-- {_PROMPTS[heading]} -->"])

    if record.documentation is not None:
        section(MEANS, encode_text(record.documentation))
    elif prompts:
        section(MEANS)
    when = [
        part
        for heading, text in (
            (TRIGGER_HEADING, record.trigger_scenarios),
            (COMMON_HEADING, record.common_situations),
        )
        if text is not None
        for part in ([f"### {heading}"], encode_text(text))
    ]
    if when or prompts:
        section(WHEN, *when)
    if record.solutions:
        section(SOLUTIONS, _items(record.solutions, numbered=True))
    elif prompts:
        section(SOLUTIONS)
    for heading, name in BLOCKS.items():
        if wire[name] is not None:
            section(heading, fenced(wire[name], language))
    if record.prevention_tips is not None:
        section(
            PREVENTION, *([_items(record.prevention_tips, numbered=False)] if record.prevention_tips else ())
        )
    return "\n\n".join("\n".join(lines) for lines in paragraphs) + "\n"


def _head(envelope: Envelope) -> Iterable[tuple[str, str | int | Sequence[str]]]:
    record, errdex = envelope.record, envelope.errdex
    wire = record.wire()
    name = naming_text(record.error_message, record.error_class, errdex.function, record.file_path)
    by_rule: dict[str, object] = {
        "severity": "error",
        "messagePattern": pattern_by_rule(record.error_message),
        "slug": slug_of(name) if record.error_message or record.error_class else None,
        "tags": [],
    }
    for label, field in RECORD_MEMBERS.items():
        if label == "file" and errdex.function is not None:
            yield "function", errdex.function
        if wire[field] is not None and wire[field] != by_rule.get(field):
            yield label, wire[field]
    extension = errdex.wire()
    for label, member in EXTENSION_MEMBERS.items():
        if label != "function" and extension[member] is not None:
            yield label, extension[member]
    if errdex.provenance.kind not in {"written", "derived"}:
        yield "provenance", errdex.provenance.kind
    for name in PROVENANCE_MEMBERS:
        if releases := errdex.provenance.wire().get(name):
            yield name, releases
    if envelope.dataset_version is not None:
        yield "dataset", envelope.dataset_version


def _items(items: Sequence[str], *, numbered: bool) -> list[str]:
    lines: list[str] = []
    for number, item in enumerate(items, 1):
        mark = f"{number}." if numbered else "-"
        indent = " " * (len(mark) + 1)
        first, *others = encode_text(item)
        lines.append(f"{mark} {first}")
        lines.extend(f"{indent}{line}" if line else "" for line in others)
    return lines
