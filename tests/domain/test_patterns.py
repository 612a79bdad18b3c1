"""A messagePattern is read, keyed and compiled for a linear-time engine."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.linear import RefusedPatternError
from app.domain.matching import find_all
from app.domain.ordered import Searched
from app.domain.patterns import (
    analyse,
    compile_pattern,
    distinct_words,
    own_message_matches,
)
from app.domain.templates import pattern_of_template
from tests.domain.reference import by_keys, candidate, full_scan, is_key_of

RECORDS = Path(__file__).parents[2] / "data" / "records"

FOUND = [
    ("plain", r"shard count must divide 12", "shard count must divide 12", True, True),
    ("inside", r"shard count must divide 12", "boot failed: shard count must divide 12!", True, False),
    ("not inside a word", r"config is missing", "reconfig is missing", False, False),
    ("not before more of the word", r"no such key", "no such keys", False, False),
    ("a word edge beside punctuation", r"no such key", "(no such key)", True, False),
    ("a word edge beside a letter of another script", r"no such key", "no such keyé", False, False),
    ("a later place with an edge", r"config is", "reconfig is, config is", True, False),
    ("blanks match any white space", r"no such key", "no\tsuch\n   key", True, True),
    ("blanks match odd ones", r"no such key", "no\u00a0such\u3000key", True, True),
    ("blanks do not vanish", r"no such key", "nosuch key", False, False),
    ("a wildcard may be empty", r"got (.*?), want (.*)", "got , want ", True, True),
    ("a wildcard spans lines", r"got (.*?), want", "got a\nb, want", True, True),
    ("case counts", r"No such key", "no such key", False, False),
    ("first line whole, more below", r"no such key", "no such key\nfurther text", True, True),
    (
        "escapes",
        r"a\(b\)\.c\[d\] \{e\} \+ \* \^ \$ \| \\ \? end",
        r"a(b).c[d] {e} + * ^ $ | \ ? end",
        True,
        True,
    ),
    ("JavaScript's code points", r"caf\u00e9 is closed \x41", "café is closed A", True, True),
    ("JavaScript's anything", r"a[^]b is closed", "a\nb is closed", True, True),
    ("classes and repeats", r"port \d{1,5} is (?:taken|closed)", "port 8080 is taken", True, True),
    ("alternatives", r"no such key|no such table", "no such table", True, True),
    ("a named group", r"key (?<name>\w+) is unknown", "key k9 is unknown", True, True),
    ("anchors hold", r"^no such key$", "there is no such key", False, False),
]


@pytest.mark.parametrize(
    ("pattern", "text", "found", "whole"), [row[1:] for row in FOUND], ids=[row[0] for row in FOUND]
)
def test_finding(pattern: str, text: str, found: bool, whole: bool) -> None:
    """A pattern is searched for by the contract's rules, and its keys lead to it."""
    hit = compile_pattern(pattern).find(text)
    assert (hit is not None, bool(hit and hit.whole)) == (found, whole)
    if found:
        anchors = analyse(pattern).anchors
        assert any(
            all(is_key_of(text, anchor, option) for option in range(len(anchor.options)))
            for anchor in anchors
        )


REFUSED = [
    r"a(?=b)",
    r"a(?!b)",
    r"(?<=a)b",
    r"(?<!a)b",
    r"(?>ab)",
    r"(a)\1",
    r"a\Z",
    r"a++",
    r"a{1001}",
    r"((a{100}){100}){100}",
    r"(a",
    r"a)",
    r"a)(b",
    r"[z-a]",
    r"*a",
    r"\cA",
    "",
    "a" * 20_001,
]


@pytest.mark.parametrize("pattern", REFUSED, ids=lambda pattern: pattern[:12] or "empty")
def test_refused_patterns_say_why(pattern: str) -> None:
    """What a linear-time engine cannot match is a problem of the record, never a crash, and keeps no anchor keys."""
    with pytest.raises(RefusedPatternError, match=r"\w{3,}"):
        compile_pattern(pattern)
    facts = analyse(pattern)
    assert facts.problem
    assert not facts.anchors and not facts.heads
    assert not own_message_matches(pattern, "a")


@pytest.mark.parametrize(
    ("pattern", "template"),
    [
        (r"Broken paren ((.*?) in here is really bad", "Broken paren in here is really bad"),
        (r"(?!x)no such (?:key|table) in (.*?) (a)\2", "no such key table in a"),
        (r"shard (?<=d )count(?=s) is odd", "shard count is odd"),
    ],
)
def test_words_of_a_refused_pattern(pattern: str, template: str) -> None:
    """Similarity gets all that such a pattern says, behind a bracket that nobody closed too; it is not called generic."""
    facts = analyse(pattern)
    assert (facts.template, facts.generic) == (template, False)
    assert set(facts.similar) == set(distinct_words([template]))


@pytest.mark.parametrize("pattern", ["(an odd bracket", "an odd) bracket"])
def test_a_problem_quotes_no_pattern_of_ours(pattern: str) -> None:
    """What is told is about the record's pattern, not about what RE2 is given."""
    problem = analyse(pattern).problem
    assert problem is not None
    assert "{85}" not in problem


