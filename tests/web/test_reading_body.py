"""From bytes to a paste: gzip, charsets and JSON of every kind."""

from __future__ import annotations

import gzip
import json
import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config import Settings
from app.errors import PasteTooLarge
from app.web.body_limit import max_body_bytes
from app.web.reading_body import Body, inflate, read_json, read_raw
from app.web.refusals import BadCompression, BadFields, BadJson, BodyTooLarge

SMALL = Settings(_env_file=None, database_url="sqlite://", max_paste_bytes=1024)


def a_body(data: bytes, *, is_json: bool = False, gzipped: bool = False, charset: str | None = None) -> Body:
    """A body with the given headers."""
    return Body(data, is_json=is_json, gzipped=gzipped, charset=charset)


@given(st.lists(st.binary(max_size=5000), min_size=1, max_size=5), st.integers(0, 3))
def test_inflate_gives_back_what_was_compressed(parts: list[bytes], padding: int) -> None:
    """Members one after another, padded with zeros, are one content."""
    whole = b"".join(parts)
    data = b"".join(gzip.compress(part, mtime=0) for part in parts) + b"\x00" * padding
    assert inflate(data, len(whole)) == whole


@given(st.binary(min_size=1, max_size=5000))
def test_inflate_stops_past_the_limit(content: bytes) -> None:
    """One byte over the limit is too much, the limit itself is not."""
    data = gzip.compress(content, mtime=0)
    assert inflate(data, len(content) - 1) is None
    assert inflate(data, len(content)) == content


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x1f\x8b",
        b"plain",
        gzip.compress(b"x" * 500, mtime=0)[:-9],
        gzip.compress(b"x", mtime=0)[:-1],
        gzip.compress(b"x", mtime=0) + b"rest",
    ],
    ids=["empty", "magic only", "no gzip", "cut", "cut in the trailer", "rubbish after it"],
)
def test_inflate_refuses_what_is_not_whole_gzip(data: bytes) -> None:
    """What is no gzip, or ends early, is refused with advice."""
    with pytest.raises(BadCompression, match=r"uncompressed"):
        inflate(data, 10_000)


def test_inflate_refuses_countless_members() -> None:
    """A body of very many empty members costs bounded work."""
    with pytest.raises(BadCompression, match=r"more than 10,000 members"):
        inflate(gzip.compress(b"", mtime=0) * 20_000, 10_000)


def test_a_bomb_is_stopped_while_it_inflates() -> None:
    """A gigabyte of zeros in a megabyte of gzip is never held in memory."""
    engine = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    block = b"\x00" * 1_000_000
    bomb = b"".join(engine.compress(block) for _ in range(200)) + engine.flush()
    tracemalloc.start()
    try:
        with pytest.raises(PasteTooLarge):
            read_raw(a_body(bomb, gzipped=True), Settings(_env_file=None, database_url="sqlite://"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 40_000_000


@pytest.mark.parametrize(
    ("data", "charset", "expected"),
    [
        (b"\xff\xfe raw", None, b"\xff\xfe raw"),
        ("größer".encode(), "utf-8", "größer".encode()),
        ("größer".encode("iso8859-1"), "iso8859-1", "größer"),
        ("größer".encode("utf-16"), "utf-16", "größer"),
        (gzip.compress(b"x", mtime=0), "utf-16", gzip.compress(b"x", mtime=0)),
    ],
    ids=["no charset", "utf-8", "latin-1", "utf-16", "a gzip file of that charset"],
)
def test_raw_bodies(data: bytes, charset: str | None, expected: str | bytes) -> None:
    """Bytes go on as they are, and as text where another charset is declared."""
    if data.startswith(b"\x1f\x8b"):
        assert read_raw(a_body(data, charset=charset), SMALL) == data
    else:
        assert read_raw(a_body(data, charset=charset), SMALL) == expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", r"Expecting value at line 1, column 1"),
        (b"{", r"line 1, column 2"),
        (b"[" * 200_000, r"nested too deeply"),
        (b'{"a":' * 200_000, r"nested too deeply"),
        (b'{"text": "\xff"}', r"not UTF-8 at byte 10"),
        (b'{"text": NaN}', r"a number that JSON does not have"),
        (b'{"limit": -Infinity, "text": ""}', r"a number that JSON does not have"),
        (b'{"limit": ' + b"9" * 10_000 + b"}", r"too many digits"),
        (b"[]", r"not a JSON object"),
        (b'"text"', r"not a JSON object"),
        (b"null", r"not a JSON object"),
        (b'{"text": "a\x00b"}', r"control character"),
        ('{"text": "x"}'.encode("utf-16"), r"not UTF-8"),
    ],
    ids=lambda value: repr(value[:20]) if isinstance(value, bytes) else None,
)
def test_what_is_no_json_object(data: bytes, message: str) -> None:
    """What is not one JSON object in UTF-8 is refused with its place, never with its content."""
    with pytest.raises(BadJson, match=message):
        read_json(a_body(data, is_json=True), Settings(_env_file=None, database_url="sqlite://"), {})


@pytest.mark.parametrize(
    ("members", "fields"),
    [
        ({}, ["body.text"]),
        ({"text": None}, ["body.text"]),
        ({"text": 1, "limit": 0, "explain": "yes"}, ["body.text", "body.limit", "body.explain"]),
        ({"text": "", "limit": "5"}, ["body.limit"]),
        ({"text": "", "limit": True}, ["body.limit"]),
        ({"text": "", "limit": 1.5}, ["body.limit"]),
        ({"text": "", "repo": "sglang"}, ["body.repo"]),
        ({"text": "", "versions": ["sglang"]}, ["body.versions"]),
        ({"text": "", "versions": {"sglang": 5}}, ["body.versions.sglang"]),
        ({"text": "", "versions": {"sglang": "\ud800"}}, ["body.versions.sglang"]),
        ({"text": "", "txet": ""}, ["body.txet"]),
    ],
    ids=str,
)
def test_members_that_break_their_rules(members: dict[str, object], fields: list[str]) -> None:
    """Every wrong member is named by its path, all at once."""
    data = json.dumps(members).encode()
    with pytest.raises(BadFields) as caught:
        read_json(a_body(data, is_json=True), SMALL, {})
    assert [field.field for field in caught.value.fields] == fields


def test_defaults_yield_to_the_body() -> None:
    """A query parameter counts where the body says nothing."""
    data = b'\xef\xbb\xbf{"text": "\\ud800\\u0000", "limit": 3.0}'
    asked = read_json(
        a_body(data, is_json=True), SMALL, {"limit": 7, "explain": True, "versions": {"a": "1"}}
    )
    assert (asked.text, asked.limit, asked.explain, asked.versions) == ("\ud800\x00", 3, True, {"a": "1"})


@pytest.mark.parametrize("declared", [True, False])
def test_gzipped_json(declared: bool) -> None:
    """JSON may be gzipped, declared or not; its size counts inflated."""
    small = gzip.compress(b'{"text": "x"}', mtime=0)
    assert read_json(a_body(small, is_json=True, gzipped=declared), SMALL, {}).text == "x"
    large = gzip.compress(b" " * (max_body_bytes(SMALL) + 1), mtime=0)
    with pytest.raises(BodyTooLarge, match=r"A paste may have 1,024 bytes"):
        read_json(a_body(large, is_json=True, gzipped=declared), SMALL, {})
