"""What prose a record lacks, and what somebody needs who writes it: facts, source, names, neighbours. Pure.

The same description goes to a person, to a file, or to a model; what comes back is a partial record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.domain.answer import Related
from app.domain.identity import title_of
from app.domain.records import Envelope
from app.domain.templates import interpolations

__all__ = ["FIELDS", "description", "is_local", "is_open", "lacks_prose", "wanted"]

_TEXT: Final = {"type": "string", "minLength": 1, "maxLength": 4000}
_MAYBE: Final = {"type": ["string", "null"], "maxLength": 4000}
_CODE: Final = _MAYBE

# Field, its shape, and what it is for; in the order of a record's page.
FIELDS: Final[Mapping[str, tuple[Mapping[str, Any], str]]] = {
    "documentation": (
        _TEXT,
        "What the error means: two or three sentences, for somebody who met it just now.",
    ),
    "triggerScenarios": (
        _MAYBE,
        "The calls, settings or inputs that lead to this line; null where the source does not tell.",
    ),
    "commonSituations": (_MAYBE, "How people get there in practice; null where it cannot be told."),
    "solutions": (
        {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": 5},
        "What to do, best first; each one sentence or two that says what to change, and to what.",
    ),
    "exampleFix": (
        _CODE,
        "Code with a line `# before` and a line `# after`; null where no code shows the fix.",
    ),
    "handlingStrategy": (
        {"type": ["string", "null"], "maxLength": 60},
        "One word or two, such as validation, type-guard, try-catch, retry, configuration; null where none fits.",
    ),
    "validationCode": (_CODE, "Code that checks beforehand, so that the error is not raised; else null."),
    "typeGuard": (_CODE, "A function, beginning with def, that tells good values from bad ones; else null."),
    "tryCatchPattern": (_CODE, "Code, beginning with try:, that catches the error and goes on; else null."),
    "preventionTips": (
        {"type": ["array", "null"], "items": _TEXT, "maxItems": 5},
        "Habits that keep it from happening; else null.",
    ),
}
# Without these a record explains nothing.
_NEEDED: Final = ("documentation", "solutions")
_VERSIONED = re.compile(r"\S+ \S+")


def wanted(envelope: Envelope) -> tuple[str, ...]:
    """Return the fields of prose that a record has nothing in."""
    record = envelope.record.wire()
    return tuple(name for name in FIELDS if not record.get(name))


def lacks_prose(envelope: Envelope) -> bool:
    """Tell whether a record does not say what it means or what to do."""
    return bool(set(wanted(envelope)) & set(_NEEDED))


def is_open(envelope: Envelope) -> bool:
    """Tell whether generated prose may be added: nobody has written any for this record."""
    kind = envelope.errdex.provenance.kind
    said = any(envelope.record.wire().get(name) for name in FIELDS if name != "triggerScenarios")
    return kind in {"derived", "generated"} or (kind == "unknown" and not said)


def is_local(envelope: Envelope) -> bool:
    """Tell whether a record may be of code that nobody else has: read from a folder or checkout, not from a release."""
    record, errdex = envelope.record, envelope.errdex
    from_checkout = errdex.provenance.kind == "derived" and record.analyzed_sha is not None
    return record.repo.startswith("local/") or from_checkout or not _VERSIONED.fullmatch(errdex.source or "")


def description(envelope: Envelope, related: Sequence[Related] = ()) -> dict[str, Any]:
    """Return what is needed to write the missing prose of a record, as a JSON object.

    Args:
        envelope: of the record.
        related: records near it.
    """
    record, errdex = envelope.record, envelope.errdex
    facts = errdex.facts.wire() if errdex.facts is not None else {}
    source = record.source_code
    about: dict[str, Any] = {
        "id": record.id,
        "repo": record.repo,
        "source": errdex.source,
        "title": title_of(record, errdex.function),
        "errorClass": record.error_class,
        "errorMessage": record.error_message,
        "errorCode": record.error_code,
        "severity": record.severity,
        "httpStatus": record.http_status,
        "filePath": record.file_path,
        "lineNumber": record.line_number,
        "function": errdex.function,
        "captures": [name for name in interpolations(record.error_message or "") if name],
        "conditions": facts.pop("conditions", []),
        "docstring": facts.pop("doc", None),
        "facts": facts,
        "sourceCode": source,
        "sourceCodeStart": record.source_code_start if source is not None else None,
        "githubUrl": record.github_url,
        "known": {
            name: value
            for name, value in record.wire().items()
            if name in FIELDS and value and name not in wanted(envelope)
        },
        "related": [{"id": one.id, "title": one.title, "reason": one.reason} for one in related],
        "wanted": {name: {**FIELDS[name][0], "description": FIELDS[name][1]} for name in wanted(envelope)},
    }
    return {name: value for name, value in about.items() if value not in (None, [], {})}
