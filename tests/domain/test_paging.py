"""Page tokens: what they hold comes back, and only for the question they were made for."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.paging import Page, decode_cursor, encode_cursor
from app.errors import BadCursor

QUESTIONS = st.lists(
    st.none() | st.text() | st.integers() | st.dictionaries(st.text(), st.none() | st.text()), max_size=4
)


@given(QUESTIONS, QUESTIONS, st.lists(st.text() | st.integers(), max_size=4))
def test_position_comes_back(question: list[object], other: list[object], position: list[str | int]) -> None:
    """A token gives its position back for its own question and for no other."""
    token = encode_cursor(question, tuple(position))
    assert decode_cursor(question, token) == tuple(position)
    assert token.isascii()
    assert not set(token) & set("+/=&?# ")
    if other != question:
        with pytest.raises(BadCursor):
            decode_cursor(other, token)


@given(st.text() | st.text(alphabet="ABCabc012-_", min_size=16))
def test_no_token(text: str) -> None:
    """What this program did not make is refused, whatever it is."""
    with pytest.raises(BadCursor, match="does not belong to this list"):
        decode_cursor(["q"], text)


@pytest.mark.parametrize("at", range(0, 26, 5))
def test_changed_token(at: int) -> None:
    """A token with one letter changed is refused."""
    token = encode_cursor(["q"], ("a/b", 1, "f" * 16))
    changed = token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :]
    with pytest.raises(BadCursor):
        decode_cursor(["q"], changed)


@pytest.mark.parametrize("body", [b"", b"{}", b"[null]", b"[[]]", b"[1.5]", b"[true]", b"\xff", b"[" * 1000])
def test_forged_token(body: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even with the right digest only text and whole numbers make a position."""
    monkeypatch.setattr("app.domain.paging._digest", lambda _question, _body: b"d" * 12)
    with pytest.raises(BadCursor):
        decode_cursor(["q"], base64.urlsafe_b64encode(b"d" * 12 + body).decode())


def test_page_on_the_wire() -> None:
    """A page is `items`, `total` and `next`, null at the end."""
    assert Page[int](items=[1], total=1).wire() == {"items": [1], "total": 1, "next": None}
