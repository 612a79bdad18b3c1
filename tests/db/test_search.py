"""How what is typed becomes a full-text query, and how the index answers it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import Session

from app.db import search, store
from app.db.engine import Database
from app.domain.listing import Query


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("", ()),
        (" - ' \" _ ", ()),
        ("One two", (("one",), ("two",))),
        ("--enable-dp-attention", (("enable", "dp", "attention"),)),
        ("A a A", (("a",),)),
        ("SGLANG_MODE=static", (("sglang", "mode", "static"),)),
        ("a\x00b\ud800c", (("a", "b", "c"),)),
    ],
)
def test_terms_of(text: str, phrases: tuple[tuple[str, ...], ...]) -> None:
    """Each piece between blanks is a phrase of its words; what is neither letter nor digit parts words."""
    assert search.terms_of(text).phrases == phrases


@given(st.text(max_size=3000))
def test_terms_are_bounded_and_plain(text: str) -> None:
    """Whatever is typed, at most 32 phrases and 64 words come of it, of letters and digits alone."""
    terms = search.terms_of(text)
    words = [word for phrase in terms.phrases for word in phrase]
    assert len(terms.phrases) <= 32
    assert len(words) <= 64
    assert all(word and "_" not in word and len(word) <= 200 for word in words)
    assert all(char.isalnum() or not char.isascii() for word in words for char in word)


@pytest.mark.parametrize(
    ("dialect", "every", "written"),
    [
        ("sqlite", True, '"x y" AND "z" *'),
        ("sqlite", False, '"x y" OR "z" *'),
        ("postgresql", True, "(x <-> y) & (z:*)"),
        ("postgresql", False, "(x <-> y) | (z:*)"),
    ],
)
def test_expression(dialect: str, every: bool, written: str) -> None:
    """Phrases are joined by all or by any, and the last word may go on."""
    assert search.terms_of("x-y z").expression(dialect, every=every) == written


WORDS = ["pool", "POOL", "pools", "kv-cache", "kv", "cache", "größe", "x_y", "12", "pool.py"]


def index(session: Session, texts: list[list[str]]) -> None:
    """Put bare texts into the full-text index, as ids 1, 2 and so on."""
    store.index_texts(
        session,
        [store.TextOf(f"{at:016x}", words[0], " ".join(words), "") for at, words in enumerate(texts, 1)],
    )


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), min_size=1, max_size=8),
    st.lists(st.sampled_from([*WORDS, "po", "cach"]), min_size=1, max_size=3),
)
def test_index_equals_reading(database: Database, texts: list[list[str]], typed: list[str]) -> None:
    """The index finds the texts that a plain reading finds, each once, over any sizes of pages."""
    terms = search.terms_of(" ".join(typed))

    def reads(words: list[str], phrase: tuple[str, ...], *, last: bool) -> bool:
        for text in (words[0], " ".join(words)):
            said = search.plain_words(text).lower().split()
            for start in range(len(said) - len(phrase) + 1):
                here = said[start : start + len(phrase)]
                if here[:-1] == list(phrase[:-1]) and (
                    here[-1].startswith(phrase[-1]) if last else here[-1] == phrase[-1]
                ):
                    return True
        return False

    with database.write() as session:  # never committed
        index(session, texts)
        for every in (True, False):
            judge = all if every else any
            expected = {
                f"{at:016x}"
                for at, words in enumerate(texts, 1)
                if judge(
                    reads(words, phrase, last=place == len(terms.phrases) - 1)
                    for place, phrase in enumerate(terms.phrases)
                )
            }
            found: list[str] = []
            for offset in range(0, len(expected) + 3, 3):
                ids, total = search.find_text(session, terms, Query(), every=every, offset=offset, limit=3)
                assert total == len(expected)
                found += ids
            assert sorted(found) == sorted(expected)
