"""How much words and class names say."""

from hypothesis import given
from hypothesis import strategies as st

from app.domain.rarity import Rarity, class_rarity


def test_rare_words_say_more() -> None:
    """Rarity is that of the base; a base that is small leans on what is common in general."""
    base = Rarity({"must": 3_000, "shard": 4, "pool": 300}, 20_000)
    assert base.of("must") < base.of("pool") < base.of("shard")
    small = Rarity({"must": 1, "shard": 1}, 5)
    assert small.of("must") < 3 < small.of("shard")


def test_class_names_say_more_where_few_records_have_them() -> None:
    """`ValueError` says little, a package's own class much, in a base of any size."""
    assert class_rarity("ValueError", 1, 3) < 2 < class_rarity("PoolError", 1, 3)
    assert class_rarity("ValueError", 9_000, 30_000) < 2 < class_rarity("PoolError", 3, 30_000)


@given(
    st.dictionaries(st.sampled_from(["must", "shard", "x"]), st.integers(0, 100_000)),
    st.integers(0, 100_000),
    st.lists(st.sampled_from(["must", "shard", "x", "other"])),
)
def test_information_is_bounded_and_additive(counts: dict[str, int], patterns: int, words: list[str]) -> None:
    """Words count once each, in any order, and none says less than nothing or more than 8."""
    rarity = Rarity(counts, patterns)
    assert all(0 <= rarity.of(word) <= 8 for word in words)
    assert rarity.information(words) == rarity.information(reversed(words))
    assert abs(rarity.information(words) - sum(rarity.of(word) for word in set(words))) < 1e-9
