"""What the page of a record shows, section by section, in the order of the records' page text."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from app.domain.answer import DERIVED_STEPS, NOT_EXPLAINED, NextStep, Related, is_explained
from app.domain.identity import title_of
from app.domain.page_form import KINDS, source_link
from app.domain.records import Envelope, Sighting
from app.domain.site_facts import Reproduction
from app.services.visible import one_line
from app.web.snippets import code_html, fix_parts, source_lines

__all__ = ["RELATED_SHOWN", "Section", "VersionRow", "description_of", "record_context", "version_rows"]

RELATED_SHOWN = 5
_SHA_SHOWN = 10
_WINDOW_BEFORE = 18
_DESCRIPTION_CHARS = 160
_VERSIONS_SHOWN = 8
_TESTS_SHOWN = 10

PROVENANCE_BADGES: Final[Mapping[str, str]] = {
    "generated": "AI-assisted analysis",
    "written": "Written",
    "derived": "Derived from source",
}
STATE_WORDS: Final[Mapping[str, str]] = {
    "moved": "Moved since",
    "reworded": "Reworded since",
    "gone": "No longer raised",
}


@dataclass(frozen=True)
class Section:
    """A part of the record page that has content: its anchor and its heading."""

    anchor: str
    heading: str


@dataclass(frozen=True)
class VersionRow:
    """Releases in a row where the site stands at one place under one condition; `url` leads to the last one's line."""

    first: str
    last: str
    file_path: str | None
    line_number: int | None
    conditions: Sequence[str] | None
    url: str | None
    as_before: bool = False

    @property
    def span(self) -> str:
        """The releases in words."""
        return self.first if self.first == self.last else f"{self.first} to {self.last}"


def record_context(
    envelope: Envelope,
    related: list[Related],
    unresolved: list[str],
    steps: Sequence[NextStep],
    *,
    notes: bool,
) -> dict[str, Any]:
    """Return all that the record template shows beside the notes.

    Args:
        envelope: of the record.
        related: records near it.
        unresolved: titles of related records that are not in the base.
        steps: next steps, derived; one that says that upgrading may help leads the page.
        notes: whether the page has the section of people's notes.
    """
    record, extra = envelope.record, envelope.errdex
    path = record.file_path
    lifted = next((step for step in steps if step.kind == "lifted"), None)
    others = [step for step in steps if step is not lifted]
    details = _details(envelope)
    versions = version_rows(extra.versions, record.repo)
    tests = _tests(envelope)
    explained = is_explained(record.documentation, record.solutions, record.example_fix)
    when = ("when", "When it happens", record.trigger_scenarios or record.common_situations)
    candidates = [
        ("message", "Error message", record.error_message),
        ("meaning", "What it means", record.documentation),
        *([] if explained else [("steps", DERIVED_STEPS, others), when]),
        ("source", "Source", path),
        ("solutions", "Solutions", record.solutions),
        ("fix", "Example fix", record.example_fix),
        *([("steps", DERIVED_STEPS, others)] if explained else []),
        ("validation", "Validation code", record.validation_code),
        ("guard", "Type guard", record.type_guard),
        ("catch", "Try / catch", record.try_catch_pattern),
        *([when] if explained else []),
        ("prevention", "Prevention", record.prevention_tips),
        ("tags", "Tags", record.tags or record.background_tag),
        ("tests", "Raised by these tests", tests),
        ("notes", "Notes from people", notes),
        ("versions", "Versions", versions),
        ("details", "Details", details),
        ("related", "Related errors", related or unresolved),
    ]
    first = record.source_code_start or max(1, record.line_number - _WINDOW_BEFORE)
    title = title_of(record, extra.function)
    return {
        "record": record,
        "extra": extra,
        "envelope": envelope,
        "title": title,
        "cut": len(title) < len(one_line(record.error_message or "")),
        "description": description_of(record.documentation or record.error_message or title),
        "sections": [Section(anchor, heading) for anchor, heading, content in candidates if content],
        "source": source_lines(record.source_code, first, record.line_number, path)
        if record.source_code
        else [],
        "line_link": record.github_url.partition("#")[0] + "#L" if record.github_url else "",
        "fix": fix_parts(record.example_fix, path) if record.example_fix else [],
        "code": {
            name: code_html(code, path)
            for name, code in (
                ("validation", record.validation_code),
                ("guard", record.type_guard),
                ("catch", record.try_catch_pattern),
            )
            if code
        },
        "sha": record.analyzed_sha[:_SHA_SHOWN] if record.analyzed_sha else None,
        "details": details,
        "lifted": lifted,
        "steps": others,
        "versions": versions[:_VERSIONS_SHOWN],
        "older_versions": versions[_VERSIONS_SHOWN:],
        "tests": tests[:_TESTS_SHOWN],
        "more_tests": max(0, len(tests) - _TESTS_SHOWN),
        "origin_words": _origin_words(envelope),
        "badge": PROVENANCE_BADGES.get(extra.provenance.kind),
        "state_words": STATE_WORDS.get(extra.state),
        "not_explained": NOT_EXPLAINED if extra.provenance.kind == "derived" and not explained else None,
        "related": related,
        "unresolved": unresolved[: max(0, RELATED_SHOWN - len(related))],
    }


