"""Relating records: what outweighs what, why, and how few may come from one file."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.related import Rarity, Site, is_rare, message_words, rank

SUBJECT = Site(
    id="0" * 16,
    repo="o/r",
    title="DSPARK verify mode is not static",
    module_path="pkg/overrides.py",
    line_number=600,
    error_class="ValueError",
    error_message="DSPARK verify mode is not static (got {mode!r})",
    function="check",
    background_tag="unsupported-feature-combination",
    pattern=1,
    tags=("speculative-decoding", "dflash"),
)
RARITY = Rarity(
    records=1000,
    tags={"speculative-decoding": 300, "dflash": 4},
    backgrounds={"unsupported-feature-combination": 60},
    patterns=1000,
    words={"dspark": 5, "verify": 20, "mode": 200, "static": 25},
)


def site(number: int, **values: object) -> Site:
    """Give a record that has nothing in common with the subject but what is said."""
    start = Site(
        id=f"{number:016x}",
        repo="x/y",
        title=f"t{number}",
        module_path=f"other/m{number}.py",
        line_number=1,
        pattern=99,
    )
    return replace(start, **values)  # type: ignore[arg-type]


NEAR = {"repo": "o/r", "module_path": "pkg/overrides.py", "line_number": 601, "error_class": "ValueError"}


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (
            {"background_tag": "unsupported-feature-combination"},
            "same kind of mistake: unsupported-feature-combination",
        ),
        ({"tags": ("dflash",)}, "shares the rare tag dflash"),
        ({"tags": ("dflash", "speculative-decoding")}, "shares the rare tag dflash"),
        ({"error_message": "dspark needs a STATIC shape"}, "words in common: DSPARK, static"),
        ({"error_message": "VERIFY_MODE_DSPARK is unset"}, "words in common: DSPARK, verify, mode"),
        ({"error_message": SUBJECT.error_message, "pattern": 1}, "the same message, raised in m1.py"),
        (NEAR | {"function": "check"}, "raised in the same function, check"),
        (NEAR, "next to it in overrides.py"),
        (NEAR | {"line_number": 2000}, "in the same file, overrides.py"),
    ],
)
def test_reason(values: dict[str, object], reason: str) -> None:
    """The reason names in plain words what counted most."""
    assert [choice.reason for choice in rank(SUBJECT, [site(1, **values)], RARITY)] == [reason]


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"error_class": "ValueError", "repo": "o/r"},
        {"error_message": "the value is not what was expected"},
        {"error_message": "no such thing: {dspark}"},
        {"function": "check"},
        {"background_tag": "another"},
        {"module_path": "pkg/overrides.py"},
    ],
)
def test_nothing_in_common(values: dict[str, object]) -> None:
    """A class, a repository, filler words, a function's bare name or another repository's file relate nothing."""
    assert rank(SUBJECT, [site(1, **values)], RARITY) == []


@pytest.mark.parametrize(
    "stronger",
    [
        {"background_tag": "unsupported-feature-combination"},
        {"tags": ("dflash",)},
        {"error_message": "cannot start DSPARK", "repo": "o/r"},
        {"error_message": "cannot stay static", "repo": "o/r"},
        {"error_message": "DSPARK cannot stay static"},
    ],
)
def test_more_than_nearness(stronger: dict[str, object]) -> None:
    """A shared kind of mistake, rare tag or rare word, elsewhere, comes before the next line of the same function."""
    nearest = site(1, **NEAR, function="check")
    assert [choice.id for choice in rank(SUBJECT, [nearest, site(2, **stronger)], RARITY)] == [
        site(2).id,
        nearest.id,
    ]


@pytest.mark.parametrize("message", ["cannot start DSPARK", "cannot stay static", "modes are static"])
def test_one_word_of_another_project_is_chance(message: str) -> None:
    """Across projects it takes two words, however rare each is; within one a single rare word is enough."""
    assert rank(SUBJECT, [site(1, error_message=message)], RARITY) == []
    assert len(rank(SUBJECT, [site(1, error_message=message, repo="o/r")], RARITY)) == 1


def test_common_tag_is_not_rare() -> None:
    """A tag of a third of all records alone relates nothing; of few it does."""
    common = site(1, tags=("speculative-decoding",))
    assert rank(SUBJECT, [common], RARITY) == []
    few = replace(RARITY, tags={"speculative-decoding": 30})
    assert [choice.reason for choice in rank(SUBJECT, [common], few)] == [
        "shares the rare tag speculative-decoding"
    ]


def test_at_most_four_of_five_from_one_file() -> None:
    """Of five the fifth is from another file, even where it has less in common; without one there are four."""
    same_file = [site(n, **{**NEAR, "line_number": 600 + n, "tags": ("dflash",)}) for n in range(1, 9)]
    elsewhere = site(50, background_tag="unsupported-feature-combination")
    found = rank(SUBJECT, [*same_file, elsewhere], RARITY)
    assert [choice.id for choice in found] == [item.id for item in [*same_file[:4], elsewhere]]
    assert len(rank(SUBJECT, same_file, RARITY)) == 4


def test_longer_lists_begin_alike() -> None:
    """A shorter list is the beginning of a longer one."""
    sites = [site(n, **{**NEAR, "line_number": 600 + n}) for n in range(1, 30)]
    sites += [site(n, tags=("dflash",)) for n in range(30, 34)]
    longest = rank(SUBJECT, sites, RARITY, limit=20)
    assert len(longest) == 20
    for limit in range(1, 20):
        assert rank(SUBJECT, sites, RARITY, limit=limit) == longest[:limit]


def test_named_titles_come_first() -> None:
    """What the record's page names comes first, in its order; of two with one title the nearer; only in its repository."""
    sites = [
        site(1, repo="o/r", title="second"),
        site(2, repo="o/r", title="first"),
        site(3, repo="o/r", title="first", tags=("dflash",)),
        site(4, repo="x/y", title="third"),
        site(5, tags=("dflash",), background_tag="unsupported-feature-combination"),
    ]
    found = rank(SUBJECT, sites, RARITY, titles=["first", "second", "third", "first"])
    assert [(choice.id[-1], choice.reason) for choice in found] == [
        ("3", "named on its page"),
        ("1", "named on its page"),
        ("5", "shares the rare tag dflash"),
    ]


