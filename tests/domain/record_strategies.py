"""Hypothesis strategies for records: whatever the schema allows, with a taste for what trips a text form."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from app.domain.page_form import ESCAPED, HEADINGS
from app.domain.records import Envelope

# Lines that look like parts of a page, or that a sloppy reader would change.
_TRICKY = [
    *HEADINGS,
    ESCAPED,
    "",
    "  ",
    "\\",
    "\\\\n",
    "Thrown at a.py:3",
    "View on GitHub",
    "Trigger: x",
    "Common situations: y",
    "• bullet",
    "- item",
    "1. one",
    "12. twelve",
    "AI-assisted analysis of a/b@0123456789 (2026-08-28). Data as JSON: /api/errors/0123456789abcdef.",
    "Data as JSON: /api/errors/0123456789abcdef",
    "a/b · error · ValueError",
    '"quoted"',
    "none",
    "Commit: 0123456",
    "def f():",
    "try:",
    "    indented",
    "trailing  ",
    "\ttab",
    "# before",
    "# after",
    "carriage\rreturn",
    "line\u2028separator",
    "\x1b[31mred",
    "{x!r} 100% %s",
    "a, b",
    "\u00a0",
    "\ufeffbom",
]
_lines = st.one_of(
    st.sampled_from(_TRICKY),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00\n"), max_size=12),
)
texts = st.lists(_lines, max_size=5).map("\n".join)
_names = texts.filter(bool)
_lists = st.lists(texts, max_size=4)
_numbers = st.integers(1, 2**31 - 1)
_shas = st.from_regex(r"[0-9a-f]{7,64}", fullmatch=True)
_ids = st.from_regex(r"[0-9a-f]{16}", fullmatch=True)
_times = st.one_of(
    st.datetimes().map(lambda time: time.isoformat() + "Z"), st.dates().map(lambda date: date.isoformat())
)


def _maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), strategy)


records = st.fixed_dictionaries(
    {
        "id": _ids,
        "repo": st.from_regex(
            r"[A-Za-z0-9][A-Za-z0-9_.-]{0,5}/[A-Za-z0-9][A-Za-z0-9_.-]{0,5}", fullmatch=True
        ),
        "slug": st.from_regex(r"[a-z0-9-]{0,12}", fullmatch=True),
        "filePath": _names.filter(str.strip),
        "lineNumber": _numbers,
    },
    optional={
        "errorCode": _maybe(texts),
        "errorMessage": _maybe(texts),
        "messagePattern": _maybe(_names),
        "errorType": _maybe(texts),
        "errorClass": _maybe(texts),
        "httpStatus": _maybe(st.integers(100, 599)),
        "severity": _names,
        "sourceCode": _maybe(texts),
        "sourceCodeStart": _maybe(_numbers),
        "sourceCodeEnd": _maybe(_numbers),
        "githubUrl": _maybe(texts.map(lambda text: f"https://{text}")),
        "documentation": _maybe(texts),
        "triggerScenarios": _maybe(texts),
        "commonSituations": _maybe(texts),
        "solutions": _lists,
        "exampleFix": _maybe(texts),
        "handlingStrategy": _maybe(texts),
        "validationCode": _maybe(texts),
        "typeGuard": _maybe(texts),
        "tryCatchPattern": _maybe(texts),
        "preventionTips": _maybe(_lists),
        "tags": _lists,
        "backgroundTag": _maybe(texts),
        "analyzedSha": _maybe(_shas),
        "analyzedAt": _maybe(_times),
    },
)
extensions = st.fixed_dictionaries(
    {},
    optional={
        "function": _maybe(texts),
        "license": _maybe(texts),
        "source": _maybe(texts),
        "provenance": st.fixed_dictionaries(
            {},
            optional={
                "kind": st.sampled_from(["written", "generated", "derived", "unknown"]),
                "verified": _lists,
                "reviewed": _lists,
            },
        ),
        "state": st.sampled_from(["current", "moved", "reworded", "gone"]),
        "replacedBy": _maybe(_ids),
        "relatedTitles": _lists,
        "withdrawnAt": _maybe(_times),
    },
)
envelopes = st.fixed_dictionaries(
    {"record": records}, optional={"datasetVersion": _maybe(_times), "errdex": extensions}
).map(Envelope.model_validate)