BOMBS = [
    r"^(a+)+$",
    r"(a|aa)+$",
    r"(a|a)*b",
    r"(.*a){25}",
    r"^(([a-z])+.)+[A-Z]([a-z])+$",
    r"(x+x+)+y",
    r"a{1,1000}b",
    r"(\w+\s?)*$",
]


@pytest.mark.parametrize("pattern", BOMBS)
def test_bombs_end(pattern: str) -> None:
    """Patterns that never end in a backtracking engine are searched for over 200,000 characters."""
    compile_pattern(pattern).find("a" * 200_000 + "!")


@pytest.mark.parametrize(
    ("pattern", "words", "generic"),
    [
        (r"no such key", 3, False),
        (r"(.*)", 0, True),
        (r"(.*?): (.*)", 0, True),
        (r"invalid value: (.*)", 2, True),
        (r"the (.*?) is in the (.*)", 0, True),
        (r"expected q/k shape (.*)", 2, True),
    ],
)
def test_words_tell_how_generic_a_pattern_is(pattern: str, words: int, generic: bool) -> None:
    """Words that carry no meaning do not count; fewer than three others are too few."""
    facts = analyse(pattern)
    assert (facts.words, facts.generic) == (words, generic)


CAPTURES = [
    ("got T={T}, N={N}", "got T=17, N=4", {"T": "17", "N": "4"}),
    ("mode (got {mode.value!r}).", "mode (got 'x').", {"mode.value!r": "'x'"}),
    ("size {x:d} of {x:d}", "size 1 of 2", {"x:d": "1", "x:d#2": "2"}),
    ("no %(name)s in %s", "no a in b", {"name": "a", "2": "b"}),
    ("{} is not {}", "a is not b", {"1": "a", "2": "b"}),
    ("{}{} is not {name}", "ab is not c", {"1": "", "2": "ab", "name": "c"}),
    ("no {a}{b!r} in {c}", "no 'x' in y", {"a": "", "b!r": "'x'", "c": "y"}),
    ("ends in {tail}", "ends in a, b\nand c", {"tail": "a, b\nand c"}),
]


@pytest.mark.parametrize(("template", "message", "captures"), CAPTURES)
def test_captures(template: str, message: str, captures: dict[str, str]) -> None:
    """Wildcards are named after the template's interpolations; unnamed ones by position, repeats by a number."""
    compiled = compile_pattern(pattern_of_template(template))
    hit = compiled.find(message)
    assert hit is not None
    names = compiled.capture_names(template)
    assert {
        name: message[start:end] for name, (start, end) in zip(names, hit.groups, strict=True)
    } == captures


def test_bundled_records_match_their_own_messages() -> None:
    """Each shipped record's template matches its own pattern, and names its captures."""
    files = sorted(RECORDS.glob("*/*.json"))
    assert files
    for file in files:
        record = json.loads(file.read_text(encoding="utf-8"))["record"]
        assert own_message_matches(record["messagePattern"], record["errorMessage"]), file.name


WORDS = st.sampled_from(["key", "no", "such", "table", "got", "in", "config", "x1", "é", "_a"])
PIECES = st.lists(
    WORDS | st.sampled_from([" ", " ", ", ", "(.*?)", r"\.", ":", "'", r"\d+", "(?:a|b)", "x?"]),
    min_size=1,
    max_size=8,
)
PATTERNS = st.lists(PIECES.map("".join), min_size=1, max_size=6)
TEXTS = st.lists(
    WORDS | st.sampled_from([" ", " ", ", ", "\n", ".", ":", "'", "7", "a", "xx"]), max_size=20
).map("".join)


@given(PATTERNS, TEXTS, st.booleans())
def test_the_index_loses_no_hit(patterns: list[str], text: str, repeats: bool) -> None:
    """Look-up keys lead to every pattern that a full scan finds."""
    usable = [pattern for pattern in patterns if analyse(pattern).problem is None]
    found = full_scan(text, usable, repeats=repeats)
    for option in range(4):
        assert by_keys(text, usable, repeats=repeats, option=option) == found


@given(st.text(min_size=1, max_size=40), st.text(max_size=40))
def test_any_template_matches_itself(template: str, text: str) -> None:
    """Any text, made a pattern, matches itself; and no text makes matching raise."""
    pattern = pattern_of_template(template)
    facts = analyse(pattern)
    assert facts.problem is None
    assert own_message_matches(pattern, template)
    find_all(text, [candidate(1, pattern)], repeats=True)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("the shard is full\\. ", "the shard is full."),
        ("\n    the shard is full", "the shard is full"),
        (" the shard (.*?) is full ", "the shard  'a'  is full"),
        (" the shard [a-z]+ is full\n", "the shard abc is full"),
    ],
)
def test_white_space_at_a_patterns_edge_is_left_out(pattern: str, text: str) -> None:
    """A message is read without it, and a template may be printed with it."""
    found = compile_pattern(pattern).find_whole(Searched(text))
    assert found is not None
    assert (found.start, found.end) == (0, len(text))