def version_rows(versions: Iterable[Sighting], repo: str) -> list[VersionRow]:
    """Return the sightings, newest first, those at one place under one condition as one row."""
    known: list[tuple[Sighting, Sequence[str] | None]] = []
    conditions: Sequence[str] | None = None
    for one in versions:
        conditions = one.conditions if one.conditions is not None else conditions
        known.append((one, conditions))
    rows: list[VersionRow] = []
    for (path, line, _), group in itertools.groupby(
        known, key=lambda pair: (pair[0].file_path, pair[0].line_number, pair[1])
    ):
        members = list(group)
        last, stated = members[-1]
        url = source_link(repo, last.sha, path, line, line) if path and line else None
        rows.append(VersionRow(members[0][0].version, last.version, path, line or None, stated, url))
    marked = rows[:1] + [
        replace(row, as_before=row.conditions is not None and row.conditions == before.conditions)
        for before, row in itertools.pairwise(rows)
    ]
    return marked[::-1]


def description_of(text: str) -> str:
    """Return the start of a text for a search result, cut behind a word."""
    flat = one_line(text)
    if len(flat) <= _DESCRIPTION_CHARS:
        return flat
    return flat[: _DESCRIPTION_CHARS - 1].rsplit(" ", 1)[0] + "…"


def _details(envelope: Envelope) -> list[tuple[str, str]]:
    """What has no section of its own, as label and value."""
    record, extra = envelope.record, envelope.errdex
    named: list[tuple[str, object]] = [
        ("Error code", record.error_code),
        ("Error type", record.error_type),
        ("HTTP status", record.http_status),
        ("Handling strategy", record.handling_strategy),
        ("Pattern", record.message_pattern),
        ("License of the code", extra.license),
        ("From", extra.source),
        ("Data set of", envelope.dataset_version),
    ]
    return [(label, str(value)) for label, value in named if value is not None and value != ""]


def _tests(envelope: Envelope) -> list[Reproduction]:
    """Return the project's own tests that raise it."""
    return list(envelope.errdex.facts.reproduced_by) if envelope.errdex.facts else []


def _origin_words(envelope: Envelope) -> str:
    """Who says all this, about which version, when; a kind that is not known is not made up."""
    record = envelope.record
    kind = next((word for word, kind in KINDS.items() if kind == envelope.errdex.provenance.kind), None)
    sha = f"@{record.analyzed_sha[:_SHA_SHOWN]}" if record.analyzed_sha else ""
    date = f" ({record.analyzed_at[:10]})" if record.analyzed_at else ""
    return f"{f'{kind} analysis' if kind else 'Analysis'} of {record.repo}{sha}{date}."
