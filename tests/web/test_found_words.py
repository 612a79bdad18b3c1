"""The words of a search, marked in what it found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from app.web.found_words import marker
from app.web.markup import visible


@pytest.mark.parametrize(
    ("typed", "text", "marked"),
    [
        ("pool", "Pool {pool} is pooled", "[Pool] {[pool]} is [pool]ed"),
        ("is clos", "It is closed", "It [is] [clos]ed"),
        ("clos is", "It is closed", "It [is] closed"),
        ("--tp-size", "use --tp_size=4", "use --[tp]_[size]=4"),
        ("!!!", "nothing", "nothing"),
        ("", "nothing", "nothing"),
        ("b", "<b> & b", "&lt;[b]&gt; &amp; [b]"),
        ("i", "İ i", "İ [i]"),
    ],
)
def test_words_are_marked_where_the_search_finds_them(typed: str, text: str, marked: str) -> None:
    """Whole words, and the beginning of one for the last that was typed; markup stays text."""
    html = str(marker(typed)(text))
    assert html.replace('<mark class="hit">', "[").replace("</mark>", "]") == marked


@given(st.text(max_size=30), st.text(max_size=60))
def test_nothing_is_lost(typed: str, text: str) -> None:
    """Without the marks it is the text as it is shown anywhere."""
    html = str(marker(typed)(text)).replace('<mark class="hit">', "").replace("</mark>", "")
    assert Markup(html) == visible(text)
