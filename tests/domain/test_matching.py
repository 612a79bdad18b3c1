"""Cut and similar messages: agreement up to the cut, similarity with bounds."""

import pytest

from app.domain.answer import Tier
from app.domain.fuzzy import most_promising, similar
from app.domain.matching import find_all, find_in_any_case, find_truncated
from app.domain.templates import pattern_of_template
from tests.domain.reference import candidate

TEMPLATE = "Shard count {count} must divide the number of heads {heads}; reduce it"

CUT = [
    ("in the last literal", "Shard count 4 must divide the number of heads 12; red", True),
    ("in the first literal after a value", "Shard count 4 must divide the numb", True),
    ("in a value, shown by dots", "Shard count 4 must divide the number of heads 1...", True),
    ("in a value, not shown", "Shard count 4 must divide the number of heads 1", True),
    ("in a value, little before it", "Shard count 4", False),
    ("too early to tell", "Shard cou", False),
    ("behind other text", "boot failed: Shard count 4 must divide the number of he", True),
    ("inside a word", "xShard count 4 must divide the number of he", False),
    ("another ending", "Shard count 4 must divide the price of tea", False),
    ("wrapped", "Shard count 4 must\n  divide the number of hea", True),
    ("an ellipsis of one character", "Shard count 4 must divide the number of hea…", True),
]


@pytest.mark.parametrize(("text", "agrees"), [row[1:] for row in CUT], ids=[row[0] for row in CUT])
def test_truncated(text: str, agrees: bool) -> None:
    """A text that ends early agrees where all that is there does, and enough is there."""
    pattern = candidate(1, pattern_of_template(TEMPLATE))
    assert not find_all(text, [pattern])
    hits = find_truncated(text, [pattern])
    assert [hit.tier for hit in hits] == ([Tier.TRUNCATED] if agrees else [])
    for hit in hits:
        assert text[hit.start :].startswith("Shard")


SIMILAR = [
    ("two words changed", "Shard number 4 must divide the count of heads 12; reduce it", True),
    ("case and blanks", "SHARD COUNT 4  MUST DIVIDE THE NUMBER OF HEADS 12; REDUCE IT", True),
    ("something else", "The kettle is on and the tea will be ready soon enough", False),
    ("two words", "shard count", False),
]


@pytest.mark.parametrize(("text", "found"), [row[1:] for row in SIMILAR], ids=[row[0] for row in SIMILAR])
def test_similar(text: str, found: bool) -> None:
    """Rewording is found by its ratio; other text is not."""
    hits = similar(text, [candidate(1, pattern_of_template(TEMPLATE))])
    assert bool(hits) is found


def test_generic_patterns_match_whole_messages_only() -> None:
    """A pattern of two words is no hit inside a longer text."""
    generic = candidate(1, "invalid value")
    assert find_all("invalid value", [generic])
    assert not find_all("got an invalid value here", [generic])


def test_repeats_are_found_each() -> None:
    """In text that is no error, every place counts, and a filled line is whole."""
    hits = find_all("no such key\nbut no such key here", [candidate(1, "no such key")], repeats=True)
    assert [(hit.tier, hit.start) for hit in hits] == [(Tier.EXACT, 0), (Tier.CONTAINED, 16)]


def test_rare_words_bring_candidates_first() -> None:
    """The sum of rarity orders candidates; ties go by id."""
    assert most_promising({"the": [1, 2, 3], "shard": [3], "tea": [2]}, records=3) == [2, 3, 1]


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("SHARD COUNT 4 MUST DIVIDE THE NUMBER OF HEADS 12; REDUCE IT", Tier.EXACT),
        ("valueerror: shard count 4 must divide the number of heads 12; reduce it", Tier.CONTAINED),
        ("Shard Count 4  Must\nDivide The Number Of Heads 12; Reduce It", Tier.EXACT),
    ],
)
def test_another_case(text: str, tier: Tier) -> None:
    """A text that was retyped in another case holds the pattern, at its own places."""
    pattern = candidate(1, pattern_of_template(TEMPLATE))
    assert not find_all(text, [pattern])
    (hit,) = find_in_any_case(text, [pattern])
    assert (hit.tier, hit.any_case) == (tier, True)
    assert [text[start:end] for start, end in hit.groups] == ["4", "12"]


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("No Shard Is Left", Tier.EXACT),
        ("'NO SHARD IS LEFT'", Tier.EXACT),
        ("so No Shard Is Left", Tier.CONTAINED),
    ],
)
def test_a_text_that_is_filled_in_another_case_is_whole(text: str, tier: Tier) -> None:
    """Quotation marks round it are not part of it; other words are."""
    (hit,) = find_in_any_case(text, [candidate(1, "no shard is left")])
    assert (hit.tier, hit.any_case) == (tier, True)


def test_another_case_of_a_pattern_that_is_no_template() -> None:
    """RE2 is asked, with case switched off."""
    (hit,) = find_in_any_case("NO SHARD IS LEFT AT 12", [candidate(1, r"no shard is left at \d+")])
    assert (hit.start, hit.end) == (0, 22)
    assert not find_in_any_case("no such thing", [candidate(1, "no such")]), "a generic pattern"


@pytest.mark.parametrize("text", ["'no shard is left'", "['no shard is left']", '"no shard is left"'])
@pytest.mark.parametrize("repeats", [False, True])
def test_quotation_marks_round_a_message_are_not_part_of_it(text: str, repeats: bool) -> None:
    """`KeyError` and Django's `ValidationError` print their message as a value."""
    (hit,) = find_all(text, [candidate(1, "no shard is left")], repeats=repeats)
    assert hit.tier is Tier.EXACT


def test_the_last_wildcard_of_a_line_may_hold_the_rest_of_it() -> None:
    """A value with a full stop in it does not end the message, where the pattern fills the line."""
    pattern = candidate(1, pattern_of_template("the shard count must be at most {limit}."))
    text = "some line\nthe shard count must be at most ./config.json.\nanother"
    (hit,) = find_all(text, [pattern], repeats=True)
    assert (hit.tier, text[slice(*hit.groups[0])]) == (Tier.EXACT, "./config.json")


def test_a_cut_that_nothing_shows_is_told() -> None:
    """A text that ends in a value may be all that was said."""
    pattern = candidate(1, pattern_of_template(TEMPLATE))
    hits = [
        find_truncated(f"Shard count 4 must divide the number of heads 1{end}", [pattern])[0]
        for end in ("", "…")
    ]
    assert [hit.open_end for hit in hits] == [True, False]


def test_lines_that_a_wildcard_took_make_no_whole_message() -> None:
    """In a log the pattern of several lines begins anywhere: what its wildcards swallow says nothing."""
    pattern = candidate(1, "(.*?)\n(.*?)\nShard check found (.*?) problems")
    log = "\n".join(f"building wheel {number} of many" for number in range(9))
    (hit,) = find_all(f"{log}\nShard check found no problems", [pattern], repeats=True)
    assert hit.tier is Tier.CONTAINED
    (short,) = find_all("a\nb\nShard check found no problems", [pattern], repeats=True)
    assert short.tier is Tier.EXACT
