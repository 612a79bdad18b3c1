"""Reading files of records: every form, every fault, never an exception."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.identity import site_key
from app.domain.reading import (
    Draft,
    Fault,
    Limits,
    Reading,
    complete,
    pinned,
    read_envelopes,
    shas_of,
)
from app.domain.records import Envelope

RECORD: dict[str, Any] = {
    "id": "0123456789abcdef",
    "repo": "acme/rockets",
    "slug": "tank-name-is-empty",
    "errorMessage": "tank {name} is empty",
    "messagePattern": "tank (.*?) is empty",
    "errorClass": "ValueError",
    "severity": "error",
    "filePath": "src/rockets/tank.py",
    "lineNumber": 12,
    "schemaVersion": 2,
}
ENVELOPE: dict[str, Any] = {"record": RECORD, "datasetVersion": "2026-08-28T06:17:29.519Z"}
SHA = "0132848349585cfe6aae51c4941cbae872505f8a"
PAGE = f"""acme/rockets · error · ValueError

tank {{name}} is empty

Error message

tank {{name}} is empty

Source

Thrown at src/rockets/tank.py:2

def check(tank):
    raise ValueError(f"tank {{tank.name}} is empty")

View on GitHub (pinned to {SHA[:10]})

AI-assisted analysis of acme/rockets@{SHA[:10]} (2026-08-28). Data as JSON: /api/errors/0123456789abcdef.
"""


def _without(*names: str, **members: object) -> dict[str, Any]:
    return {**{key: value for key, value in RECORD.items() if key not in names}, **members}


def _read(value: object, name: str = "r.json", limits: Limits | None = None) -> Reading:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return read_envelopes(data, name, limits=limits)


def _only(value: object) -> Draft:
    reading = _read(value)
    assert [str(fault) for fault in reading.faults] == []
    (draft,) = reading.envelopes
    return draft


def _fault(value: object, name: str = "r.json", limits: Limits | None = None) -> Fault:
    reading = _read(value, name, limits)
    (fault,) = reading.faults
    assert "\n" not in str(fault)
    assert str(fault).startswith(name)
    return fault


LINES = "\n".join(json.dumps(value) for value in (ENVELOPE, "", _without("id")) if value).encode()
FORMS = {
    "envelope": (json.dumps(ENVELOPE, indent=2).encode(), 1),
    "bare record": (json.dumps(RECORD).encode(), 1),
    "array of both": (json.dumps([ENVELOPE, _without("id")]).encode(), 2),
    "lines": (LINES, 2),
    "lines with blank ones and CRLF": (LINES.replace(b"\n", b"\r\n\r\n") + b"\r\n", 2),
    "values one after the other": (
        (json.dumps(ENVELOPE, indent=1) + json.dumps(RECORD, indent=1)).encode(),
        2,
    ),
    "byte order mark": (b"\xef\xbb\xbf" + json.dumps(ENVELOPE).encode(), 1),
    "gzip": (gzip.compress(LINES), 2),
    "gzip in two members": (gzip.compress(LINES[:50]) + gzip.compress(LINES[50:]), 2),
    "page": (PAGE.encode(), 1),
    "page, gzipped, CRLF": (gzip.compress(PAGE.replace("\n", "\r\n").encode()), 1),
}


@pytest.mark.parametrize(("data", "count"), FORMS.values(), ids=FORMS)
def test_forms(data: bytes, count: int) -> None:
    """Each form gives its records, whole and without a fault."""
    reading = read_envelopes(data, "x")
    assert [str(fault) for fault in reading.faults] == []
    assert len(reading.envelopes) == count
    for draft in reading.envelopes:
        assert draft.envelope is not None
        assert draft.envelope.record.error_message == "tank {name} is empty"
        assert draft.lacking == ()


def test_a_name_says_that_lines_are_values() -> None:
    """In a .jsonl file the second line is read though the first is broken and the third is indented."""
    data = b'{"id": \n  ' + json.dumps(RECORD).encode() + b"\n  [1]\n"
    reading = read_envelopes(data, "x.jsonl.gz")
    assert [draft.index for draft in reading.envelopes] == [2]
    assert [(fault.index, fault.unit) for fault in reading.faults] == [(1, "line"), (3, "line")]


def test_an_envelope_is_kept_as_given() -> None:
    """The raw draft holds the members of the file, unknown ones at every level included, and no others."""
    value = {
        "record": _without(mood="grim"),
        "errdex": {"function": "check", "mark": [1], "provenance": {"kind": "written", "by": "me"}},
        "batch": {"n": 7},
    }
    draft = _only(value)
    assert draft.raw == value
    assert draft.derived == frozenset()
    assert draft.envelope is not None
    wire = draft.envelope.wire()
    assert (wire["record"]["mood"], wire["batch"], wire["errdex"]["mark"]) == ("grim", {"n": 7}, [1])
    assert wire["errdex"]["provenance"]["by"] == "me"


def test_what_can_be_derived_is_derived() -> None:
    """Id, slug, pattern, severity and version are made where they lack, and named as derived."""
    draft = _only(
        {
            "record": _without("id", "slug", "severity", "schemaVersion", "messagePattern"),
            "errdex": {"function": "Tank.check"},
        }
    )
    assert draft.envelope is not None
    record = draft.envelope.record
    key = site_key("acme/rockets", "rockets/tank.py", "Tank.check", "ValueError", "tank {name} is empty", 0)
    assert (record.id, record.slug, record.severity) == (key[:16], "tank-name-is-empty", "error")
    assert record.message_pattern == "tank (.*?) is empty"
    assert draft.derived == {"id", "slug", "severity", "schemaVersion", "messagePattern"}
    assert draft.record_id == record.id
    assert "id" not in draft.raw["record"]


def test_nulls_are_derived_but_a_null_pattern_is_kept() -> None:
    """A null id or slug is one that lacks; a null pattern is what the file says."""
    draft = _only(_without(id=None, slug=None, severity=None, messagePattern=None, errdex=None))
    assert draft.envelope is not None
    assert draft.envelope.record.slug == "tank-name-is-empty"
    assert draft.envelope.record.message_pattern is None


def test_equal_sites_of_a_file_are_numbered_by_line() -> None:
    """Equal sites get ordinals in the order of their lines, wherever they stand in the file."""
    lines = [30, 10, 20]
    reading = _read(
        [_without("id", lineNumber=line) for line in lines] + [_without("id", errorMessage="other")]
    )
    parts = ("acme/rockets", "rockets/tank.py", None, "ValueError", "tank {name} is empty")
    assert [draft.record_id for draft in reading.envelopes[:3]] == [
        site_key(*parts, ordinal)[:16] for ordinal in (2, 0, 1)
    ]


def test_a_record_without_text_is_named_by_class_and_function() -> None:
    """The slug of a site without a message is made of class and function."""
    draft = _only(
        {"record": _without("slug", "errorMessage", "messagePattern"), "errdex": {"function": "Pool.grow"}}
    )
    assert draft.envelope is not None
    assert draft.envelope.record.slug == "valueerror-in-pool-grow"
    assert draft.envelope.record.message_pattern is None


PARTIAL = {
    "only a field": ({"id": RECORD["id"], "solutions": ["Fill it"]}, ("errorMessage",)),
    "with a message": (_without("filePath", "lineNumber", "slug"), ("filePath", "lineNumber")),
    "null class": ({"id": RECORD["id"], "errorClass": None, "repo": "a/b"}, ("errorMessage",)),
    "a null where none may be": ({"id": RECORD["id"], "tags": None, "severity": None}, ("filePath",)),
    "whole but the name": (_without("errorMessage", "errorClass"), ("errorMessage",)),
}


@pytest.mark.parametrize(("record", "lacking"), PARTIAL.values(), ids=PARTIAL)
def test_a_partial_record_stays_raw(record: dict[str, Any], lacking: tuple[str, ...]) -> None:
    """A record with an id that lacks required fields waits for its merge, and says what it lacks."""
    draft = _only(record)
    assert draft.envelope is None
    assert draft.raw == {"record": record}
    assert draft.record_id == RECORD["id"]
    assert set(lacking) <= set(draft.lacking)
    assert draft.derived == frozenset()


def test_complete_validates_what_was_merged() -> None:
    """A merged envelope is validated like any other, faults named by the file of the partial record."""
    envelope = complete({"record": _without("slug", solutions=["Fill it"])}, name="p.json", index=4)
    assert isinstance(envelope, Envelope)
    assert (envelope.record.slug, envelope.record.solutions) == ("tank-name-is-empty", ["Fill it"])
    faults = complete({"record": _without("filePath", lineNumber="x")}, name="p.json", index=4, unit="line")
    assert isinstance(faults, list)
    assert [(fault.file, fault.index, fault.unit, fault.field) for fault in faults] == [
        ("p.json", 4, "line", "filePath"),
        ("p.json", 4, "line", "lineNumber"),
    ]


FIELD_FAULTS = [
    ({"lineNumber": "12"}, "lineNumber", '"12"', "must be a whole number", "without quotes"),
    ({"lineNumber": 1.5}, "lineNumber", "1.5", "must be a whole number", ""),
    ({"lineNumber": True}, "lineNumber", "true", "must be a whole number", ""),
    ({"lineNumber": 0}, "lineNumber", "0", "must be at least 1", "counted from 1"),
    ({"httpStatus": 99}, "httpStatus", "99", "must be at least 100", "100 to 599"),
    ({"httpStatus": 600}, "httpStatus", "600", "must be at most 599", "100 to 599"),
    ({"id": "XYZ"}, "id", '"XYZ"', "must be 16 lower-case hex digits", "leave id out"),
    ({"id": 7}, "id", "7", "must be a text", "in quotes"),
    ({"repo": "rockets"}, "repo", '"rockets"', "must be owner/name", "pypi/<name>"),
    ({"repo": "../.."}, "repo", '"../.."', "more than dots", ""),
    ({"slug": "No Good"}, "slug", '"No Good"', "may hold a-z", "leave slug out".capitalize()),
    ({"slug": "a" * 51}, "slug", '"aaa', "is longer than 50 characters", ""),
    ({"messagePattern": ""}, "messagePattern", '""', "must not be empty", "Write null"),
    ({"errorMessage": 5}, "errorMessage", "5", "must be a text", "in quotes"),
    ({"severity": ""}, "severity", '""', "must not be empty", ""),
    ({"filePath": " "}, "filePath", '" "', "must not be blank", ""),
    ({"githubUrl": "ftp://x"}, "githubUrl", '"ftp://x"', "must start with http", ""),
    ({"analyzedSha": "HEAD"}, "analyzedSha", '"HEAD"', "must be a commit", ""),
    ({"analyzedAt": "yesterday"}, "analyzedAt", '"yesterday"', "is not an ISO 8601 time", ""),
    ({"analyzedAt": "2026-02-30"}, "analyzedAt", '"2026-02-30"', "is no time of the calendar", ""),
    ({"solutions": "Fill it"}, "solutions", '"Fill it"', "must be a list", "square brackets"),
    ({"solutions": None}, "solutions", "null", "must be a list", "leave solutions out"),
    ({"solutions": ["a", 2]}, "solutions[1]", "2", "must be a text", "in quotes"),
    ({"tags": {"a": 1}}, "tags", "an object with 1 member", "must be a list", ""),
    ({"documentation": ["a", "b"]}, "documentation", "a list of 2", "must be a text", ""),
    ({"schemaVersion": 3}, "schemaVersion", "3", "must be 2", "version 2"),
    ({"schemaVersion": "2"}, "schemaVersion", '"2"', "must be 2", "version 2"),
    ({"errorMessage": "a\x00b"}, "errorMessage", r'"a\u0000b"', "holds a NUL character", ""),
    ({"errorMessage": "a\ud800b"}, "errorMessage", r'"a\ud800b"', "half of a surrogate pair", ""),
    ({"more": {"deep": ["\x00"]}}, "more.deep[0]", r'"\u0000"', "holds a NUL character", ""),
    ({"more": {"\ud800": 1}}, "more", r'"\ud800"', "a name holds half", ""),
    (
        {"errorMessage": None, "errorClass": None},
        "errorMessage",
        "",
        "neither errorMessage nor errorClass",
        "",
    ),
    ({"errorMessage": " ", "errorClass": ""}, "errorMessage", "", "neither errorMessage nor errorClass", ""),
    ({"lineNumber": 10**100, "httpStatus": 10**100}, "httpStatus", "a number with more", "at most 599", ""),
]


@pytest.mark.parametrize(("members", "field", "value", "problem", "advice"), FIELD_FAULTS)
def test_faults_of_fields(members: dict[str, Any], field: str, value: str, problem: str, advice: str) -> None:
    """A fault names record, field and value, and says in plain words what is wrong and what to do."""
    fault = _fault(_without(**members))
    assert fault.field == field
    assert fault.value.startswith(value)
    assert problem in fault.problem
    assert advice in fault.advice
    assert fault.record_id == str(members.get("id", RECORD["id"])) * isinstance(members.get("id", ""), str)
    assert "Input" not in str(fault)


EXTENSION_FAULTS = [
    ({"errdex": []}, "errdex", "must be an object"),
    ({"errdex": {"state": "lost"}}, "errdex.state", "must be 'current', 'moved', 'reworded' or 'gone'"),
    ({"errdex": {"versions": [{"sha": "x"}]}}, "errdex.versions[0].version", "is missing"),
    ({"errdex": {"aliases": ["zz"]}}, "errdex.aliases[0]", "must be 16 lower-case hex digits"),
    ({"errdex": {"replacedBy": "zz"}}, "errdex.replacedBy", "must be an id"),
    ({"datasetVersion": 3}, "datasetVersion", "must be a text"),
    ({"record": 3}, "record", "must be an object"),
    ({"record": None}, "record", "must be an object"),
]


@pytest.mark.parametrize(("members", "field", "problem"), EXTENSION_FAULTS)
def test_faults_of_the_envelope(members: dict[str, Any], field: str, problem: str) -> None:
    """Members of the envelope are checked like those of the record."""
    fault = _fault({**ENVELOPE, **members})
    assert (fault.field, problem in fault.problem) == (field, True), str(fault)


def test_all_faults_are_listed_at_once() -> None:
    """Every bad field of every bad record is named, and the good records between them are read."""
    reading = _read([_without(lineNumber="1", repo="x"), RECORD, _without("id", "filePath", tags=3)])
    assert [(fault.index, fault.field) for fault in reading.faults] == [
        (1, "repo"),
        (1, "lineNumber"),
        (3, "filePath"),
        (3, "tags"),
    ]
    assert [draft.index for draft in reading.envelopes] == [2]


def test_a_record_with_nothing_in_it() -> None:
    """An empty object lacks what identifies a record; what would be derived is not asked for."""
    faults = _read({}).faults
    assert [fault.field for fault in faults] == ["repo", "filePath", "lineNumber", "errorMessage"]


FILE_FAULTS = {
    "empty": (b"", None, "is empty"),
    "blank": (b" \n\t", None, "is empty"),
    "not UTF-8": (b'{"a": 1,\n "b": "\xff"}', 2, "is not UTF-8: byte 0xff at offset 16"),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), None, "UTF-16"),
    "truncated gzip": (gzip.compress(LINES)[:-12], None, "end too early"),
    "damaged gzip": (b"\x1f\x8b" + b"x" * 40, None, "damaged"),
    "gzip with a tail": (gzip.compress(LINES) + b"tail", None, "damaged"),
    "gzip of gzip": (gzip.compress(gzip.compress(LINES)), None, "gzipped twice"),
    "scalar": (b"42", None, "must be a JSON object"),
    "string": (b'"text"', None, "must be a JSON object"),
    "null": (b"null", None, "must be a JSON object"),
    "empty list": (b"[]", None, "is an empty list"),
    "prose": (b"hello\nworld", 1, "neither JSON nor the text of a record's page"),
    "not closed": (json.dumps(RECORD, indent=2).encode()[:-2], 11, "is not JSON"),
    "list not closed": (b"[" + json.dumps(RECORD).encode(), 1, "not closed"),
    "text after a list": (b"[" + json.dumps(RECORD).encode() + b"]\n]", 2, "text after the end"),
    "text after an empty list": (b"[]\n\n{}", 3, "text after the end"),
    "two in a list without comma": (json.dumps([RECORD]).encode()[:-1] + b"\n{}]", 2, "a comma is missing"),
    "trailing comma": (b'{"a": 1,}', 1, "is not JSON"),
    "nested": (b"[" * 200_000, 1, "nested too deeply"),
    "nested in an unknown field": (b'{"x": ' + b"[" * 300 + b"]" * 300 + b"}", None, "nested deeper than 40"),
    "NaN": (json.dumps(_without(more=float("nan"))).encode(), None, "holds NaN"),
    "infinity": (json.dumps(_without(more=-float("inf"))).encode(), None, "holds -Infinity"),
    "number too large": (
        json.dumps(_without(more=0)).encode().replace(b"0}", b"1e999}"),
        None,
        "1e999, which is too",
    ),
    "too many digits": (b'{"x": ' + b"1" * 5000 + b"}", 1, "too many digits"),
    "twice": (json.dumps(RECORD).encode().replace(b'"id"', b'"repo": "a/b", "id"'), None, "stands twice"),
    "two values in a line": (LINES + b"\n" + b"{} {}", 3, "more than one value"),
}


@pytest.mark.parametrize(("data", "index", "problem"), FILE_FAULTS.values(), ids=FILE_FAULTS)
def test_faults_of_a_file(data: bytes, index: int | None, problem: str) -> None:
    """A file that is no file of records gives one fault with the line where there is one."""
    fault = _fault(data)
    assert problem in fault.problem
    assert fault.index == index
    assert fault.advice


def test_a_broken_line_is_named_and_the_others_are_read() -> None:
    """One broken line of JSON Lines costs that line only."""
    data = LINES.split(b"\n")[0] + b"\n\n{oops\n" + json.dumps(_without(id="0" * 16)).encode()
    reading = read_envelopes(data, "x.json")
    assert [draft.index for draft in reading.envelopes] == [1, 4]
    assert [(fault.index, fault.unit) for fault in reading.faults] == [(3, "line")]


def test_limits_in_bytes() -> None:
    """A file or a record over its limit is refused with the limit and the setting; one at the limit is read."""
    small = json.dumps(RECORD).encode()
    limits = Limits(max_file_bytes=len(small), max_record_bytes=len(small))
    assert read_envelopes(small, "x", limits=limits).faults == []
    bomb = gzip.compress(b" " * 50_000_000)
    assert "ERRDEX_MAX_RECORDS_FILE_BYTES" in _fault(bomb, limits=limits).advice
    assert f"{len(small):,} bytes" in _fault(small + b" ", limits=limits).problem
    tight = Limits(max_record_bytes=len(small) - 1)
    fault = _fault(json.dumps([RECORD, {"id": "1"}]).encode()[: len(small) + 1] + b"]", limits=tight)
    assert (fault.index, fault.record_id) == (1, RECORD["id"])
    assert "ERRDEX_MAX_RECORD_BYTES" in fault.advice
    assert "more than the limit" in _fault(PAGE.encode(), limits=Limits(max_record_bytes=100)).problem


@given(st.one_of(st.binary(max_size=200), st.binary(max_size=50).map(lambda tail: b"\x1f\x8b\x08" + tail)))
def test_any_bytes_give_faults_and_no_exception(data: bytes) -> None:
    """Whatever a file holds, reading it ends with records or faults."""
    reading = read_envelopes(data, "x")
    assert reading.faults or reading.envelopes


_json = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=5),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from([*RECORD, "x"]), inner, max_size=4)
    ),
    max_leaves=10,
)


@given(
    st.dictionaries(st.sampled_from([*RECORD, "tags", "solutions", "x"]), _json),
    st.dictionaries(st.text(max_size=3), _json),
)
def test_any_json_gives_faults_or_a_record_that_is_kept(
    record: dict[str, Any], errdex: dict[str, Any]
) -> None:
    """Whatever JSON a record holds, it is refused in words, or its members come back unchanged."""
    given = {"record": {**RECORD, **record}, "errdex": errdex}
    reading = read_envelopes(json.dumps(given).encode(), "x")
    assert bool(reading.faults) != bool(reading.envelopes)
    for fault in reading.faults:
        assert str(fault).isprintable()
    for draft in reading.envelopes:
        assert draft.raw == given
        if draft.envelope is not None:
            wire = draft.envelope.wire()["record"]
            assert all(wire[key] == value for key, value in given["record"].items() if value is not None)


def test_a_fault_is_harmless_on_a_terminal() -> None:
    """Escape sequences, bidi marks and line breaks of names and values are shown, not sent."""
    (fault,) = _read(_without(lineNumber="\x1b[31m\u202e\n\x9b"), "a\nb\x1b.json").faults
    assert str(fault).isprintable()
    assert str(fault).startswith(r"a\nb\u001b.json, id 0123456789abcdef: lineNumber is")
    assert fault.value == r'"\u001b[31m\u202e\n\x9b"'


def test_the_start_of_a_commit_is_looked_up() -> None:
    """A page takes the full commit from a record of the same repo, at once or later, and never guesses."""
    shas = shas_of([("acme/rockets", SHA), ("acme/rockets", None), ("acme/rockets", SHA[:10]), ("b/c", SHA)])
    alone = read_envelopes(PAGE.encode(), "p").envelopes[0]
    assert alone.envelope is not None
    assert (alone.envelope.record.analyzed_sha, alone.envelope.record.github_url) == (SHA[:10], None)
    with_sha = read_envelopes(PAGE.encode(), "p", shas=shas).envelopes[0]
    assert pinned(alone, shas) == with_sha
    assert with_sha.envelope is not None
    assert (
        with_sha.envelope.record.github_url
        == f"https://github.com/acme/rockets/blob/{SHA}/src/rockets/tank.py#L1-L2"
    )
    assert pinned(alone, {}) is alone
    other = SHA[:10] + "f" * 30
    assert shas_of([("acme/rockets", SHA), ("acme/rockets", other)]) == {}
    no_place = "\n".join(line for line in PAGE.split("\n") if not line.startswith("Thrown"))
    (partial,) = read_envelopes(no_place.encode(), "p").envelopes
    filled = pinned(partial, shas)
    assert (filled.envelope, filled.raw["record"]["analyzedSha"]) == (None, SHA)
    assert "githubUrl" not in filled.raw["record"]
    record = _only(_without(analyzedSha=SHA[:10]))
    assert pinned(record, shas) is record
