"""Pasted text is cleaned once, and every kept character knows where it stood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.text import Passage, Source, clean, clip, decode

CLEANED = [
    ("colours", "\x1b[0;31mValueError\x1b[0m: bad", "ValueError: bad"),
    ("colours whose escape character was lost", "[0;31mValueError[0m: bad", "ValueError: bad"),
    ("colours written out", r"\u001b[31mValueError\x1b[0m: bad", "ValueError: bad"),
    ("a hyperlink", "\x1b]8;;http://h\x1b\\text\x1b]8;;\x1b\\", "text"),
    ("a window title", "\x1b]0;title\x07text", "text"),
    ("a list index stays", "x[0] and [10, 2]", "x[0] and [10, 2]"),
    ("a Windows path stays", r"D:\envs\lab\e.py", r"D:\envs\lab\e.py"),
    ("NUL and bell", "a\x00b\x07c", "abc"),
    ("half a surrogate pair", "a\ud800b", "ab"),
    ("a no-break space", "a\u00a0b", "a b"),
    ("a line separator", "a\u2028b", "a b"),
    ("zero-width and bidi marks", "a\u200bb\u202ec\ufeff", "abc"),
    ("a tab stays", "a\tb", "a\tb"),
]


@pytest.mark.parametrize(("raw", "expected"), [row[1:] for row in CLEANED], ids=[row[0] for row in CLEANED])
def test_cleaning(raw: str, expected: str) -> None:
    """What no terminal shows is dropped, odd blanks become blanks, the rest stays."""
    assert clean(raw).text == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\xef\xbb\xbfa", "a"),
        ("ä".encode("utf-16"), "ä"),
        ("ValueError: no".encode("utf-16-le"), "ValueError: no"),
        (b"caf\xe9", "caf\ufffd"),
        (b"", ""),
    ],
)
def test_decoding(data: bytes, expected: str) -> None:
    """Bytes are decoded by their mark or their looks, and never refused."""
    assert decode(data) == expected


@given(
    st.text(alphabet=st.characters(codec=None))
    | st.from_regex(r"(\x1b\[[0-9;]*m|[a-z \r\n]|\[3[0-9]m)*", fullmatch=True)
)
def test_every_kept_character_stood_where_it_says(raw: str) -> None:
    """A character that cleaning keeps is found in the raw text at its origin; blanks may have been odd ones."""
    source = Source(raw)
    for number, passage in source.lines():
        for position, char in enumerate(passage.text):
            origin = passage.origin(position)
            assert raw[origin] == char or char == " "
            assert source.locate(origin)[0] == number


@given(st.text())
def test_cleaning_is_idempotent(raw: str) -> None:
    """A cleaned line is clean, unless dropping something joined the parts of a colour."""
    once = clean(raw).text
    assert "\x1b" not in once
    assert clean(once).text == clean(clean(once).text).text


@given(
    st.lists(st.text(alphabet="ab\x1b[31m", max_size=12), max_size=4), st.integers(0, 40), st.integers(0, 40)
)
def test_cut_and_join_keep_origins(lines: list[str], start: int, length: int) -> None:
    """Cutting a joined passage gives the same characters with the same origins."""
    raw = "\n".join(lines)
    whole = Passage.join([passage for _, passage in Source(raw).lines()])
    part = whole.cut(start, start + length)
    assert part.text == whole.text[start : start + length]
    for position in range(len(part.text)):
        assert part.origin(position) == whole.origin(start + position)


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        ("a\nb", [(1, "a"), (2, "b")]),
        ("a\r\nb\r\n", [(1, "a"), (2, "b")]),
        ("10 %\r50 %\rdone\nb", [(1, "10 %"), (1, "50 %"), (1, "done"), (2, "b")]),
        ("", []),
        ("\n\n", [(1, ""), (2, "")]),
    ],
)
def test_lines(raw: str, lines: list[tuple[int, str]]) -> None:
    """Line feeds end raw lines; what a carriage return overwrote is a clean line of its own."""
    assert [(number, passage.text) for number, passage in Source(raw).lines()] == lines


def test_clip_keeps_head_and_tail_and_line_numbers() -> None:
    """Over the limit the middle becomes empty lines, so the last line keeps its number."""
    data = "\n".join(f"line {number}" for number in range(1, 2001)).encode()
    short = clip(data, 1000)
    assert short is not None
    lines = short.decode().split("\n")
    assert (lines[0], lines[-1], len(lines)) == ("line 1", "line 2000", 2000)
    assert sum(len(line) for line in lines) <= 1000
    assert clip(data, len(data)) is None
