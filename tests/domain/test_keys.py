"""Keys: what of a pattern every matching text holds, whichever of the options is stored."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.domain.keys import ANCHOR, GRAM, HEAD, UNKEYED, Anchor, choose, text_keys, words_of
from app.domain.matching import find_all, find_truncated
from app.domain.patterns import analyse, compile_pattern
from app.domain.templates import pattern_of_template
from tests.domain.reference import by_keys, candidate, full_scan, is_key_of

ANCHORS = [
    ("words and pairs", "no such key", [("a", {"no", "such", "key", "no such", "such key"})]),
    ("a word beside a wildcard may go on", "(.*?)fig is set", [("a", {"is", "set", "is set"})]),
    ("and before one", "the config(.*)", [("a", {"the"})]),
    ("wildcards part neighbours", "no (.*?) key", [("a", {"no", "key"})]),
    ("the pattern's own edge is sure", "config", [("a", {"config"})]),
    ("nothing but a part of a word", "(.*?)config(.*)", [("g", {"con"})]),
    ("too few letters", "(.*?): ab", []),
    ("no letters", "(.*?): (.*)", []),
    ("a repeat may be absent", "no such( key)?", [("a", {"no"})]),
    ("a plain group is always there", "(no such key) (.*)", [("a", {"such"})]),
    ("alternatives have a key each", "no such key|bad table name", [("a", {"such"}), ("a", {"table"})]),
    (
        "pairs of alternatives too",
        "one blue kettle|a red teapot boils",
        [("a", {"blue"}), ("a", {"red", "teapot", "red teapot"})],
    ),
    ("one of them has none", "no such key|x", [("a", {""})]),
    ("case is folded", "No SUCH Key", [("a", {"no", "such", "key", "no such", "such key"})]),
    ("without case", "(?i)no such key", [("a", {"such", "key", "such key"})]),
    ("without case, beyond ASCII", "(?i)straße ist nass", [("a", {""})]),
    ("case folding decides the letters", "straße ist", [("a", {"strasse", "ist", "strasse ist"})]),
    ("too long for a key", f"{'x' * 81} is here", [("a", {"is", "here", "is here"})]),
]


@pytest.mark.parametrize(
    ("pattern", "anchors"), [row[1:] for row in ANCHORS], ids=[row[0] for row in ANCHORS]
)
def test_anchors(pattern: str, anchors: list[tuple[str, set[str]]]) -> None:
    """Every word or pair that a match cannot lengthen will do, and nothing else."""
    found = analyse(pattern).anchors
    wanted = [(kind, options) for kind, options in anchors]
    assert [
        (one.kind, set(one.options) & options) for one, (_, options) in zip(found, wanted, strict=True)
    ] == wanted
    if len(found) == 1 and UNKEYED not in found[0].options:
        assert set(found[0].options) == wanted[0][1]


HEADS = [
    ("before the third word", "shard count {n} must divide", {"shard", "count", "shard count"}),
    (
        "letters alone are no words",
        "a shard b count must divide",
        {"a", "shard", "b", "count", "a shard", "shard b", "b count"},
    ),
    ("a word that comes again may be cut", "no no such no key", {"no", "such", "no no", "no such"}),
    ("behind a value", "{x} has no such key", {"has", "no", "has no"}),
    ("two words are not enough", "shard count {n}", None),
    ("parts of words alone", "pre{x}mid{y}post and more", {""}),
    ("a value goes on in the word", "no{x}such key in it", {""}),
]


@pytest.mark.parametrize(("template", "keys"), [row[1:] for row in HEADS], ids=[row[0] for row in HEADS])
def test_heads(template: str, keys: set[str] | None) -> None:
    """A cut text holds what stands before the third word; `pre` of `prefix` is not sure behind its first letters."""
    heads = analyse(pattern_of_template(template)).heads
    assert [(head.kind, set(head.options)) for head in heads] == ([] if keys is None else [(HEAD, keys)])


def test_choose_takes_what_the_base_knows_least() -> None:
    """Of the pairs the one with the rarest word, then the rarer other; a word only where there is no pair."""
    known = {"is": 900, "not": 800, "tensor": 40, "contiguous": 2}
    pairs = Anchor(ANCHOR, ("tensor", "is", "not", "contiguous", "tensor is", "is not", "not contiguous"))
    assert choose(pairs, known) == "not contiguous"
    assert choose(Anchor(ANCHOR, ("is", "tensor")), known) == "tensor"
    assert choose(Anchor(ANCHOR, ("new", "is")), known) == "new"
    assert choose(Anchor(GRAM, ("con",)), {}) == "con"


WORDS = st.sampled_from(
    [
        "key",
        "no",
        "such",
        "table",
        "got",
        "in",
        "config",
        "x1",
        "é",
        "_a",
        "ΑΣ",
        "K",
        "ſ",
        "İx",
        "\u0345a",
        "straße",
        "STRASSE",
    ]
)
PIECES = st.lists(
    WORDS
    | st.sampled_from(
        [
            " ",
            " ",
            ", ",
            "(.*?)",
            r"\.",
            ":",
            "'",
            r"\d+",
            "(?:a|b)",
            "x?",
            "(no such)",
            "(?i)",
            "|",
            r"\Qa",
            r"\pNb",
            "[k]",
        ]
    ),
    min_size=1,
    max_size=8,
)
PATTERNS = st.lists(PIECES.map("".join), min_size=1, max_size=6)
TEXTS = st.lists(
    WORDS
    | st.sampled_from([" ", " ", ", ", "\n", "\t ", ".", ":", "'", "7", "a", "xx", "NO", "Key", "\u00a0"]),
    max_size=20,
).map("".join)


@given(PATTERNS, TEXTS, st.booleans(), st.integers(0, 6))
def test_any_choice_of_keys_loses_no_hit(patterns: list[str], text: str, repeats: bool, option: int) -> None:
    """Literals that touch wildcards, patterns without a word, case, white space, any letters: the index is a full scan."""
    usable = [pattern for pattern in patterns if analyse(pattern).problem is None]
    assert by_keys(text, usable, repeats=repeats, option=option) == full_scan(text, usable, repeats=repeats)


@given(PATTERNS, TEXTS)
def test_a_text_that_matches_has_every_option(patterns: list[str], text: str) -> None:
    """Whichever option of an anchor is stored, the text is looked up by it; a searchable pattern has an anchor."""
    for pattern in patterns:
        facts = analyse(pattern)
        if facts.anchors and find_all(text, [candidate(1, pattern)]):
            assert any(
                all(is_key_of(text, anchor, option) for option in range(len(anchor.options)))
                for anchor in facts.anchors
            )


CUT_WORDS = st.sampled_from(["key", "no", "such", "a", "key", "keys", "ΑΣ", "no_", "é"])
CUT_PATTERNS = st.lists(
    CUT_WORDS | st.sampled_from([" ", " ", " ", "(.*?)", "(no)", ", "]), min_size=3, max_size=14
).map("".join)


@given(
    CUT_PATTERNS, st.integers(0, 60), st.sampled_from(["", "...", "…"]), st.sampled_from(["", "boot: ", "x"])
)
@example("(no)keykeykey keykey", 15, "", "")
def test_heads_lose_no_cut_text(pattern: str, length: int, end: str, before: str) -> None:
    """A text that agrees with a pattern up to its cut holds every option of the pattern's head."""
    facts = analyse(pattern)
    text = before + pattern.replace("(.*?)", "v").replace("(no)", "no")[:length] + end
    if facts.problem is None and find_truncated(text, [candidate(1, pattern)]):
        assert facts.heads
        keys = text_keys(words_of(text))
        assert all(option in keys for head in facts.heads for option in head.options)


def test_literals_of_plain_groups_count() -> None:
    """Brackets that only group do not hide what every match holds."""
    assert compile_pattern(r"(no such key) in (?:the table) (?<name>of shards)").literals == (
        "no such key",
        " in ",
        "the table",
        " ",
        "of shards",
    )
    assert compile_pattern(r"(a|b) (no such)? (?:key)+ is").literals == (" ", " ", " is")
    assert compile_pattern(r"no (?i:such) key").literals == ()
    assert compile_pattern(r"(?<idx>no) such (?s-i:key)").literals == ("no", " such ")


def test_words_of_alternatives_are_known_words() -> None:
    """What may be looked up as a part of a pair is among the words that the base counts."""
    facts = analyse("one blue kettle boils|a red teapot whistles")
    assert {word for anchor in facts.anchors for option in anchor.options for word in option.split()} == {
        *facts.vocabulary
    }