def test_all_named_in_one_file_stay() -> None:
    """Five that the page names stay five, though they stand in one file."""
    sites = [site(n, **NEAR, title=f"t{n}") for n in range(1, 7)]
    found = rank(SUBJECT, sites, RARITY, titles=[f"t{n}" for n in range(1, 6)])
    assert [choice.reason for choice in found] == ["named on its page"] * 5


@given(st.integers(0, 2**32), st.integers(0, 12))
def test_independent_of_order(seed: int, limit: int) -> None:
    """Whatever the order of the candidates, the answer is the same; it never holds the record itself."""
    random_ = random.Random(seed)
    sites = [
        site(
            n,
            repo=random_.choice(["o/r", "x/y"]),
            module_path=random_.choice(["pkg/overrides.py", "pkg/b.py"]),
            line_number=random_.choice([599, 600, 640]),
            background_tag=random_.choice([None, "unsupported-feature-combination"]),
            tags=random_.choice([(), ("dflash",), ("speculative-decoding",)]),
            error_message=random_.choice([None, "DSPARK mode", "static verify"]),
        )
        for n in range(1, 15)
    ] + [SUBJECT]
    shuffled = random_.sample(sites, len(sites))
    found = rank(SUBJECT, sites, RARITY, limit=limit)
    assert found == rank(SUBJECT, shuffled, RARITY, limit=limit)
    assert len(found) <= limit
    assert SUBJECT.id not in {choice.id for choice in found}
    assert [choice.score for choice in found[:4]] == sorted(
        (choice.score for choice in found[:4]), reverse=True
    )


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (None, {}),
        ("", {}),
        ("The value is not set", {"value": "value"}),
        ("MODE_X=static 128 ab", {"mode_x": "MODE_X", "mode": "MODE", "static": "static"}),
        ("got {ragged_mode.value!r} for %(name)s", {}),
        ("Größe überschritten", {"größe": "Größe", "überschritten": "überschritten"}),
    ],
)
def test_message_words(message: str | None, words: dict[str, str]) -> None:
    """Telling words are kept as they stand; filler, numbers, short words and interpolations are not."""
    assert message_words(message) == words


def test_message_words_are_bounded() -> None:
    """A message of any length gives at most 64 words."""
    assert len(message_words(" ".join(f"word{n}" for n in range(5000)))) == 64


@pytest.mark.parametrize(
    ("count", "total", "rare"),
    [
        (2, 5, True),
        (3, 5, False),
        (10, 100, True),
        (11, 100, False),
        (500, 250_000, True),
        (501, 250_000, False),
    ],
)
def test_is_rare(count: int, total: int, *, rare: bool) -> None:
    """Rare is what at most a tenth, and at most the square root of all, have; what two have is always rare."""
    assert is_rare(count, total) is rare
