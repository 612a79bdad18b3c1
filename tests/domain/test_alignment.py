"""A message beside a record's literals, word by word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.alignment import Alignment, align, literal_words, parts_of
from app.domain.templates import pattern_of_template


def aligned(template: str, text: str) -> Alignment:
    """Lay a text beside the pattern of a template."""
    return align(literal_words(pattern_of_template(template), template), parts_of(text))


SHARD = "shard {name!r} of pool_size_limit cannot grow past {limit} slots"


@pytest.mark.parametrize(
    ("template", "text", "missing", "further"),
    [
        (SHARD, "shard 'a b c' of pool_size_limit cannot grow past 4 slots", {}, ()),
        (SHARD, "shrad 'a' of pool_size_limit canot grow past 4 slots", {}, ()),
        (SHARD, "shard 'a' of pool_size cannot grow past 4 slots", {"pool_size_limit": 1 / 3}, ()),
        (SHARD, "shard 'a' of pool_size_limit cannot really grow past 4 slots", {}, ("really",)),
        (SHARD, "shard 'a' of pool_size_limit cannot grow", {}, ()),
        (SHARD, "shard 'a' ... grow past 4 slots", {}, ()),
        ("argument{plural} given twice", "arguments given twice", {}, ()),
        ("no shard and no pool is left", "no pool and no shard is left", {"shard": 0.4, "pool": 0.4}, ()),
        ("the validator is gone", "the field_validator is gone", {"validator": 0.5}, ("field_validator",)),
    ],
    ids=[
        "values",
        "slips of the hand",
        "part of a name",
        "a word too much",
        "ends early",
        "an ellipsis",
        "a word that runs into a value",
        "words that changed places",
        "part of a longer name",
    ],
)
def test_what_agrees_and_what_does_not(
    template: str, text: str, missing: dict[str, float], further: tuple[str, ...]
) -> None:
    """Each word of the template counts as far as the text has it; what a wildcard may hold is neither."""
    found = aligned(template, text)
    lacking = {word: round(1 - share, 3) for word, share in found.agreed.items() if share < 1}
    assert lacking == {word: round(share, 3) for word, share in missing.items()}
    assert found.further == further


def test_long_values_do_not_lower_the_ratio() -> None:
    """A path in a message says nothing of its wording; it does when two templates are compared."""
    short = aligned(SHARD, "shard 'a' of pool_size_limit cannot grow past 4 slots")
    long = aligned(SHARD, f"shard '/srv/{'data/' * 30}' of pool_size_limit cannot grow past 4 slots")
    assert short.ratio == long.ratio == 100
    assert long.whole_ratio < short.whole_ratio


def test_common_words_are_no_slips() -> None:
    """`use` for `used` and `mode` for `model` are other words."""
    assert aligned("the model is closed", "the mode is closed").agreed["model"] == 0


def test_a_pattern_that_cannot_be_used_is_compared_by_its_template() -> None:
    """A look-ahead is refused, and its record still has words."""
    template = literal_words("no shard (?=left)", "no shard")
    assert align(template, parts_of("no shard")).ratio == 100


@given(st.text(max_size=80), st.text(max_size=80))
def test_bounds(template: str, text: str) -> None:
    """Shares are between 0 and 1, ratios between 0 and 100, and a text agrees with itself wholly."""
    found = align(literal_words(template, template), parts_of(text))
    assert all(0 <= share <= 1 for share in found.agreed.values())
    assert 0 <= found.whole_ratio <= found.ratio + 1e-9 <= 100 + 1e-6
    itself = align(literal_words("", text), parts_of(text))
    assert all(share == 1 for share in itself.agreed.values())
