"""Records as Markdown files: what is written reads back as the same, and what is wrong is told with its line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from app.domain.front_matter import read_front_matter, write_front_matter
from app.domain.markdown_form import EXTENSION_MEMBERS, RECORD_MEMBERS, with_line_feeds
from app.domain.markdown_reader import is_markdown, is_written, read_markdown
from app.domain.markdown_writer import LEFT_OUT, write_markdown
from app.domain.reading import read_envelopes
from app.domain.records import Envelope
from tests.domain.record_strategies import envelopes

HEAD = '---\nrepo: a/b\nclass: ValueError\nfile: src/b/x.py\nline: 3\ntemplate: "no {x}"\n---\n\n# no {x}\n\n'


def _one_line_break(value: Any) -> Any:
    """Prose of a file has one kind of line break."""
    if isinstance(value, list):
        return [_one_line_break(one) for one in value]
    return with_line_feeds(value) if isinstance(value, str) else value


@settings(max_examples=500, deadline=None)
@given(envelopes)
def test_what_is_written_reads_back(envelope: Envelope) -> None:
    """Every field of the record that the file shows, whatever stands in it."""
    text = write_markdown(envelope)
    assert is_markdown(text)
    found, problems = read_markdown(text)
    assert problems == []
    head = set(RECORD_MEMBERS.values())
    for name, value in envelope.record.wire().items():
        if name in LEFT_OUT or (value in (None, []) and name not in found["record"]):
            continue
        if name in {"messagePattern", "slug", "severity"} and name not in found["record"]:
            continue  # it follows from the rest
        assert found["record"].get(name) == (value if name in head else _one_line_break(value)), name
    for member in EXTENSION_MEMBERS.values():
        assert found["errdex"].get(member) == envelope.errdex.wire()[member]
    provenance = found["errdex"]["provenance"]
    assert provenance.get("verified", []) == envelope.errdex.provenance.verified
    assert provenance.get("reviewed", []) == envelope.errdex.provenance.reviewed


@settings(max_examples=200, deadline=None)
@given(envelopes)
def test_prompts_are_no_prose(envelope: Envelope) -> None:
    """The comments that ask for prose are not read as it."""
    plain, _ = read_markdown(write_markdown(envelope))
    prompted, problems = read_markdown(write_markdown(envelope, prompts=True))
    assert problems == []
    assert prompted == plain


def test_a_file_by_hand_is_read_as_meant() -> None:
    """YAML as people write it, lists of both kinds, wrapped items, headings of their own, comments."""
    text = (
        "---\n# by hand\nrepo: a/b\nclass: 'ValueError'\nfile: src/b/x.py  # moved in May\nline: 42\n"
        'template: "no {x}"\ntags:\n  - pool\n  - "of, two"\nverified: [b==1.0, \'c==2\']\nstatus: 404\n---\n'
        "# no {x}\n\n<!-- what it means -->\n## What it means\n\nA pool is full.\n\n#### Background\n\nMore.\n\n"
        "```console\n## Solutions\n```\n\n## When it happens\n\nUnder load.\n\n### Common situations\n\nIn CI.\n\n"
        "## Solutions\n\n1. Make it larger,\n   or two.\n\n   ```sh\n   grow\n   ```\n2) Wait\nfor it\n\n"
        "## Example fix\n\n```python\n# before\na()\n```\n\n```python\n# after\nb()\n```\n\n## Prevention\n\n- watch\n* wait\n"
    )
    found, problems = read_markdown(text)
    assert problems == []
    assert found == {
        "record": {
            "repo": "a/b",
            "errorClass": "ValueError",
            "filePath": "src/b/x.py",
            "lineNumber": 42,
            "errorMessage": "no {x}",
            "tags": ["pool", "of, two"],
            "httpStatus": 404,
            "documentation": "A pool is full.\n\n#### Background\n\nMore.\n\n```console\n## Solutions\n```",
            "triggerScenarios": "Under load.",
            "commonSituations": "In CI.",
            "solutions": ["Make it larger,\nor two.\n\n```sh\ngrow\n```", "Wait\nfor it"],
            "exampleFix": "# before\na()\n\n# after\nb()",
            "preventionTips": ["watch", "wait"],
        },
        "errdex": {"provenance": {"kind": "written", "verified": ["b==1.0", "c==2"]}},
    }


def test_a_file_without_prose_is_derived() -> None:
    """Nobody wrote it, so nobody is said to have."""
    found, _ = read_markdown(HEAD + "## What it means\n\n<!-- say it -->\n\n## Solutions\n")
    assert found["errdex"]["provenance"]["kind"] == "derived"
    assert not is_written(found["record"])


def test_a_commit_gives_a_link() -> None:
    """The line at the commit at which it was found, and nothing where no commit is known."""
    head = HEAD.replace("line: 3", f"line: 3\ncommit: {'ab' * 20}")
    assert (
        read_markdown(head)[0]["record"]["githubUrl"]
        == f"https://github.com/a/b/blob/{'ab' * 20}/src/b/x.py#L3-L3"
    )
    assert "githubUrl" not in read_markdown(HEAD)[0]["record"]


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        (HEAD.replace("class:", "klass:"), 3, "Call it class"),
        (HEAD.replace("line: 3", "line: three"), 5, "whole number"),
        (HEAD.replace("line: 3", "line: [3]"), 5, "one value"),
        (HEAD.replace("line: 3", "tags: pool"), 5, "a list"),
        (HEAD.replace("repo: a/b", "repo: |"), 2, "cannot be read"),
        (HEAD.replace("repo: a/b", "just words"), 2, "cannot be read"),
        (HEAD.replace("repo: a/b", "repo: a/b\nrepo: c/d"), 3, "twice"),
        (HEAD + "Loose words.\n", 11, "before the first section"),
        (HEAD + "## Solution\n\n1. x\n", 11, "'Solutions'"),
        (HEAD + "## Why\n\nx\n", 11, "not a known section"),
        (HEAD + "## Solutions\n\n1. x\n\n## Solutions\n", 15, "twice"),
        (HEAD + "## Example fix\n\nDo it:\n\n```python\nx\n```\n", 13, "beside its code"),
        (HEAD + "## Solutions\n\n<!-- open\n1. x\n", 13, "not closed"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, part: str) -> None:
    """One fault each; nothing that a person wrote is dropped without a word."""
    _, problems = read_markdown(text)
    assert [(one.line, part in f"{one.problem}. {one.advice}") for one in problems] == [(line, True)]
    reading = read_envelopes(text.encode(), "errors/x.md")
    assert [(fault.index, fault.unit, part in str(fault)) for fault in reading.faults] == [
        (line, "line", True)
    ]
    assert reading.envelopes == []


def test_a_file_is_read_as_a_record() -> None:
    """Through the same door as all records: slug, pattern and id are derived, CRLF and a mark at the start put up with."""
    text = HEAD + "## Solutions\n\n1. Say which.\n"
    for data in (text.encode(), b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()):
        (draft,) = read_envelopes(data, "errors/x.md").envelopes
        assert draft.envelope is not None
        assert draft.envelope.record.solutions == ["Say which."]
        assert draft.envelope.record.message_pattern == "no (.*)"
        assert draft.derived >= {"id", "slug"}


@pytest.mark.parametrize(
    "value",
    ["a b", "", "null", "12", "0x1", "a: b", "- a", "#x", "\U0001f600 é", "\x1b\x85\u2028", "'", '"\\'],
)
def test_values_of_the_head_read_back(value: str) -> None:
    """Alone and in a list."""
    head = read_front_matter(write_front_matter([("one", value), ("many", [value, value])]))
    assert (head.values, head.problems) == ({"one": value, "many": [value, value]}, [])
